/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_SIMULATE_H
#define HEAPODDS_COMMANDS_SIMULATE_H

#include "commands/command.h"
#include "commands/workload_options.h"
#include "core/class.h"
#include "core/estimator.h"
#include "sim/closed.h"
#include "sim/measures.h"
#include "strategies/strategy.h"

/* What `heapodds simulate` was asked for, and what it found. */
struct simulate {
	const char *strategy, *rate, *estimator, *workload, *top_text;
	struct workload_options workload_options;
	uint64_t trials, max_trials, seed, threads;
	double precision; /* 0: a fixed number of trials */
	int view, engine;
	bool exact_only, reproducible;
};

/* The lists in those options, parsed. */
struct request {
	struct strategy_spec *spec;
	size_t n_spec;
	double *rate;
	size_t n_rate;
	const struct estimator **estimator; /* none: each strategy's own */
	size_t n_estimator;
	size_t top; /* SIZE_MAX: all */
};

/* On failure too, request_free must follow. */
bool request_parse(struct request *, const struct simulate *, struct err *);
void request_free(struct request *);

/* One strategy at one rate under one estimator. */
struct result {
	const struct strategy_spec *spec;
	const struct estimator *estimator;
	double rate;
	uint64_t trials;
	const char *engine;
	struct measure samples, missed_sites, missed_bytes; /* per trial */
	double draws;                                       /* random numbers per trial, NAN without trials */
	struct measures *row;                               /* rows->n; owned */
	size_t left_out;                                    /* rows that --precision did not judge: seen too rarely */
	bool memoryless;
};

struct results {
	const struct simulate *asked;
	const struct trace *trace;
	const struct rows *rows;
	size_t n;
	struct result *of; /* owned */
};

/* The ways to print results; all print to invocation->out. */
void simulate_print_text(const struct invocation *, const struct results *);
void simulate_print_tsv(const struct invocation *, const struct results *);
void simulate_print_json(const struct invocation *, const struct results *);

/* Part of the text: the table of sites of one result. */
void simulate_print_sites(FILE *, const struct results *, const struct result *);

/* The name of a row: a site, "(other sites)" or "(total)"; the caller frees. */
char *row_name(const struct results *, size_t row);

#endif
