/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_STRATEGIES_STRATEGY_H
#define HEAPODDS_STRATEGIES_STRATEGY_H

#include "core/cost_model.h"
#include "core/param.h"
#include "core/rng.h"
#include "core/rule.h"
#include "core/trace.h"

/* One thing that happens in a trace, for strategies that are no countdown. */
struct event {
	size_t row; /* of the trace */
	uint64_t size;
};

/* What a strategy may look at when it makes its rule. */
struct setting {
	double rate; /* bytes */
	const struct trace *trace;
	const struct cost_model *costs;
	const void *params; /* laid out as strategy->params says */
};

struct sampler;

/* A sampling strategy: a constant object, one per file, registered by one word in
 * strategies/meson.build. It has exactly one of countdown and on_event. What follows from the rule
 * (inclusion, memorylessness, which engines may run) is derived, never declared. */
struct strategy {
	const char *name, *summary, *source;
	const char *estimator;      /* the one that fits, by name */
	const char *needs;          /* a parameter that must be given, "table=FILE"; NULL: none */
	const struct param *params; /* own parameters; NULL: none */
	size_t params_size;

	/* Makes sampler->rule for a setting, and what belongs to it: the table, the strata. */
	bool (*countdown)(const struct setting *, struct sampler *, struct err *);

	/* Marks of one allocation, 0 = not sampled; state is state_size bytes, begun by start with
	 * the random stream of (seed, trial). law is its closed form where the chance of an
	 * allocation depends on its size alone, else NULL. */
	size_t state_size;
	void (*start)(void *state, double rate, const struct pcg64 *);
	uint64_t (*on_event)(void *state, const struct event *);
	void (*law)(double rate, uint64_t size, struct law *);
};

/* NULL-terminated, generated. */
extern const struct strategy *const strategies[];

/* One "key=value" as the user wrote it, for the output. */
struct strategy_param {
	char *key, *value;
};

/* A strategy with its parameters, as named on the command line: "exponential:gap=geometric". */
struct strategy_spec {
	const struct strategy *strategy;
	size_t n;
	struct strategy_param *given;   /* owned */
	char *text;                     /* owned; the whole spec */
	const struct cost_model *costs; /* what allocations cost; NULL: the default */
};

/* Parses NAME[:key=value[:key=value...]]; checks keys and values. On failure nothing is owned. */
bool strategy_parse(const char *text, struct strategy_spec *, struct err *);
void strategy_spec_free(struct strategy_spec *);

/* A strategy at one rate on one trace, ready to run. The rule points into it: not to be copied. */
struct sampler {
	const struct strategy *strategy;
	double rate;
	struct rule rule;        /* when strategy->countdown */
	struct size_table table; /* for rules that have one; owned */
	struct column stratum;   /* the group of each row, for rules that have groups; owned */
	char derived[48];        /* a parameter that the strategy chose for itself, "n=3323.5"; or "" */
};

/* On failure nothing is owned. */
bool sampler_make(const struct strategy_spec *, double rate, const struct trace *, struct sampler *, struct err *);
void sampler_free(struct sampler *);
/* The groups of the rows, or NULL: what classes and lanes are built with. */
const struct column *sampler_strata(const struct sampler *);
/* Whether the chance of an allocation depends on its size alone. */
bool sampler_memoryless(const struct sampler *);
/* Whether every trial is the same. */
bool sampler_deterministic(const struct sampler *);
/* The law of one allocation. Where the sampler is not memoryless there is none: see rule_law. */
void sampler_law(const struct sampler *, uint64_t size, unsigned stratum, struct law *);
/* The rate in bytes that holds for a group. */
double sampler_rate(const struct sampler *, unsigned stratum);

#endif
