/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_RNG_H
#define HEAPODDS_CORE_RNG_H

#include <stdint.h>

/* PCG64 (XSL-RR 128/64; O'Neill, HMC-CS-2014-0905): bit-identical to pcg64 of libpcg-cpp-dev.
 * The numbers do not depend on the machine: where there is no 128-bit integer the products are
 * made of 32-bit parts, and so they are when HEAPODDS_NO_INT128 is defined, which lets a test
 * compare the two. Everything is inline: a draw is a few cycles, a call would double them. */
struct pcg64 {
	uint64_t hi, lo, inc_hi, inc_lo; /* inc is odd */
};

#define PCG64_MULTIPLIER_HI UINT64_C(2549297995355413924)
#define PCG64_MULTIPLIER_LO UINT64_C(4865540595714422341)

#if defined(__SIZEOF_INT128__) && !defined(HEAPODDS_NO_INT128)
#define RNG_INT128 1
__extension__ typedef unsigned __int128 rng_u128;
#else
#define RNG_INT128 0
#endif

/* The 128-bit product of two 64-bit numbers from 32-bit parts; returns the low half. */
static inline uint64_t multiply_parts(uint64_t a, uint64_t b, uint64_t *hi)
{
	uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
	uint64_t low = a0 * b0;
	/* Neither sum wraps: (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
	uint64_t middle = a1 * b0 + (low >> 32);
	uint64_t cross = a0 * b1 + (middle & UINT32_MAX);
	*hi = a1 * b1 + (middle >> 32) + (cross >> 32);
	return cross << 32 | (low & UINT32_MAX);
}

/* The same by the machine's own multiplication where there is one. */
static inline uint64_t multiply_wide(uint64_t a, uint64_t b, uint64_t *hi)
{
#if RNG_INT128
	rng_u128 product = (rng_u128)a * b;
	*hi = (uint64_t)(product >> 64);
	return (uint64_t)product;
#else
	return multiply_parts(a, b, hi);
#endif
}

/* state = state * multiplier + inc, modulo 2^128. */
static inline void pcg64_step(struct pcg64 *rng)
{
#if RNG_INT128
	rng_u128 state = (rng_u128)rng->hi << 64 | rng->lo;
	state = state * ((rng_u128)PCG64_MULTIPLIER_HI << 64 | PCG64_MULTIPLIER_LO);
	state += (rng_u128)rng->inc_hi << 64 | rng->inc_lo;
	rng->hi = (uint64_t)(state >> 64);
	rng->lo = (uint64_t)state;
#else
	uint64_t hi, lo = multiply_parts(rng->lo, PCG64_MULTIPLIER_LO, &hi);
	hi += rng->hi * PCG64_MULTIPLIER_LO + rng->lo * PCG64_MULTIPLIER_HI;
	rng->lo = lo + rng->inc_lo;
	rng->hi = hi + rng->inc_hi + (rng->lo < lo);
#endif
}

/* Seeds as pcg64(state, stream) of pcg-cpp does: inc = 2 stream + 1 (the top bit of stream is
 * lost), one step from state + inc. */
static inline void pcg64_seed(struct pcg64 *rng, uint64_t state_hi, uint64_t state_lo, uint64_t stream_hi,
	uint64_t stream_lo)
{
	rng->inc_hi = stream_hi << 1 | stream_lo >> 63;
	rng->inc_lo = stream_lo << 1 | 1;
	rng->lo = state_lo + rng->inc_lo;
	rng->hi = state_hi + rng->inc_hi + (rng->lo < state_lo);
	pcg64_step(rng);
}

/* 64 independent random bits. */
static inline uint64_t pcg64_next(struct pcg64 *rng)
{
	pcg64_step(rng);
	uint64_t folded = rng->hi ^ rng->lo;
	unsigned turn = (unsigned)(rng->hi >> 58);
	return folded >> turn | folded << (-turn & 63);
}

#endif
