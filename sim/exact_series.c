/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact_series.h"

#include "sim/exact_modulus.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Three limits for the case that known is 0; all are tightened together as less is left beside it. */
#define TAIL 25.      /* c of the header: exp(-25) = 1e-11 */
#define NEGLIGIBLE 3. /* -ln of the moduli to be left out, less c */
#define WINDOW 5.     /* the sums end at t = WINDOW / s */
/* Bound on what they then miss of S - b/2 and of b/2, divided by s, from |phi| <= 1: the sum over odd
 * k becomes an integral in steps of 4 pi / L, b misses s 2 sqrt(2/pi) P(N > WINDOW), S 1/WINDOW^2 of it. */
#define CUT 5e-7
#define WORK 10e6 /* evaluations of one part at one k */
/* The first blur, as a share of the standard deviation, or of the smallest weight where samples are so
 * rare that this is larger: outcomes then lie apart. */
#define FIRST_BLUR .01

/* One problem: the parts and the period. */
struct problem {
	const struct part *parts;
	size_t n;
	double target, deviation; /* of X */
	double length, wrap;      /* L, and the bound on what it leaves out */
	double blur;              /* s to begin with */
	double tail, window, cut; /* c, where the sums end, what they then miss */
	double work;              /* evaluations left */
};

static int by_weight(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return (x->law.p > y->law.p) - (x->law.p < y->law.p);
}

/* The most random counts first: they settle soonest that a characteristic function is negligible. */
static int by_spread(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	double left = x->law.mean * x->law.q, right = y->law.mean * y->law.q;

	return (left < right) - (left > right);
}

/* Joins parts with the same weight and p (0: Poisson); returns how many are left. */
static size_t merge_equal(struct part *parts, size_t n)
{
	size_t kept = 0;

	qsort(parts, n, sizeof(parts[0]), by_weight);
	for (size_t i = 1; i < n; i++) {
		if (by_weight(&parts[kept], &parts[i]) == 0) {
			parts[kept].law.n += parts[i].law.n;
			parts[kept].law.mean += parts[i].law.mean;
		} else {
			parts[++kept] = parts[i];
		}
	}
	qsort(parts, kept + 1, sizeof(parts[0]), by_spread);
	return kept + 1;
}

/* ln E exp(u Y). */
static double cumulants(const struct problem *problem, double u)
{
	double sum = -u * problem->target;

	for (size_t i = 0; i < problem->n; i++) {
		const struct counts *law = &problem->parts[i].law;
		double jump = expm1(u * problem->parts[i].weight);
		sum += isinf(law->n) ? law->mean * jump : law->n * log1p(law->p * jump);
	}
	return sum;
}

/* Where Chernoff's bound for the side of sign is exp(-tail) with this |u|. */
static double reach(const struct problem *problem, double sign, double log_u)
{
	double u = exp(log_u);

	return (cumulants(problem, sign * u) + problem->tail) / u;
}

/* The u that gives the least reach, roughly, by golden sections; every u gives a valid one. Far to the
 * right the exponentials overflow, so equal (infinite) values send the search to the left. */
static double best_log_u(const struct problem *problem, double sign, double heaviest)
{
	const double golden = .6180339887498949;
	double normal = log(sqrt(2 * problem->tail) / problem->deviation);
	double low = fmin(normal, -log(heaviest)) - 3, high = fmax(normal, -log(heaviest)) + 4;
	double x1 = high - golden * (high - low), x2 = low + golden * (high - low);
	double f1 = reach(problem, sign, x1), f2 = reach(problem, sign, x2);

	for (int i = 0; i < 16; i++) {
		if (f1 <= f2) {
			high = x2, x2 = x1, f2 = f1;
			x1 = high - golden * (high - low), f1 = reach(problem, sign, x1);
		} else {
			low = x1, x1 = x2, f1 = f2;
			x2 = low + golden * (high - low), f2 = reach(problem, sign, x2);
		}
	}
	return f1 <= f2 ? x1 : x2;
}

/* How far Y goes to one side, counting what lies beyond in problem->wrap; limit: it never goes farther. */
static double side(struct problem *problem, double sign, double limit, double heaviest)
{
	double log_u = best_log_u(problem, sign, heaviest), far = reach(problem, sign, log_u);

	/* Not less than: no u was good, as for a side with next to no room. */
	if (!(far < limit))
		return limit;
	problem->wrap += 2 * exp(-problem->tail - log_u);
	return far;
}

