/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/replay.h"
#include "commands/command.h"
#include "commands/rates.h"
#include "workloads/workload.h"

#include <stdlib.h>

struct bench {
	int what;
	const char *workload, *rate;
	uint64_t rounds;
};

static const char *const kinds[] = {"replay", NULL};

static const struct param arguments[] = {
	{.name = "WHAT",
		.kind = PARAM_CHOICE,
		.offset = offsetof(struct bench, what),
		.choices = kinds,
		.help = "replay: ns per allocation of one trial, by engine"},
	{.name = NULL},
};

static const struct param options[] = {
	{"workload", PARAM_TEXT, offsetof(struct bench, workload), "lognormal:allocations=1e7,mean=150",
		"what is replayed", .value = "SPEC"},
	{"rate", PARAM_TEXT, offsetof(struct bench, rate), "4K,32K,512K,2M", "mean bytes between samples",
		.value = "R[,R...]|R..R"},
	{"rounds", PARAM_COUNT, offsetof(struct bench, rounds), "21", "interleaved rounds, in random order", 3, 100001,
		.value = "N"},
	{.name = NULL},
};

enum { RATE, WAY, MEDIAN, P10, P90, SPEEDUP, SAMPLES, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[RATE] = {"rate", "rate", CELL_BYTES, 0},
	[WAY] = {"way", "way", CELL_TEXT, 0},
	[MEDIAN] = {"ns_median", "ns/allocation", CELL_NUMBER, 0},
	[P10] = {"ns_p10", "p10", CELL_NUMBER, 0},
	[P90] = {"ns_p90", "p90", CELL_NUMBER, 0},
	[SPEEDUP] = {"speedup", "x inlined scan", CELL_NUMBER, 0},
	[SAMPLES] = {"samples", "samples", CELL_COUNT, 0},
};

static void add(struct table *table, const struct replay_time *time)
{
	table_row(table);
	table_number(table, RATE, time->rate);
	table_text(table, WAY, replay_way_name(time->way));
	table_number(table, MEDIAN, time->ns_median);
	table_number(table, P10, time->ns_p10);
	table_number(table, P90, time->ns_p90);
	table_number(table, SPEEDUP, time->speedup);
	if (time->way != WAY_SUM)
		table_count(table, SAMPLES, time->samples);
}

static bool replay(const struct bench *asked, const double *rate, size_t n, struct table *table, struct err *err)
{
	struct trace trace = {0};
	bool ok = workload_open(asked->workload, &trace, err);
	if (ok && !trace.rows)
		ok = err_set(err, "--workload %s: no allocation in it", asked->workload);
	for (size_t i = 0; ok && i < n; i++) {
		struct replay_time time[WAYS];
		ok = bench_replay(&trace, rate[i], (unsigned)asked->rounds, time, err);
		for (int way = 0; ok && way < WAYS; way++)
			add(table, &time[way]);
	}
	trace_free(&trace);
	return ok;
}

static bool run(void *settings, struct invocation *invocation, struct err *err)
{
	const struct bench *asked = settings;
	double *rate = NULL;
	size_t n = 0;
	struct table *table = table_new(columns, COLUMNS);
	bool ok = table ? rates_parse(asked->rate, &rate, &n, err) : err_set(err, "out of memory");
	ok = ok && replay(asked, rate, n, table, err);
	if (ok)
		command_print_table(invocation, table, "rows");
	table_free(table);
	free(rate);
	return ok;
}

static const char *const repeatable[] = {"rate", NULL};

const struct command command_bench = {
	.name = "bench",
	.summary = "measure speed: ratios of interleaved runs",
	.usage = "[options] replay",
	.example = "heapodds bench replay --rate 512K",
	.options = options,
	.repeatable = repeatable,
	.arguments = arguments,
	.arguments_needed = 1,
	.settings_size = sizeof(struct bench),
	.run = run,
};
