/* SPDX-License-Identifier: GPL-3.0-or-later
 * Horvitz-Thompson: a sample of size Z that was seen with probability p stands for 1/p objects and
 * Z/p bytes. Unbiased for every design with p > 0, and of all estimators here the one with the
 * smallest variance under memoryless gaps: both others are this one plus noise (Rao-Blackwell). */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	double p = weighing->law.p;
	if (!(p > 0)) /* never sampled: the weight is never used */
		return (struct weight){0};
	return (struct weight){.bytes = (double)weighing->size / p, .objects = 1 / p};
}

const struct estimator estimator_horvitz_thompson = {
	.name = "horvitz-thompson",
	.summary = "size / inclusion probability per sample",
	.source = "Horvitz and Thompson 1952; jemalloc 295e4894 src/prof_data.c prof_do_unbias",
	.wants_law = true,
	.weight = weight,
};
