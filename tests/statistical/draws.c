/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/stream.h"
#include "tests/check.h"
#include "tests/statistical/fit.h"
#include <math.h>
#include <stdio.h>

enum { DRAWS = 1000000 };

TEST(draws, uniform_fits)
{
	struct pcg64 rng;
	struct fit fit = {0};
	stream_open(&rng, 1, 0, 0, STREAM_NOISE);
	for (int i = 0; i < DRAWS; i++) {
		double u = draw_uniform(&rng);
		check(u > 0 && u <= 1);
		fit_add(&fit, u);
		fit_moment(&fit, u - .5);
	}
	fit_check(&fit, "uniform");
	fit_check_moments(&fit, "uniform", 1. / 12, -1.2);
}

/* A remainder modulo 3 of 3 * 2^62 values is what a biased draw gets wrong most. */
TEST(draws, below_fits)
{
	static const uint64_t limits[] = {3, 1000, (UINT64_C(1) << 32) + 1, UINT64_C(3) << 62, UINT64_MAX};
	for (unsigned i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct pcg64 rng;
		struct fit fit = {0}, cut = {0};
		stream_open(&rng, 1, i, 0, STREAM_NOISE);
		for (int j = 0; j < DRAWS; j++) {
			uint64_t value = draw_below(&rng, limits[i]);
			double v = draw_uniform(&rng);
			check(value < limits[i]);
			fit_add(&fit, ((double)value + v) / (double)limits[i]);
			fit_add(&cut, ((double)(value % 3) + v) / 3);
		}
		fit_check(&fit, "below");
		if (limits[i] % 3 == 0)
			fit_check(&cut, "below, modulo 3");
	}
}

/* 2e7 draws resolve a relative bias of the mean of 1.4e-3, and 9,000 of them lie in the tail beyond
 * the last layer (7.697), which is made by other code. */
TEST(draws, exponential_fits)
{
	enum { MANY = 20000000 };
	struct pcg64 rng;
	struct fit fit = {0}, tail = {0};
	stream_open(&rng, 1, 0, 0, STREAM_GAPS);
	for (int i = 0; i < MANY; i++) {
		double x = draw_exponential(&rng);
		fit_moment(&fit, x - 1);
		if (i % 8 == 0)
			fit_add(&fit, -expm1(-x));
		if (x > 7.69711747013105)
			fit_add(&tail, -expm1(7.69711747013105 - x));
	}
	fit_check(&fit, "exponential");
	fit_check(&tail, "exponential, tail");
	double share = exp(-7.69711747013105), error = sqrt(MANY * share);
	check_msg(fabs(tail.n - MANY * share) <= 6.1094 * error, "%g draws in the tail", tail.n);
	fit.n = MANY;
	fit_check_moments(&fit, "exponential", 1, 6);
}

TEST(draws, geometric_fits)
{
	static const double means[] = {1.0625, 1.5, 2, 4096, 0x1p19, 0x1p40};
	for (unsigned i = 0; i < sizeof(means) / sizeof(means[0]); i++) {
		double mean = means[i], p = 1 / mean, scale = geometric_scale(mean), log_q = log1p(-p);
		char what[40];
		struct pcg64 rng;
		struct fit fit = {0};
		snprintf(what, sizeof(what), "geometric, mean %g", mean);
		stream_open(&rng, 1, i, 0, STREAM_GAPS);
		for (int j = 0; j < DRAWS; j++) {
			double k = (double)draw_geometric(&rng, scale), v = draw_uniform(&rng);
			/* 1 - u = q^(k - 1) (1 - v p) */
			fit_add(&fit, 1 - exp((k - 1) * log_q) * (1 - v * p));
			fit_moment(&fit, k - mean);
		}
		fit_check(&fit, what);
		fit_check_moments(&fit, what, mean * (mean - 1), 6 + p * p / (1 - p));
	}
}
