/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/rejection.h"
#include "tests/check.h"
#include <gsl/gsl_randist.h>

/* Rejection draws the right law just when the probability of keeping a point is one: at most 1
 * everywhere, and at least vr where the squeeze keeps points unseen. No number of draws sees a small
 * violation; a walk over all u does. */
enum { STEPS = 4000 };

/* keep is f(k) / demand for v = 1. */
static void check_point(const struct hat *hat, double keep, double side, const char *law, double parameter)
{
	check_msg(keep <= 1 + 1e-12, "%s(%g), s = %g: kept with %g", law, parameter, side, keep);
	if (side >= .07)
		check_msg(keep >= hat->vr, "%s(%g), s = %g: kept with %g, squeeze %g", law, parameter, side, keep,
			hat->vr);
}

static void check_poisson(double mean)
{
	const struct hat hat = hat_poisson(mean);
	double last = -1, mass = 0;
	for (int i = 1; i < STEPS; i++) {
		double u = (double)i / STEPS - .5, side = hat_side(u);
		double k = floor(hat_point(&hat, u, side) + mean + .43);
		if (k < 0) {
			check(side < .07); /* the squeeze is not reached */
			continue;
		}
		if (k != last)
			mass = gsl_ran_poisson_pdf((unsigned)k, mean);
		last = k;
		double keep = mass / hat_demand(&hat, 1, side);
		check_point(&hat, keep, side, "Poisson", mean);
		check(side >= .013 || keep <= side);
	}
}

/* What fails depends on where the mean lies between two integers. */
TEST(rejection, poisson_hat_covers)
{
	for (double mean = 10; mean < 60; mean += .0371)
		check_poisson(mean);
	for (double mean = 60; mean < 1e7; mean *= 1.0431)
		check_poisson(mean);
}

static void check_binomial(unsigned n, double p)
{
	double mean = n * p;
	const struct hat hat = hat_binomial(sqrt(mean * (1 - p)), p);
	double top = gsl_ran_binomial_pdf((unsigned)((n + 1) * p), p, n);
	for (int i = 1; i < STEPS; i++) {
		double u = (double)i / STEPS - .5, side = hat_side(u);
		double k = floor(hat_point(&hat, u, side) + mean + .5);
		if (k < 0 || k > n) {
			check(side < .07);
			continue;
		}
		double keep = gsl_ran_binomial_pdf((unsigned)k, p, n) / top / hat_demand(&hat, 1, side);
		check_point(&hat, keep, side, "binomial", p);
	}
}

TEST(rejection, binomial_hat_covers)
{
	for (double mean = 10; mean < 1e5; mean *= 1.3)
		for (double p = .5; p > 1e-4; p *= .6)
			check_binomial((unsigned)(mean / p) + 1, p);
}
