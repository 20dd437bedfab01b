/* SPDX-License-Identifier: GPL-3.0-or-later
 * Every allocation is a coin with p = 1/n, whatever its size. A large object weighs as much in the
 * choice as a small one, so its share of the variance grows with the square of its size. n is chosen
 * such that as many samples are expected as per-byte takes at this rate, unless given. */
#include "core/elementary.h"
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

#include <stdio.h>

struct params {
	double n;
};

static const struct param params[] = {
	{"n", PARAM_REAL, offsetof(struct params, n), NULL, "allocations per sample", 1, 0x1p60, .value = "N"},
	{.name = NULL},
};

/* Allocations over the samples that per-byte expects of them; at least 1. */
static double equal_samples(const struct trace *trace, double rate)
{
	double log_miss = own_log1p(-1 / rate), samples = 0;
	for (size_t row = 0; row < trace->rows; row++) {
		uint64_t size = column_get(&trace->size, row);
		samples += size ? -own_expm1((double)size * log_miss) : 0;
	}
	return samples > 0 ? (double)trace->rows / samples : 0x1p60;
}

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	const struct params *asked = setting->params;
	(void)err;
	double n = asked->n > 0 ? asked->n : equal_samples(setting->trace, setting->rate);
	sampler->rule = (struct rule){.gap = &gap_geometric, .cost = &cost_one, .mean = n};
	if (!(asked->n > 0))
		snprintf(sampler->derived, sizeof sampler->derived, "n=%.6g", n);
	return true;
}

const struct strategy strategy_per_allocation = {
	.name = "per-allocation",
	.summary = "every allocation with probability 1/n, n for as many samples as per-byte unless given",
	.source = "jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md (the strategy it argues against)",
	.estimator = "horvitz-thompson",
	.params = params,
	.params_size = sizeof(struct params),
	.countdown = countdown,
};
