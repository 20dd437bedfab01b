/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sums over the survival function of a gap law: what a sampler does whether or not it is memoryless. */
#include "tests/unit/checks.h"

#include "sim/sum.h"

#include <math.h>

enum { SUMMANDS_MAX = 50000000 };

/* Only what the sums below are right for. */
static bool understood(const struct sampler *sampler, struct err *err)
{
	const struct rule *rule = &sampler->rule;
	if (!sampler->strategy->countdown)
		return err_set(err, "%s has no gaps", sampler->strategy->name);
	if (rule->bypass || rule->edge != AT_ZERO || rule->first != FIRST_DRAWN)
		return err_set(err, "only plain gaps are summed here, without bypass, below-zero and first");
	return true;
}

/* S(0) + S(step) + S(2 step) + ..., below end only. Compensated: what is looked for can be one part in a
 * million of the sum, and the last half of the terms is too small to move a plain one. */
static bool sum_survival(const struct sampler *sampler, double step, double end, long double *value, struct err *err)
{
	struct sum sum = {0};
	for (long i = 0; i < SUMMANDS_MAX; i++) {
		double at = (double)i * step, survival = at < end ? sampler->rule.gap->survival(sampler->rate, at) : 0;
		sum_add(&sum, survival);
		*value = (long double)sum.high + sum.low;
		if (survival < 1e-22)
			return true;
	}
	return err_set(err, "the gaps are too long to be summed");
}

bool gap_survival(const struct sampler *sampler, uint64_t units, double *value, struct err *err)
{
	if (!understood(sampler, err))
		return false;
	*value = sampler->rule.gap->survival(sampler->rate, (double)units);
	return true;
}

bool gap_mean(const struct sampler *sampler, double *value, struct err *err)
{
	long double sum;
	if (!understood(sampler, err) || !sum_survival(sampler, 1, INFINITY, &sum, err))
		return false;
	if (sampler->rule.gap->real)
		return err_set(err, "the mean of a real-valued gap is an integral, not a sum");
	*value = (double)sum;
	return true;
}

bool chance_fresh(const struct sampler *sampler, uint64_t size, double *value, struct err *err)
{
	double survival;
	if (!gap_survival(sampler, rule_cost(&sampler->rule, size, 0), &survival, err))
		return false;
	*value = 1 - survival;
	return true;
}

/* Hits are a renewal process. With a new gap behind each hit, on the rows: the next hit comes later
 * than j >= 1 rows when the gap is longer than their cost, and never in 0 rows, even where a gap may be
 * 0: the mean distance of hits is 1 + S(c) + S(2c) + .... With marks all along the line, on the units: c
 * of them hold none with probability 1 - (S(0) + ... + S(c - 1)) / mean. */
bool chance_stationary(const struct sampler *sampler, uint64_t size, double *value, struct err *err)
{
	double cost = (double)rule_cost(&sampler->rule, size, 0);
	long double sum, mean;
	if (!understood(sampler, err))
		return false;
	if (sampler->rule.after == REDRAW) {
		if (!sum_survival(sampler, cost, INFINITY, &sum, err))
			return false;
		*value = (double)(1 / (1 + (sum - sampler->rule.gap->survival(sampler->rate, 0))));
		return true;
	}
	if (sampler->rule.after != COVER || sampler->rule.gap->real)
		return err_set(err, "only after=redraw, or after=cover with whole gaps, is summed here");
	if (!sum_survival(sampler, 1, cost, &sum, err) || !sum_survival(sampler, 1, INFINITY, &mean, err))
		return false;
	*value = (double)(sum / mean);
	return true;
}
