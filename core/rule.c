/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/rule.h"

#include "core/elementary.h"

#include <math.h>

bool rule_check(const struct rule *rule, double rate, struct err *err)
{
	if (!(rate >= 1))
		return err_set(err,
			"a rate of %g is below one unit of cost: every allocation would be sampled without end", rate);
	if (rate > 0x1p60)
		return err_set(err, "a rate of %g is above 2^60", rate);
	if (rule->spare != UNTOUCHED && !rule->bypass)
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

bool rule_bypasses(const struct rule *rule, double rate, uint64_t size)
{
	return rule->bypass && size >= rule->bypass->from(rate);
}

void rule_law(const struct rule *rule, double rate, uint64_t size, struct law *law)
{
	double log_unit = rule->gap->log_miss(rate);
	uint64_t units = rule_cost(rule, size);
	*law = (struct law){.units = units, .poisson = rule->gap->real};
	if (rule_bypasses(rule, rate, size)) {
		law->exact = true;
		law->p = 1;
		law->log_miss = -INFINITY;
		return;
	}
	law->log_miss = units ? (double)units * log_unit : 0;
	law->p = -own_expm1(law->log_miss);
	law->unit_p = -own_expm1(log_unit);
	law->mean = (double)units / rate;
}
