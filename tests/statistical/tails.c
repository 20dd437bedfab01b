/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/statistical/tails.h"
#include <gsl/gsl_cdf.h>
#include <math.h>

/* Sums of the simulation round: a deviation this small beside what was summed is none. */
#define ROUNDING 1e-11
enum { HALVINGS = 60 };

static void add_cumulants(struct mixture *law, const struct summand *one)
{
	double pq = one->p * one->q, variance = one->poisson ? one->mean : one->n * pq;
	double w = one->weight;
	law->mean += w * (one->poisson ? one->mean : one->n * one->p);
	law->variance += w * w * variance;
	law->third += w * w * w * variance * (one->poisson ? 1 : one->q - one->p);
	law->fourth += w * w * w * w * variance * (one->poisson ? 1 : 1 - 6 * pq);
}

void mixture_measure(struct mixture *law)
{
	law->mean = law->constant;
	law->variance = law->third = law->fourth = 0;
	for (size_t i = 0; i < law->n; i++)
		add_cumulants(law, &law->of[i]);
}

/* ln(1 + p (e^x - 1)) - p x for one coin, and its derivative. Of the two sides of the coin the rarer one
 * is looked at, which keeps the digits where p is nearly 1. */
static double coin(double p, double q, double x, double *slope)
{
	if (p > q) {
		double value = coin(q, p, -x, slope);
		*slope = -*slope;
		return value;
	}
	*slope = p / (p + q * exp(-x)) - p;
	if (x > 30) /* e^x would overflow */
		return x + log(p + q * exp(-x)) - p * x;
	return log1p(p * expm1(x)) - p * x;
}

/* ln E exp(t (X - mean)) and its derivative. The terms are centred one by one: each is about
 * variance t^2 / 2, the sum of the uncentred ones would lose that against mean t. */
static double cumulant(const struct mixture *law, double t, double *slope)
{
	double sum = 0, derivative;
	*slope = 0;
	for (size_t i = 0; i < law->n; i++) {
		const struct summand *one = &law->of[i];
		double step = t * one->weight;
		if (one->poisson) {
			sum += one->mean * (expm1(step) - step);
			*slope += one->weight * one->mean * expm1(step);
		} else {
			sum += one->n * coin(one->p, one->q, step, &derivative);
			*slope += one->weight * one->n * derivative;
		}
	}
	return sum;
}

/* The least value of a convex function with f(0) = 0 and an argument > 0 that begins near `first`: goes
 * out by doubling while it falls, then closes in by thirds. */
static double least(double (*f)(const void *, double), const void *context, double first)
{
	double low = 0, high = first, value = f(context, first), best = fmin(value, 0);
	for (int i = 0; i < HALVINGS; i++) {
		double next = f(context, 2 * high);
		if (!(next < value))
			break;
		low = high;
		high *= 2;
		best = value = next;
	}
	high *= 2;
	for (int i = 0; i < HALVINGS; i++) {
		double third = (high - low) / 3, left = f(context, low + third), right = f(context, high - third);
		best = fmin(best, fmin(left, right));
		if (left < right || !isfinite(right))
			high -= third;
		else
			low += third;
	}
	return best;
}

/* Two sides, and no logarithm above that of 1. */
static double both_sides(double log_tail)
{
	return fmin(log_tail + M_LN2, 0);
}

/* What remains of a deviation when rounding is given away. */
static double beyond(double deviation, double size)
{
	return copysign(fmax(fabs(deviation) - ROUNDING * size, 0), deviation);
}

double tail_count(uint64_t k, uint64_t n, double p)
{
	if (p <= 0 || p >= 1)
		return k == (p <= 0 ? 0 : n) ? 0 : -INFINITY;
	double below = gsl_cdf_binomial_P((unsigned)k, p, (unsigned)n);
	double above = k ? gsl_cdf_binomial_Q((unsigned)k - 1, p, (unsigned)n) : 1;
	return both_sides(log(fmin(below, above)));
}

struct sought_mean {
	const struct mixture *law;
	double n, excess;
};

static double mean_bound(const void *context, double t)
{
	const struct sought_mean *sought = context;
	double slope, sign = sought->excess < 0 ? -1 : 1;
	return sought->n * (cumulant(sought->law, sign * t, &slope) - t * fabs(sought->excess));
}

double tail_mean(const struct mixture *law, uint64_t n, double observed)
{
	double excess = beyond(observed - law->mean, fabs(observed) + fabs(law->mean));
	if (excess == 0 || excess * excess * (double)n <= SCREEN * SCREEN * law->variance)
		return 0;
	if (!(law->variance > 0))
		return -INFINITY;
	struct sought_mean sought = {law, (double)n, excess};
	return both_sides(least(mean_bound, &sought, fabs(excess) / law->variance));
}

/* The mean of n independent values that are never below 0 falls to mean - shortfall or under it:
 * Bennett's inequality (JASA 57, 1962), as mean - value is at most mean. */
static double bennett(double mean, double variance, double n, double shortfall)
{
	double u = shortfall * mean / variance;
	return -n * variance / (mean * mean) * ((1 + u) * log1p(u) - u);
}

