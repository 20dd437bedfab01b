/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_SERIES_H
#define HEAPODDS_SIM_EXACT_SERIES_H

#include "sim/counts.h"

#include <stdbool.h>
#include <stddef.h>

/* E|X - target| for X = sum of weight * K over independent parts of any weights, for which there is no
 * closed form: the Fourier series of |y| at Y = X - target.
 *
 * Bias. Where Y is on one side of 0 but for a negligible E max(Y, 0) or E max(-Y, 0), E|Y| is |E Y|.
 *
 * Period. On |y| <= L/2, |y| = L/4 - (2L/pi^2) sum over odd k > 0 of cos(t_k y) / k^2, t_k = 2 pi k / L.
 * Beyond, |y| exceeds that triangle wave by at most 2 (|y| - L/2); exact_reach gives an L for which that
 * does not matter.
 *
 * Kink. Cut off after K terms the series errs by L / (pi^2 K). Instead Y is blurred by a Gaussian of
 * standard deviation s, which puts exp(-s^2 t^2 / 2) into the sum and ends it at t = 5 / s:
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
 * made smaller until the bound is good enough.
 *
 * Lattice. Where all weights are w (but the probabilities differ), outcomes w k can lie on the target, and
 * no blur is small enough. There the wave is needed at whole numbers only, which takes no more than
 * finitely many terms: with a period of N steps, N a multiple of 4,
 *   |k| = N/4 - (2/N) sum over odd 0 < j < N/2 of cos(2 pi j k / N) / sin^2(pi j / N) for |k| <= N/2,
 * as both sides have the second difference 2 at 0 and -2 at N/2; and for target = w (m + x), 0 <= x < 1,
 * |k - m - x| = (1 - x) |k - m| + x |k - m - 1|. */
struct part {
	double weight; /* not 0; negative: the law counts the samples missed */
	struct counts law;
};

struct question {
	double excess; /* E X - target, given because it may be exactly 0; E X follows from the parts */
	double known;  /* what the caller will subtract from the value */
	double left;   /* probability of all that then remains, 0 ... 1: it sets what is negligible */
	double tolerance;
};

struct series {
	double value; /* E|X - target| */
	double error; /* bound on its absolute error: blur, period and rounding */
};

/* parts: n > 0 of them, merged and reordered here. The error is brought below tolerance * (value - known),
 * or as near to it as about 2 * 10^7 evaluations of a part's characteristic function allow. */
struct series series_deviation(struct part *parts, size_t n, const struct question *);

#endif
