/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/deviance.h"
#include "core/draws.h"
#include "core/elementary.h"
#include "core/rejection.h"
#include <math.h>

#define TWO_PI 0x1.921fb54442d18p+2
#define REJECTION 12 /* PTRS is valid from a mean of 10; counting is faster below this */

/* The events of a Poisson process of rate 1 up to time mean, the first of them at time. */
static uint64_t count_events(struct pcg64 *rng, double time, double mean)
{
	uint64_t events = 0;
	while (time < mean) {
		events++;
		time += draw_exponential(rng);
	}
	return events;
}

uint64_t draw_poisson_tail(struct pcg64 *rng, double mean, double u)
{
	/* 53 more bits make the first time, -log(1 - u), right to rounding however small it is. */
	u += draw_uniform(rng) * 0x1p-53;
	return count_events(rng, -own_log1p(-u), mean);
}

/* log of sqrt(2 pi k) P(N = k) but for k = 0, where it is that of P(N = 0). */
static double log_mass(double k, double mean, double difference)
{
	return k == 0 ? -mean : -deviance(k, mean, difference) - stirling_error(k);
}

/* The integer part of the mean is kept apart, so that the distance of the value from the mean has full
 * precision however large the mean is. */
static uint64_t rejection(struct pcg64 *rng, double mean)
{
	const struct hat hat = hat_poisson(mean);
	int64_t whole = (int64_t)mean;
	double part = mean - (double)whole;
	for (;;) {
		double u = draw_uniform(rng) - .5;
		double v = draw_uniform(rng);
		double side = hat_side(u);
		double away = floor(hat_point(&hat, u, side) + part + .43);
		if (away < -(double)whole || away > 0x1p61) /* infinite when side is 0 */
			continue;
		uint64_t value = (uint64_t)(whole + (int64_t)away);
		if (hat_squeezed(&hat, v, side))
			return value;
		if (side < .013 && v > side) /* never kept, says the paper: saves a logarithm */
			continue;
		double k = (double)(int64_t)value;
		double root = value == 0 ? 1 : sqrt(TWO_PI * k);
		if (own_log(hat_demand(&hat, v, side) * root) <= log_mass(k, mean, away - part))
			return value;
	}
}

uint64_t draw_poisson_body(struct pcg64 *rng, double mean)
{
	if (mean >= REJECTION)
		return rejection(rng, mean);
	double first = draw_exponential(rng);
	return count_events(rng, first, mean);
}
