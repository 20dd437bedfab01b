/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_SAMPLE_H
#define HEAPODDS_CORE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One sampled allocation: only what its row of the trace cannot tell. */
struct sample {
	size_t row;     /* of the trace */
	uint64_t cost;  /* units of cost that the allocation was charged */
	uint64_t marks; /* sample points inside it, at least 1; 1 for an exact sample */
	int64_t offset; /* unit of the first mark, from 0; negative: it was due before this row */
	int64_t since;  /* cost charged since the countdown was last set, this row included */
	double rate;    /* mean of the gap that ran out */
	double rest;    /* units left behind the first mark (a fraction under real-valued gaps) */
	bool exact;     /* recorded past the countdown, with its true size */
};

#endif
