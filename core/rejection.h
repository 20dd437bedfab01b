/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_REJECTION_H
#define HEAPODDS_CORE_REJECTION_H

#include <math.h>
#include <stdbool.h>

/* Transformed rejection with squeeze (Hoermann 1993), the part that the Poisson and the binomial law
 * share; the names of the constants are his. With u uniform on (-1/2, 1/2] and s = 1/2 - |u|, the
 * point x = (2a / s + b) u has a density that falls off like the law's hat; a point is kept with
 * probability f(k) (a / s^2 + b) / alpha, where f is the law's mass in units in which that is at most
 * 1 everywhere and at least vr where s >= .07: there v <= vr keeps it without looking at f. */
struct hat {
	double a, b, alpha, vr;
};

/* f is the probability itself; mean >= 10. The constants of the paper fall short by up to .0057 (at a
 * mean of 12.41) and its squeeze takes up to .0038 too much (at 30.86), as a walk over all u and many
 * means shows: the law would be off by some 1e-6. Room for both makes it exact and costs .6 % of the
 * draws; tests/unit/rejection.c keeps watch. */
static inline struct hat hat_poisson(double mean)
{
	const double room = 1.006;
	double b = .931 + 2.53 * sqrt(mean);
	return (struct hat){
		.a = -.059 + .02483 * b,
		.b = b,
		.alpha = room * (1.1239 + 1.1328 / (b - 3.4)),
		.vr = (.9277 - 3.6224 / (b - 2)) / room - .004,
	};
}

/* f is the probability relative to that of the mode; deviation = sqrt(n p (1 - p)), n p >= 10,
 * p <= 1/2. */
static inline struct hat hat_binomial(double deviation, double p)
{
	double b = 1.15 + 2.53 * deviation;
	return (struct hat){
		.a = -.0873 + .0248 * b + .01 * p,
		.b = b,
		.alpha = (2.83 + 5.1 / b) * deviation,
		.vr = .92 - 4.2 / b,
	};
}

static inline double hat_side(double u)
{
	return .5 - (u < 0 ? -u : u);
}

/* The point of u, to which the caller adds the location; infinite when s is 0. */
static inline double hat_point(const struct hat *hat, double u, double s)
{
	return (2 * hat->a / s + hat->b) * u;
}

/* What f(k) must reach for v to keep the point: v alpha / (a / s^2 + b). */
static inline double hat_demand(const struct hat *hat, double v, double s)
{
	return v * hat->alpha / (hat->a / (s * s) + hat->b);
}

/* Where the point is kept without looking at f. */
static inline bool hat_squeezed(const struct hat *hat, double v, double s)
{
	return s >= .07 && v <= hat->vr;
}

#endif
