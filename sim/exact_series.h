/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_SERIES_H
#define HEAPODDS_SIM_EXACT_SERIES_H

#include "sim/counts.h"

#include <stdbool.h>
#include <stddef.h>

/* E|X - target| for X = sum of weight * K over independent parts of any weights, for which there is no
 * closed form: the Fourier series of |y| at Y = X - target.
 *
 * Period. On |y| <= L/2, |y| = L/4 - (2L/pi^2) sum over odd k > 0 of cos(t_k y) / k^2, t_k = 2 pi k / L.
 * Beyond, |y| exceeds that triangle wave by at most 2 (|y| - L/2). Chernoff's bound
 * P(Y > x) <= exp(A(u) - u x), A the cumulant generating function of Y, holds for every u > 0; with
 * L/2 >= (A(u) + c) / u the excess is at most 2 exp(-c) / u a side. A side that Y cannot pass is free.
 *
 * Kink. Cut off after K terms the series errs by L / (pi^2 K). Instead Y is blurred by a Gaussian of
 * standard deviation s, which puts exp(-s^2 t^2 / 2) into the sum and ends it at t = 9 / s:
 *   S = L/4 - (2L/pi^2) sum over odd k > 0 of Re phi(t_k) exp(-s^2 t_k^2 / 2) / k^2.
 * Blurring raises |y| by something between 0 and s sqrt(2/pi) exp(-y^2 / (2 s^2)): for z = y / s >= 0
 * the rise is s times r(z) = 2 (density(z) - z P(N > z)), r <= 2 density(z). Hence the value lies in
 * [S - b, S], b = s sqrt(2/pi) E exp(-Y^2 / (2 s^2)), and that expectation is the same sum without
 * 1/k^2: Poisson's summation over odd k gives
 *   sum over odd k of either sign of exp(i t_k y - s^2 t_k^2 / 2)
 *     = L / (2 s sqrt(2 pi)) sum over m of (-1)^m exp(-(y - m L / 2)^2 / (2 s^2)),
 * so b = (8 s^2 / L) sum over odd k > 0 of Re phi(t_k) exp(-s^2 t_k^2 / 2), but for the terms m = 1, -1,
 * which are not above P(|Y| near L/2). One pass gives value and bound. Where the law is smooth the
 * rise integrates to s^2 and b to 2 s^2: S - b/2, with error b/2 at most, is then nearly exact. s is
 * made smaller until the bound is good enough. */
struct part {
	double weight; /* > 0 */
	struct counts law;
};

struct series {
	double value; /* E|X - target| */
	double error; /* bound on its absolute error: blur, period and rounding */
};

/* parts: n > 0 of them, merged and reordered here. 0 < target. known: what the caller will subtract
 * from the value; error is brought below tolerance * (value - known), or as near to it as about
 * 10^7 evaluations of a part's characteristic function allow. */
void series_deviation(struct part *parts, size_t n, double target, double known, double tolerance, struct series *);

#endif
