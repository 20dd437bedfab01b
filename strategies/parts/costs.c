/* SPDX-License-Identifier: GPL-3.0-or-later
 * Costs: what an allocation takes from the gap. Bypasses: which allocations are spared it. */
#include "strategies/parts/parts.h"

#include <math.h>
#include <stddef.h>

const struct cost cost_bytes = {.name = "bytes", .summary = "the size"};

static uint64_t one(uint64_t size)
{
	(void)size;
	return 1;
}

const struct cost cost_one = {.name = "one", .summary = "1 per allocation, whatever its size", .of = one};

const struct cost *const costs[] = {&cost_bytes, &cost_one, NULL};

static uint64_t never(double rate)
{
	(void)rate;
	return NEVER;
}

const struct bypass bypass_none = {.name = "none", .summary = "every allocation goes through the count", .from = never};

static uint64_t at_rate(double rate)
{
	return (uint64_t)ceil(rate);
}

const struct bypass bypass_at_rate = {
	.name = "at-rate",
	.summary = "sizes of at least the rate are recorded exactly",
	.source = "google/perfetto ec5d16b14b src/profiling/memory/sampler.h",
	.from = at_rate,
};

const struct bypass *const bypasses[] = {&bypass_none, &bypass_at_rate, NULL};
