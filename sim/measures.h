/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_MEASURES_H
#define HEAPODDS_SIM_MEASURES_H

#include "sim/exact.h"
#include "sim/score.h"

/* A simulated number, its Monte Carlo standard error, and the closed form beside it; NAN where one
 * does not exist. */
struct measure {
	double value, se, exact;
};

/* What is printed of one row. Shares are of the truth: bias .05 = 5 % too high. */
struct measures {
	uint64_t allocations, true_bytes, seen, trials;
	struct measure samples, detection, bias, cv, mape, mape_seen, objects_bias, objects_cv;
	double bytes_mean, objects_mean;
	struct measure share_samples;      /* of all samples of all trials, of those expected; no SE */
	double share_bytes, share_objects; /* of the truth */
	bool mape_approximate;             /* the closed form of mape is good to worse than 1e-6 */
};

/* score may be NULL: closed forms only. exact: of all rows. */
void measures_of_row(const struct rows *, size_t row, const struct score *, size_t estimator, const struct exact *,
	struct measures *);

/* Trials that must have seen a row before its standard errors are believed: with fewer, the
 * estimates seen so far say little of the tail, and all-zero starts would look precise. */
enum { TRIALS_SEEN_MIN = 200 };

/* The largest of the standard errors that --precision judges (of bias, cv and mape). */
double measures_worst_se(const struct measures *);

#endif
