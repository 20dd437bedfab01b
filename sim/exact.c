/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact.h"

#include "sim/exact_mape.h"
#include "sim/sum.h"

#include <float.h>
#include <math.h>

/* Mean, error and variance of what is booked for one allocation. */
struct moments {
	double mean, bias, variance;
};

/* One sum in bytes or in objects. */
struct totals {
	struct sum truth, mean, bias, variance;
};

/* Moments of what one sample or mark would be worth 1. q = 1 - p comes from its logarithm: near
 * p = 1 the subtraction has no digits, and they are all a variance or a bias there consists of. */
static struct moments unit_moments(const struct exact_term *term)
{
	if (!term->per_mark) {
		double q = exp(term->log_miss);
		return (struct moments){.mean = term->p, .variance = term->p * q};
	}
	if (term->law == MARKS_POISSON)
		return (struct moments){.mean = term->mark_mean, .variance = term->mark_mean};
	double mean = (double)term->units * term->mark_p;
	return (struct moments){.mean = mean, .variance = mean * (1 - term->mark_p)};
}

/* mean * weight - truth with one rounding. What is within the rounding of the weight itself (truth / p
 * is not representable) is an unbiased estimator: printing it as 1e-17 would claim knowledge. */
static double bias_of(const struct exact_term *term, double mean, double weight, double truth)
{
	double bias = fma(mean, weight, -truth);

	if (!term->per_mark && term->p > .5)
		bias = (weight - truth) - weight * exp(term->log_miss);
	return fabs(bias) <= DBL_EPSILON * truth ? 0 : bias;
}

static struct moments weighted(const struct exact_term *term, double weight, double truth, double extra)
{
	if (term->p == 0)
		return (struct moments){.bias = -truth};
	struct moments unit = unit_moments(term);
	return (struct moments){
		.mean = unit.mean * weight,
		.bias = bias_of(term, unit.mean, weight, truth),
		.variance = unit.variance * weight * weight + extra,
	};
}

static void totals_add(struct totals *totals, const struct moments *one, double truth, double count)
{
	sum_add(&totals->truth, count * truth);
	sum_add(&totals->mean, count * one->mean);
	sum_add(&totals->bias, count * one->bias);
	sum_add(&totals->variance, count * one->variance);
}

static void ratios(const struct totals *totals, double *bias, double *cv)
{
	double truth = sum_value(&totals->truth);

	*bias = truth > 0 ? sum_value(&totals->bias) / truth : NAN;
	*cv = truth > 0 ? sqrt(sum_value(&totals->variance)) / truth : NAN;
}

/* The part of the sums that needs the terms one by one; see struct mape_sums. */
struct gather {
	struct sum rest, highest, log_unseen, log_rest, number, mean;
	struct mape_sums *out;
	double heaviest;
	bool any;
};

/* All weights and laws equal so far? Binomial counts of one p add up to one, Poisson counts always. */
static void merge(struct gather *gather, const struct counts *law, double weight)
{
	struct mape_sums *out = gather->out;

	if (!gather->any)
		out->law = *law;
	else if (out->law.p != law->p || isinf(out->law.n) != isinf(law->n))
		out->one_lattice = false;
	gather->any = true;
	out->lightest = fmin(out->lightest, weight);
	gather->heaviest = fmax(gather->heaviest, weight);
	sum_add(&gather->number, law->n);
	sum_add(&gather->mean, law->mean);
	sum_add(&gather->highest, law->n * weight);
}

static void gather_add(struct gather *gather, const struct exact_term *term)
{
	double count = (double)term->count, constant;
	struct counts law;

	sum_add(&gather->log_unseen, term->p == 0 ? 0 : count * term->log_miss);
	if (exact_term_law(term, &law, &constant)) {
		sum_add(&gather->rest, count * (double)term->size);
		sum_add(&gather->log_rest, count * term->log_miss);
		merge(gather, &law, term->bytes);
	} else {
		/* Always sampled with its true size adds an exact 0, never sampled its size. */
		sum_add(&gather->rest, count * ((double)term->size - constant / count));
	}
}

static void measure_mape(const struct exact_term *terms, size_t n, const struct totals *bytes, struct exact *out)
{
	struct mape_sums sums = {
		.truth = sum_value(&bytes->truth),
		.mean = sum_value(&bytes->mean),
		.bias = sum_value(&bytes->bias),
		.lightest = INFINITY,
		.one_lattice = true,
	};
	struct gather gather = {.out = &sums};
	struct mape mape;

	for (size_t i = 0; i < n; i++)
		gather_add(&gather, &terms[i]);
	sums.rest = sum_value(&gather.rest);
	sums.highest = sum_value(&gather.highest);
	sums.log_unseen = sum_value(&gather.log_unseen);
	sums.log_rest = sum_value(&gather.log_rest);
	sums.law.n = sum_value(&gather.number);
	sums.law.mean = sum_value(&gather.mean);
	sums.one_lattice = sums.one_lattice && gather.any && gather.heaviest == sums.lightest;
	exact_mape(terms, n, &sums, &mape);
	out->mape = mape.all;
	out->mape_seen = mape.seen;
	out->mape_error = mape.error;
	out->mape_approximate = mape.error > 1e-6;
}

void exact_measures(const struct exact_term *terms, size_t n, bool want_mape, struct exact *out)
{
	struct totals bytes = {0}, objects = {0};
	struct sum samples = {0}, log_unseen = {0};
	bool spread = false;

	*out = (struct exact){.mape = NAN, .mape_seen = NAN};
	for (size_t i = 0; i < n; i++) {
		const struct exact_term *term = &terms[i];
		double size = (double)term->size, count = (double)term->count;
		struct moments one = weighted(term, term->bytes, size, term->extra);
		totals_add(&bytes, &one, size, count);
		one = weighted(term, term->objects, 1, size > 0 ? term->extra / (size * size) : 0);
		spread = spread || term->extra != 0;
		totals_add(&objects, &one, 1, count);
		sum_add(&samples, count * term->p);
		sum_add(&log_unseen, term->p == 0 ? 0 : count * term->log_miss);
	}
	out->samples = sum_value(&samples);
	out->detection = -expm1(sum_value(&log_unseen));
	ratios(&bytes, &out->bias, &out->cv);
	ratios(&objects, &out->objects_bias, &out->objects_cv);
	if (want_mape && !spread && sum_value(&bytes.truth) > 0)
		measure_mape(terms, n, &bytes, out);
}
