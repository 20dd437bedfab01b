/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_MODULUS_H
#define HEAPODDS_SIM_EXACT_MODULUS_H

#include "sim/exact_series.h"

#define MODULUS_BLOCK 64
#define MODULUS_NEGLIGIBLE -28. /* exp(-28) = 7e-13 */

/* A characteristic function as the logarithm of its modulus and its argument: the product over many
 * parts, and the powers in it, become sums. */
struct modulus {
	double log[MODULUS_BLOCK], argument[MODULUS_BLOCK];
};

/* E exp(i t X) at t = step * k, step * (k + 2), ...: a block of them. Stops early when all are
 * negligible; then only log (below MODULUS_NEGLIGIBLE) means something. Returns the evaluations made. */
double modulus_block(const struct part *parts, size_t n, double step, double k, struct modulus *);

#endif
