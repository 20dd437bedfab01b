/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stream.h"

struct sip {
	uint64_t v[4];
};

static uint64_t turn(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

static void sip_rounds(struct sip *sip, int rounds)
{
	uint64_t a = sip->v[0], b = sip->v[1], c = sip->v[2], d = sip->v[3];
	while (rounds-- > 0) {
		a += b, c += d;
		b = turn(b, 13) ^ a, d = turn(d, 16) ^ c;
		a = turn(a, 32);
		a += d, c += b;
		d = turn(d, 21) ^ a, b = turn(b, 17) ^ c;
		c = turn(c, 32);
	}
	*sip = (struct sip){{a, b, c, d}};
}

/* The initial constants spell "somepseudorandomlygeneratedbytes". */
static struct sip sip_start(const uint64_t key[2])
{
	return (struct sip){{
		key[0] ^ UINT64_C(0x736f6d6570736575),
		key[1] ^ UINT64_C(0x646f72616e646f6d),
		key[0] ^ UINT64_C(0x6c7967656e657261),
		key[1] ^ UINT64_C(0x7465646279746573),
	}};
}

static void sip_word(struct sip *sip, uint64_t word)
{
	sip->v[3] ^= word;
	sip_rounds(sip, 2);
	sip->v[0] ^= word;
}

static uint64_t sip_end(struct sip *sip)
{
	sip->v[2] ^= 0xff;
	sip_rounds(sip, 4);
	return sip->v[0] ^ sip->v[1] ^ sip->v[2] ^ sip->v[3];
}

/* Little-endian on every machine. */
static uint64_t load(const unsigned char *bytes, size_t n)
{
	uint64_t word = 0;
	for (size_t i = 0; i < n; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

uint64_t siphash(const uint64_t key[2], const void *data, size_t n)
{
	struct sip sip = sip_start(key);
	const unsigned char *bytes = data;
	for (size_t i = 0; i < n / 8; i++)
		sip_word(&sip, load(bytes + 8 * i, 8));
	sip_word(&sip, load(bytes + n / 8 * 8, n % 8) | (uint64_t)n << 56);
	return sip_end(&sip);
}

void stream_open(struct pcg64 *rng, uint64_t seed, uint64_t trial, uint64_t lane, enum stream_purpose purpose)
{
	/* The message is four words: trial, lane, purpose, index of the word of output. The first
	 * three are absorbed once for all four outputs. */
	const uint64_t key[2] = {seed, UINT64_C(0x7364646f70616568)}; /* "heapodds" */
	uint64_t words[4];
	struct sip shared = sip_start(key);
	sip_word(&shared, trial);
	sip_word(&shared, lane);
	sip_word(&shared, (uint64_t)purpose);
	for (uint64_t i = 0; i < 4; i++) {
		struct sip sip = shared;
		sip_word(&sip, i);
		sip_word(&sip, UINT64_C(32) << 56); /* the length of the message in bytes */
		words[i] = sip_end(&sip);
	}
	pcg64_seed(rng, words[0], words[1], words[2], words[3]);
}
