/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_OVERHEAD_H
#define HEAPODDS_SIM_OVERHEAD_H

#include "core/cost_model.h"
#include "sim/experiment.h"

/* What sampling costs, as a share of the time that the allocator itself takes under a cost model:
 * samples x sample cost / time in the allocator, over the whole run whatever the view. A sample that
 * hits a cheap allocation slows it down by more than one that hits a dear one: slowdown is the mean
 * over calls of [sampled] x sample cost / cost of the call. NAN where a number does not exist. */
struct overhead_group {
	uint64_t from, allocations;
	double alloc_ns; /* time in the allocator, total */
	struct measure samples, share;
};

struct overhead {
	size_t n;
	struct overhead_group group[COST_GROUPS_MAX];
	struct measure share, slowdown;
	double sample_ns;
};

/* The closed forms, and the simulated share in the total view. */
void overhead_of(const struct experiment *, const struct cost_model *, struct overhead *);
/* Adds all that is simulated: replays the trials of an experiment that has run once more (the same random
 * numbers, so the same samples), since its scores know rows and the samples of a view, not the sizes of
 * all of them. A sampler without chance gets its exact numbers here, with effort->trials 0 too.
 * false: no memory. */
bool overhead_run(const struct experiment *, const struct cost_model *, const struct effort *, struct overhead *);

#endif
