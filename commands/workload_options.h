/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_WORKLOAD_OPTIONS_H
#define HEAPODDS_COMMANDS_WORKLOAD_OPTIONS_H

#include "workloads/workload.h"

/* Rows of an option table for commands that open a workload: member is a struct workload_options
 * within the settings. */
#define WORKLOAD_OPTIONS(settings, member) \
	{.name = "site-depth", \
		.kind = PARAM_TEXT, \
		.offset = offsetof(settings, member.site_depth), \
		.value = "N|leaf|REGEX", \
		.help = "a site is the N innermost frames, or the first frame that matches, instead of a call stack"}, \
	{ \
		.name = "drop-pool", .kind = PARAM_FLAG, .offset = offsetof(settings, member.drop_pool), \
		.help = "leave out the first block of a recording if it is the C++ library's pool (72704 bytes)" \
	}

#endif
