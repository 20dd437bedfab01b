/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_COMPARISON_H
#define HEAPODDS_TESTS_COMPARISON_H

#include "tests/scene.h"
#include "tests/statistical/tails.h"

/* A play beside its closed forms. Every number of every row is compared at an error rate of its own, and
 * the first that strays further fails the test. */
struct comparison {
	const struct play *play; /* under comparison_estimators */
	struct exact *exact;     /* [estimator * rows + row] */
	struct mixture law;      /* of whichever row and quantity is looked at; room for all classes and sites */
	size_t done;             /* comparisons */
	double level;            /* natural logarithm of the error rate of one comparison */
	uint64_t trials;
	size_t row, estimator;
};

extern const char *const comparison_estimators[]; /* NULL-terminated */

void comparison_init(struct comparison *, const struct scene *, double error_rate);
void comparison_free(struct comparison *);
void comparison_make(struct comparison *, const struct play *);

#endif
