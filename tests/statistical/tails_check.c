/* SPDX-License-Identifier: GPL-3.0-or-later
 * The bounds of tails.h against laws whose tails are known: never below them, and not far above. */
#include "tests/check.h"
#include "tests/statistical/tails.h"
#include <gsl/gsl_cdf.h>
#include <math.h>

#define ALLOWED (-34.5) /* ln 1e-15 */

static struct mixture measured(struct summand *summand)
{
	struct mixture law = {.of = summand, .n = 1};
	mixture_measure(&law);
	return law;
}

/* factor: how many times the tail the bound may be. */
static void check_bound(double log_bound, double tail, double factor)
{
	double log_tail = log(2 * tail);
	check_msg(log_bound >= log_tail - 1e-9, "bound e^%g below the tail e^%g", log_bound, log_tail);
	check_msg(log_bound <= log_tail + log(factor), "bound e^%g far above the tail e^%g", log_bound, log_tail);
}

TEST(tails, counts)
{
	check_near(tail_count(0, 100, .2), log(2) + 100 * log(.8), 1e-12);
	check_near(tail_count(100, 100, .2), log(2) + 100 * log(.2), 1e-12);
	check(tail_count(20, 100, .2) == 0);
	check(tail_count(0, 9, 0) == 0 && tail_count(1, 9, 0) == -INFINITY);
	check(tail_count(9, 9, 1) == 0 && tail_count(8, 9, 1) == -INFINITY);
}

TEST(tails, mean_of_coins)
{
	static const double p[] = {1e-3, .3, .5, .9, 1 - 1e-3};
	const unsigned n = 10000;
	for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
		struct summand coin = {.weight = 5, .n = 1, .p = p[i], .q = 1 - p[i]};
		struct mixture law = measured(&coin);
		law.constant = 7;
		mixture_measure(&law);
		double sd = sqrt(n * p[i] * (1 - p[i]));
		unsigned low = (unsigned)fmax(n * p[i] - 7.5 * sd, 0), high = (unsigned)fmin(n * p[i] + 7.5 * sd, n);
		if (n * p[i] > 7.5 * sd)
			check_bound(tail_mean(&law, n, 7 + 5. * low / n), gsl_cdf_binomial_P(low, p[i], n), 60);
		if (n * (1 - p[i]) > 7.5 * sd)
			check_bound(tail_mean(&law, n, 7 + 5. * high / n), gsl_cdf_binomial_Q(high - 1, p[i], n), 60);
		check(tail_mean(&law, n, 7 + 5 * p[i] + 20 * sd / n) == 0);
	}
}

TEST(tails, mean_of_poisson_counts)
{
	struct summand marks = {.weight = .25, .mean = .01, .poisson = true};
	struct mixture law = measured(&marks);
	check_bound(tail_mean(&law, 5000, .25 * 110 / 5000), gsl_cdf_poisson_Q(109, 50), 60);
	check_bound(tail_mean(&law, 5000, .25 * 12 / 5000), gsl_cdf_poisson_P(12, 50), 60);
}

TEST(tails, nothing_varies)
{
	struct mixture law = {.constant = 3};
	mixture_measure(&law);
	check(tail_mean(&law, 10, 3 + 1e-12) == 0 && tail_mean(&law, 10, 3.001) == -INFINITY);
	check(tail_square(&law, 10, 0, ALLOWED) == 0 && tail_square(&law, 10, 1e-3, ALLOWED) == -INFINITY);
}

/* A binomial count of a million coins is as good as normal, its squares have the chi-square law. */
TEST(tails, squares_of_normal_values)
{
	struct summand coins = {.weight = 1, .n = 1e6, .p = .5, .q = .5};
	struct mixture law = measured(&coins);
	const double n = 400, high[] = {580, 620, 650}, low[] = {230, 240, 250};
	for (int i = 0; i < 3; i++) {
		double up = tail_square(&law, (uint64_t)n, high[i] / n * law.variance, ALLOWED);
		check_bound(up, gsl_cdf_chisq_Q(high[i], n), 60);
		/* Bennett's inequality knows less than the law. */
		double down = tail_square(&law, (uint64_t)n, low[i] / n * law.variance, ALLOWED);
		check_bound(down, gsl_cdf_chisq_P(low[i], n), 1e5);
	}
}

/* The squares of one coin have two values, hence a binomial tail. */
TEST(tails, squares_of_coins)
{
	const double p = .02, q = 1 - p;
	const unsigned n = 5000, high = 180, low = 40;
	struct summand coin = {.weight = 1, .n = 1, .p = p, .q = q};
	struct mixture law = measured(&coin);
	double up = tail_square(&law, n, p * p + (q * q - p * p) * high / n, ALLOWED);
	check_bound(up, gsl_cdf_binomial_Q(high - 1, p, n), 60);
	double down = tail_square(&law, n, p * p + (q * q - p * p) * low / n, ALLOWED);
	check_bound(down, gsl_cdf_binomial_P(low, p, n), 1e4);
}

/* Squares of Poisson counts have no moment-generating function: the part cut off is what bounds them. */
TEST(tails, squares_of_poisson_counts)
{
	struct summand marks = {.weight = 1, .mean = 3, .poisson = true};
	struct mixture law = measured(&marks);
	double se = sqrt((law.fourth + 2 * law.variance * law.variance) / 2000);
	check(tail_square(&law, 2000, 3 + 4 * se, ALLOWED) == 0);
	double eight = tail_square(&law, 2000, 3 + 8 * se, ALLOWED),
	       ten = tail_square(&law, 2000, 3 + 10 * se, ALLOWED);
	/* Skewed to the right: more probable than for normal values. */
	check(eight > log(2 * gsl_cdf_ugaussian_Q(8)) && eight < -20);
	check(ten < eight && ten < ALLOWED + 5);
}

TEST(tails, deviation_of_coins)
{
	const double p = .2, q = 1 - p, over = 1 / p - 1;
	const unsigned n = 3000, high = 770, low = 440;
	struct summand coin = {.weight = 1 / p, .n = 1, .p = p, .q = q};
	struct mixture law = measured(&coin);
	struct deviation all = {.law = &law, .expected = 2 * q};
	check_bound(tail_deviation(&all, n, 1 + (over - 1) * high / n), gsl_cdf_binomial_Q(high - 1, p, n), 1e3);
	check_bound(tail_deviation(&all, n, 1 + (over - 1) * low / n), gsl_cdf_binomial_P(low, p, n), 1e3);
	check(tail_deviation(&all, n, 2 * q) == 0);
	/* One coin, once seen, always says the same. */
	struct deviation seen = {.law = &law, .expected = over, .unseen = q};
	check(tail_deviation(&seen, 50, over) == 0 && tail_deviation(&seen, 50, over - .1) == -INFINITY);
}

/* Two coins given at least one head: 1 or 2 heads, |X - 1| = 0 or 1 for a weight of 1. */
TEST(tails, deviation_where_seen)
{
	const double p = .3, q = .7, both = p * p / (1 - q * q);
	const unsigned n = 3000, high = 700, low = 390;
	struct summand coins = {.weight = 1, .n = 2, .p = p, .q = q};
	struct mixture law = measured(&coins);
	struct deviation seen = {.law = &law, .expected = both, .unseen = q * q};
	check_bound(tail_deviation(&seen, n, (double)high / n), gsl_cdf_binomial_Q(high - 1, both, n), 1e3);
	check_bound(tail_deviation(&seen, n, (double)low / n), gsl_cdf_binomial_P(low, both, n), 1e3);
}
