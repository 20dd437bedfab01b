/* SPDX-License-Identifier: GPL-3.0-or-later
 * Rates that look at more than the size: the framework of unbiased estimates only asks that decisions
 * are independent and that none has probability 0. Three examples: a higher rate at start-up, even
 * indices more often than odd ones, threads with priority. Each allocation is charged its size over
 * the rate of its group, so one countdown serves all; weights use the rate of the sample. */
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"

struct params {
	int by;
	double boost, share;
	uint64_t threads;
};

enum by { START, EVEN, THREADS };
static const char *const kinds[] = {"start", "even", "threads", NULL};

static const struct param params[] = {
	{"by", PARAM_CHOICE, offsetof(struct params, by), "start",
		"what is sampled more: the start, even indices, or threads", .choices = kinds},
	{"boost", PARAM_REAL, offsetof(struct params, boost), "8", "how much more", 1, 0x1p30, .value = "X"},
	{"share", PARAM_REAL, offsetof(struct params, share), "10%", "by=start: the share of the allocations", 0, 1,
		.value = "P"},
	{"threads", PARAM_COUNT, offsetof(struct params, threads), "1", "by=threads: the first so many", 1, 65536,
		.value = "N"},
	{.name = NULL},
};

static bool preferred(const struct params *asked, const struct trace *trace, size_t row)
{
	switch ((enum by)asked->by) {
	case START: return (double)row < asked->share * (double)trace->rows;
	case EVEN: return row % 2 == 0;
	default: return column_get(&trace->thread, row) < asked->threads;
	}
}

/* Group 0 is sampled at the rate, group 1 boost times as often. */
static bool countdown(const struct setting *setting, struct sampler *sampler, struct err *err)
{
	const struct params *asked = setting->params;
	sampler->rule = (struct rule){
		.gap = &gap_floor_plus_one,
		.cost = &cost_strata,
		.mean = HAZARD_UNIT,
		.strata = {.n = 2, .rate = {setting->rate, setting->rate / asked->boost}},
	};
	for (size_t row = 0; row < setting->trace->rows; row++)
		if (!column_push(&sampler->stratum, preferred(asked, setting->trace, row)))
			return err_set(err, "out of memory for the groups of %s", setting->trace->name);
	return true;
}

const struct strategy strategy_schedule = {
	.name = "schedule",
	.summary = "a higher rate at the start, for even indices, or for some threads",
	.source = "the examples of jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md",
	.estimator = "horvitz-thompson",
	.params = params,
	.params_size = sizeof(struct params),
	.countdown = countdown,
};
