/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/counts.h"

#include <math.h>

#define HALF_LOG_2PI 0.91893853320467274178
#define NEGLIGIBLE 1e-18 /* a term this small beside the sum ends it */
/* Standard deviation from which the third-order normal expansion, whose error falls as its third
 * power, beats adding up a number of terms that grows with it. */
#define NORMAL_FROM 1e4

/* ln(k!) - ln(sqrt(2 pi k) (k/e)^k). The asymptotic series is good from 16; below, the recurrence
 * delta(k) = delta(k + 1) + (k + 1/2) ln(1 + 1/k) - 1 leads there. */
static double stirling_error(double k)
{
	double below = 0;

	for (; k < 16; k++)
		below += (k + .5) * log1p(1 / k) - 1;
	double r = 1 / (k * k);
	return below + (1. / 12 - r * (1. / 360 - r * (1. / 1260 - r * (1. / 1680 - r / 1188)))) / k;
}

/* x ln(x / mean) - (x - mean) with difference = x - mean, given apart: for counts beyond 2^53 the
 * subtraction would lose it. Near the mean the logarithm cancels against the difference, hence
 * ln(x / mean) = 2 artanh(v), v = difference / (x + mean). */
static double deviance(double x, double mean, double difference)
{
	double v = difference / (x + mean), power = v * v * v, sum = 0;

	if (fabs(v) > .1)
		return x * log(x / mean) - difference;
	for (int odd = 3; fabs(power) > NEGLIGIBLE * fabs(v) && odd < 40; odd += 2) {
		sum += power / odd;
		power *= v * v;
	}
	return difference * v + 2 * x * sum;
}

/* C. Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000): Stirling's errors and
 * two deviances, all small where the probability is not, instead of logarithms of factorials. */
double counts_pmf(const struct counts *law, double k)
{
	double n = law->n, difference = k - law->mean;

	if (k < 0 || k > n)
		return 0;
	if (isinf(n)) {
		if (k == 0)
			return exp(-law->mean);
		return exp(-stirling_error(k) - deviance(k, law->mean, difference) - HALF_LOG_2PI) / sqrt(k);
	}
	if (k == 0)
		return exp(n * law->log_q);
	if (k == n)
		return exp(n * (law->q < .5 ? log1p(-law->q) : log(law->p)));
	double rest = n - k;
	double exponent = stirling_error(n) - stirling_error(k) - stirling_error(rest) -
		deviance(k, law->mean, difference) - deviance(rest, n * law->q, -difference);
	return exp(exponent - HALF_LOG_2PI) * sqrt(n / rest / k);
}

/* (n - k) p, which tends to the mean in the Poisson limit. */
static double left(const struct counts *law, double k)
{
	return isinf(law->n) ? law->mean : (law->n - k) * law->p;
}

/* P(K <= k) by the ratios of neighbours, from k downwards: quick when k is not above the mean. */
static double lower_tail(const struct counts *law, double k)
{
	double term = 1, sum = 1;

	for (; k > 0 && term > NEGLIGIBLE * sum; k--) {
		term *= k * law->q / left(law, k - 1);
		sum += term;
	}
	return sum;
}

/* The same upwards: P(K >= k) / P(K = k), quick when k is not below the mean. */
static double upper_tail(const struct counts *law, double k)
{
	double term = 1, sum = 1;

	for (; k < law->n && term > NEGLIGIBLE * sum; k++) {
		term *= left(law, k) / ((k + 1) * law->q);
		sum += term;
	}
	return sum;
}

/* Edgeworth's expansion. A lattice law is the density f with its cumulants, taken at the whole numbers;
 * their sum up to k is the integral up to k + 1/2 of the density g that gives f when spread evenly over
 * (-1/2, 1/2) (Sheppard's corrections): g has the cumulants of K less 1/12 and -1/120, those of that spread. */
static double normal_cdf(const struct counts *law, double k)
{
	double p = law->p, q = law->q, spread = law->mean * q;
	double variance = spread - 1. / 12, x = (k + .5 - law->mean) / sqrt(variance);
	double skewness = spread * (q - p) / (variance * sqrt(variance));
	double kurtosis = (spread * (1 - 6 * p * q) + 1. / 120) / (variance * variance);
	double square = x * x, h2 = square - 1, h3 = x * (square - 3), h5 = x * (square * (square - 10) + 15);
	double correction = skewness / 6 * h2 + kurtosis / 24 * h3 + skewness * skewness / 72 * h5;

	return .5 * erfc(-x * M_SQRT1_2) - exp(-square / 2) / sqrt(2 * M_PI) * correction;
}

double counts_cdf(const struct counts *law, double k)
{
	if (k < 0)
		return 0;
	if (k >= law->n)
		return 1;
	if (law->mean * law->q > NORMAL_FROM * NORMAL_FROM)
		return normal_cdf(law, k);
	if (k < law->mean)
		return counts_pmf(law, k) * lower_tail(law, k);
	return 1 - counts_pmf(law, k + 1) * upper_tail(law, k + 1);
}

struct counts counts_missed(const struct counts *law)
{
	return (struct counts){
		.n = law->n,
		.p = law->q,
		.q = law->p,
		.log_q = law->q < .5 ? log1p(-law->q) : log(law->p),
		.mean = law->n * law->q,
	};
}

/* With m = floor(t): E|K - t| = (mean - t) + 2 [(t - mean) P(K <= m) + sum_{k <= m} (mean - k) P(k)], and
 * the last sum is (m + 1) q P(K = m + 1), De Moivre's identity (P. Diaconis and S. Zabell, "Closed Form
 * Summation for Classical Distributions", Statistical Science 6, 1991). */
double counts_deviation(const struct counts *law, double excess)
{
	if (law->p > .5) {
		struct counts missed = counts_missed(law);
		return counts_deviation(&missed, -excess);
	}
	double m = floor(law->mean - excess), peak = m < -1 ? 0 : (m + 1) * law->q * counts_pmf(law, m + 1);
	if (excess == 0)
		return 2 * peak;
	return excess * (1 - 2 * counts_cdf(law, m)) + 2 * peak;
}

double counts_deviation_seen(const struct counts *law, double excess)
{
	double t = law->mean - excess, term = counts_pmf(law, 1), sum = 0;

	for (double k = 1; k <= law->n; k++) {
		sum += fabs(k - t) * term;
		double next = term * left(law, k) / ((k + 1) * law->q);
		/* Not before the mean; near t the term itself may pass through 0. */
		if (next < term && k > law->mean && (k + 1 + fabs(t)) * next < NEGLIGIBLE * sum)
			break;
		term = next;
	}
	return sum;
}
