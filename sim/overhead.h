/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_OVERHEAD_H
#define HEAPODDS_SIM_OVERHEAD_H

#include "core/cost_model.h"
#include "sim/experiment.h"

/* What sampling costs, as a share of the time that the allocator itself takes under a cost model:
 * samples x sample cost / time in the allocator. A sample that hits a cheap allocation slows it down
 * by more than one that hits a dear one: slowdown is the mean over calls of p x sample cost / cost of
 * the call. NAN where there is no closed form. */
struct overhead_group {
	uint64_t from, allocations;
	double alloc_ns;      /* time in the allocator, total */
	double samples_exact; /* expected */
	double share_exact;
};

struct overhead {
	size_t n;
	struct overhead_group group[COST_GROUPS_MAX];
	struct measure share; /* simulated in the total view only */
	double slowdown_exact, sample_ns;
};

void overhead_of(const struct experiment *, const struct cost_model *, struct overhead *);

#endif
