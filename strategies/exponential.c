/* SPDX-License-Identifier: GPL-3.0-or-later
 * Arrivals of a Poisson process on the line of bytes: gaps are drawn until one reaches past the
 * allocation, and each arrival inside it is a mark. The gap is the floor of an exponential plus
 * one, as in the original: geometric with p = 1 - exp(-1/rate), so that inclusion is exactly
 * 1 - exp(-size/rate) while rate bytes per mark fall short by 1/(2 rate). gap=exponential keeps the
 * arrivals real-valued, and their number exactly Poisson. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	(void)setting;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_floor_plus_one, .after = COVER};
	return true;
}

const struct strategy strategy_exponential = {
	.name = "exponential",
	.summary = "exponential arrivals by bytes, each one in an allocation counts",
	.source = "google/perfetto ec5d16b14b src/profiling/memory/sampler.h, without its bypass",
	.estimator = "hits-times-rate",
	.countdown = countdown,
};
