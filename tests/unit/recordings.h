/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_UNIT_RECORDINGS_H
#define HEAPODDS_TESTS_UNIT_RECORDINGS_H

#include "tests/unit/files.h"
#include "workloads/workload.h"
#include <string.h>

/* Opens what has to be there. */
static inline void trace_make(struct trace *trace, const char *path)
{
	struct err err = {0};
	check_msg(workload_open(path, trace, &err), "%s", err.text);
}

/* Opens a text as if it were a file. */
static inline bool trace_of_text(struct trace *trace, const char *text, struct err *err)
{
	struct scratch scratch;
	scratch_make(&scratch, text, strlen(text));
	bool ok = workload_open(scratch.path, trace, err);
	scratch_remove(&scratch);
	return ok;
}

static inline void check_site(const struct trace *trace, size_t row, const char *expected)
{
	char name[512];
	sites_name(trace->sites, (uint32_t)column_get(&trace->site, row), name, sizeof name);
	check_text(name, expected);
}

/* Recordings of real programs lie beside the sources, not among them. */
static inline const char *recordings(void)
{
	static char folder[4096];
	const char *set = getenv("HEAPODDS_RECORDINGS");
	snprintf(folder, sizeof folder, "%s/heaptrack", set ? set : HEAPODDS_SOURCE "/../shared/recordings");
	if (access(folder, R_OK))
		check_skip("there is no %s (HEAPODDS_RECORDINGS names the folder of recordings)", folder);
	return folder;
}

#endif
