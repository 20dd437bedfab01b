/* SPDX-License-Identifier: GPL-3.0-or-later
 * Systematic sampling: a mark every `rate` bytes, the rest of the interval carried over. Cheap and of
 * small variance in total, but it resonates: a program that allocates in a period that shares a
 * factor with the rate shows some sites always and others never. Every trial is the same. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	(void)setting;
	(void)err;
	sampler->rule = (struct rule){.gap = &gap_fixed, .after = COVER};
	return true;
}

const struct strategy strategy_fixed = {
	.name = "fixed",
	.summary = "a mark every rate bytes, the remainder carried: resonates with periodic programs",
	.source = "Mozilla DMD before Firefox 48 (rmottola/Arctic-Fox 054fc00b memory/replace/dmd/DMD.cpp)",
	.estimator = "hits-times-rate",
	.countdown = countdown,
};
