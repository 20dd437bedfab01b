/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_ALIAS_H
#define HEAPODDS_WORKLOADS_ALIAS_H

#include "core/draws.h"
#include <stdbool.h>
#include <stdint.h>

/* Draws from a law on {0, ..., n - 1} in constant time: Walker's alias method (ACM TOMS 3(3),
 * 1977) with Vose's way to build the table (IEEE TSE 17(9), 1991). */
struct alias {
	uint32_t n;
	struct {
		double keep; /* probability that a draw of this column stays in it */
		uint32_t other;
	} * column;
};

/* weight: n >= 1 finite numbers >= 0, not all 0, in any scale. False: no memory. */
bool alias_init(struct alias *, const double *weight, uint32_t n);
void alias_free(struct alias *);

static inline uint32_t alias_draw(const struct alias *alias, struct pcg64 *rng)
{
	uint32_t i = (uint32_t)draw_below(rng, alias->n);
	return draw_uniform(rng) <= alias->column[i].keep ? i : alias->column[i].other;
}

#endif
