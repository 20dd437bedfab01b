/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_MOMENTS_H
#define HEAPODDS_SIM_MOMENTS_H

/* Streaming moments: mean and sums of powers of deviations from it. Merging is Chan's formula and
 * its extension to higher orders (Pebay, SAND2008-6212): the result depends on the tree of merges,
 * so trials are always merged in the same tree. A zeroed struct is empty. */
struct moments {
	double n, mean, m2, m3, m4;
};

void moments_add(struct moments *, double value);
void moments_merge(struct moments *, const struct moments *other);
/* n times the same value. */
struct moments moments_constant(double n, double value);

/* NAN where there are too few values. */
double moments_variance(const struct moments *); /* unbiased */
double moments_mean_se(const struct moments *);  /* standard error of the mean */
double moments_sd(const struct moments *);
double moments_sd_se(const struct moments *); /* delta method, sample kurtosis */

#endif
