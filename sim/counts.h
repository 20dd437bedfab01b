/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_COUNTS_H
#define HEAPODDS_SIM_COUNTS_H

/* The law of a count K of samples or marks: Bin(n, p), or, with n = INFINITY, p = 0 and q = 1, the
 * Poisson law of the same mean. n is a whole number as a double: it may pass 2^64 (count * units),
 * and beyond 2^53 one more or less no longer shows. */
struct counts {
	double n;
	double p, q;  /* q = 1 - p, given apart so that neither loses digits near 0 */
	double log_q; /* ln q; read for the binomial law only */
	double mean;  /* n * p, or the mean of the Poisson law; > 0 */
};

/* P(K = k), k a whole number; relative error about 1e-15 * (1 + |ln P|). */
double counts_pmf(const struct counts *, double k);
/* P(K <= k), k a whole number; absolute error below 1e-11. */
double counts_cdf(const struct counts *, double k);
/* E|K - t|, without cancellation, for t = mean - excess: the caller knows when an estimator is unbiased,
 * excess exactly 0, and where p is nearly 1 a target near n would have no digits for its distance to n. */
double counts_deviation(const struct counts *, double excess);
/* E[|K - t|; K >= 1] for the same t where P(K = 0) > 1/2: there the above less t * P(K = 0) may have no digits left. */
double counts_deviation_seen(const struct counts *, double excess);

/* The law of n - K, for a binomial K. */
struct counts counts_missed(const struct counts *);

#endif