/* For the upper tail of squares. exp(s y^2) is the mean of exp(sqrt(2 s) g y) over a standard normal g,
 * so E exp(s (X - mean)^2) is the integral of phi(g) exp(C(sqrt(2 s) g)), C the centred cumulant
 * function. For Poisson counts that is infinite, hence X is bounded first: with m = C'(t),
 * P(X - mean > m) <= exp(C(t) - t m), and for X - mean <= m the exponential of z (X - mean) lies below
 * its tangent line in z at t for z > t: C may be continued by its tangent. So
 * P(sum of squares >= v) <= n exp(C(t) - t m) + exp(n ln integral - s v). */
struct sought_square {
	const struct mixture *law;
	double n, observed;
	double edge, at_edge, slope; /* t, C(t), m */
};

static double continued(const struct sought_square *sought, double t)
{
	double slope;
	if (t > sought->edge)
		return sought->at_edge + (t - sought->edge) * sought->slope;
	return cumulant(sought->law, t, &slope);
}

/* The trapezoidal rule, whose error falls with exp(-2 pi^2 / STEP^2) for integrands like this one. */
static double square_bound(const void *context, double s)
{
	enum { NODES = 640 };
	const double STEP = .0625;
	const struct sought_square *sought = context;
	double sum = 0, scale = sqrt(2 * s);
	for (int i = -NODES; i <= NODES; i++) {
		double g = i * STEP;
		sum += exp(continued(sought, scale * g) - g * g / 2);
	}
	return sought->n * (log(sum * STEP / sqrt(2 * M_PI)) - s * sought->observed);
}

/* Moves the edge out until the part cut off, for all trials, is below the logarithm. */
static void find_edge(struct sought_square *sought, double cut)
{
	sought->edge = 1 / sqrt(sought->law->variance);
	for (int i = 0; i < 200; i++) {
		sought->at_edge = cumulant(sought->law, sought->edge, &sought->slope);
		if (sought->at_edge - sought->edge * sought->slope + log(sought->n) < cut)
			break;
		sought->edge *= 1.1;
	}
}

double tail_square(const struct mixture *law, uint64_t n, double observed, double allowed)
{
	double square = law->variance, variance = law->fourth + 2 * square * square;
	double excess = beyond(observed - square, observed + square + law->mean * law->mean);
	if (excess == 0 || excess * excess * (double)n <= SCREEN * SCREEN * variance)
		return 0;
	if (!(square > 0))
		return -INFINITY;
	if (excess < 0)
		return both_sides(bennett(square, variance, (double)n, -excess));
	struct sought_square sought = {.law = law, .n = (double)n, .observed = square + excess};
	double cut = allowed - 3;
	find_edge(&sought, cut);
	double bound = least(square_bound, &sought, excess / variance / 4);
	return both_sides(fmax(bound, cut) + log1p(exp(-fabs(bound - cut))));
}

/* Moments of Y = X - 1, given that something is seen where that is asked for. */
struct sought_deviation {
	const struct deviation *asked;
	double n, observed;
	double expected, second, third; /* E|Y|, E Y^2, a bound on E|Y|^3 */
};

/* E exp(t Y). */
static double generating(const struct deviation *asked, double t)
{
	double slope, all = exp(cumulant(asked->law, t, &slope) + t * (asked->law->mean - 1));
	return (all - asked->unseen * exp(-t)) / (1 - asked->unseen);
}

/* exp(s|y|) = exp(s y) + exp(-s y) - exp(-s|y|), and exp(-x) >= 1 - x + x^2/2 - x^3/6 for x >= 0. */
static double deviation_bound(const void *context, double s)
{
	const struct sought_deviation *sought = context;
	double minus = s * sought->expected - s * s * sought->second / 2 + s * s * s * sought->third / 6;
	double both = generating(sought->asked, s) + generating(sought->asked, -s);
	return sought->n * (log(both - 1 + minus) - s * sought->observed);
}

static void deviation_moments(struct sought_deviation *sought)
{
	const struct deviation *asked = sought->asked;
	const struct mixture *law = asked->law;
	double shift = law->mean - 1, square = shift * shift, variance = law->variance;
	double second = variance + square;
	double fourth = law->fourth + 3 * variance * variance + 4 * shift * law->third + 6 * square * variance +
		square * square;
	double seen = 1 - asked->unseen;
	sought->second = (second - asked->unseen) / seen;
	sought->third = sqrt(fmax(sought->second * (fourth - asked->unseen) / seen, 0));
}

double tail_deviation(const struct deviation *asked, uint64_t n, double observed)
{
	struct sought_deviation sought = {.asked = asked, .n = (double)n, .expected = asked->expected};
	deviation_moments(&sought);
	double excess = observed - asked->expected, slack = asked->error + ROUNDING * (1 + asked->expected);
	double variance = sought.second - asked->expected * asked->expected;
	excess = copysign(fmax(fabs(excess) - slack, 0), excess);
	if (excess == 0 || excess * excess * (double)n <= SCREEN * SCREEN * variance)
		return 0;
	if (!(variance > ROUNDING))
		return -INFINITY;
	if (excess < 0)
		return both_sides(bennett(asked->expected, variance, (double)n, -excess));
	sought.observed = asked->expected + excess;
	return both_sides(least(deviation_bound, &sought, excess / variance / 4));
}
