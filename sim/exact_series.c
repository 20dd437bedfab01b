/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact_series.h"

#include "sim/exact_modulus.h"
#include "sim/exact_reach.h"

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
#define WORK 20e6   /* evaluations of one part at one k */
#define ROTATED 1e7 /* samples above which angles are not found by rotation */
/* The first blur, as a share of the standard deviation, or of the smallest weight where samples are so
 * rare that this is larger: outcomes then lie apart. */
#define FIRST_BLUR .01

/* One problem: the parts, their scales, and what may be left out. */
struct problem {
	const struct question *question;
	const struct part *parts;
	size_t n;
	double target, deviation;  /* E X less the excess; standard deviation */
	double samples;            /* expected number, or of misses */
	double lightest, heaviest; /* absolute weights */
	struct reach reach;
	double farthest;          /* to the side where it is more */
	double rounding;          /* bound on its effect */
	double tail, window, cut; /* c, where the sums end, what they then miss */
	double negligible;        /* logarithm of the moduli to be left out */
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

static void set_limits(struct problem *problem, double left)
{
	double tighter = -log(fmax(left, 1e-12));

	problem->tail = TAIL + tighter;
	problem->negligible = -NEGLIGIBLE - problem->tail;
	problem->window = sqrt(WINDOW * WINDOW + 2 * tighter);
	problem->cut = CUT * exp(-tighter);
}

static void set_scales(struct problem *problem)
{
	double variance = 0, mean = 0, gross = 0;

	problem->lightest = INFINITY;
	for (size_t i = 0; i < problem->n; i++) {
		double weight = problem->parts[i].weight, expected = problem->parts[i].law.mean;
		problem->samples += expected;
		mean += expected * weight;
		gross += expected * fabs(weight);
		variance += weight * weight * expected * problem->parts[i].law.q;
		problem->heaviest = fmax(problem->heaviest, fabs(weight));
		problem->lightest = fmin(problem->lightest, fabs(weight));
	}
	problem->target = mean - problem->question->excess;
	problem->deviation = sqrt(variance);
	problem->reach = exact_reach(problem->parts, problem->n, problem->target, problem->tail);
	problem->farthest = fmax(problem->reach.above, problem->reach.below);
	/* A direct angle is good to its relative rounding, a rotated one to the absolute. */
	problem->rounding =
		DBL_EPSILON * (4 * gross + 2 * problem->farthest * (16 + fmin(problem->samples, ROTATED) / 16)) +
		2 * problem->farthest * exp(problem->negligible);
}

struct sums {
	double triangle, density; /* with and without 1/k^2 */
};

/* The two windowed sums; false when the work ran out. */
static bool add_up(struct problem *problem, double length, double blur, struct sums *sums)
{
	struct grid grid = {2 * M_PI / length, blur, problem->negligible, problem->samples > ROTATED};
	double last = problem->window / blur / grid.step;

	*sums = (struct sums){0, 0};
	if (last / 2 > problem->work)
		return false;
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

/* |E Y| <= E|Y| <= sqrt(E Y^2): what can be said when nothing better was reached. */
static struct series from_moments(const struct problem *problem)
{
	double low = fabs(problem->question->excess), high = hypot(low, problem->deviation);

	return (struct series){.value = (low + high) / 2, .error = (high - low) / 2};
}

static struct series blurred(struct problem *problem)
{
	const struct question *question = problem->question;
	double blur = FIRST_BLUR * fmax(problem->deviation, problem->lightest);
	/* The blur must not reach the wave's other kink. */
	double length = 2 * (problem->farthest + 10 * blur), fixed = problem->reach.beyond + problem->rounding;
	struct series best = from_moments(problem);
	struct sums sums;

	while (add_up(problem, length, blur, &sums)) {
		double smoothed = length / 4 - 2 * length / (M_PI * M_PI) * sums.triangle;
		double rise = fmax(8 * blur * blur / length * sums.density, 0) + 2 * blur * exp(-problem->tail);
		double error = rise / 2 + problem->cut * blur + fixed;
		double wanted = question->tolerance * (smoothed - rise / 2 - question->known);
		if (error < best.error)
			best = (struct series){.value = smoothed - rise / 2, .error = error};
		if (error <= wanted || blur < 1e-9 * problem->deviation)
			break;
		/* The rise goes with the square of the blur where the law is smooth, less fast at an atom. */
		blur *= fmin(.5, fmax(1. / 16, .9 * sqrt(fmax(wanted, 0) / (rise / 2))));
	}
	return best;
}

/* One weight w, several p: the finite series. */
static struct series lattice(struct problem *problem)
{
	double weight = problem->lightest, period = 4 * ceil((problem->farthest / weight + 1) / 2), sum = 0;
	double below = floor(problem->target / weight), above = problem->target / weight - below;
	struct grid grid = {2 * M_PI / (period * weight), 0, problem->negligible, problem->samples > ROTATED};

	for (double k = 1; k < period / 2; k += 2 * MODULUS_BLOCK) {
		struct modulus modulus;
		bool any = false;
		modulus_block(problem->parts, problem->n, &grid, k, &modulus);
		for (int j = 0; j < MODULUS_BLOCK && k + 2 * j < period / 2; j++) {
			if (modulus.log[j] < grid.negligible)
				continue;
			double angle = 2 * M_PI * (k + 2 * j) / period, phase = modulus.argument[j] - angle * below;
			double sine = sin(angle / 2);
			sum += exp(modulus.log[j]) * ((1 - above) * cos(phase) + above * cos(phase - angle)) /
				(sine * sine);
			any = true;
		}
		/* |phi| only falls on the way to the middle of the period. */
		if (!any)
			break;
	}
	return (struct series){
		.value = weight * (period / 4 - 2 / period * sum),
		.error = problem->reach.beyond + problem->rounding,
	};
}

struct series series_deviation(struct part *parts, size_t n, const struct question *question)
{
	struct problem problem = {.question = question, .parts = parts, .n = merge_equal(parts, n), .work = WORK};

	set_limits(&problem, question->left);
	set_scales(&problem);
	if (problem.reach.above <= 0 || problem.reach.below <= 0)
		return (struct series){fabs(question->excess), problem.reach.beyond};
	return problem.lightest == problem.heaviest ? lattice(&problem) : blurred(&problem);
}
