/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/statistical/fit.h"
#include "tests/check.h"
#include <math.h>

#define CHI_SQUARE_63 155.0743 /* upper 1e-9 point */
#define NORMAL 6.1094          /* two-sided 1e-9 point */

void fit_add(struct fit *fit, double uniform)
{
	int bin = (int)(uniform * FIT_BINS);
	bin = bin < 0 ? 0 : bin >= FIT_BINS ? FIT_BINS - 1 : bin;
	fit->bins[bin]++;
	fit->n++;
}

void fit_check(const struct fit *fit, const char *what)
{
	double chi = 0, below = 0, far = 0, expected = fit->n / FIT_CELLS;
	for (int cell = 0; cell < FIT_CELLS; cell++) {
		double seen = 0;
		for (int i = 0; i < FIT_BINS / FIT_CELLS; i++) {
			int bin = cell * (FIT_BINS / FIT_CELLS) + i;
			seen += fit->bins[bin];
			below += fit->bins[bin];
			far = fmax(far, fabs(below / fit->n - (bin + 1.) / FIT_BINS));
		}
		chi += (seen - expected) * (seen - expected) / expected;
	}
	double limit = sqrt(log(2e9) / (2 * fit->n));
	check_msg(chi <= CHI_SQUARE_63, "%s: chi-square %g, limit %g", what, chi, CHI_SQUARE_63);
	check_msg(far <= limit, "%s: distribution function %g away, limit %g", what, far, limit);
}

void fit_moment(struct fit *fit, double centred)
{
	fit->sum += centred;
	fit->squares += centred * centred;
}

void fit_check_moments(const struct fit *fit, const char *what, double variance, double excess)
{
	double z_mean = fit->sum / sqrt(fit->n * variance);
	double z_variance = (fit->squares / fit->n / variance - 1) / sqrt((excess + 2) / fit->n);
	check_msg(fabs(z_mean) <= NORMAL, "%s: mean is %g standard errors away", what, z_mean);
	check_msg(fabs(z_variance) <= NORMAL, "%s: variance is %g standard errors away", what, z_variance);
}
