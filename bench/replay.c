/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/replay.h"

#include "core/countdown.h"
#include "core/stream.h"
#include "strategies/strategy.h"

#include <stdlib.h>
#include <time.h>

static const char *const names[WAYS] = {"sum of sizes", "inlined scan", "engine step", "engine skip"};

const char *replay_way_name(enum replay_way way)
{
	return names[way];
}

/* What a replay picked: equal for equal rows, and enough work that no loop can be dropped. */
struct picked {
	uint64_t samples, hash;
};

static inline void pick(struct picked *picked, size_t row)
{
	picked->samples++;
	picked->hash = (picked->hash ^ row) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline void scan_width(const struct column *size, unsigned width, double rate, uint64_t trial,
	struct picked *picked)
{
	struct pcg64 rng;
	stream_open(&rng, 1, trial, 0, STREAM_GAPS);
	double scale = geometric_scale(rate);
	uint64_t wait = draw_geometric(&rng, scale);
	for (size_t row = 0; row < size->rows; row++) {
		uint64_t bytes = column_cell(size->data, width, row);
		if (bytes < wait) {
			wait -= bytes;
			continue;
		}
		pick(picked, row);
		wait = draw_geometric(&rng, scale);
	}
}

static void scan(const struct column *size, double rate, uint64_t trial, struct picked *picked)
{
	switch (size->width) {
	case 1: scan_width(size, 1, rate, trial, picked); break;
	case 2: scan_width(size, 2, rate, trial, picked); break;
	case 4: scan_width(size, 4, rate, trial, picked); break;
	case 8: scan_width(size, 8, rate, trial, picked); break;
	default: scan_width(size, 0, rate, trial, picked); /* all sizes are 0 */
	}
}

static inline uint64_t sum_width(const struct column *size, unsigned width)
{
	uint64_t sum = 0;
	for (size_t row = 0; row < size->rows; row++)
		sum += column_cell(size->data, width, row);
	return sum;
}

static uint64_t sum(const struct column *size)
{
	switch (size->width) {
	case 1: return sum_width(size, 1);
	case 2: return sum_width(size, 2);
	case 4: return sum_width(size, 4);
	case 8: return sum_width(size, 8);
	default: return 0; /* all sizes are 0 */
	}
}

static void engine(const struct lane *lane, const struct sampler *sampler, bool step, uint64_t trial,
	struct picked *picked)
{
	struct countdown countdown;
	struct sample sample;
	countdown_start(&countdown, &sampler->rule, sampler->rate, 1, trial, 0);
	if (step) {
		for (size_t row = 0; row < lane->rows; row++)
			if (countdown_step(&countdown, lane, row, &sample))
				pick(picked, row);
		return;
	}
	for (size_t row = 0; (row = countdown_next(&countdown, lane, row, lane->rows, &sample)) < lane->rows; row++)
		pick(picked, row);
}

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static volatile uint64_t sink; /* keeps the sum from being dropped */

static double time_way(const struct lane *lane, const struct sampler *sampler, enum replay_way way, uint64_t trial,
	struct picked *picked)
{
	double start = now();
	*picked = (struct picked){0};
	switch (way) {
	case WAY_SUM: sink = sum(lane->size); break;
	case WAY_SCAN: scan(lane->size, sampler->rate, trial, picked); break;
	default: engine(lane, sampler, way == WAY_STEP, trial, picked);
	}
	return (now() - start) / (double)lane->rows;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* ns[way * rounds + round] */
static void summarise(double *ns, double *ratio, unsigned rounds, struct replay_time *out)
{
	for (int way = 0; way < WAYS; way++) {
		double *mine = ns + (size_t)way * rounds;
		for (unsigned round = 0; round < rounds; round++)
			ratio[round] = ns[(size_t)WAY_SCAN * rounds + round] / mine[round];
		qsort(ratio, rounds, sizeof *ratio, ascending);
		out[way].speedup = ratio[rounds / 2];
	}
	for (int way = 0; way < WAYS; way++) {
		double *mine = ns + (size_t)way * rounds;
		qsort(mine, rounds, sizeof *mine, ascending);
		out[way].ns_median = mine[rounds / 2];
		out[way].ns_p10 = mine[rounds / 10];
		out[way].ns_p90 = mine[rounds - 1 - rounds / 10];
	}
}

static bool run_round(const struct lane *lane, const struct sampler *sampler, unsigned round, struct pcg64 *rng,
	double *ns, unsigned rounds, struct replay_time *out, struct err *err)
{
	enum replay_way order[WAYS] = {WAY_SUM, WAY_SCAN, WAY_STEP, WAY_SKIP};
	struct picked picked[WAYS];
	for (size_t i = WAYS - 1; i > 0; i--) {
		size_t j = (size_t)draw_below(rng, i + 1);
		enum replay_way other = order[j];
		order[j] = order[i];
		order[i] = other;
	}
	for (size_t i = 0; i < WAYS; i++)
		ns[(size_t)order[i] * rounds + round] = time_way(lane, sampler, order[i], round, &picked[order[i]]);
	for (int way = WAY_STEP; way < WAYS; way++)
		if (picked[way].hash != picked[WAY_SCAN].hash || picked[way].samples != picked[WAY_SCAN].samples)
			return err_set(err, "%s and %s pick different rows in trial %u", names[way], names[WAY_SCAN],
				round);
	for (int way = WAY_SCAN; way < WAYS; way++)
		out[way].samples = picked[way].samples;
	return true;
}

static bool run_rounds(const struct lane *lane, const struct sampler *sampler, unsigned rounds, struct replay_time *out,
	struct err *err)
{
	double *ns = calloc((size_t)WAYS * rounds, sizeof *ns), *ratio = calloc(rounds, sizeof *ratio);
	struct pcg64 rng;
	stream_open(&rng, 1, 0, 0, STREAM_NOISE);
	bool ok = ns && ratio ? true : err_set(err, "out of memory");
	for (unsigned round = 0; ok && round < rounds; round++)
		ok = run_round(lane, sampler, round, &rng, ns, rounds, out, err);
	if (ok)
		summarise(ns, ratio, rounds, out);
	free(ns);
	free(ratio);
	return ok;
}

bool bench_replay(const struct trace *trace, double rate, unsigned rounds, struct replay_time *out, struct err *err)
{
	struct strategy_spec spec;
	struct sampler sampler;
	struct lanes lanes = {0};
	if (!strategy_parse("per-byte", &spec, err))
		return false;
	for (int way = 0; way < WAYS; way++)
		out[way] = (struct replay_time){.way = (enum replay_way)way, .rate = rate};
	bool ok = sampler_make(&spec, rate, trace, &sampler, err);
	if (ok && !lanes_build(&lanes, trace, &sampler.rule, NULL))
		ok = err_set(err, "out of memory for the lanes of %s", trace->name);
	ok = ok && run_rounds(&lanes.of[0], &sampler, rounds, out, err);
	lanes_free(&lanes);
	sampler_free(&sampler);
	strategy_spec_free(&spec);
	return ok;
}
