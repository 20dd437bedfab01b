/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_SUM_H
#define HEAPODDS_SIM_SUM_H

#include <math.h>

/* A compensated sum (Neumaier, ZAMM 54, 1974): a bias is what is left when classes that err up and
 * classes that err down have cancelled, so the rounding of the plain sum could exceed it. */
struct sum {
	double high, low;
};

static inline void sum_add(struct sum *sum, double x)
{
	double total = sum->high + x;

	if (fabs(sum->high) >= fabs(x))
		sum->low += (sum->high - total) + x;
	else
		sum->low += (x - total) + sum->high;
	sum->high = total;
}

/* An infinite sum stays infinite: its compensation would be NAN. */
static inline double sum_value(const struct sum *sum)
{
	return isfinite(sum->high) ? sum->high + sum->low : sum->high;
}

#endif
