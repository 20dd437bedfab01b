/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXPERIMENT_H
#define HEAPODDS_SIM_EXPERIMENT_H

#include "sim/closed.h"
#include "sim/measures.h"
#include "sim/run.h"

/* A trace made ready: its classes, the view of it, and the lanes that most samplers share. */
struct ground {
	const struct trace *trace;
	struct classes classes;
	struct view view;
	struct lanes lanes[2]; /* by scope, cost by size; made when first asked for */
};

/* dump, top: as for view_build; stratum: as for classes_build. On failure nothing is owned. */
bool ground_build(struct ground *, const struct trace *, const struct column *stratum, const char *dump, size_t top,
	struct err *err);
void ground_free(struct ground *);

/* How long and how. */
struct effort {
	uint64_t trials;  /* 0: closed forms only */
	double precision; /* > 0: until the standard errors are below it, at most max_trials */
	uint64_t max_trials, seed;
	enum engine engine;
	int threads;
	void (*progress)(void *, uint64_t done);
	void *context;
};

/* One strategy at one rate on a ground, under some estimators: one replay feeds them all. */
struct experiment {
	struct sampler sampler;
	struct ground *ground;
	struct ground own;  /* for samplers whose classes differ from everybody's */
	struct lanes lanes; /* for samplers whose cost is no size */
	const struct estimator *const *estimator;
	size_t estimators;
	struct weighing *weighing;    /* [estimator * classes + class] */
	struct score *certain;        /* where every trial is the same: what one of them says; else NULL */
	struct exact **exact;         /* [estimator * dumps + dump], rows of the dump each */
	const struct lanes *replayed; /* NULL before it ran, and for strategies without lanes */
	struct score *score;          /* NULL without trials */
	size_t scores;
	enum engine engine;
};

/* ground: shared by experiments of the same call, which run one after another; the experiment makes
 * its own where the sampler has groups. On failure nothing is owned. */
bool experiment_open(struct experiment *, const struct strategy_spec *, double rate, struct ground *ground,
	const char *dump, size_t top, const struct estimator *const *estimator, size_t n, struct err *err);
void experiment_close(struct experiment *);
/* Runs trials; with effort->trials 0 and no precision does nothing. */
bool experiment_run(struct experiment *, const struct effort *, struct err *err);

/* What a trial of an experiment that has run replays. */
struct replay experiment_replay(const struct experiment *, const struct effort *);

const struct view *experiment_view(const struct experiment *);
/* The score of an estimator at a dump; NULL without trials. */
const struct score *experiment_score(const struct experiment *, size_t estimator, size_t dump);
void experiment_measures(const struct experiment *, size_t estimator, size_t dump, size_t row, struct measures *);
/* The largest standard error that a precision judges at one dump: of the total always, of the other rows
 * when they were seen often enough; INFINITY while the total was not. */
double experiment_worst_se(const struct experiment *, size_t estimator, size_t dump);
/* Whether there is an exact answer at a dump. */
bool experiment_exact(const struct experiment *, size_t dump);
struct missed experiment_missed(const struct experiment *, size_t estimator, size_t dump);

#endif
