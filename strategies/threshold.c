/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recorded if and only if the size reaches a threshold: no randomness, no variance, and nothing at
 * all to be said about the small ones. Their inclusion probability is 0, so no estimator can help. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

#include <math.h>

struct params {
	uint64_t size;
};

static const struct param params[] = {
	{"size", PARAM_SIZE, offsetof(struct params, size), NULL, "the threshold (default: the rate)", 1, 0x1p60,
		.value = "SIZE"},
	{.name = NULL},
};

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	const struct params *asked = setting->params;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_never,
		.exact_from = asked->size ? asked->size : (uint64_t)ceil(setting->rate)};
	return true;
}

const struct strategy strategy_threshold = {
	.name = "threshold",
	.summary = "sizes of at least the threshold are recorded, others never",
	.source = "size cut-offs of allocation loggers",
	.estimator = "raw",
	.params = params,
	.params_size = sizeof(struct params),
	.countdown = countdown,
};
