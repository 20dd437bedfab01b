/* SPDX-License-Identifier: GPL-3.0-or-later
 * heapprofd of releases v13 to v16: sizes that would be sampled with more than 99 % are recorded
 * exactly, from the smallest whole size t with (1 - 1/rate)^t < .01 on, about 4.6 rates. No jump. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	(void)setting;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_floor_plus_one, .after = COVER, .bypass = &bypass_99};
	return true;
}

const struct strategy strategy_bypass_99 = {
	.name = "bypass-99",
	.summary = "exponential arrivals, sizes sampled with more than 99 % exact",
	.source = "google/perfetto 6043e07b6e24 src/profiling/memory/sampler.cc",
	.estimator = "hits-times-rate",
	.countdown = countdown,
};
