/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_DUMPS_H
#define HEAPODDS_SIM_DUMPS_H

#include "sim/score.h"
#include "sim/view.h"

/* Scores one trial at every dump of a view, in one pass over its samples, and empties the tally.
 * score has view->n entries, or one per estimator for peak-seen. */
struct booking {
	const struct trace *trace;
	const struct view *view;
	size_t *order; /* scratch over kept samples; grows */
	size_t room;
};

bool dumps_book(struct booking *, struct scorer *, struct tally *, struct score *score); /* false: no memory */
/* Counts in the tally what is alive at one dump; nothing to do for the total view. */
void dumps_pick(const struct booking *, struct tally *, const struct dump *);
void booking_free(struct booking *);

/* How many scores a view needs for so many estimators. */
size_t dumps_scores(const struct view *, size_t n_estimators);

#endif
