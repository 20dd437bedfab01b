/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stream.h"
#include "tests/check.h"

/* tests/unit/pcg_oracle.cc */
void pcg_oracle(uint64_t state_hi, uint64_t state_lo, uint64_t stream_hi, uint64_t stream_lo, uint64_t *out, int n);

enum { SEEDS = 1100, DRAWS = 100 };

static void compare(uint64_t state_hi, uint64_t state_lo, uint64_t stream_hi, uint64_t stream_lo)
{
	struct pcg64 rng;
	uint64_t expected[DRAWS];
	pcg_oracle(state_hi, state_lo, stream_hi, stream_lo, expected, DRAWS);
	pcg64_seed(&rng, state_hi, state_lo, stream_hi, stream_lo);
	for (int i = 0; i < DRAWS; i++)
		check_u64(pcg64_next(&rng), expected[i]);
}

TEST(rng, pcg_oracle)
{
	compare(0, 0, 0, 0);
	compare(0, 42, 0, 54);
	compare(UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	compare(0, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 63);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct pcg64 at;
		stream_open(&at, seed, 0, 0, STREAM_NOISE);
		compare(at.hi, at.lo, at.inc_hi, at.inc_lo);
		compare(0, seed, 0, seed); /* few bits set: carries are rare here and common above */
	}
}
