/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sim/exact.h"
#include "tests/check.h"

#define MIB 1048576.
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Horvitz-Thompson under exponential gaps of mean rate. */
static struct exact_term ht_exponential(uint64_t size, uint64_t count, double rate)
{
	double p = -expm1(-(double)size / rate);

	return (struct exact_term){
		.size = size,
		.count = count,
		.p = p,
		.log_miss = -(double)size / rate,
		.bytes = (double)size / p,
		.objects = 1 / p,
	};
}

/* The same under geometric gaps: every byte is marked with probability 1 / rate. */
static struct exact_term ht_geometric(uint64_t size, uint64_t count, double rate)
{
	double log_miss = (double)size * log1p(-1 / rate), p = -expm1(log_miss);

	return (struct exact_term){
		.size = size,
		.count = count,
		.p = p,
		.log_miss = log_miss,
		.bytes = (double)size / p,
		.objects = 1 / p,
	};
}

static struct exact_term hits_poisson(uint64_t size, uint64_t count, double rate)
{
	struct exact_term term = ht_exponential(size, count, rate);

	term.per_mark = true;
	term.law = MARKS_POISSON;
	term.mark_mean = (double)size / rate;
	term.bytes = rate;
	term.objects = rate / (double)size;
	return term;
}

static struct exact_term hits_binomial(uint64_t size, uint64_t count, double rate)
{
	struct exact_term term = ht_geometric(size, count, rate);

	term.per_mark = true;
	term.law = MARKS_BINOMIAL;
	term.units = size;
	term.mark_p = 1 / rate;
	term.bytes = rate;
	term.objects = rate / (double)size;
	return term;
}

static struct exact measure(const struct exact_term *terms, size_t n)
{
	struct exact exact;

	exact_measures(terms, n, true, &exact);
	return exact;
}

static struct exact measure_one(struct exact_term term)
{
	return measure(&term, 1);
}

/* Published: heapprofd's design document gives both laws for these two sites. */
TEST(exact, detection)
{
	check_near(measure_one(ht_exponential(1572864, 1, 524288)).detection, .9502129316, 1e-10);
	check_near(measure_one(ht_exponential(1024, 1536, 524288)).detection, .9502129316, 1e-10);
	check_near(measure_one(ht_geometric(1024, 1536, 524288)).detection, .9502130741, 1e-10);
	check_near(measure_one(hits_binomial(3670016, 1, 2 * MIB)).detection, .8262261291, 1e-10);
	check_near(measure_one(hits_poisson(3670016, 1, 2 * MIB)).detection, .826226056549555, 1e-13);
}

TEST(exact, tiny_inclusion)
{
	check_near(measure_one(ht_exponential(8, 1, 524288)).samples, 1.52586726477703e-5, 1e-14);
	check_near(measure_one(ht_geometric(8, 1, 524288)).detection, 1.52586871994820e-5, 1e-13);
	check_near(measure_one(ht_exponential(10, 1, 3e15)).detection, 3.33333333333333e-15, 1e-14);
	struct exact exact = measure_one(hits_poisson(10, 1, 3e15));
	check_near(exact.mape, 2, 1e-14);
	/* 1 / (e^u - 1) */
	check_near(exact.mape_seen, 3e14 - .5, 1e-14);
}

static double variance_of(struct exact_term term)
{
	double sd = measure_one(term).cv * (double)term.size;

	return sd * sd;
}

TEST(exact, variance)
{
	check_near(variance_of(ht_exponential(8, 1, 524288)), 4194272.00008138, 1e-13);
	check_near(variance_of(ht_exponential(65536, 1, 524288)), 32256982316.1549, 1e-13);
	check_near(variance_of(ht_exponential(524288, 1, 524288)), 159972539074.402, 1e-13);
	check_near(variance_of(ht_geometric(65536, 1, 524288)), 32256949590.7779, 1e-13);
	check_near(variance_of(hits_poisson(65536, 1, 524288)), 34359738368.0000, 1e-13);
	check_near(variance_of(hits_binomial(65536, 1, 524288)), 34359672832.0000, 1e-13);
}

TEST(exact, per_allocation)
{
	struct exact_term terms[] = {
		{.size = 8, .count = 1000000, .p = 1e-3, .log_miss = log1p(-1e-3), .bytes = 8000, .objects = 1000},
		{.size = 8388608, .count = 1, .p = 1e-3, .log_miss = log1p(-1e-3), .bytes = 8388608e3, .objects = 1000},
	};
	struct exact exact = measure(terms, 2);
	double bytes = 8e6 + 8388608;

	check_near(exact.cv * exact.cv * bytes * bytes, 7.02984393694863e+16, 1e-13);
	check_near(exact.objects_cv, sqrt(999 / 1000001.), 1e-13);
	check_near(exact.samples, 1000.001, 1e-14);
	check(exact.bias == 0 && exact.objects_bias == 0);
}

