/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/deviance.h"
#include "tests/check.h"
#include <float.h>
#include <math.h>

TEST(deviance, stirling_error)
{
	/* log 1! - log(sqrt(2 pi) / e), and the first term alone where the others vanish */
	check_near(stirling_error(1), 1 - .5 * log(2 * acos(-1)), 1e-14);
	check_near(stirling_error(0x1p60), 0x1p-60 / 12, 1e-15);
	if (LDBL_MANT_DIG < 64)
		check_skip("long double has %d bits: no reference", LDBL_MANT_DIG);
	for (long double k = 1; k <= 300; k++) {
		long double expected = lgammal(k + 1) - .5L * logl(2 * acosl(-1) * k) - k * logl(k) + k;
		double away = fabs((double)(stirling_error((double)k) - expected));
		check_msg(away <= 4e-16, "k = %g: %g away", (double)k, away);
	}
}

/* D(mean + d, mean) = mean ((1 + y) log(1 + y) - y) with y = d / mean
 *                   = mean (y^2 / 2 - y^3 / 6 + y^4 / 12 - ...), terms (-y)^i / (i (i - 1)). */
static double series(double mean, double y)
{
	double sum = 0;
	for (int i = 80; i >= 2; i--)
		sum = 1. / (i * (i - 1.)) - y * sum;
	return mean * y * y * sum;
}

TEST(deviance, series_about_the_mean)
{
	for (double mean = 10; mean < 1e18; mean *= 7.3) {
		for (double y = 1e-9; y < .6; y *= 1.7) {
			double up = mean * y, down = -mean * y;
			check_near(deviance(mean + up, mean, up), series(mean, y), 1e-13);
			check_near(deviance(mean + down, mean, down), series(mean, -y), 1e-13);
		}
	}
}

TEST(deviance, far_from_the_mean)
{
	check(deviance(7, 7, 0) == 0);
	check_near(deviance(1, 100, -99), 99 - log(100), 1e-14);
	check_near(deviance(1000, 1, 999), 1000 * log(1000) - 999, 1e-14);
}
