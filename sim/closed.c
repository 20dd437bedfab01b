/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/closed.h"

#include <math.h>
#include <stdlib.h>

bool weigh_classes(const struct sampler *sampler, const struct estimator *estimator, const struct classes *classes,
	struct weighing *weighing, struct err *err)
{
	if (estimator->wants_law && !sampler_memoryless(sampler))
		return err_set(err,
			"--estimator %s: with these parts the chance of an allocation under %s depends on what came "
			"before it, so there is no inclusion probability to divide by",
			estimator->name, sampler->strategy->name);
	const struct rule *rule = &sampler->rule;
	if (estimator->wants_gap && (!sampler->strategy->countdown || (rule->cost && rule->cost->of)))
		return err_set(err, "--estimator %s: strategy %s has no gaps in bytes to weigh by", estimator->name,
			sampler->strategy->name);
	for (size_t c = 0; c < classes->n; c++) {
		struct weighing *one = &weighing[c];
		unsigned stratum = classes->of[c].stratum;
		*one = (struct weighing){.size = classes->of[c].size, .rate = sampler_rate(sampler, stratum)};
		sampler_law(sampler, one->size, stratum, &one->law);
		one->weight = estimator->weight(one);
	}
	return true;
}

/* The variance of gap mean + rest over one allocation: with T(Z) its second moment for Z units,
 * T(Z) = p (m + Z - 1)^2 + q T(Z - 1) has the solution T(Z) = Z^2 + (q / p^2) (1 - q^Z) for m = 1/p;
 * in the limit of real-valued gaps m^2 (1 - exp(-Z/m)). */
static double residual_variance(const struct law *law)
{
	double units = law->poisson ? law->gap_mean * law->gap_mean : (1 - law->unit_p) / (law->unit_p * law->unit_p);
	return units * law->p * law->unit_bytes * law->unit_bytes;
}

/* A weight that grows with the rest: its mean per sampled allocation, and what it varies on top. */
static void grow_term(const struct weighing *weighing, struct exact_term *term)
{
	const struct law *law = &weighing->law;
	double mean = (double)law->units * law->unit_bytes, size = (double)weighing->size;
	if (!(weighing->weight.per_rest > 0) || !(law->p > 0))
		return;
	term->bytes = mean / law->p;
	term->objects = size > 0 ? term->bytes / size : 0;
	term->extra = residual_variance(law) - mean * mean * exp(law->log_miss) / law->p;
}

static void make_term(const struct weighing *weighing, uint64_t count, struct exact_term *term)
{
	const struct law *law = &weighing->law;
	*term = (struct exact_term){
		.size = weighing->size,
		.count = count,
		.p = law->p,
		.log_miss = law->log_miss,
		.per_mark = weighing->weight.per_mark,
		.bytes = weighing->weight.bytes,
		.objects = weighing->weight.objects,
		.law = law->poisson ? MARKS_POISSON : MARKS_BINOMIAL,
		.units = law->units,
		.mark_p = law->unit_p,
		.mark_mean = law->mean,
	};
	grow_term(weighing, term);
}

void closed_none(struct exact *exact)
{
	*exact = (struct exact){.samples = NAN,
		.detection = NAN,
		.bias = NAN,
		.cv = NAN,
		.mape = NAN,
		.mape_seen = NAN,
		.objects_bias = NAN,
		.objects_cv = NAN};
}

/* The terms of a row of many sites. */
static size_t row_terms(const struct rows *rows, const uint64_t *count, const struct weighing *weighing, size_t row,
	struct exact_term *terms)
{
	const struct classes *classes = rows->classes;
	size_t n = 0;
	for (size_t c = 0; c < classes->n; c++)
		if (count[c] && (row == rows_total(rows) || rows->of_site[classes->of[c].site] == row))
			make_term(&weighing[c], count[c], &terms[n++]);
	return n;
}

static size_t site_terms(const struct rows *rows, const uint64_t *count, const struct weighing *weighing, uint32_t site,
	struct exact_term *terms)
{
	const struct classes *classes = rows->classes;
	size_t n = 0;
	for (size_t c = classes->first[site]; c < classes->first[site + 1]; c++)
		if (count[c])
			make_term(&weighing[c], count[c], &terms[n++]);
	return n;
}

bool closed_rows(const struct sampler *sampler, const struct rows *rows, const uint64_t *count,
	const struct weighing *weighing, struct exact *exact)
{
	bool memoryless = sampler_memoryless(sampler);
	struct exact_term *terms = malloc((rows->classes->n + 1) * sizeof *terms);
	if (!terms)
		return false;
	for (size_t row = 0; row < rows->n; row++) {
		if (!memoryless) {
			closed_none(&exact[row]);
			continue;
		}
		size_t n = row < rows->shown ? site_terms(rows, count, weighing, rows->site[row], terms)
					     : row_terms(rows, count, weighing, row, terms);
		exact_measures(terms, n, true, &exact[row]);
	}
	free(terms);
	return true;
}

struct missed closed_missed(const struct sampler *sampler, const struct rows *rows, const uint64_t *count,
	const struct weighing *weighing)
{
	struct missed missed = {0};
	if (!sampler_memoryless(sampler))
		return (struct missed){NAN, NAN};
	for (uint32_t site = 0; site < rows->classes->sites; site++) {
		double log_miss = 0;
		bool held = false;
		for (size_t c = rows->classes->first[site]; c < rows->classes->first[site + 1]; c++) {
			log_miss += count[c] ? (double)count[c] * weighing[c].law.log_miss : 0;
			held = held || count[c];
		}
		missed.sites += held ? exp(log_miss) : 0;
		missed.bytes += exp(log_miss) * (double)rows->site_bytes[site];
	}
	return missed;
}