/* E|N - l| / l for N ~ Poisson(l), however the bytes are split. */
TEST(exact, mape_poisson)
{
	static const struct {
		double lambda, mape, unseen_apart;
	} rows[] = {
		{.25, 1.557601566, NAN},
		{.5, 1.21306131942527, .6065306597},
		{1, .735758882342885, .3678794412},
		{1.5, .669390480445289, .4462603203},
		{2, .5413411329, .4060058497},
		{2.5, .513031241399367, NAN},
		{3, .4480836153, .3982965469},
		{4, .3907336296, NAN},
		{10, .250220071442267, NAN},
		{100, .0797219936182943, NAN},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t bytes = (uint64_t)(rows[i].lambda * 524288);
		struct exact_term split[] = {hits_poisson(64, bytes / 128, 524288), hits_poisson(bytes / 4, 2, 524288)};
		struct exact one = measure_one(hits_poisson(bytes, 1, 524288)), two = measure(split, 2);
		check_near(one.mape, rows[i].mape, 1e-9);
		check_near(two.mape, one.mape, 1e-13);
		check(one.bias == 0 && one.mape_error == 0 && !one.mape_approximate);
		if (!isnan(rows[i].unseen_apart))
			check_near(one.mape_seen * one.detection, rows[i].unseen_apart, 3e-10);
	}
	check_near(measure_one(hits_poisson(786432, 1, 524288)).mape_seen, .574433833577736, 1e-13);
	check_near(measure_one(hits_poisson(5242880, 1, 524288)).mape_seen, .250186029940691, 1e-13);
	check_near(measure_one(hits_poisson(52428800, 1, 524288)).mape, .0797219936182943, 1e-13);
}

/* The model behind heapprofd's error figure: KiB as the units of a binomial law. */
TEST(exact, mape_binomial)
{
	static const struct {
		uint64_t kib;
		double rate, mape, seen;
	} rows[] = {
		{32, 32, .7241105785, .56753396},
		{512, 512, .73503978, .58107739},
		{3072, 2048, .66925427, .57430328},
		{5000, 32, .062830844, NAN},
		{5000, 128, .12698647, NAN},
		{5000, 512, .25526635, NAN},
		{5000, 2048, .51867522, NAN},
		{100, 32, .4401474801, NAN},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct exact exact = measure_one(hits_binomial(rows[i].kib, 1, rows[i].rate));
		check_near(exact.mape, rows[i].mape, 2e-8);
		if (!isnan(rows[i].seen))
			check_near(exact.mape_seen, rows[i].seen, 1e-7);
	}
	check_near(measure_one(hits_binomial(100, 1, 32)).mape, .4401474801, 2e-10);
	check_near(measure_one(hits_binomial(1, 100, 32)).mape, .4401474801, 2e-10);
	check_near(measure_one(hits_binomial(32, 1, 32)).mape, .7241105785, 1e-10);
}

TEST(exact, mape_of_one_allocation)
{
	struct exact exact = measure_one(ht_exponential(1300, 1, 1000));

	check_near(exact.mape, .545063586068025, 1e-13);
	check_near(exact.mape_seen, .374630520515318, 1e-13);
	/* Far above the rate the error is what is left of the miss, not rounding noise. */
	exact = measure_one(ht_exponential(70000, 1, 1000));
	check_near(exact.mape, 2 * exp(-70), 1e-13);
	check_near(exact.mape_seen, exp(-70), 1e-13);
}

#define SITE_M(term, rate) \
	{ \
		term(64, 50000, rate), term(16384, 100, rate), term(262144, 4, rate), term(4194304, 1, rate) \
	}

TEST(exact, mixed_site)
{
	struct exact_term hits[] = SITE_M(hits_poisson, 524288), ht[] = SITE_M(ht_exponential, 524288);
	struct exact exact = measure(hits, 4);
	double lambda = (64 * 50000 + 16384 * 100 + 262144 * 4 + 4194304) / 524288., m = floor(lambda);

	check_near(exact.cv, .228048447625050, 1e-13);
	check_near(exact.samples, 11.7533615620151, 1e-13);
	check_near(exact.mape, 2 * exp(m * log(lambda) - lambda - lgamma(m + 1)), 1e-12);
	exact = measure(ht, 4);
	check_near(exact.cv, .170454210673903, 1e-13);
	check_near(exact.samples, 11.7533615620151, 1e-13);
	check_near(exact.detection, -expm1(-lambda), 1e-14);
	check_near(exact.mape, .13600534628, 1e-10);
}

/* Enumerated. */
TEST(exact, small_mixed_site)
{
	struct exact_term terms[] = {
		ht_exponential(100000, 7, 524288),
		ht_exponential(150000, 5, 524288),
		ht_exponential(333333, 3, 524288),
	};
	struct exact exact = measure(terms, 3);
	double bytes = 700000 + 750000 + 999999;

	check_near(exact.mape * bytes, 815471.719867670, 1e-10);
	check_near(exact.cv * exact.cv * bytes * bytes, 1047921982403.80, 1e-13);
	check(exact.mape_error > 0 && exact.mape_error < 1e-6 && !exact.mape_approximate);
}

