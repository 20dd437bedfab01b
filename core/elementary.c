/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/elementary.h"
#include "core/elementary_terms.h"
#include "core/polynomial.h"
#include <stdint.h>

/* Below, u = 2^-53, the largest relative error of one rounding; an ulp of the result is between u
 * and 2u of it. */

static uint64_t bits_of(double x)
{
	union {
		double value;
		uint64_t bits;
	} u = {.value = x};
	return u.bits;
}

static double value_of(uint64_t bits)
{
	union {
		uint64_t bits;
		double value;
	} u = {.bits = bits};
	return u.value;
}

static double not_a_number(void)
{
	return value_of(UINT64_C(0x7ff8) << 48);
}

static double infinity(void)
{
	return value_of(UINT64_C(0x7ff0) << 48);
}

/* 2^k for a normal result. */
static double power_of_two(int k)
{
	return value_of((uint64_t)(k + 1023) << 52);
}

/* x 2^k for |k| <= 1200, rounded once: in the one case where the first product could be subnormal,
 * k < -1021, it is kept normal and the second product rounds. */
static double scale(double x, int k)
{
	if (k < -1021)
		return x * power_of_two(k + 200) * power_of_two(-200);
	if (k > 1022)
		return x * power_of_two(k - 200) * power_of_two(200);
	return x * power_of_two(k);
}

/* Splits a positive finite x = m 2^k with sqrt(1/2) <= m < sqrt(2), and returns m. */
static double split(double x, int *k)
{
	int below = 0;
	if (x < 0x1p-1022) {
		x *= 0x1p54;
		below = -54;
	}
	/* Adding the distance from sqrt(1/2) to 1 carries into the exponent just when m would be too
	 * large; m gets the exponent back by the subtraction. */
	const uint64_t half = UINT64_C(0x3fe6a09e667f3bcd), one = UINT64_C(1023) << 52;
	uint64_t moved = bits_of(x) - half + one;
	*k = (int)(moved >> 52) - 1023 + below;
	return value_of((moved & ((UINT64_C(1) << 52) - 1)) + half);
}

/* log(1 + f) + k log 2 + c for sqrt(1/2) <= 1 + f < sqrt(2) and a tiny c.
 *
 * With s = f / (2 + f), 1 + f = (1 + s) / (1 - s) and log(1 + f) = 2s + s z P(z), z = s^2. The
 * quotient s is rounded, so 2s is not used: 2s = f - s f = f - h + s h with h = f^2 / 2, where f is
 * exact and h, the largest rounded term, is at most a quarter of the result. */
static double log_sum(double f, int k, double c)
{
	double s = f / (2 + f);
	double z = s * s;
	double h = .5 * f * f;
	double rest = s * (h + z * polynomial(log_terms, 7, z));
	if (k == 0)
		return f - (h - (rest + c));
	return k * LN2_HIGH - ((h - (rest + (k * LN2_LOW + c))) - f);
}

double own_log(double x)
{
	int k;
	if (!(x > 0))
		return x == 0 ? -infinity() : not_a_number();
	if (x == infinity())
		return x;
	double m = split(x, &k);
	return log_sum(m - 1, k, 0);
}

double own_log1p(double x)
{
	if (!(x > -1))
		return x == -1 ? -infinity() : not_a_number();
	if (x == infinity() || (x > -0x1p-54 && x < 0x1p-54))
		return x;
	if (x > -.29 && x < .41)
		return log_sum(x, 0, 0);
	/* sum + lost = 1 + x exactly (the larger term first), so log(1 + x) = log(sum) + lost / sum
	 * to within (lost / sum)^2 < u^2. */
	int k;
	double sum = 1 + x;
	double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
	double m = split(sum, &k);
	return log_sum(m - 1, k, lost / sum);
}

/* x = k log 2 + *r + tiny with k an integer and |*r| <= (log 2) / 2 (1 + 2^-40), for |x| < 800; the
 * value is exp(*r + tiny) - 1 - *r. x - k LN2_HIGH is exact: both are multiples of the same
 * power of two and the difference is small. */
static double exp_rest(double x, int *k, double *r)
{
	*k = (int)(x * LN2_INVERSE + (x < 0 ? -.5 : .5));
	double high = x - *k * LN2_HIGH, low = *k * LN2_LOW;
	*r = high - low;
	double tiny = (high - *r) - low;
	double square = *r * *r;
	return (tiny + tiny * *r) + (.5 * square + square * *r * polynomial(exp_terms, 10, *r));
}

double own_exp(double x)
{
	if (x != x)
		return not_a_number();
	if (x > 710)
		return infinity();
	if (x < -750)
		return 0;
	int k;
	double r, rest = exp_rest(x, &k, &r);
	/* 1 + r in two parts, so that only the last addition rounds. */
	double sum = 1 + r;
	return scale(sum + (r - (sum - 1) + rest), k);
}

double own_expm1(double x)
{
	if (x != x)
		return not_a_number();
	if (x > 710)
		return infinity();
	if (x < -40)
		return -1; /* + 4e-18: rounds to -1 */
	if (x > -0x1p-54 && x < 0x1p-54)
		return x;
	int k;
	double r, rest = exp_rest(x, &k, &r);
	if (k == 0)
		return r + rest;
	/* 2^k (1 + r + rest) - 1 = 2^k ((1 - 2^-k) + r + rest): the sum of the two large terms keeps
	 * what its roundings lose. Beyond 2^64 the 1 is below an eighth of an ulp. */
	double one = k < 64 ? power_of_two(-k) : 0;
	double base = 1 - one;
	double lost = one < 1 ? (1 - base) - one : 1 - (base + one);
	double sum = base + r;
	double round = r - (sum - base); /* |base| >= 1/2 > |r| */
	return scale(sum + (round + lost + rest), k);
}
