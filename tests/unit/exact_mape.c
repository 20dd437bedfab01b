/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sim/exact.h"
#include "sim/exact_series.h"
#include "tests/check.h"

#define RATE 524288.
#define CLASSES 5

/* A generator for test sites only (MMIX's constants, high bits). */
static double uniform(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 11) * 0x1p-53;
}

/* All outcomes of a site one by one: count vectors with their probabilities. */
struct enumeration {
	const struct exact_term *terms;
	size_t n;
	long double truth, mape, unseen;
};

/* P(K = k) for k samples or marks by the plain product; Poisson counts are not enumerated. */
static long double binomial(double n, double p, long double miss, int k)
{
	long double probability = powl(miss, (long double)n - k);

	for (int i = 0; i < k; i++)
		probability *= p * ((long double)n - i) / (i + 1);
	return probability;
}

static void enumerate(struct enumeration *all, size_t i, long double estimate, long double probability)
{
	if (i == all->n) {
		all->mape += probability * fabsl(estimate - all->truth) / all->truth;
		return;
	}
	const struct exact_term *term = &all->terms[i];
	double n = (double)term->count, p = term->p;
	long double miss = expl((long double)term->log_miss);
	if (term->per_mark) {
		n *= (double)term->units;
		p = term->mark_p;
		miss = 1 - (long double)p;
	}
	for (int k = 0; k <= n; k++)
		enumerate(all, i + 1, estimate + (long double)term->bytes * k, probability * binomial(n, p, miss, k));
}

static struct enumeration enumerated(const struct exact_term *terms, size_t n)
{
	struct enumeration all = {.terms = terms, .n = n, .unseen = 1};

	for (size_t i = 0; i < n; i++) {
		all.truth += (long double)terms[i].size * terms[i].count;
		all.unseen *= expl((long double)terms[i].log_miss * terms[i].count);
	}
	enumerate(&all, 0, 0, 1);
	return all;
}

enum weight { HORVITZ_THOMPSON, AT_LEAST_RATE, MARKS, WEIGHTS };

static struct exact_term term_of(uint64_t size, uint64_t count, enum weight weight, uint64_t units)
{
	double log_miss = -(double)size / RATE, p = -expm1(log_miss);
	struct exact_term term = {.size = size, .count = count, .p = p, .log_miss = log_miss, .objects = 1};

	term.bytes = weight == AT_LEAST_RATE ? fmax((double)size, RATE) : (double)size / p;
	if (weight == MARKS) {
		term.per_mark = true;
		term.law = MARKS_BINOMIAL;
		term.units = units;
		term.mark_p = -expm1(log_miss / (double)units);
		term.bytes = (double)size / ((double)units * term.mark_p);
	}
	return term;
}

/* 2 to 5 classes of up to 12 allocations together, .01 to 6 mean gaps large. */
static size_t random_site(uint64_t *state, struct exact_term terms[CLASSES])
{
	size_t n = 2 + (size_t)(uniform(state) * (CLASSES - 1));
	enum weight weight = (enum weight)(uniform(state) * WEIGHTS);
	uint64_t room = 12 - n;

	for (size_t i = 0; i < n; i++) {
		uint64_t more = (uint64_t)(uniform(state) * (double)(room + 1)),
			 units = weight == MARKS ? 1 + i % 3 : 1;
		double size = RATE * .01 * exp(uniform(state) * log(600));
		room -= more;
		terms[i] = term_of((uint64_t)size, 1 + more / units, weight, units);
	}
	return n;
}

static void check_site(const struct exact_term *terms, size_t n, int number)
{
	struct enumeration all = enumerated(terms, n);
	double mape = (double)all.mape, seen = (double)((all.mape - all.unseen) / (1 - all.unseen));
	struct exact exact;

	exact_measures(terms, n, true, &exact);
	check_msg(fabs(exact.mape - mape) <= 1e-6 * mape && !exact.mape_approximate,
		"site %d: %.15g, not %.15g, error bound %g", number, exact.mape, mape, exact.mape_error);
	check_msg(fabs(exact.mape - mape) <= (exact.mape_error + 1e-13) * mape,
		"site %d: %.15g, not %.15g, is outside its error bound %g", number, exact.mape, mape, exact.mape_error);
	check_msg(fabs(exact.mape_seen - seen) <= (exact.mape_error + 1e-12) * seen,
		"site %d: given seen %.15g, not %.15g, error bound %g", number, exact.mape_seen, seen,
		exact.mape_error);
}