/* Sets deviation, blur, length and wrap. */
static void set_period(struct problem *problem)
{
	double variance = 0, highest = 0, heaviest = 0, lightest = INFINITY;

	for (size_t i = 0; i < problem->n; i++) {
		const struct part *part = &problem->parts[i];
		variance += part->weight * part->weight * part->law.mean * part->law.q;
		highest += part->weight * part->law.n;
		heaviest = fmax(heaviest, part->weight);
		lightest = fmin(lightest, part->weight);
	}
	problem->deviation = sqrt(variance);
	problem->blur = FIRST_BLUR * fmax(problem->deviation, lightest);
	double above = side(problem, 1, highest - problem->target, heaviest);
	double below = side(problem, -1, problem->target, heaviest);
	/* The blur must not reach the wave's other kink. */
	problem->length = 2 * (fmax(above, below) + 10 * problem->blur);
}

struct sums {
	double triangle, density; /* with and without 1/k^2 */
};

/* The two windowed sums; false when the work ran out. */
static bool add_up(struct problem *problem, double blur, struct sums *sums)
{
	struct grid grid = {2 * M_PI / problem->length, blur, -NEGLIGIBLE - problem->tail};
	double last = problem->window / blur / grid.step;

	*sums = (struct sums){0, 0};
	for (double k = 1; k <= last; k += 2 * MODULUS_BLOCK) {
		struct modulus modulus;
		problem->work -= modulus_block(problem->parts, problem->n, &grid, k, &modulus);
		if (problem->work < 0)
			return false;
		for (int j = 0; j < MODULUS_BLOCK; j++) {
			if (modulus.log[j] < grid.negligible)
				continue;
			double odd = k + 2 * j, phase = modulus.argument[j] - grid.step * odd * problem->target;
			double term = exp(modulus.log[j]) * cos(phase);
			sums->triangle += term / (odd * odd);
			sums->density += term;
		}
	}
	return true;
}

static double rounding(const struct problem *problem)
{
	double mean = 0, samples = 0;

	for (size_t i = 0; i < problem->n; i++) {
		samples += problem->parts[i].law.mean;
		mean += problem->parts[i].law.mean * problem->parts[i].weight;
	}
	/* Phases of the first block are good to the relative, later ones to the absolute rounding. */
	return DBL_EPSILON * (4 * mean + problem->length * (16 + samples / 16)) +
		problem->length * exp(-NEGLIGIBLE - problem->tail);
}

/* left: the share of the target that is not known. */
static void set_limits(struct problem *problem, double left)
{
	double tighter = -log(fmax(left, 1e-12));

	problem->tail = TAIL + tighter;
	problem->window = sqrt(WINDOW * WINDOW + 2 * tighter);
	problem->cut = CUT * exp(-tighter);
}

void series_deviation(struct part *parts, size_t n, double target, double known, double tolerance,
	struct series *series)
{
	struct problem problem = {.parts = parts, .n = merge_equal(parts, n), .target = target, .work = WORK};
	struct sums sums;

	set_limits(&problem, 1 - known / target);
	set_period(&problem);
	*series = (struct series){.value = NAN, .error = INFINITY};
	double length = problem.length, blur = problem.blur, fixed = problem.wrap + rounding(&problem);
	while (add_up(&problem, blur, &sums)) {
		double smoothed = length / 4 - 2 * length / (M_PI * M_PI) * sums.triangle;
		double rise = fmax(8 * blur * blur / length * sums.density, 0) + 2 * blur * exp(-problem.tail);
		*series = (struct series){.value = smoothed - rise / 2, .error = rise / 2 + problem.cut * blur + fixed};
		double wanted = tolerance * (series->value - known);
		if (series->error <= wanted || blur < 1e-9 * problem.deviation)
			break;
		/* The rise goes with the square of the blur where the law is smooth, less fast at an atom. */
		blur *= fmin(.5, fmax(1. / 16, .9 * sqrt(fmax(wanted, 0) / (rise / 2))));
	}
}
