/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_COST_MODEL_H
#define HEAPODDS_CORE_COST_MODEL_H

#include "core/err.h"
#include <stddef.h>
#include <stdint.h>

/* What an allocation costs in the allocator, by size, and what a sample costs on top: times are in
 * nanoseconds. An allocation of at least from[i] and less than from[i + 1] bytes takes ns[i];
 * from[0] is 0. */
enum { COST_GROUPS_MAX = 16 };
struct cost_model {
	size_t n;
	uint64_t from[COST_GROUPS_MAX];
	double ns[COST_GROUPS_MAX];
	double sample_ns;
};

/* Small allocations, those that jemalloc puts into slabs (up to 14 KiB), are often 20 to 30 times
 * cheaper than large ones (jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md): 20 ns, a common
 * figure for a fast path with its cache misses, against 25 times that. A sample walks a stack and
 * takes a lock: 5 us. Rough figures, to be replaced by measured ones. */
extern const struct cost_model cost_model_default;

/* The group of a size. */
size_t cost_model_group(const struct cost_model *, uint64_t size);
/* "SIZE:TIME[,SIZE:TIME...]": sizes ascend; below the first its time holds too. Replaces the groups.
 * Times are written 20, 20ns, 5us, 1.5ms; a bare number is nanoseconds. */
bool cost_model_set_groups(struct cost_model *, const char *text, const char *what, struct err *err);
bool cost_model_set_sample(struct cost_model *, const char *text, const char *what, struct err *err);

#endif
