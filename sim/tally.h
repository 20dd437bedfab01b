/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_TALLY_H
#define HEAPODDS_SIM_TALLY_H

#include "core/class.h"
#include "core/estimator.h"

/* What one trial sampled, by class: enough for every estimator. Cleared class by class, so that a
 * trial costs what it saw and not what there is. */
struct tally {
	struct accumulator *of; /* per class */
	uint64_t *touched;      /* bitmap over classes */
	size_t words;
	uint64_t draws; /* random numbers of the trial */
	/* Where dumps choose among the samples, these are kept one by one and counted later. */
	bool keep;
	struct kept *kept;
	size_t n, room;
	bool failed; /* no memory for one of them */
};

/* A sample of a trial, to be counted at the dumps at which its object is alive. */
struct kept {
	size_t row, class;
	struct accumulator of;
};

bool tally_init(struct tally *, const struct classes *, bool keep);
void tally_free(struct tally *);
/* A sample of a row of the trace: counted at once, or kept. */
void tally_add(struct tally *, const struct classes *, const struct sample *);
/* Counts, or takes back, what a kept sample stands for. */
void tally_count(struct tally *, const struct kept *);
void tally_discount(struct tally *, const struct kept *);
/* Empties it. */
void tally_clear(struct tally *);

#endif
