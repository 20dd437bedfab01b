/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_TAILS_H
#define HEAPODDS_TESTS_TAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How probable it is that independent trials of a known law stray as far as they did. Each function
 * returns the natural logarithm of an upper bound on that probability, both sides counted, which holds
 * for every number of trials: normal tails are wrong by orders of magnitude at 1e-14 unless thousands of
 * trials saw the row, and rows that few trials saw are worth testing too.
 *
 * The bounds are Chernoff's: P(sum >= s) <= E exp(t sum) / exp(t s) for every t > 0, with the exact
 * moment-generating function of one trial. Any t is valid, so the search for the best one cannot go
 * wrong. They exceed the tail by a factor of about 20 at 1e-14, as much as a normal z of 7.6 instead
 * of 7.2. Where the statistic is within SCREEN standard errors the answer is 0 (certainly possible),
 * which is valid and saves the work. */
#define SCREEN 5

/* weight * K, K ~ Bin(n, p) or Poisson(mean); q = 1 - p, given apart for its digits. */
struct summand {
	double weight, n, p, q, mean;
	bool poisson;
};

/* The law of one trial: the sum of independent summands. Summands that cannot vary belong into
 * constant. */
struct mixture {
	struct summand *of; /* of the caller */
	size_t n;
	double constant;
	double mean, variance, third, fourth; /* the first four cumulants, set by mixture_measure */
};

void mixture_measure(struct mixture *);

/* k of n trials, each with probability p: the exact binomial tails. */
double tail_count(uint64_t k, uint64_t n, double p);
/* The mean of n trials. */
double tail_mean(const struct mixture *, uint64_t n, double observed);
/* The mean over n trials of (X - mean)^2. allowed: logarithms above it count as possible. */
double tail_square(const struct mixture *, uint64_t n, double observed, double allowed);

/* |X - 1| where X is an estimate in units of the truth, over all trials, or over those that saw
 * something. Given that they saw something they are independent, however many they were. */
struct deviation {
	const struct mixture *law;
	double expected; /* E|X - 1|, in exact arithmetic not more than error away */
	double error;
	double unseen; /* P(nothing is seen, so that X = 0) where that is excluded, else 0 */
};
double tail_deviation(const struct deviation *, uint64_t n, double observed);

#endif
