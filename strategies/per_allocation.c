/* SPDX-License-Identifier: GPL-3.0-or-later
 * Every allocation is a coin with p = 1/n, whatever its size. A large object weighs as much in the
 * choice as a small one, so its share of the variance grows with the square of its size. n is chosen
 * such that as many samples are expected as per-byte takes at this rate (or as much time is lost by the
 * average call), unless given. */
#include "core/elementary.h"
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

#include <stdio.h>

enum match { SAMPLES, OVERHEAD };
static const char *const matches[] = {[SAMPLES] = "samples", [OVERHEAD] = "overhead", NULL};

struct params {
	double n;
	int match; /* enum match */
};

static const struct param params[] = {
	{"n", PARAM_REAL, offsetof(struct params, n), NULL, "allocations per sample", 1, 0x1p60, .value = "N"},
	{"match", PARAM_CHOICE, offsetof(struct params, match), "samples",
		"without n: per-byte's number of samples, or its mean slowdown of a call", .choices = matches},
	{.name = NULL},
};

/* The n with which this strategy spends what per-byte spends: samples, or samples over the cost of the
 * calls they hit, since the same sample slows a cheap call down by more. At least 1. */
static double equal(const struct setting *setting, enum match match)
{
	const struct trace *trace = setting->trace;
	double log_miss = own_log1p(-1 / setting->rate), all = 0, sampled = 0;
	for (size_t row = 0; row < trace->rows; row++) {
		uint64_t size = column_get(&trace->size, row);
		double weight = match == SAMPLES ? 1 : 1 / setting->costs->ns[cost_model_group(setting->costs, size)];
		all += weight;
		sampled += size ? -own_expm1((double)size * log_miss) * weight : 0;
	}
	return sampled > 0 ? all / sampled : 0x1p60;
}

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	const struct params *asked = setting->params;
	if (asked->n > 0 && asked->match == OVERHEAD)
		return err_set(err, "--strategy per-allocation: n=%.6g leaves match=overhead nothing to choose",
			asked->n);
	double n = asked->n > 0 ? asked->n : equal(setting, (enum match)asked->match);
	sampler->rule = (struct rule){.gap = &gap_geometric, .cost = &cost_one, .mean = n};
	if (!(asked->n > 0))
		snprintf(sampler->derived, sizeof sampler->derived, "n=%.6g", n);
	return true;
}

const struct strategy strategy_per_allocation = {
	.name = "per-allocation",
	.summary = "every allocation with probability 1/n, n for the samples or the overhead of per-byte unless given",
	.source = "jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md (the strategy it argues against)",
	.estimator = "horvitz-thompson",
	.params = params,
	.params_size = sizeof(struct params),
	.countdown = countdown,
};
