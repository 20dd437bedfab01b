/* SPDX-License-Identifier: GPL-3.0-or-later
 * Any table of inclusion probabilities by size, on the ordinary countdown: an allocation is charged
 * the virtual size -rate ln(1 - p) instead of its own (here in finer units than bytes), so that one
 * counter serves all classes and decisions stay independent. */
#include "strategies/parts/parts.h"
#include "strategies/parts/size_table.h"
#include "strategies/strategy.h"

struct params {
	const char *table;
};

static const struct param params[] = {
	{"table", PARAM_TEXT, offsetof(struct params, table), NULL,
		"a file with the columns size and p (header, or the first two): p holds from its size up to the next",
		.value = "FILE"},
	{.name = NULL},
};

const struct strategy strategy_size_class;

static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	const struct params *asked = setting->params;
	if (!asked->table)
		return err_set(err, "--strategy size-class: it needs %s, sizes and their probabilities",
			strategy_size_class.needs);
	if (!size_table_read(asked->table, &sampler->table, err))
		return false;
	sampler->rule = (struct rule){.gap = &gap_floor_plus_one,
		.cost = &cost_table,
		.mean = HAZARD_UNIT,
		.table = &sampler->table};
	return true;
}

const struct strategy strategy_size_class = {
	.name = "size-class",
	.summary = "a table of inclusion probabilities by size, on one countdown by virtual sizes",
	.source = "the framework of jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md, which leaves the table open",
	.estimator = "horvitz-thompson",
	.needs = "table=FILE",
	.params = params,
	.params_size = sizeof(struct params),
	.countdown = countdown,
};
