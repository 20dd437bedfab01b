/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/elementary.h"
#include "core/stream.h"
#include "tests/check.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* The reference is long double where that is at least the 64 bits of x87: its own error is then
 * below a thousandth of an ulp of double. 10^7 arguments there; where long double is made in
 * software (113 bits) a tenth of them. */
enum { ARGUMENTS = LDBL_MANT_DIG > 64 ? 1000000 / 14 : 10000000 / 14 };

struct function {
	const char *name;
	double (*own)(double);
	long double (*reference)(long double);
};

static const struct function log_of = {"log", own_log, logl}, exp_of = {"exp", own_exp, expl},
			     log1p_of = {"log1p", own_log1p, log1pl}, expm1_of = {"expm1", own_expm1, expm1l};

/* Distance in units of the last place that a double of the size of expected has. */
static double ulps(double actual, long double expected)
{
	int exponent;
	frexpl(expected, &exponent);
	int last = exponent - 53 < -1074 ? -1074 : exponent - 53;
	return (double)fabsl(ldexpl(actual - expected, -last));
}

static void check_ulps(const struct function *f, double x, double *worst)
{
	long double expected = f->reference(x);
	double actual = f->own(x);
	if (fabsl(expected) >= 0x1.fffffffffffff8p+1023L) { /* rounds to infinity */
		check_msg((long double)actual == (expected < 0 ? -HUGE_VALL : HUGE_VALL), "%s(%a) = %a", f->name, x,
			actual);
		return;
	}
	double error = ulps(actual, expected);
	check_msg(error <= 1.5, "%s(%a) = %a is %g ulp away", f->name, x, actual, error);
	*worst = error > *worst ? error : *worst;
}

/* Arguments uniform between low and high, or, when by_bits, uniform in their bit patterns: as many in
 * every binade. */
static double sweep(const struct function *f, double low, double high, bool by_bits)
{
	struct pcg64 rng;
	double worst = 0;
	uint64_t from, to;
	if (LDBL_MANT_DIG < 64)
		check_skip("long double has %d bits: no reference", LDBL_MANT_DIG);
	memcpy(&from, &low, sizeof(from));
	memcpy(&to, &high, sizeof(to));
	stream_open(&rng, 1, 0, 0, STREAM_NOISE);
	check_ulps(f, low, &worst);
	check_ulps(f, high, &worst);
	for (int i = 0; i < ARGUMENTS; i++) {
		uint64_t random = pcg64_next(&rng), bits = from + random % (to - from + 1);
		double x = low + (high - low) * ((double)(random >> 11) * 0x1p-53);
		if (by_bits)
			memcpy(&x, &bits, sizeof(x));
		check_ulps(f, x, &worst);
	}
	return worst;
}

/* Each limit is the largest error seen, rounded up: a lost bit shows long before 1.5. */
TEST(elementary, log_within_limit)
{
	check(sweep(&log_of, 0x1p-1074, DBL_MAX, true) <= .85);
	check(sweep(&log_of, .5, 2, false) <= .85);
	check(sweep(&log_of, .99, 1.01, false) <= .85);
}

TEST(elementary, log1p_within_limit)
{
	check(sweep(&log1p_of, 0x1p-1074, DBL_MAX, true) <= .85);
	check(sweep(&log1p_of, -0x1p-60, -1 + 0x1p-53, true) <= .85);
	check(sweep(&log1p_of, -1 + 0x1p-53, 3, false) <= .85);
}

TEST(elementary, exp_within_limit)
{
	check(sweep(&exp_of, -746, 710, false) <= .8);
	check(sweep(&exp_of, -1, 1, false) <= .8);
	check(sweep(&exp_of, -746, -707, false) <= .8);
}

TEST(elementary, expm1_within_limit)
{
	check(sweep(&expm1_of, 0x1p-1074, 710, true) <= .8);
	check(sweep(&expm1_of, -0x1p-1074, -45, true) <= .8);
	check(sweep(&expm1_of, -2, 2, false) <= .9);
	check(sweep(&expm1_of, -45, -.35, false) <= .7);
	check(sweep(&expm1_of, .35, 60, false) <= .9);
}
