/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_RECURRENCE_H
#define HEAPODDS_CORE_RECURRENCE_H

#include <stdint.h>

/* The smallest k >= from with mass(from) + ... + mass(k) >= target, for a law whose masses obey
 * mass(k) = mass(k - 1) (a + b / k): Poisson a = 0, b = mean; binomial a = -odds, b = (n + 1) odds
 * (Panjer's class). last ends the search: roundings may leave a target that no sum reaches. */
static inline uint64_t recurrence_invert(double target, uint64_t from, double mass, double a, double b, uint64_t last)
{
	uint64_t k = from;
	while (target > mass && k < last) {
		target -= mass;
		k++;
		mass *= a + b / (double)(int64_t)k;
	}
	return k;
}

#endif
