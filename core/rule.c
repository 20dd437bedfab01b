/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/rule.h"

#include "core/elementary.h"

#include <math.h>

double size_table_p(const struct size_table *table, uint64_t size)
{
	size_t low = 0, high = table->n; /* size[low] <= size < size[high], or low is 0 */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (table->size[middle] <= size)
			low = middle;
		else
			high = middle;
	}
	return table->p[low];
}

bool rule_check(const struct rule *rule, double rate, struct err *err)
{
	if (!(rule_mean(rule, rate) >= 1))
		return err_set(err,
			"a rate of %g is below one unit of cost: every allocation would be sampled without end", rate);
	if (rate > 0x1p60)
		return err_set(err, "a rate of %g is above 2^60", rate);
	if (rule->spare != UNTOUCHED && rule_exact_from(rule, rate) == NEVER)
		return err_set(err,
			"the part \"spare\" says what a bypassed allocation does: it needs the part \"bypass\"");
	return true;
}

bool rule_memoryless(const struct rule *rule)
{
	/* After COUNTED bypasses the next allocation inherits the marks due inside the bypassed
	 * one; a first gap that is not drawn, or a count that must pass below zero, leaves a trace
	 * of the past behind: no single chance per size. */
	return rule->gap->log_miss && rule->edge == AT_ZERO && rule->first == FIRST_DRAWN && rule->spare != COUNTED &&
		rule->after != CARRY;
}

bool rule_deterministic(const struct rule *rule)
{
	return rule->gap->deterministic;
}

uint64_t rule_exact_from(const struct rule *rule, double rate)
{
	if (rule->exact_from)
		return rule->exact_from;
	return rule->bypass ? rule->bypass->from(rate) : NEVER;
}

bool rule_bypasses(const struct rule *rule, double rate, uint64_t size)
{
	return size >= rule_exact_from(rule, rate);
}

void rule_law(const struct rule *rule, double rate, uint64_t size, unsigned stratum, struct law *law)
{
	double mean = rule_mean(rule, rate);
	uint64_t units = rule_cost(rule, size, stratum);
	*law = (struct law){
		.units = units,
		.poisson = rule->gap->real,
		.gap_mean = rule->gap->mean ? rule->gap->mean(mean) : mean,
		.unit_bytes = rate / mean,
		.exact = rule_bypasses(rule, rate, size),
	};
	if (!rule_memoryless(rule))
		return;
	double log_unit = rule->gap->log_miss(mean);
	law->log_miss = law->exact ? -INFINITY : units ? (double)units * log_unit : 0;
	law->p = law->log_miss < 0 ? -own_expm1(law->log_miss) : 0;
	law->unit_p = -own_expm1(log_unit);
	law->mean = (double)units / mean;
}
