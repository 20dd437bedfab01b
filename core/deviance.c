/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/deviance.h"
#include "core/elementary.h"
#include "core/elementary_terms.h"
#include "core/polynomial.h"

double deviance(double x, double mean, double difference)
{
	/* x / mean = (1 + v) / (1 - v), so log(x / mean) = 2v + v^3 P(v^2) and
	 * 2 x v - (x - mean) = (x - mean) v: no cancellation is left. P holds up to v = .1716. */
	double v = difference / (x + mean);
	if (v > -.17 && v < .17)
		return difference * v + x * v * (v * v) * polynomial(log_terms, 7, v * v);
	return x * own_log(x / mean) - difference;
}

double stirling_error(double k)
{
	if (k < 16)
		return stirling_small[(int)k];
	return polynomial(stirling_terms, 6, 1 / (k * k)) / k;
}
