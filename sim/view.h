/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_VIEW_H
#define HEAPODDS_SIM_VIEW_H

#include "core/class.h"
#include "core/err.h"
#include "sim/rows.h"

/* What a profile is asked for: everything allocated over the run (total view), or what is alive at
 * one or more dumps (live view). */
enum dump_kind {
	DUMP_NONE, /* the total view */
	DUMP_END,
	DUMP_PEAK,      /* where the true number of live bytes is largest */
	DUMP_PEAK_SEEN, /* where the estimate is largest, as a profiler without the truth chooses: each
	                 * trial and estimator has its own; judged against the true peak */
	DUMP_EVERY,
	DUMP_AT,
};

struct dump {
	enum dump_kind kind;
	uint64_t clock;       /* position on the event clock: what was born by then and died later is alive */
	uint64_t allocations; /* made by then */
	uint64_t *count;      /* objects of each class that the view holds; owned */
	struct rows rows;     /* and the truth by site */
};

struct view {
	bool live;
	size_t n; /* dumps, at least 1 */
	struct dump *dump;
};

/* At most so many dumps of one run. */
enum { DUMPS_MAX = 4096 };

/* spec NULL: the total view; else "end", "peak", "peak-seen", "every:N" or "at:N", N a position:
 * 1000a (allocations), 64M (bytes allocated), 40% (of the allocations). top as in rows_build. On
 * failure nothing is owned. */
bool view_build(struct view *, const struct trace *, const struct classes *, const char *spec, size_t top,
	struct err *err);
void view_free(struct view *);

/* The first dump at or after a position of the clock; view->n: none. */
size_t view_first_dump(const struct view *, uint64_t clock);

const char *dump_kind_name(enum dump_kind);

#endif
