/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_SIMULATE_H
#define HEAPODDS_COMMANDS_SIMULATE_H

#include "commands/command.h"
#include "commands/workload_options.h"
#include "core/estimator.h"
#include "sim/comparison.h"
#include "sim/measures.h"
#include "sim/overhead.h"
#include "sim/view.h"
#include "strategies/strategy.h"

/* What `heapodds simulate` was asked for, and what it found. */
struct simulate {
	const char *strategy, *rate, *estimator, *workload, *top_text, *dump, *compare, *alloc_cost, *sample_cost;
	struct workload_options workload_options;
	uint64_t trials, max_trials, seed, threads;
	double precision; /* 0: a fixed number of trials */
	int view, engine, show;
	bool exact_only, reproducible;
};

/* What the text's table of sites shows. */
enum show { SHOW_ERRORS, SHOW_SHARES, SHOW_OVERHEAD };

/* The lists in those options, parsed. */
struct request {
	struct strategy_spec *spec;
	size_t n_spec;
	double *rate;
	size_t n_rate;
	const struct estimator **estimator; /* none: each strategy's own */
	size_t n_estimator;
	const struct estimator *compared[2]; /* with --compare: of its two strategies */
	size_t top;                          /* SIZE_MAX: all */
	struct cost_model costs;
};

/* On failure too, request_free must follow. */
bool request_parse(struct request *, const struct simulate *, struct err *);
void request_free(struct request *);

/* One strategy at one rate under one estimator, at one dump. */
struct result {
	const struct strategy_spec *spec;
	const char *derived; /* a parameter that the strategy chose for itself; "" */
	const struct estimator *estimator;
	const struct dump *dump;
	const struct rows *rows; /* of the dump */
	double rate;
	uint64_t trials;
	const char *engine;
	struct measure samples, missed_sites, missed_bytes; /* per trial */
	double draws;                                       /* random numbers per trial, NAN without trials */
	struct measures *row;                               /* rows->n; owned */
	struct overhead overhead;                           /* of the whole run, whatever the view */
	double worst_se;                                    /* with --precision: the largest that it judged */
	size_t left_out;                                    /* rows that --precision did not judge: seen too rarely */
	bool exact_known;                                   /* there is a closed form, or the one trial that there is */
};

/* The two strategies of --compare on the same trials, at one rate and dump. */
struct compared {
	const struct result *a, *b;
	struct row_ratios *row; /* rows of the dump; owned */
};

struct results {
	const struct simulate *asked;
	const struct trace *trace;
	uint32_t sites; /* of the trace */
	size_t n;
	struct result *of; /* owned */
	size_t n_compared;
	struct compared *compared; /* owned */
};

/* The ways to print results; all print to invocation->out. */
void simulate_print_text(const struct invocation *, const struct results *);
void simulate_print_tsv(const struct invocation *, const struct results *);
void simulate_print_json(const struct invocation *, const struct results *);

/* The ratios of a comparison, as text and as JSON (a new reference). */
void simulate_print_comparison(FILE *, const struct results *, const struct compared *);
json_t *simulate_comparison_json(const struct results *, const struct compared *);

/* What sampling costs, as text and as JSON (a new reference); the text has it, and both have its simulated
 * side, where it was asked for: that replays the trials a second time. */
bool simulate_wants_overhead(const struct simulate *);
void simulate_print_overhead(FILE *, const struct result *);
json_t *simulate_overhead_json(const struct result *);

/* Part of the text: each row's shares by samples, bytes and objects: what raw counts do not show. */
void simulate_print_shares(FILE *, const struct results *, const struct result *);

/* Part of the text: the table of sites of one result. */
void simulate_print_sites(FILE *, const struct results *, const struct result *);
/* The names of the rows as its first column shows them; the caller frees each, then the array. */
char **simulate_row_labels(const struct results *, const struct result *);

/* The name of a row: a site, "(other sites)" or "(total)"; the caller frees. */
char *row_name(const struct results *, const struct rows *, size_t row);

#endif