/* Exact above the 99 % threshold, by hits or Horvitz-Thompson below. */
TEST(exact, mixed_site_with_bypass)
{
	struct exact_term hits[] = SITE_M(hits_poisson, 524288), ht[] = SITE_M(ht_exponential, 524288);

	hits[3] = ht[3] = (struct exact_term){
		.size = 4194304,
		.count = 1,
		.p = 1,
		.log_miss = -INFINITY,
		.bytes = 4194304,
		.objects = 1,
	};
	struct exact exact = measure(hits, 4);
	double below = 64 * 50000 + 16384 * 100 + 262144 * 4, lambda = below / 524288, m = floor(lambda);
	check_near(exact.cv, .174267104104145, 1e-13);
	check_near(exact.mape, 2 * exp(m * log(lambda) - lambda - lgamma(m + 1)) * below / (below + 4194304), 1e-12);
	check(exact.detection == 1 && exact.mape_seen == exact.mape);
	check_near(measure(ht, 4).cv, .170283736807669, 1e-13);
}

/* Little of two sizes beside what is always sampled: its mark is worth more than all of it. */
TEST(exact, little_beside_a_bypass)
{
	struct exact_term terms[] = {
		ht_exponential(100, 3, 524288),
		ht_exponential(200, 2, 524288),
		{.size = 4194304, .count = 1, .p = 1, .log_miss = -INFINITY, .bytes = 4194304, .objects = 1},
	};
	struct exact exact = measure(terms, 3);

	check_near(exact.mape, 2 * 700 * exp(-700 / 524288.) / (700 + 4194304), 1e-13);
	check(exact.mape_seen == exact.mape && exact.mape_error == 0);
}

/* Biases far below one part in a million keep their digits. */
TEST(exact, small_bias)
{
	struct exact_term term = ht_geometric(64, 1000, 4096);

	term.bytes = 64 / -expm1(-64 / 4096.);
	check_near(measure_one(term).bias, .000121138723163672, 1e-10);
	term = ht_geometric(16, 7, 524288);
	term.bytes = 16 / -expm1(-16 / 524288.);
	check_near(measure_one(term).bias, 9.536609772e-7, 1e-9);
	/* heapprofd's hits: rounded up gaps of rate R mark each byte with 1 - exp(-1/R). */
	term = hits_binomial(64, 1000, 4096);
	term.mark_p = -expm1(-1 / 4096.);
	check_near(measure_one(term).bias, -1.220603790e-4, 1e-9);
}

TEST(exact, raw_only_falls_short)
{
	struct exact_term terms[] = {ht_exponential(1000, 3, 1e4), ht_exponential(50000, 1, 1e4)};
	double mean = 0;

	for (size_t i = 0; i < 2; i++) {
		terms[i].bytes = (double)terms[i].size;
		mean += terms[i].p * (double)(terms[i].count * terms[i].size);
	}
	struct exact exact = measure(terms, 2);
	check_near(exact.mape, 1 - mean / 53000, 1e-14);
	check_near(exact.mape_seen, 1 - mean / 53000 / -expm1(-5.3), 1e-13);
	/* One allocation, once seen, is seen whole. */
	check(measure(&terms[1], 1).mape_seen == 0);
	check_near(measure(&terms[1], 1).mape, exp(-5), 1e-14);
}

TEST(exact, threshold)
{
	struct exact_term terms[] = {
		{.size = 100, .count = 10, .p = 0, .log_miss = 0, .bytes = 100, .objects = 1},
		{.size = 5000, .count = 2, .p = 1, .log_miss = -INFINITY, .bytes = 5000, .objects = 1},
	};
	struct exact exact = measure(terms, 2);

	check(exact.detection == 1 && exact.cv == 0 && exact.samples == 2);
	check_near(exact.bias, -1 / 11., 1e-15);
	check_near(exact.mape, 1 / 11., 1e-15);
	check_near(exact.mape_seen, 1 / 11., 1e-15);
	check_near(exact.objects_bias, -10 / 12., 1e-15);
	exact = measure(terms, 1);
	check(exact.detection == 0 && exact.bias == -1 && exact.mape == 1 && isnan(exact.mape_seen));
	exact = measure(&terms[1], 1);
	check(exact.bias == 0 && exact.mape == 0 && exact.mape_seen == 0);
}

TEST(exact, nothing_true)
{
	struct exact_term term = {.size = 0, .count = 5, .p = 0, .log_miss = 0, .bytes = NAN, .objects = NAN};
	struct exact exact = measure_one(term);

	check(isnan(exact.bias) && isnan(exact.cv) && isnan(exact.mape) && isnan(exact.mape_seen));
	check(exact.objects_bias == -1 && exact.objects_cv == 0 && exact.detection == 0);
	exact = measure(NULL, 0);
	check(isnan(exact.bias) && isnan(exact.objects_bias) && exact.detection == 0 && exact.samples == 0);
}

TEST(exact, mape_only_when_wanted)
{
	struct exact_term term = hits_poisson(4096, 100, 524288);
	struct exact exact;

	exact_measures(&term, 1, false, &exact);
	check(isnan(exact.mape) && isnan(exact.mape_seen) && !exact.mape_approximate && exact.cv > 0);
}
