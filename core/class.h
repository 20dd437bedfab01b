/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_CLASS_H
#define HEAPODDS_CORE_CLASS_H

#include "core/trace.h"

/* A class is a distinct (site, size, stratum): the allocations that the sampler at hand cannot tell
 * apart. Most samplers have no strata. */
struct class {
	uint64_t size;
	uint64_t count, live; /* allocations; those alive at the end of the trace */
	uint32_t site;
	unsigned stratum; /* 0 unless the sampler has strata */
};

/* All classes of a trace, ordered by site, then by size, then by stratum. The classes of site s are
 * of[first[s] ... first[s + 1]). */
struct classes {
	size_t n;
	uint32_t sites;
	struct class *of;
	size_t *first;     /* sites + 1 entries */
	struct column row; /* the class of each row of the trace */
};

/* stratum: of each row; NULL: none. O(rows) expected time; false: no memory (then nothing is owned). */
bool classes_split(struct classes *, const struct trace *, const struct column *stratum);
static inline bool classes_build(struct classes *classes, const struct trace *trace)
{
	return classes_split(classes, trace, NULL);
}
void classes_free(struct classes *);

#endif
