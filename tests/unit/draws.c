/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/stream.h"
#include "tests/check.h"
#include <math.h>
#include <string.h>

TEST(draws, geometric_scale)
{
	check(geometric_scale(1) == 0);
	check(geometric_scale(.5) == 0);
	check_near(geometric_scale(2), 1 / log(2), 1e-15);
	check_near(geometric_scale(524288), -1 / log1p(-1. / 524288), 1e-15);
	check_near(geometric_scale(0x1p60), 0x1p60, 1e-15);
	check(geometric_scale(HUGE_VAL) == HUGE_VAL);
}

TEST(draws, certain_values)
{
	struct pcg64 rng;
	stream_open(&rng, 1, 0, 0, STREAM_GAPS);
	for (int i = 0; i < 1000; i++) {
		check_u64(draw_geometric(&rng, geometric_scale(1)), 1);
		check_u64(draw_geometric(&rng, HUGE_VAL), GEOMETRIC_MAX);
		check_u64(draw_below(&rng, 1), 0);
		check_u64(draw_poisson(&rng, 0), 0);
		check_u64(draw_binomial(&rng, 0, 0), 0);
		check_u64(draw_binomial(&rng, 0, .7), 0);
		check_u64(draw_binomial(&rng, 0, 1), 0);
		check_u64(draw_binomial(&rng, 1000, 0), 0);
		check_u64(draw_binomial(&rng, 1000, 1), 1000);
		check_u64(draw_binomial(&rng, UINT64_C(1) << 62, 1), UINT64_C(1) << 62);
		check_u64(draw_binomial(&rng, UINT64_C(1) << 62, 0x1p-1074), 0);
	}
}

TEST(draws, largest_parameters)
{
	struct pcg64 rng;
	stream_open(&rng, 1, 0, 0, STREAM_GAPS);
	for (int i = 0; i < 100000; i++) {
		double wait = (double)draw_geometric(&rng, geometric_scale(0x1p62));
		check(wait >= 1 && wait <= (double)GEOMETRIC_MAX);
		/* forty standard deviations */
		check(fabs((double)draw_poisson(&rng, 0x1p60) - 0x1p60) < 40 * 0x1p30);
		check(fabs((double)draw_binomial(&rng, UINT64_C(1) << 62, .5) - 0x1p61) < 40 * 0x1p30);
	}
}

/* Large counts use every integer, not only those that a double can be next to the mean. */
TEST(draws, large_counts_have_low_bits)
{
	struct pcg64 rng;
	uint64_t poisson = 0, binomial = 0;
	stream_open(&rng, 1, 0, 0, STREAM_GAPS);
	for (int i = 0; i < 100; i++) {
		poisson |= draw_poisson(&rng, 0x1p59);
		binomial |= draw_binomial(&rng, UINT64_C(1) << 62, .3);
	}
	check_u64(poisson & 255, 255);
	check_u64(binomial & 255, 255);
}

static void hash(uint64_t *sum, uint64_t bits)
{
	for (int i = 0; i < 64; i += 8)
		*sum = (*sum ^ (bits >> i & 255)) * UINT64_C(0x100000001b3);
}

static void hash_counts(uint64_t *sum, struct pcg64 *rng)
{
	static const double means[] = {.01, .3, 5, 12, 40, 1000, 1e9, 1e15};
	for (unsigned i = 0; i < sizeof(means) / sizeof(means[0]); i++) {
		hash(sum, draw_poisson(rng, means[i]));
		hash(sum, draw_binomial(rng, UINT64_C(1) << 50, means[i] * 0x1p-50));
		hash(sum, draw_binomial(rng, (uint64_t)(3 * means[i]), .4));
		hash(sum, draw_geometric(rng, geometric_scale(1 + means[i])));
	}
}

/* Any target or compiler that draws differently is caught (FNV-1a). */
TEST(draws, same_bits_everywhere)
{
	struct pcg64 rng;
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	stream_open(&rng, 1, 0, 0, STREAM_GAPS);
	for (int i = 0; i < 20000; i++) {
		double x = draw_exponential(&rng);
		uint64_t bits;
		memcpy(&bits, &x, sizeof(bits));
		hash(&sum, bits);
		hash(&sum, draw_below(&rng, 1 + (uint64_t)i));
		hash_counts(&sum, &rng);
	}
	check_u64(sum, UINT64_C(5367589501377215348));
}
