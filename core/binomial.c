/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/deviance.h"
#include "core/draws.h"
#include "core/elementary.h"
#include "core/rejection.h"
#include <math.h>
#include <stdbool.h>

#define REJECTION 12 /* BTRS is valid from n p = 10; counting is faster below this */

/* The successes among n trials, found by jumping from one to the next: the failures before a
 * success are floor(E scale) with E exponential, the first of which is given. */
static uint64_t count_successes(struct pcg64 *rng, uint64_t n, double scale, double exponential)
{
	uint64_t successes = 0;
	double failures = exponential * scale;
	while (failures < (double)(int64_t)n) { /* also false when 0 * infinity is no number */
		successes++;
		n -= (uint64_t)(int64_t)failures + 1;
		failures = draw_exponential(rng) * scale;
	}
	return successes;
}

uint64_t draw_binomial_tail(struct pcg64 *rng, uint64_t n, double p, double u)
{
	/* 53 more bits make -log(1 - u) right to rounding however small it is. */
	u += draw_uniform(rng) * 0x1p-53;
	return count_successes(rng, n, -1 / own_log1p(-p), -own_log1p(-u));
}

struct binomial {
	double n, p, q;
	double mean; /* n p; its whole part apart, see core/poisson.c */
	int64_t whole, trials;
	double part;
};

/* log P(N = k) but for a constant that does not depend on k; away is k - whole. */
static double log_shape(const struct binomial *law, int64_t k, double away)
{
	double hits = (double)k, misses = (double)(law->trials - k), difference = away - law->part;
	if (k == 0 || k == law->trials) {
		/* the constant is stirling_error(n) + log(n / (2 pi)) / 2 */
		double log_n = own_log(law->n * 0x1.45f306dc9c883p-3) * .5 + stirling_error(law->n);
		return law->n * (k == 0 ? own_log1p(-law->p) : own_log(law->p)) - log_n;
	}
	return -stirling_error(hits) - stirling_error(misses) - deviance(hits, law->mean, difference) -
		deviance(misses, law->n * law->q, -difference) - .5 * own_log(hits * misses);
}

/* For p <= 1/2 and n p >= 10. */
static uint64_t rejection(struct pcg64 *rng, const struct binomial *law)
{
	const struct hat hat = hat_binomial(sqrt(law->mean * law->q), law->p);
	double mode_away = floor(law->part + law->p), mode_log = 0;
	bool have_mode = false;
	for (;;) {
		double u = draw_uniform(rng) - .5;
		double v = draw_uniform(rng);
		double side = hat_side(u);
		double away = floor(hat_point(&hat, u, side) + law->part + .5);
		/* The second test is of rounded numbers, so k is tested again. */
		if (away < -(double)law->whole || away > (double)(law->trials - law->whole))
			continue;
		int64_t k = law->whole + (int64_t)away;
		if (k > law->trials)
			continue;
		if (hat_squeezed(&hat, v, side))
			return (uint64_t)k;
		if (!have_mode) {
			mode_log = log_shape(law, law->whole + (int64_t)mode_away, mode_away);
			have_mode = true;
		}
		if (own_log(hat_demand(&hat, v, side)) <= log_shape(law, k, away) - mode_log)
			return (uint64_t)k;
	}
}

uint64_t draw_binomial_body(struct pcg64 *rng, uint64_t n, double p)
{
	if (p > .5)
		return n - draw_binomial(rng, n, 1 - p);
	double trials = (double)(int64_t)n, mean = trials * p;
	if (mean < REJECTION) {
		double first = draw_exponential(rng);
		return count_successes(rng, n, -1 / own_log1p(-p), first);
	}
	struct binomial law = {
		.n = trials,
		.p = p,
		.q = 1 - p,
		.mean = mean,
		.whole = (int64_t)mean,
		.trials = (int64_t)n,
	};
	law.part = mean - (double)law.whole;
	return rejection(rng, &law);
}
