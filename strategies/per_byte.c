/* SPDX-License-Identifier: GPL-3.0-or-later
 * Every byte is a coin with p = 1/rate; an allocation is sampled when one of its bytes comes up, and
 * a new gap starts behind it. By memorylessness dropping the rest of the allocation changes nothing:
 * inclusion is 1 - (1 - 1/rate)^size for every allocation, whatever came before. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	(void)setting;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_geometric, .after = REDRAW};
	return true;
}

const struct strategy strategy_per_byte = {
	.name = "per-byte",
	.summary = "geometric gaps in bytes, redrawn behind each sample",
	.source = "jemalloc 295e4894 src/prof.c prof_sample_new_event_wait",
	.estimator = "horvitz-thompson",
	.countdown = countdown,
};
