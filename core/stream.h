/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_STREAM_H
#define HEAPODDS_CORE_STREAM_H

#include "core/rng.h"
#include <stddef.h>

/* What a stream is for. One purpose never consumes the numbers of another, so that asking for more
 * (marks for an estimator, say) cannot change which rows are sampled. The values are part of the
 * results: append, never renumber. */
enum stream_purpose {
	STREAM_GAPS,
	STREAM_MARKS,
	STREAM_SUBSAMPLE,
	STREAM_HASH,
	STREAM_NOISE,
	STREAM_WORKLOAD,
};

/* Opens the stream of (seed, trial, lane, purpose). All 256 bits of state and stream number are
 * SipHash of the last three keyed by the seed, so trials run anywhere in any order and
 * neighbouring numbers give unrelated streams. */
void stream_open(struct pcg64 *, uint64_t seed, uint64_t trial, uint64_t lane, enum stream_purpose);

/* SipHash-2-4 (Aumasson, Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012). key is the
 * two little-endian halves of the 16-byte key. */
uint64_t siphash(const uint64_t key[2], const void *data, size_t n);

#endif
