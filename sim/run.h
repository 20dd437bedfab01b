/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_RUN_H
#define HEAPODDS_SIM_RUN_H

#include "sim/dumps.h"
#include "sim/replay.h"

/* Trials by the block: a block's score depends on its trials alone, and blocks are merged in a
 * binary tree that depends on their number alone. So neither threads nor the pace at which a run
 * is extended change a bit of the result. */
enum { TRIALS_PER_BLOCK = 32 };

struct run {
	struct replay replay;
	const struct view *view;
	const struct weighing *weighing; /* [estimator * classes + class] */
	size_t estimators, scores;       /* scores: per dump, or per estimator for peak-seen */
	int threads;                     /* >= 1 */
	uint64_t trials;                 /* done */
	struct score *tree[64];          /* tree[k]: the merged scores of 2^k blocks, if filled */
	uint64_t filled;                 /* bitmap over tree */
};

void run_open(struct run *, const struct replay *, const struct view *, const struct weighing *, size_t n_estimators,
	int threads);
void run_close(struct run *);
/* Runs trials until there are `trials` in all. Only the last call may end inside a block. Calls
 * progress (may be NULL) now and then. false: no memory. */
bool run_extend(struct run *, uint64_t trials, void (*progress)(void *, uint64_t done), void *context);
/* Scores of all trials so far, run->scores of them, into those that run_scores_new made. */
void run_score(const struct run *, struct score *);
struct score *run_scores_new(const struct run *); /* NULL: no memory */
void run_scores_free(struct score *, size_t n);
/* Cores, or what the user asked for (0 = all). */
int run_threads(uint64_t asked);

#endif
