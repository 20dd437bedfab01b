/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_FIT_H
#define HEAPODDS_TESTS_FIT_H

#include <stdint.h>

/* Does a sample follow its law? Each observation is handed in as its probability integral transform,
 * which is uniform on [0, 1] when the law is right. For a law on whole numbers that is
 * F(k - 1) + V (F(k) - F(k - 1)) with V uniform and independent: the plain F(k) would be uniform for no
 * such law. A zeroed fit is empty. */
enum { FIT_BINS = 4096, FIT_CELLS = 64 };

struct fit {
	double n;
	double bins[FIT_BINS];
	double sum, squares; /* of the centred values handed to fit_moment */
};

void fit_add(struct fit *, double uniform);
/* Chi-square on 64 equal cells against its 1e-9 point, and the largest distance between the empirical
 * and the true distribution function at 4095 points against the Dvoretzky-Kiefer-Wolfowitz bound of
 * error rate 1e-9, which holds for every n. */
void fit_check(const struct fit *, const char *what);

/* Collects value - mean. */
void fit_moment(struct fit *, double centred);
/* z-checks of mean and variance at 1e-9; excess is the law's excess kurtosis, which gives the exact
 * standard error of the variance, variance sqrt((excess + 2) / n). */
void fit_check_moments(const struct fit *, const char *what, double variance, double excess);

#endif