TEST(exact_mape, enumerated_sites)
{
	uint64_t state = 1;

	for (int i = 0; i < 300; i++) {
		struct exact_term terms[CLASSES];
		size_t n = random_site(&state, terms);
		check_site(terms, n, i);
	}
}

/* Most trials see nothing, yet one sample does not reach the truth: what they add, 1, must not drown
 * the rest. The long double of the enumeration has the digits for the difference. */
TEST(exact_mape, hardly_ever_seen)
{
	for (double rare = 1e-2; rare > 1e-9; rare /= 10) {
		struct exact_term terms[3];
		for (size_t i = 0; i < 3; i++) {
			double p = rare * (double)(i + 1), size = 1000 * (double)(i + 1);
			terms[i] = (struct exact_term){
				.size = (uint64_t)size,
				.count = 2,
				.p = p,
				.log_miss = log1p(-p),
				.bytes = size * 3.7,
				.objects = 1,
			};
		}
		struct enumeration all = enumerated(terms, 3);
		struct exact exact;
		exact_measures(terms, 3, true, &exact);
		double seen = (double)((all.mape - all.unseen) / (1 - all.unseen));
		check_near(exact.mape, (double)all.mape, exact.mape_error);
		check_near(exact.mape_seen, seen, 1e-6);
		check_msg(!exact.mape_approximate, "at %g: error bound %g", rare, exact.mape_error);
	}
}

/* The series where the closed forms are known, De Moivre's and Poisson's. One weight is a lattice; two
 * that differ in the last digit are not, but have the same deviation. */
static void check_series(struct counts law, double target, double tolerance)
{
	struct part parts[2] = {{.weight = 1, .law = law}, {.weight = 1 + 0x1p-52, .law = law}};
	struct question question = {.excess = law.mean - target, .left = 1, .tolerance = 1e-6};
	double exact = counts_deviation(&law, question.excess);

	parts[0].law.n = floor(law.n / 2);
	parts[0].law.mean = isinf(law.n) ? law.mean / 2 : parts[0].law.n * law.p;
	parts[1].law.n -= isinf(law.n) ? 0 : parts[0].law.n;
	parts[1].law.mean -= parts[0].law.mean;
	struct series series = series_deviation(parts, 2, &question);
	check_near(series.value, exact, series.error / exact);
	check_msg(series.error <= tolerance * exact, "n %g mean %g target %g: error bound %g of %g", law.n, law.mean,
		target, series.error, exact);
	parts[0] = (struct part){.weight = 1, .law = law};
	series = series_deviation(parts, 1, &question);
	check_near(series.value, exact, series.error / exact);
	check_near(series.value, exact, 1e-9);
}

TEST(exact_mape, series_against_closed_forms)
{
	static const double counts[] = {3, 7, 20, 1000, 123456}, probabilities[] = {1e-3, .017, .1, .37, .5, .8, .999};

	for (size_t i = 0; i < 5; i++) {
		for (size_t j = 0; j < 7; j++) {
			double n = counts[i], p = probabilities[j], mean = n * p;
			struct counts law = {.n = n, .p = p, .q = 1 - p, .log_q = log1p(-p), .mean = mean};
			check_series(law, floor(mean) + .37, 1e-6);
			law = (struct counts){.n = INFINITY, .q = 1, .mean = mean};
			check_series(law, floor(mean) + .61, 1e-6);
		}
	}
}

/* With the target on an atom the blur cannot be escaped, only shrunk: value and bound stay honest. */
TEST(exact_mape, target_on_an_atom)
{
	check_series((struct counts){.n = 40, .p = .25, .q = .75, .log_q = log1p(-.25), .mean = 10}, 10, 1e-4);
	check_series((struct counts){.n = INFINITY, .q = 1, .mean = 6}, 6, 1e-4);
}

/* The weight max(size, rate), one for all sizes below the rate, their probabilities different, and the
 * truth a whole number of weights. */
