/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_NO_INT128
#define HEAPODDS_NO_INT128
#endif
#include "core/rng.h"
#include "tests/unit/rng_parts.h"

#if RNG_INT128
#error "HEAPODDS_NO_INT128 must choose the product of parts"
#endif

void pcg64_parts(uint64_t state_hi, uint64_t state_lo, uint64_t stream_hi, uint64_t stream_lo, uint64_t *out, int n)
{
	struct pcg64 rng;
	pcg64_seed(&rng, state_hi, state_lo, stream_hi, stream_lo);
	for (int i = 0; i < n; i++)
		out[i] = pcg64_next(&rng);
}
