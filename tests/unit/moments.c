/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/moments.h"
#include "core/draws.h"
#include "core/stream.h"
#include "tests/check.h"
#include <float.h>
#include <math.h>

enum { VALUES = 5000 };

static struct moments of_values(const double *value, size_t n)
{
	struct moments moments = {0};
	for (size_t i = 0; i < n; i++)
		moments_add(&moments, value[i]);
	return moments;
}

/* Halves all the way down. */
static struct moments of_tree(const double *value, size_t n)
{
	if (n < 3)
		return of_values(value, n);
	struct moments left = of_tree(value, n / 2), right = of_tree(value + n / 2, n - n / 2);
	moments_merge(&left, &right);
	return left;
}

/* The definitions, in two passes. */
static void check_direct(const struct moments *moments, const double *value, size_t n, double tolerance)
{
	long double sum = 0, m2 = 0, m3 = 0, m4 = 0, size3 = 0;
	for (size_t i = 0; i < n; i++)
		sum += value[i];
	for (size_t i = 0; i < n; i++) {
		long double d = value[i] - sum / (long double)n;
		m2 += d * d;
		m3 += d * d * d;
		size3 += fabsl(d * d * d);
		m4 += d * d * d * d;
	}
	check(moments->n == (double)n);
	check(fabsl(moments->mean - sum / (long double)n) <= tolerance * (fabsl(sum / (long double)n) + sqrtl(m2)));
	check_near(moments->m2, (double)m2, tolerance);
	/* The third may cancel to nothing: its rounding is that of its parts. */
	check_msg(fabsl(moments->m3 - m3) <= tolerance * size3, "m3 is %.17g, not %.17Lg", moments->m3, m3);
	check_near(moments->m4, (double)m4, tolerance);
}

static void fill(double *value, double offset, double (*draw)(struct pcg64 *))
{
	struct pcg64 rng;
	stream_open(&rng, 3, 0, 0, STREAM_NOISE);
	for (size_t i = 0; i < VALUES; i++)
		value[i] = offset + draw(&rng);
}

/* As rare sites are: nearly always nothing, now and then a lot. */
static double draw_rare(struct pcg64 *rng)
{
	return draw_uniform(rng) < .01 ? 1e4 : -1;
}

static double draw_constant(struct pcg64 *rng)
{
	(void)rng;
	return .1;
}

TEST(moments, worked_example)
{
	static const double first[] = {1, 2, 4}, second[] = {8, 16, 32, 64};
	struct moments moments = of_values(first, 3), later = of_values(second, 4);
	moments_merge(&moments, &later);
	check_near(moments.mean, 18.1428571428571, 1e-14);
	check_near(moments.m2, 3156.85714285714, 1e-14);
	check_near(moments_variance(&moments), 3156.85714285714 / 6, 1e-14);
}

TEST(moments, one_by_one_and_in_a_tree)
{
	static double value[VALUES];
	double (*const laws[])(struct pcg64 *) = {draw_uniform, draw_exponential, draw_rare};
	const double offsets[] = {0, -.5, 100};
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			fill(value, offsets[j], laws[i]);
			struct moments line = of_values(value, VALUES), tree = of_tree(value, VALUES);
			check_direct(&line, value, VALUES, 2e-12);
			check_direct(&tree, value, VALUES, 2e-12);
		}
}

TEST(moments, small_and_lopsided_merges)
{
	static double value[VALUES];
	fill(value, -1, draw_exponential);
	for (size_t n = 2; n < 40; n++)
		for (size_t cut = 0; cut <= n; cut++) {
			struct moments left = of_values(value, cut), right = of_values(value + cut, n - cut);
			moments_merge(&left, &right);
			check_direct(&left, value, n, 1e-13);
		}
}

TEST(moments, equal_values_have_no_spread)
{
	static double value[VALUES];
	fill(value, 0, draw_constant);
	struct moments moments = of_values(value, VALUES);
	check(moments.mean == .1 && moments.m2 == 0 && moments.m3 == 0 && moments.m4 == 0);
	check(moments_sd(&moments) == 0 && moments_mean_se(&moments) == 0 && moments_sd_se(&moments) == 0);
}

/* Trials that saw nothing are merged as one block. */
TEST(moments, a_constant_is_that_many_values)
{
	static double value[50];
	for (int i = 0; i < 50; i++)
		value[i] = i < 10 ? i * i : -1;
	struct moments moments = of_values(value, 10), unseen = moments_constant(40, -1),
		       none = moments_constant(0, -1);
	moments_merge(&moments, &unseen);
	moments_merge(&moments, &none);
	check_direct(&moments, value, 50, 1e-14);
	struct moments empty = {0};
	moments_merge(&empty, &unseen);
	check(empty.n == 40 && empty.mean == -1 && empty.m2 == 0);
}

TEST(moments, standard_errors)
{
	static const double value[] = {1, 2, 4, 8, 16, 32, 64};
	struct moments moments = of_values(value, 7), one = of_values(value, 1), none = {0};
	double variance = 3156.85714285714 / 7;
	check_near(moments_mean_se(&moments), sqrt(3156.85714285714 / 6 / 7), 1e-14);
	check_near(moments_sd_se(&moments), sqrt((moments.m4 / 7 - variance * variance) / 7 / (4 * variance)), 1e-13);
	check(isnan(moments_variance(&one)) && isnan(moments_sd_se(&one)));
	check(isnan(moments_variance(&none)) && isnan(moments_mean_se(&none)));
}

/* The standard error of the standard deviation says how far repetitions lie apart: 400 of 1000 values
 * each. The spread of 400 is known to 3.5 %, and 22 % is 6.2 times that. */
TEST(moments, the_error_of_the_sd_is_its_spread)
{
	enum { REPEATS = 400 };
	struct moments spread = {0}, errors = {0};
	struct pcg64 rng;
	stream_open(&rng, 4, 0, 0, STREAM_NOISE);
	for (int i = 0; i < REPEATS; i++) {
		struct moments moments = {0};
		for (int j = 0; j < 1000; j++)
			moments_add(&moments, draw_uniform(&rng));
		moments_add(&spread, moments_sd(&moments));
		moments_add(&errors, moments_sd_se(&moments));
	}
	check_near(moments_sd(&spread), errors.mean, .22);
}
