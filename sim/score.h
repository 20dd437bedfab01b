/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_SCORE_H
#define HEAPODDS_SIM_SCORE_H

#include "sim/moments.h"
#include "sim/rows.h"
#include "sim/tally.h"

/* What the trials said about one row under one estimator. Only trials that saw the row touch it;
 * the others all said 0 and are merged at the end as one block. */
struct row_score {
	uint64_t seen, samples;        /* trials with a sample; samples over all trials */
	struct moments bytes, objects; /* of estimate / truth - 1, over the trials that saw the row */
	double absolute;               /* sum of |estimate / truth - 1| over the same trials */
};

/* Scores of some trials: rows x estimators, and what does not depend on the estimator. */
struct score {
	size_t rows, estimators;
	uint64_t trials;
	struct moments samples, draws;             /* per trial */
	struct moments missed_sites, missed_bytes; /* per trial: sites never sampled, their true bytes */
	struct row_score *of;                      /* [estimator * rows + row] */
};

bool score_init(struct score *, size_t rows, size_t n);
void score_free(struct score *);
void score_clear(struct score *);
/* Adds later trials; the order of merges decides the last bits. */
void score_merge(struct score *, const struct score *later);
void score_copy(struct score *, const struct score *);

/* A scratch that turns a tally into a score. */
struct scorer {
	size_t rows_max, classes, estimators;
	const struct weighing *weighing; /* [estimator * classes + class] */
	struct estimate *sum;            /* [estimator * rows_max + row], zero between bookings */
	uint64_t *samples;               /* per row, zero between bookings */
	uint32_t *touched;               /* rows seen in this trial */
	size_t n_touched;
};

/* rows_max: the most rows that will be booked at once. */
bool scorer_init(struct scorer *, size_t rows_max, size_t classes, const struct weighing *, size_t n);
void scorer_free(struct scorer *);
/* The relative error of the bytes of each row, estimate / truth - 1, under the first estimator: -1 where
 * nothing was seen, 0 where there is nothing to see. */
void scorer_errors(struct scorer *, const struct rows *, const struct tally *, double *error);
/* Books what a tally holds as one trial of a score over these rows. The tally stays as it is. */
void scorer_book(struct scorer *, const struct rows *, const struct tally *, struct score *);

#endif
