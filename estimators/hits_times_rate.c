/* SPDX-License-Identifier: GPL-3.0-or-later
 * Each mark stands for rate bytes. Exact Poisson (or binomial) counts, so intervals need no sizes
 * and any order of adding and scaling is right; dearer in variance than Horvitz-Thompson. An
 * allocation recorded past the countdown counts with its true size. */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	double size = (double)weighing->size;
	if (weighing->law.exact)
		return (struct weight){.bytes = size, .objects = 1};
	return (struct weight){
		.bytes = weighing->rate,
		.objects = size > 0 ? weighing->rate / size : 0, /* bytes over the size of the object */
		.per_mark = true,
	};
}

const struct estimator estimator_hits_times_rate = {
	.name = "hits-times-rate",
	.summary = "rate bytes per mark, exact sizes where the sampler records them exactly",
	.source = "google/perfetto ec5d16b14b src/profiling/memory/sampler.h",
	.wants_marks = true,
	.weight = weight,
};
