/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_MODULUS_H
#define HEAPODDS_SIM_EXACT_MODULUS_H

#include "sim/exact_series.h"

#define MODULUS_BLOCK 64

/* A characteristic function as the logarithm of its modulus and its argument: the product over many
 * parts, and the powers in it, become sums. */
struct modulus {
	double log[MODULUS_BLOCK], argument[MODULUS_BLOCK];
};

/* Where it is wanted: at odd multiples of step, times exp(-(blur t)^2 / 2), and only where the logarithm
 * of the modulus is above negligible. */
struct grid {
	double step, blur, negligible;
	bool direct; /* no angle by rotation: slower, but arguments keep their relative accuracy throughout */
};

/* At t = step * k, step * (k + 2), ...: a block of them. Stops early when all are negligible; then only
 * log (below grid->negligible) means something. Returns the number of evaluations of one part at one t. */
double modulus_block(const struct part *parts, size_t n, const struct grid *, double k, struct modulus *);

#endif
