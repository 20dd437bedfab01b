/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_H
#define HEAPODDS_SIM_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Closed forms for sums over independent allocations: what a memoryless sampler and an estimator
 * do to a site (or to the whole trace), from the law of one allocation of each class.
 *
 * An allocation is sampled with probability p. A sampled allocation has one mark or more; an
 * estimator books a fixed weight either per sample or per mark. */
enum marks_law {
	MARKS_BINOMIAL, /* marks ~ Bin(units, mark_p), P(0) = 1 - p */
	MARKS_POISSON,  /* marks ~ Poisson(mark_mean), P(0) = 1 - p */
};

struct exact_term {
	uint64_t size;            /* true bytes of one allocation */
	uint64_t count;           /* allocations of this class, > 0 */
	double p;                 /* inclusion probability of one allocation, 0 ... 1 */
	double log_miss;          /* ln(1 - p), accurate for tiny p; -INFINITY for p = 1 */
	bool per_mark;            /* weights are per mark, else per sample */
	double bytes, objects;    /* weight of one sample or mark */
	enum marks_law law;       /* read when per_mark */
	uint64_t units;           /* binomial: units of one allocation */
	double mark_p, mark_mean; /* binomial: per unit; Poisson: per allocation */
	double extra;             /* variance of the bytes of one allocation that comes on top, where the
	                           * weight of a sample is itself random; then there is no MAPE */
};

/* A measure that does not exist (a truth of 0, nothing sampled, no closed form asked for) is NAN. */
struct exact {
	double samples;   /* expected sampled allocations */
	double detection; /* P(at least one sample) */
	double bias, cv;  /* mean error / true bytes; standard deviation / true bytes */
	double mape;      /* E|estimate - true| / true */
	double mape_seen; /* the same given at least one sample */
	double objects_bias, objects_cv;
	double mape_error;     /* bound on the relative error of both; 0 for a finite closed form */
	bool mape_approximate; /* mape_error is above 1e-6: to be printed as "approximate" */
};

/* n terms, in any order; want_mape: the two MAPEs too (they can cost milliseconds). */
void exact_measures(const struct exact_term *terms, size_t n, bool want_mape, struct exact *out);

#endif
