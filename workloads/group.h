/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_GROUP_H
#define HEAPODDS_WORKLOADS_GROUP_H

#include "core/err.h"
#include "core/trace.h"
#include <regex.h>

/* How call stacks become sites:
 *	N       the N innermost frames, 1 ... GROUP_DEPTH_MAX; shorter stacks stay as they are
 *	leaf    the same as 1
 *	REGEX   (POSIX extended; anything else) the first frame, from the innermost outwards, whose text
 *	        matches somewhere: what it calls and its callers are left out. If the expression has a
 *	        parenthesis, what the first one matched is the site instead of the whole frame, so that
 *	        "^(.*)[+]0x" groups the frames of raw files by module. A stack without a match stays as it is: its
 *	        bytes are shown where they were allocated and never under a name that did not match.
 * A generated workload has one frame per stack. */
struct grouping {
	size_t depth; /* 0: by the expression */
	regex_t regex;
	const char *text; /* what the user wrote; not owned */
};

#define GROUP_DEPTH_MAX 255

/* On success grouping_free must follow. text must outlive the grouping. */
bool grouping_parse(struct grouping *, const char *text, struct err *);
void grouping_free(struct grouping *);

/* Groups the sites of a trace and numbers them anew, in the order of their first allocation.
 * O(rows + nodes of the trie + sites x depth). An expression that no frame matches is refused. On
 * failure the trace may only be freed. */
bool trace_group_sites(struct trace *, const struct grouping *, struct err *);
/* Numbers the sites in the order of their first allocation; sites without any are forgotten. */
bool trace_number_sites(struct trace *, struct err *);

#endif
