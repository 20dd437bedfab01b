/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stream.h"
#include "tests/check.h"
#include <math.h>

/* Published vectors of SipHash-2-4 (key 00 01 ... 0f, message 00 01 ...); the one of 15 bytes is that
 * of the paper. Lengths on both sides of a word. */
TEST(stream, siphash_vectors)
{
	static const struct {
		size_t n;
		uint64_t hash;
	} vectors[] = {
		{0, UINT64_C(0x726fdb47dd0e0e31)},
		{1, UINT64_C(0x74f839c593dc67fd)},
		{7, UINT64_C(0xab0200f58b01d137)},
		{8, UINT64_C(0x93f5f5799a932462)},
		{15, UINT64_C(0xa129ca6149be45e5)},
		{16, UINT64_C(0x3f2acc7f57c29bdb)},
		{63, UINT64_C(0x958a324ceb064572)},
	};
	const uint64_t key[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};
	unsigned char message[64];
	for (unsigned i = 0; i < sizeof(message); i++)
		message[i] = (unsigned char)i;
	for (unsigned i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
		check_u64(siphash(key, message, vectors[i].n), vectors[i].hash);
}

static void little_endian(unsigned char *out, uint64_t word)
{
	for (int i = 0; i < 8; i++)
		out[i] = (unsigned char)(word >> 8 * i);
}

/* stream_open absorbs words; what it must equal is the hash of their bytes. */
TEST(stream, state_is_the_hash_of_its_name)
{
	const uint64_t key[2] = {7, UINT64_C(0x7364646f70616568)};
	const uint64_t name[3] = {UINT64_C(0x123456789abcdef), 3, STREAM_MARKS};
	unsigned char message[32];
	uint64_t words[4];
	for (int i = 0; i < 3; i++)
		little_endian(message + 8 * i, name[i]);
	for (uint64_t i = 0; i < 4; i++) {
		little_endian(message + 24, i);
		words[i] = siphash(key, message, sizeof(message));
	}
	struct pcg64 expected, rng;
	pcg64_seed(&expected, words[0], words[1], words[2], words[3]);
	stream_open(&rng, key[0], name[0], name[1], STREAM_MARKS);
	check_u64(rng.hi, expected.hi);
	check_u64(rng.lo, expected.lo);
	check_u64(rng.inc_hi, expected.inc_hi);
	check_u64(rng.inc_lo, expected.inc_lo);
}

/* Equal bits of two streams of independent bits are Binomial(bits, 1/2); Hoeffding's bound holds for
 * every length: |equal - bits/2| > sqrt(bits log(2/alpha) / 2) has probability below alpha, 1e-9. */
static void check_unrelated(struct pcg64 *a, struct pcg64 *b, unsigned shift)
{
	enum { WORDS = 5000 };
	double equal = 0;
	for (unsigned i = 0; i < shift; i++)
		pcg64_next(b);
	for (int i = 0; i < WORDS; i++) {
		uint64_t x = pcg64_next(a), y = pcg64_next(b);
		equal += __builtin_popcountll(~(x ^ y));
	}
	double away = fabs(equal - 32. * WORDS), limit = sqrt(64. * WORDS * log(2e9) / 2);
	check_msg(away <= limit, "%g equal bits away from half, limit %g", away, limit);
}

TEST(stream, neighbours_are_unrelated)
{
	for (uint64_t n = 0; n < 16; n++) {
		for (unsigned shift = 0; shift < 2; shift++) {
			uint64_t there[4] = {1, 1, 1, STREAM_GAPS};
			for (int part = 0; part < 4; part++) {
				struct pcg64 a, b;
				uint64_t next[4] = {there[0], there[1], there[2], there[3]};
				there[part] = n % (part == 3 ? STREAM_WORKLOAD : UINT64_MAX);
				next[part] = there[part] + 1;
				stream_open(&a, there[0], there[1], there[2], (enum stream_purpose)there[3]);
				stream_open(&b, next[0], next[1], next[2], (enum stream_purpose)next[3]);
				check_unrelated(&a, &b, shift);
			}
		}
	}
}

/* The first numbers of many trials are themselves a random sequence: each of the 64 bits is set
 * about half the time, and equals each other bit about half the time. */
TEST(stream, first_numbers_across_trials)
{
	enum { TRIALS = 10000 };
	double set[64] = {0}, equal[64] = {0};
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct pcg64 rng;
		stream_open(&rng, 1, trial, 0, STREAM_GAPS);
		uint64_t x = pcg64_next(&rng), rotated = x << 1 | x >> 63;
		for (int bit = 0; bit < 64; bit++) {
			set[bit] += x >> bit & 1;
			equal[bit] += (x ^ rotated) >> bit & 1;
		}
	}
	double limit = sqrt(TRIALS * log(2e9 * 128) / 2); /* 128 counts share the error rate */
	for (int bit = 0; bit < 64; bit++) {
		check_msg(fabs(set[bit] - TRIALS / 2.) <= limit, "bit %d is set %g times", bit, set[bit]);
		check_msg(fabs(equal[bit] - TRIALS / 2.) <= limit, "bit %d differs %g times", bit, equal[bit]);
	}
}
