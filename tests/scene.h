/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_SCENE_H
#define HEAPODDS_TESTS_SCENE_H

#include "sim/closed.h"
#include "sim/run.h"

/* A workload and its rows, and strategies played on it, put together as `heapodds simulate` does. What
 * goes wrong on the way fails the test. */
struct scene {
	struct trace trace;
	struct classes classes;
	struct view view; /* total */
	struct rows rows; /* those of the view, which owns them */
};

/* top: as rows_build wants it. */
void scene_open(struct scene *, const char *workload, size_t top);
/* Splits the classes by the groups that a strategy makes of the allocations: only it can be played then. */
void scene_split(struct scene *, const char *strategy, size_t top);
void scene_close(struct scene *);

struct casting {
	const char *strategy; /* with parameters, as on the command line */
	double rate;
	const char *const *estimators; /* NULL-terminated */
	enum engine engine;
	bool marks_unasked; /* draw the marks behind the first though no estimator wants them */
	int threads;        /* 0: 1 */
	uint64_t seed;
};

struct play {
	const struct scene *scene;
	struct strategy_spec spec;
	struct sampler sampler;
	struct lanes lanes;
	size_t estimators;
	struct weighing *weighing; /* [estimator * classes + class] */
	struct run run;
	struct score score; /* of all trials so far */
};

/* Whether a strategy can be played by its bare name on the classes of a scene: it needs no parameter, and no
 * groups of allocations. */
bool scene_plays(const struct strategy *);
void play_open(struct play *, const struct scene *, const struct casting *);
/* On to so many trials in all; as run_extend. */
void play_on(struct play *, uint64_t trials);
void play_close(struct play *);
/* Closed forms, [estimator * rows + row]; the caller frees. */
struct exact *play_exact(const struct play *);

#endif
