/* SPDX-License-Identifier: GPL-3.0-or-later
 * heapprofd at HEAD and before v13: sizes of at least the rate are recorded exactly and leave the
 * count alone; the rest are covered by arrivals. Inclusion jumps from 63 % to 1 at the rate. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	(void)setting;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_floor_plus_one, .after = COVER, .bypass = &bypass_at_rate};
	return true;
}

const struct strategy strategy_bypass_old = {
	.name = "bypass-old",
	.summary = "exponential arrivals, sizes of at least the rate exact",
	.source = "google/perfetto ec5d16b14b src/profiling/memory/sampler.h",
	.estimator = "hits-times-rate",
	.countdown = countdown,
};
