/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_MAPE_H
#define HEAPODDS_SIM_EXACT_MAPE_H

#include "sim/counts.h"
#include "sim/exact.h"

/* What the cases of the mean absolute percentage error need to know of a sum over all terms. Terms
 * that are always sampled only shift the estimate: they are taken out of the truth ("rest") and of
 * the laws, which lets a site with bypassed allocations keep its closed form. */
struct mape_sums {
	double truth;      /* bytes, all terms; > 0 */
	double mean;       /* expected estimate, all terms */
	double bias;       /* mean - truth, exactly 0 for an unbiased estimator */
	double rest;       /* truth less the estimate of the always sampled terms; may be negative */
	double highest;    /* greatest possible estimate of the other terms; may be INFINITY */
	double lightest;   /* smallest weight of the other terms; INFINITY when there are none */
	double log_unseen; /* ln P(no sample), all terms */
	double log_rest;   /* ln P(no sample among the other terms) */
	bool one_lattice;  /* the other terms have one weight and one law of marks in common: */
	struct counts law; /* of the number of their samples or marks */
};

struct mape {
	double all, seen; /* relative to the truth; seen: given at least one sample, NAN if that cannot be */
	double error;     /* bound on the relative error of both; 0 for a finite closed form */
};

/* False: the term adds a constant (never or always sampled: 0, *weight of it all in *constant); else
 * its estimate is *weight * K, K with the law. */
bool exact_term_law(const struct exact_term *, struct counts *law, double *constant);

void exact_mape(const struct exact_term *terms, size_t n, const struct mape_sums *, struct mape *);

#endif
