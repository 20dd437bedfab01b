/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/rng.h"
#include "core/stream.h"
#include "tests/check.h"
#include "tests/unit/rng_parts.h"

/* The first numbers of pcg64(42, 54) from the reference implementation, so that a build without C++
 * is checked too. */
TEST(rng, first_numbers)
{
	static const uint64_t expected[] = {
		UINT64_C(0x86b1da1d72062b68),
		UINT64_C(0x1304aa46c9853d39),
		UINT64_C(0xa3670e9e0dd50358),
		UINT64_C(0xf9090e529a7dae00),
		UINT64_C(0xc85b9fd837996f2c),
		UINT64_C(0x606121f8e3919196),
	};
	struct pcg64 rng;
	pcg64_seed(&rng, 0, 42, 0, 54);
	for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		check_u64(pcg64_next(&rng), expected[i]);
}

TEST(rng, same_numbers_without_int128)
{
	enum { SEEDS = 1000, DRAWS = 100 };
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct pcg64 at, rng;
		uint64_t expected[DRAWS];
		stream_open(&at, seed, 1, 2, STREAM_NOISE);
		pcg64_parts(at.hi, at.lo, at.inc_hi, at.inc_lo, expected, DRAWS);
		pcg64_seed(&rng, at.hi, at.lo, at.inc_hi, at.inc_lo);
		for (int i = 0; i < DRAWS; i++)
			check_u64(pcg64_next(&rng), expected[i]);
	}
}

static void check_product(uint64_t a, uint64_t b)
{
	uint64_t hi, expected_hi;
	uint64_t lo = multiply_parts(a, b, &hi), expected_lo = multiply_wide(a, b, &expected_hi);
	check_u64(lo, expected_lo);
	check_u64(hi, expected_hi);
}

TEST(rng, product_of_parts)
{
	/* Every carry at its largest and its smallest. */
	static const uint64_t edges[] = {
		0,
		1,
		UINT32_MAX,
		UINT64_C(1) << 32,
		(UINT64_C(1) << 32) + 1,
		UINT64_C(1) << 63,
		UINT64_MAX - UINT32_MAX,
		UINT64_MAX - 1,
		UINT64_MAX,
	};
	enum { EDGES = sizeof(edges) / sizeof(edges[0]) };
	for (int i = 0; i < EDGES; i++)
		for (int j = 0; j < EDGES; j++)
			check_product(edges[i], edges[j]);
	uint64_t hi;
	check_u64(multiply_parts(UINT64_MAX, UINT64_MAX, &hi), 1);
	check_u64(hi, UINT64_MAX - 1);

	struct pcg64 rng;
	stream_open(&rng, 1, 0, 0, STREAM_NOISE);
	for (int i = 0; i < 10000; i++) {
		uint64_t a = pcg64_next(&rng);
		check_product(a, pcg64_next(&rng));
	}
}
