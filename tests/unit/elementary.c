/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/elementary.h"
#include "core/stream.h"
#include "tests/check.h"
#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t bits_of(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

/* Compares bits, so that the sign of zero and the one NaN count. */
#define check_bits(actual, expected) check_u64(bits_of(actual), bits_of(expected))

static const uint64_t nan_bits = UINT64_C(0x7ff8) << 48;

TEST(elementary, log_at_the_edges)
{
	check_bits(own_log(1), 0.);
	check_bits(own_log(0), -HUGE_VAL);
	check_bits(own_log(-0.), -HUGE_VAL);
	check_bits(own_log(HUGE_VAL), HUGE_VAL);
	check_u64(bits_of(own_log(-1)), nan_bits);
	check_u64(bits_of(own_log(-HUGE_VAL)), nan_bits);
	check_u64(bits_of(own_log(-NAN)), nan_bits);
	check_bits(own_log(DBL_MAX), 0x1.62e42fefa39efp+9);
	check_bits(own_log(0x1p-1074), -0x1.74385446d71c3p+9);
	check_bits(own_log(1 + 0x1p-52), 0x1.fffffffffffffp-53);
	check_bits(own_log(1 - 0x1p-53), -0x1.0p-53);
}

TEST(elementary, exp_at_the_edges)
{
	check_bits(own_exp(0), 1.);
	check_bits(own_exp(-0.), 1.);
	check_bits(own_exp(HUGE_VAL), HUGE_VAL);
	check_bits(own_exp(-HUGE_VAL), 0.);
	check_u64(bits_of(own_exp(-NAN)), nan_bits);
	check_bits(own_exp(1e300), HUGE_VAL);
	check_bits(own_exp(-1e300), 0.);
	check_bits(own_exp(0x1p-1074), 1.);
	/* The last argument with a finite value and the first without; the same for 0. */
	check(own_exp(0x1.62e42fefa39efp+9) <= DBL_MAX);
	check_bits(own_exp(0x1.62e42fefa39f0p+9), HUGE_VAL);
	check_bits(own_exp(-0x1.74910d52d3051p+9), 0x1p-1074);
	check_bits(own_exp(-0x1.74910d52d3053p+9), 0.);
}

TEST(elementary, log1p_at_the_edges)
{
	check_bits(own_log1p(0), 0.);
	check_bits(own_log1p(-0.), -0.);
	check_bits(own_log1p(-1), -HUGE_VAL);
	check_bits(own_log1p(HUGE_VAL), HUGE_VAL);
	check_u64(bits_of(own_log1p(-1 - 0x1p-52)), nan_bits);
	check_u64(bits_of(own_log1p(-NAN)), nan_bits);
	check_bits(own_log1p(0x1p-1074), 0x1p-1074);
	check_bits(own_log1p(-0x1p-1074), -0x1p-1074);
	check_bits(own_log1p(DBL_MAX), 0x1.62e42fefa39efp+9);
	check_bits(own_log1p(-1 + 0x1p-53), -0x1.25e4f7b2737fap+5);
}

TEST(elementary, expm1_at_the_edges)
{
	check_bits(own_expm1(0), 0.);
	check_bits(own_expm1(-0.), -0.);
	check_bits(own_expm1(HUGE_VAL), HUGE_VAL);
	check_bits(own_expm1(-HUGE_VAL), -1.);
	check_u64(bits_of(own_expm1(-NAN)), nan_bits);
	check_bits(own_expm1(0x1p-1074), 0x1p-1074);
	check_bits(own_expm1(-0x1p-1074), -0x1p-1074);
	check_bits(own_expm1(-50), -1.);
	check(own_expm1(0x1.62e42fefa39efp+9) <= DBL_MAX);
	check_bits(own_expm1(0x1.62e42fefa39f0p+9), HUGE_VAL);
}

/* FNV-1a over the bits of results: any target or compiler whose last bit differs is caught. */
static void hash(uint64_t *sum, double x)
{
	uint64_t bits = bits_of(x);
	for (int i = 0; i < 64; i += 8)
		*sum = (*sum ^ (bits >> i & 255)) * UINT64_C(0x100000001b3);
}

TEST(elementary, same_bits_everywhere)
{
	struct pcg64 rng;
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	stream_open(&rng, 1, 0, 0, STREAM_NOISE);
	for (int i = 0; i < 100000; i++) {
		uint64_t bits = pcg64_next(&rng); /* every exponent, sign, subnormal and NaN */
		double any, unit = (double)(bits >> 11) * 0x1p-53;
		memcpy(&any, &bits, sizeof(any));
		hash(&sum, own_log(any));
		hash(&sum, own_log(.5 + unit));
		hash(&sum, own_log1p(any));
		hash(&sum, own_log1p(2 * unit - 1));
		hash(&sum, own_exp(1500 * unit - 750));
		hash(&sum, own_exp(2 * unit - 1));
		hash(&sum, own_expm1(any));
		hash(&sum, own_expm1(100 * unit - 50));
		hash(&sum, own_expm1(2 * unit - 1));
	}
	check_u64(sum, UINT64_C(2503425060986038391));
}
