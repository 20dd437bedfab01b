/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_COUNTDOWN_H
#define HEAPODDS_CORE_COUNTDOWN_H

#include "core/draws.h"
#include "core/lane.h"
#include "core/sample.h"

/* A countdown rule at work. One canonical test decides everything: an allocation is hit when
 * cost >= left. Conventions that compare otherwise add to left when it is *set*, so the loops know
 * no parts; parts are looked at once per event. Plain data: a copy replays the same future. */
struct countdown {
	int64_t left, set;   /* units up to the next mark; its value when it was last set */
	uint64_t exact_from; /* sizes from here on bypass the count; NEVER: none */
	double mean, scale;  /* of the gaps, in units; the constant the gap law made of it */
	double fraction;     /* real-valued gaps: the mark lies this far before the end of unit left */
	bool fresh;          /* nothing drawn yet */
	struct pcg64 rng;
	uint64_t draws; /* gaps drawn so far */
	const struct rule *rule;
};

/* Starts a countdown for a lane: random numbers depend on (seed, trial, lane) only. The rule must
 * have passed rule_check at this rate. */
void countdown_start(struct countdown *, const struct rule *, double rate, uint64_t seed, uint64_t trial,
	uint32_t lane);

/* Feeds one row to the rule; true: sampled, and *sample says how. The reference for the rest. */
static inline bool countdown_step(struct countdown *, const struct lane *, size_t row, struct sample *);

/* Moves over rows [from, to) that cannot matter and returns the first that may, or to. Charges the
 * rows it passes; draws nothing. */
size_t countdown_seek(struct countdown *, const struct lane *, size_t from, size_t to);
/* Treats a row with all parts; all draws are made here. */
bool countdown_event(struct countdown *, const struct lane *, size_t row, struct sample *);
/* The first sampled row in [from, to), or to: seek and event in turn. Picks the rows that
 * countdown_step picks. */
size_t countdown_next(struct countdown *, const struct lane *, size_t from, size_t to, struct sample *);

/* For rules that stop at the first mark (REDRAW): the marks of a sample from the law of the
 * rest of the allocation, out of a stream of its own so that rows never depend on it. */
uint64_t countdown_marks(const struct countdown *, const struct sample *, struct pcg64 *);

/* For gap laws: a standard exponential. */
static inline double countdown_exponential(struct countdown *countdown)
{
	return draw_exponential(&countdown->rng);
}

static inline bool countdown_step(struct countdown *countdown, const struct lane *lane, size_t row,
	struct sample *sample)
{
	int64_t cost = (int64_t)column_get(lane->cost, row);
	if (cost >= countdown->left ||
		(countdown->exact_from != NEVER && column_get(lane->size, row) >= countdown->exact_from))
		return countdown_event(countdown, lane, row, sample);
	countdown->left -= cost;
	return false;
}

#endif
