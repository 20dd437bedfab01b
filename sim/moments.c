/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/moments.h"

#include <math.h>

struct moments moments_constant(double n, double value)
{
	return (struct moments){.n = n, .mean = n > 0 ? value : 0};
}

void moments_add(struct moments *moments, double value)
{
	struct moments one = moments_constant(1, value);
	moments_merge(moments, &one);
}

void moments_merge(struct moments *a, const struct moments *b)
{
	if (b->n == 0)
		return;
	if (a->n == 0) {
		*a = *b;
		return;
	}
	double n = a->n + b->n, delta = b->mean - a->mean, step = delta / n;
	double cross = delta * step * a->n * b->n; /* delta^2 na nb / n */
	double m4 = a->m4 + b->m4 + cross * step * step * (a->n * a->n - a->n * b->n + b->n * b->n) +
		6 * step * step * (a->n * a->n * b->m2 + b->n * b->n * a->m2) +
		4 * step * (a->n * b->m3 - b->n * a->m3);
	double m3 = a->m3 + b->m3 + cross * step * (a->n - b->n) + 3 * step * (a->n * b->m2 - b->n * a->m2);
	a->m2 += b->m2 + cross;
	a->m3 = m3;
	a->m4 = m4;
	a->mean += step * b->n;
	a->n = n;
}

double moments_variance(const struct moments *moments)
{
	return moments->n > 1 ? moments->m2 / (moments->n - 1) : NAN;
}

double moments_mean_se(const struct moments *moments)
{
	return sqrt(moments_variance(moments) / moments->n);
}

double moments_sd(const struct moments *moments)
{
	return sqrt(moments_variance(moments));
}

double moments_sd_se(const struct moments *moments)
{
	double n = moments->n, variance = moments->m2 / n;
	if (!(n > 1))
		return NAN;
	if (variance <= 0)
		return 0;
	/* var(s^2) = (mu4 - sigma^4) / n to leading order; d sqrt(v) = dv / (2 sqrt v). */
	double spread = moments->m4 / n - variance * variance;
	return sqrt((spread > 0 ? spread : 0) / n) / (2 * sqrt(variance));
}
