/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pcg_random.hpp>

#include <cstdint>

/* The reference generator of PCG's author, for tests/unit/pcg_oracle.c. */
extern "C" void pcg_oracle(std::uint64_t state_hi, std::uint64_t state_lo, std::uint64_t stream_hi,
	std::uint64_t stream_lo, std::uint64_t *out, int n);

void pcg_oracle(std::uint64_t state_hi, std::uint64_t state_lo, std::uint64_t stream_hi, std::uint64_t stream_lo,
	std::uint64_t *out, int n)
{
	using pcg_extras::pcg128_t;
	pcg64 rng(PCG_128BIT_CONSTANT(state_hi, state_lo), PCG_128BIT_CONSTANT(stream_hi, stream_lo));
	for (int i = 0; i < n; i++)
		out[i] = rng();
}
