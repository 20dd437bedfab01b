/* SPDX-License-Identifier: GPL-3.0-or-later
 * Costs: what an allocation takes from the gap. Bypasses: which allocations are spared it. */
#include "core/elementary.h"
#include "strategies/parts/parts.h"

#include <math.h>
#include <stddef.h>

const struct cost cost_bytes = {.name = "bytes", .summary = "the size"};

static uint64_t one(const struct rule *rule, uint64_t size, unsigned stratum)
{
	(void)rule;
	(void)size;
	(void)stratum;
	return 1;
}

const struct cost cost_one = {.name = "one", .summary = "1 per allocation, whatever its size", .of = one};

/* Hazards, in units of 1 / HAZARD_UNIT: with gaps of a mean of HAZARD_UNIT units, a cost of
 * -ln(1 - p) is hit with probability p. So any table of probabilities runs on one exponential
 * countdown; what rounding to a unit changes is in the law, which is computed from the cost. */
static uint64_t hazard(double minus_log_miss)
{
	double units = minus_log_miss * HAZARD_UNIT + .5;
	return units < (double)COST_MAX ? (uint64_t)units : COST_MAX;
}

static uint64_t by_table(const struct rule *rule, uint64_t size, unsigned stratum)
{
	(void)stratum;
	return hazard(-own_log1p(-size_table_p(rule->table, size)));
}

const struct cost cost_table = {
	.name = "table",
	.summary = "-ln(1 - p) for the probability that a table gives the size",
	.of = by_table,
};

static uint64_t by_stratum(const struct rule *rule, uint64_t size, unsigned stratum)
{
	return hazard((double)size / rule->strata.rate[stratum]);
}

const struct cost cost_strata = {
	.name = "strata",
	.summary = "the size over the rate of the allocation's group",
	.of = by_stratum,
};

/* Those that a user may ask for; the others come with the strategy that fills their table. */
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

/* The smallest whole size that is missed with less than 1 %: (1 - 1/rate)^size < .01. */
static uint64_t at_99_percent(double rate)
{
	return rate <= 1 ? (uint64_t)rate : 1 + (uint64_t)(own_log(.01) / own_log1p(-1 / rate));
}

const struct bypass bypass_99 = {
	.name = "99-percent",
	.summary = "sizes that are sampled with more than 99 % are recorded exactly",
	.source = "google/perfetto 6043e07b6e24 src/profiling/memory/sampler.cc (releases v13 to v16)",
	.from = at_99_percent,
};

const struct bypass *const bypasses[] = {&bypass_none, &bypass_at_rate, &bypass_99, NULL};
