/* SPDX-License-Identifier: GPL-3.0-or-later
 * The weight of tcmalloc: a sample stands for the mean gap and for what lies behind its first mark,
 * which holds as many marks on average as it has units. Between the two others in variance: it is
 * the mean of hits-times-rate given where the first mark fell, and Horvitz-Thompson is its mean
 * given only that there was one. The mean is that of the gap law as drawn: with the rate instead,
 * a law that is half a unit longer would be half a unit short. */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	double size = (double)weighing->size, bytes = weighing->law.gap_mean * weighing->law.unit_bytes;
	if (weighing->law.exact)
		return (struct weight){.bytes = size, .objects = 1};
	return (struct weight){.bytes = bytes,
		.objects = size > 0 ? bytes / size : 0,
		.per_rest = weighing->law.unit_bytes};
}

const struct estimator estimator_residual = {
	.name = "residual",
	.summary = "mean gap + bytes behind the first mark, per sample",
	.source = "google/tcmalloc fce3f55 tcmalloc/sampler.cc",
	.wants_gap = true,
	.weight = weight,
};
