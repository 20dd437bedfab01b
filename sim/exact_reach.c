/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact_reach.h"

#include <math.h>

/* One side of Y: sign 1 above, -1 below. */
struct side {
	const struct part *parts;
	size_t n;
	double target, tail, sign;
	double deviation, heaviest; /* to find the scale of u */
};

/* ln E exp(u Y). */
static double cumulants(const struct side *side, double u)
{
	double sum = -u * side->target;

	for (size_t i = 0; i < side->n; i++) {
		const struct counts *law = &side->parts[i].law;
		double jump = expm1(u * side->parts[i].weight);
		sum += isinf(law->n) ? law->mean * jump : law->n * log1p(law->p * jump);
	}
	return sum;
}

/* Where Chernoff's bound with this |u| is exp(-tail). */
static double bound(const struct side *side, double log_u)
{
	double u = exp(log_u);

	return (cumulants(side, side->sign * u) + side->tail) / u;
}

/* The u that gives the least bound, roughly, by golden sections; every u gives a valid one. Far to the
 * right the exponentials overflow, so equal (infinite) values send the search to the left. */
static double best_log_u(const struct side *side)
{
	const double golden = .6180339887498949;
	double normal = log(sqrt(2 * side->tail) / side->deviation), jump = -log(side->heaviest);
	double low = fmin(normal, jump) - 3, high = fmax(normal, jump) + 4;
	double x1 = high - golden * (high - low), x2 = low + golden * (high - low);
	double f1 = bound(side, x1), f2 = bound(side, x2);

	for (int i = 0; i < 16; i++) {
		if (f1 <= f2) {
			high = x2, x2 = x1, f2 = f1;
			x1 = high - golden * (high - low), f1 = bound(side, x1);
		} else {
			low = x1, x1 = x2, f1 = f2;
			x2 = low + golden * (high - low), f2 = bound(side, x2);
		}
	}
	return f1 <= f2 ? x1 : x2;
}

/* limit: Y never goes farther to this side. */
static double side_reach(const struct side *side, double limit, double *beyond)
{
	double log_u = best_log_u(side), far = bound(side, log_u);

	/* Not "not less": it is NAN where no u was good, as on a side with next to no room. */
	if (!(far < limit))
		return limit;
	*beyond += 2 * exp(-side->tail - log_u);
	return far;
}

struct reach exact_reach(const struct part *parts, size_t n, double target, double tail)
{
	struct side side = {.parts = parts, .n = n, .target = target, .tail = tail};
	double variance = 0, highest = 0, lowest = 0;
	struct reach reach = {.beyond = 0};

	for (size_t i = 0; i < n; i++) {
		double weight = parts[i].weight, most = weight * parts[i].law.n;
		variance += weight * weight * parts[i].law.mean * parts[i].law.q;
		highest += fmax(most, 0);
		lowest += fmin(most, 0);
		side.heaviest = fmax(side.heaviest, fabs(weight));
	}
	side.deviation = sqrt(variance);
	side.sign = 1;
	reach.above = side_reach(&side, highest - target, &reach.beyond);
	side.sign = -1;
	reach.below = side_reach(&side, target - lowest, &reach.beyond);
	return reach;
}
