/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/counts.h"
#include "tests/check.h"

#include <math.h>
#include <stddef.h>

#define ROWS(array) (sizeof(array) / sizeof((array)[0]))

/* Reference values: logarithms of gamma functions and tails added up, with 60 digits. */
struct row {
	double n, p, k, value;
};

static struct counts law_of(double n, double p)
{
	if (isinf(n))
		return (struct counts){.n = n, .q = 1, .mean = p};
	return (struct counts){.n = n, .p = p, .q = 1 - p, .log_q = log1p(-p), .mean = n * p};
}

TEST(counts, probabilities)
{
	static const struct row rows[] = {
		{10, .25, 3, .25028228759765625},
		{1000, 1023. / 1024, 999, .36796070191273122},
		{100, .5, 0, 7.8886090522101181e-31},
		{100, .5, 100, 7.8886090522101181e-31},
		{1e6, .001, 1100, 9.4567218039701071e-5},
		{5, .999999, 3, 9.9999700006051107e-12},
		{1e15, .5, 499999990000000, 2.0657661898691132e-8},
		{0x1p62, 0x1p-60, 5, .15629345185053167},
		{0x1p62, 0x1p-10, 0x1p52 + 0x1p26, 3.6056438915955145e-9},
		{INFINITY, 1e-18, 1, 1e-18},
		{INFINITY, 3.5, 0, .030197383422318501},
		{INFINITY, 3.5, 12, .00021303398015862223},
		{INFINITY, 1e6, 1000500, .00035198464521259209},
		{INFINITY, 1e15, 1000000030000000, 8.0441015470994232e-9},
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct counts law = law_of(rows[i].n, rows[i].p);
		check_near(counts_pmf(&law, rows[i].k), rows[i].value, 1e-13);
	}
	struct counts law = law_of(10, .25);
	check(counts_pmf(&law, -1) == 0 && counts_pmf(&law, 11) == 0);
}

TEST(counts, distribution_functions)
{
	static const struct row rows[] = {
		{10, .25, 3, .77587509155273437},
		{1000, 1023. / 1024, 998, .25561550003054475},
		{100, .5, 60, .98239989989114759},
		{1e6, .001, 1040, .8993917828108423},
		{0x1p62, 0x1p-60, 5, .7851303870304052},
		{1e9, .5, 499980000, .1029572740506828},
		{2e9, .25, 500010000, .69722180837496373},
		{INFINITY, 3.5, 12, .99992404176022832},
		{INFINITY, 3.5, 1, .13588822540043325},
		{INFINITY, 1e6, 1000500, .69168243654521017},
		{INFINITY, 4e8, 400010000, .69147346315158939},
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct counts law = law_of(rows[i].n, rows[i].p);
		check_near(counts_cdf(&law, rows[i].k), rows[i].value, 1e-11);
	}
	struct counts law = law_of(10, .25);
	check(counts_cdf(&law, -1) == 0 && counts_cdf(&law, 10) == 1);
}

/* Against the plain sum over all counts, for targets below, at, between and above them. */
static void check_deviation(double n, double p)
{
	struct counts law = law_of(n, p);
	double last = isinf(n) ? 200 : n;

	for (double t = .25; t < 2 * law.mean + 3; t += .375) {
		double all = 0, seen = 0;
		for (double k = 0; k <= last; k++)
			all += fabs(k - t) * counts_pmf(&law, k);
		for (double k = 1; k <= last; k++)
			seen += fabs(k - t) * counts_pmf(&law, k);
		/* The difference handed over has lost digits where the mean is nearly t. */
		check_near(counts_deviation(&law, law.mean - t), all, 1e-12 + 1e-15 * t / all);
		if (counts_pmf(&law, 0) > .5)
			check_near(counts_deviation_seen(&law, law.mean - t), seen, 1e-12);
	}
	check_near(counts_deviation(&law, 0), counts_deviation(&law, 1e-30), 1e-14);
}

TEST(counts, deviations)
{
	static const double probabilities[] = {1e-9, .01, .25, .5, .9375, 1 - 1e-9};

	for (size_t i = 0; i < ROWS(probabilities); i++) {
		check_deviation(1, probabilities[i]);
		check_deviation(13, probabilities[i]);
		check_deviation(64, probabilities[i]);
	}
	check_deviation(INFINITY, 1e-9);
	check_deviation(INFINITY, 2.5);
	check_deviation(INFINITY, 40);
}

/* 2^62 allocations: the normal limit with its first correction. */
TEST(counts, deviation_of_many)
{
	struct counts law = law_of(0x1p62, 0x1p-10);
	double sd = sqrt(law.mean * law.q);

	check_near(counts_deviation(&law, 0), sqrt(2 / M_PI) * sd, 1e-13);
	/* Biased by half a standard deviation: E|N + 1/2|. */
	double expected = 2 * exp(-.125) / sqrt(2 * M_PI) + .5 * erf(.5 / sqrt(2));
	check_near(counts_deviation(&law, sd / 2), expected * sd, 1e-8);
}

/* 2^60 allocations of which one in 10^18 is missed: |misses - mean|, a Poisson law to 18 digits. */
TEST(counts, deviation_of_few_misses)
{
	double q = 1e-18, misses = 0x1p60 * q, m = floor(misses);
	struct counts law = {.n = 0x1p60, .p = 1, .q = q, .log_q = log(q), .mean = 0x1p60};

	check_near(counts_deviation(&law, 0), 2 * misses * exp(-misses) * pow(misses, m) / tgamma(m + 1), 1e-13);
}