TEST(exact_mape, lattice_of_several_probabilities)
{
	struct exact_term terms[] = {
		term_of(65536, 4, AT_LEAST_RATE, 1),
		term_of(131072, 4, AT_LEAST_RATE, 1),
		term_of(262144, 3, AT_LEAST_RATE, 1),
	};
	struct enumeration all = enumerated(terms, 3);
	struct exact exact;

	exact_measures(terms, 3, true, &exact);
	check_near(exact.mape, (double)all.mape, 1e-9);
	check_near(exact.mape_seen, (double)((all.mape - all.unseen) / (1 - all.unseen)), 1e-9);
	check(!exact.mape_approximate);
}

/* Many samples: Edgeworth's correction of the normal approximation, good to 1/variance^2. */
TEST(exact_mape, large_sites)
{
	static const double means[] = {1e4, 1e6, 1e9};

	for (size_t i = 0; i < 3; i++) {
		struct exact_term terms[8];
		double truth = 0, k2 = 0, k3 = 0, k4 = 0;
		for (size_t j = 0; j < 8; j++) {
			uint64_t size = (uint64_t)16 << 2 * j;
			terms[j] = term_of(size, (uint64_t)(means[i] / 8 * RATE / (double)size), HORVITZ_THOMPSON, 1);
			double n = (double)terms[j].count, p = terms[j].p, q = 1 - p, w = terms[j].bytes;
			truth += n * (double)size;
			k2 += n * p * q * w * w;
			k3 += n * p * q * (q - p) * w * w * w;
			k4 += n * p * q * (1 - 6 * p * q) * w * w * w * w;
		}
		double skewness = k3 / pow(k2, 1.5), kurtosis = k4 / (k2 * k2);
		double normal = sqrt(2 / M_PI * k2) / truth;
		struct exact exact;
		exact_measures(terms, 8, true, &exact);
		check_near(exact.mape, normal * (1 + (skewness * skewness - kurtosis) / 24), 2e-7);
		check(!exact.mape_approximate);
	}
}

/* The number of classes must not matter: a closed form split into parts that only look different. */
TEST(exact_mape, merges_equal_laws)
{
	struct exact_term whole[2] = {term_of(100000, 8, HORVITZ_THOMPSON, 1), term_of(300000, 3, HORVITZ_THOMPSON, 1)};
	struct exact_term split[11];
	struct exact one, other;

	for (size_t i = 0; i < 11; i++) {
		split[i] = whole[i % 4 == 3 || i == 10];
		split[i].count = 1;
	}
	whole[0].count = 8;
	exact_measures(whole, 2, true, &one);
	exact_measures(split, 11, true, &other);
	check_near(other.mape, one.mape, 1e-13);
	check_near(other.cv, one.cv, 1e-14);
}

/* A bias of many standard deviations is all there is. */
TEST(exact_mape, bias_only)
{
	struct exact_term terms[] = {
		term_of(64, 100000000, HORVITZ_THOMPSON, 1),
		term_of(100000, 50000, HORVITZ_THOMPSON, 1),
	};
	struct exact exact;

	for (size_t i = 0; i < 2; i++)
		terms[i].bytes *= 1.3;
	exact_measures(terms, 2, true, &exact);
	check_near(exact.mape, .3, 1e-12);
	check(!exact.mape_approximate);
}

static double poisson(double mean, int k)
{
	return exp(k * log(mean) - mean - lgamma(k + 1));
}

/* 10^15 allocations of two sizes, of which one or two are missed: the misses are Poisson, and all that
 * is random is 15 digits below the estimate. */
TEST(exact_mape, hardly_ever_missed)
{
	static const double misses[] = {.75, 1.5};
	struct exact_term terms[2];
	struct exact exact;
	double truth = 0, deviation = 0;

	for (size_t i = 0; i < 2; i++) {
		uint64_t size = i == 0 ? 3000000 : 1000000, count = 1000000000000000;
		double q = misses[i] / (double)count;
		terms[i] = (struct exact_term){
			.size = size,
			.count = count,
			.p = 1 - q,
			.log_miss = log(q),
			.bytes = (double)size / (1 - q),
			.objects = 1,
		};
		truth += (double)size * (double)count;
	}
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 40; j++)
			deviation += poisson(misses[0], i) * poisson(misses[1], j) *
				fabs(3e6 * (i - misses[0]) + 1e6 * (j - misses[1]));
	exact_measures(terms, 2, true, &exact);
	check_near(exact.mape, deviation / truth, 1e-6);
	check(!exact.mape_approximate && exact.bias == 0);
}
