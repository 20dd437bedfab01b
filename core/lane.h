/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_LANE_H
#define HEAPODDS_CORE_LANE_H

#include "core/rule.h"
#include "core/trace.h"

/* A lane: the allocations that one countdown sees (of the process, of a thread), in order. Cost is
 * a column, computed once per (trace, cost), so that no replay computes it again. Lanes have own
 * random streams and are replayed one after another. */
struct lane {
	uint32_t number; /* the thread, or 0: names the random stream */
	size_t rows;
	const struct column *cost, *size; /* per row of the lane */
	const struct column *row;         /* rows of the trace; NULL: the same */
	const uint64_t *sum;              /* of cost, per block of BLOCK rows */
	const uint64_t *max;              /* of size, per block: a block with a bypassed row is read row by row */
};

struct lanes {
	size_t n;
	struct lane *of;
	const struct rule *rule;
	const struct column *stratum;
	enum scope scope;
	struct lane_store *store; /* columns and sums owned here */
};

/* The rule gives cost and scope; stratum (NULL: none) the group of each row. The trace, the rule and the strata must
 * outlive the lanes. false: no memory (then nothing is owned). */
bool lanes_build(struct lanes *, const struct trace *, const struct rule *, const struct column *stratum);
void lanes_free(struct lanes *);

static inline size_t lane_trace_row(const struct lane *lane, size_t row)
{
	return lane->row ? column_get(lane->row, row) : row;
}

#endif
