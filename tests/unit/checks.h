/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_UNIT_CHECKS_H
#define HEAPODDS_TESTS_UNIT_CHECKS_H

#include "core/err.h"
#include "strategies/strategy.h"

/* What a row of tests/data/checks.tsv asks for: key=value words, in the vocabulary of the command
 * line where that has a word for it. The keys "than." name what a value is compared with; what
 * they leave out is as on this side. */
struct inputs {
	const char *strategy, *estimator, *workload, *site;
	const char *than_strategy, *than_estimator;
	const char *a, *b; /* lists of numbers */
	double rate, than_rate, mean, n, alpha;
	uint64_t size, from, to;
};

/* The value of one row as the project computes it. inputs is cut up. false, with a sentence: the
 * kind or a word is not known, a word is missing or means nothing to the kind, or the project
 * refuses the inputs. */
bool check_value(const char *kind, char *inputs, double *value, struct err *);

/* A value of one strategy, rate, estimator and workload; what is a kind that takes those. */
bool run_value(const char *what, const struct inputs *, double *value, struct err *);

/* What a sampler does to rows of one size, out of the survival function of its gaps. None of these
 * is the law of a memoryless rule, which says the same in one closed form. */

/* The first row behind a fresh gap. */
bool chance_fresh(const struct sampler *, uint64_t size, double *, struct err *);
/* A row of an endless stream of rows of this size. */
bool chance_stationary(const struct sampler *, uint64_t size, double *, struct err *);
/* The mean of the gaps, in units. */
bool gap_mean(const struct sampler *, double *, struct err *);
/* P(gap > units). */
bool gap_survival(const struct sampler *, uint64_t units, double *, struct err *);

#endif
