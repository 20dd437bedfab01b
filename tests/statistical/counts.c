/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/stream.h"
#include "tests/check.h"
#include "tests/statistical/fit.h"
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>

enum { DRAWS = 500000, MANY = 5000000 };

/* n = 0: Poisson with mean p. */
struct law {
	uint64_t n;
	double p;
};

static double mean_of(struct law law)
{
	return law.n == 0 ? law.p : (double)law.n * law.p;
}

static double variance_of(struct law law)
{
	return law.n == 0 ? law.p : (double)law.n * law.p * (1 - law.p);
}

/* P(N <= k). Where GSL has no exact one (it takes 32-bit counts): a binomial law is within p of the
 * Poisson law of its mean in total variation, and at standard deviations above 1e6 both are within
 * 1e-6 of the normal law; the tests resolve 5e-3. */
static double cdf(struct law law, double k)
{
	double mean = mean_of(law), variance = variance_of(law);
	if (k < 0)
		return 0;
	if (variance > 1e12)
		return gsl_cdf_ugaussian_P((k + .5 - mean) / sqrt(variance));
	if (law.n == 0 || law.n > UINT32_MAX)
		return gsl_cdf_poisson_P((unsigned)k, mean);
	return k >= (double)law.n ? 1 : gsl_cdf_binomial_P((unsigned)k, law.p, (unsigned)law.n);
}

/* The last few thousand values of cdf by k: one costs a microsecond and most come often. */
struct cache {
	double key[8192], value[8192];
};

static double cached_cdf(struct cache *cache, struct law law, double k)
{
	unsigned slot = (uint64_t)(int64_t)(k + 1) % 8192;
	if (cache->key[slot] != k + 2) {
		cache->key[slot] = k + 2; /* never 0, which is empty */
		cache->value[slot] = cdf(law, k);
	}
	return cache->value[slot];
}

/* The total of all draws; few events are judged by the exact tail of their Poisson law. */
static void check_total(const struct fit *fit, const char *what, struct law law)
{
	double expected = mean_of(law) * fit->n, variance = variance_of(law), inner;
	if (expected < 1e4) {
		unsigned total = (unsigned)lround(fit->sum + expected);
		double low = gsl_cdf_poisson_P(total, expected);
		double high = total == 0 ? 1 : gsl_cdf_poisson_Q(total - 1, expected);
		check_msg(low > 5e-10 && high > 5e-10, "%s: %u events, expected %g", what, total, expected);
		return;
	}
	inner = law.n == 0 ? 1 : 1 - 6 * law.p * (1 - law.p);
	fit_check_moments(fit, what, variance, inner / variance);
}

static void check_law(struct law law, uint64_t trial, int draws)
{
	struct pcg64 rng;
	struct fit fit = {0}, some = {0};
	struct cache cache = {.key = {0}};
	char what[80];
	double none = cdf(law, 0), mean = mean_of(law);
	snprintf(what, sizeof(what), law.n == 0 ? "Poisson(%g)" : "binomial(p = %g, n = %g)", law.p, (double)law.n);
	stream_open(&rng, 1, trial, 0, STREAM_MARKS);
	for (int i = 0; i < draws; i++) {
		uint64_t drawn = law.n == 0 ? draw_poisson(&rng, law.p) : draw_binomial(&rng, law.n, law.p);
		double k = (double)drawn, v = draw_uniform(&rng);
		double below = cached_cdf(&cache, law, k - 1), upto = cached_cdf(&cache, law, k);
		double u = below + v * (upto - below);
		check_msg(law.n == 0 || drawn <= law.n, "%s: more than n", what);
		fit_add(&fit, u);
		fit_moment(&fit, k - mean);
		if (k > 0)
			fit_add(&some, (u - none) / (1 - none));
	}
	fit_check(&fit, what);
	check_total(&fit, what, law);
	if (some.n > 5000 && none > .5) /* a rare law is nearly all zeros: look at the others alone */
		fit_check(&some, what);
}

TEST(draws, poisson_fits)
{
	static const double means[] = {1e-4, .1, .125, .3, 1, 9.9, 10, 11.99, 12, 12.9, 38, 1000.5, 1e6, 1e15};
	for (unsigned i = 0; i < sizeof(means) / sizeof(means[0]); i++)
		check_law((struct law){.p = means[i]}, i, DRAWS);
}

TEST(draws, binomial_fits)
{
	static const struct law laws[] = {
		{1, .45},
		{1, .01},
		{10, .3},
		{10, .97},
		{24, .5},
		{25, .499},
		{40, .35},
		{1000, 1e-4},
		{1000, .01},
		{1000, .02},
		{1000000, .5},
		{1000000, .9},
		{1000000, 1. - 1e-5},
		{UINT64_C(1) << 40, 0x1p-42},
		{UINT64_C(1) << 40, 0x1p-30},
		{UINT64_C(1) << 62, 0x1p-60},
		{UINT64_C(1) << 62, 0x1p-50},
		{UINT64_C(1) << 50, .01},
		{UINT64_C(1) << 62, .5},
	};
	for (unsigned i = 0; i < sizeof(laws) / sizeof(laws[0]); i++)
		check_law(laws[i], 100 + i, DRAWS);
}

/* Rejection goes wrong in small ways, a few parts in a hundred of the fifth of the draws that do not
 * pass the squeeze: that takes more draws to see. */
TEST(draws, rejection_fits)
{
	check_law((struct law){.p = 12.9}, 200, MANY);
	check_law((struct law){.p = 38.4}, 201, MANY);
	check_law((struct law){.n = 40, .p = .36}, 202, MANY);
	check_law((struct law){.n = 1000, .p = .07}, 203, MANY);
}

/* Hoeffding: a count of n events of probability p is within sqrt(n log(2/alpha) / 2) of n p. */
static void check_share(double count, double p)
{
	double away = fabs(count - DRAWS * p), limit = sqrt(DRAWS * log(2e9) / 2);
	check_msg(away <= limit, "%g of %d, expected a share of %g", count, DRAWS, p);
}

/* Means below the resolution of a uniform number are right too: when its 53 bits are all 0, which is
 * forced here, the rest decides. */
TEST(draws, rarest_means)
{
	struct pcg64 rng;
	double poisson = 0, binomial = 0;
	stream_open(&rng, 1, 0, 0, STREAM_MARKS);
	for (int i = 0; i < DRAWS; i++) {
		poisson += draw_poisson_tail(&rng, 0x1p-55, 0) > 0;
		binomial += draw_binomial_tail(&rng, UINT64_C(1) << 20, 0x1p-74, 0) > 0;
	}
	check_share(poisson, .25);
	check_share(binomial, .5);
}
