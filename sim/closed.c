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
	for (size_t c = 0; c < classes->n; c++) {
		struct weighing *one = &weighing[c];
		*one = (struct weighing){.size = classes->of[c].size, .rate = sampler->rate};
		sampler_law(sampler, one->size, &one->law);
		one->weight = estimator->weight(one);
	}
	return true;
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
}

static void no_closed_form(struct exact *exact)
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
static size_t row_terms(const struct rows *rows, const struct weighing *weighing, size_t row, struct exact_term *terms)
{
	const struct classes *classes = rows->classes;
	size_t n = 0;
	for (size_t c = 0; c < classes->n; c++)
		if (row == rows_total(rows) || rows->of_site[classes->of[c].site] == row)
			make_term(&weighing[c], classes->of[c].count, &terms[n++]);
	return n;
}

static size_t site_terms(const struct rows *rows, const struct weighing *weighing, uint32_t site,
	struct exact_term *terms)
{
	const struct classes *classes = rows->classes;
	size_t n = 0;
	for (size_t c = classes->first[site]; c < classes->first[site + 1]; c++)
		make_term(&weighing[c], classes->of[c].count, &terms[n++]);
	return n;
}

bool closed_rows(const struct sampler *sampler, const struct rows *rows, const struct weighing *weighing,
	bool want_mape, struct exact *exact)
{
	bool memoryless = sampler_memoryless(sampler);
	struct exact_term *terms = malloc((rows->classes->n + 1) * sizeof *terms);
	if (!terms)
		return false;
	for (size_t row = 0; row < rows->n; row++) {
		if (!memoryless) {
			no_closed_form(&exact[row]);
			continue;
		}
		size_t n = row < rows->shown ? site_terms(rows, weighing, rows->site[row], terms)
					     : row_terms(rows, weighing, row, terms);
		exact_measures(terms, n, want_mape, &exact[row]);
	}
	free(terms);
	return true;
}

struct missed closed_missed(const struct sampler *sampler, const struct rows *rows, const struct weighing *weighing)
{
	struct missed missed = {0};
	if (!sampler_memoryless(sampler))
		return (struct missed){NAN, NAN};
	for (uint32_t site = 0; site < rows->classes->sites; site++) {
		double log_miss = 0;
		for (size_t c = rows->classes->first[site]; c < rows->classes->first[site + 1]; c++)
			log_miss += (double)rows->classes->of[c].count * weighing[c].law.log_miss;
		missed.sites += exp(log_miss);
		missed.bytes += exp(log_miss) * (double)rows->site_bytes[site];
	}
	return missed;
}
