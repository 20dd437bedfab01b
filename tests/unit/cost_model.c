/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cost_model.h"
#include "sim/overhead.h"
#include "tests/check.h"
#include "workloads/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(cost_model, groups_hold_from_their_size_on)
{
	struct cost_model model = cost_model_default;
	struct err err = {0};
	check_u64(cost_model_group(&model, 0), 0);
	check_u64(cost_model_group(&model, 14336), 0);
	check_u64(cost_model_group(&model, 14337), 1);
	check(cost_model_set_groups(&model, "16:10,1K:30,1M:1e3", "--alloc-cost", &err));
	check_u64(model.n, 3);
	check_u64(cost_model_group(&model, 1), 0); /* below the first size its cost holds too */
	check_u64(cost_model_group(&model, 1023), 0);
	check_u64(cost_model_group(&model, 1024), 1);
	check_u64(cost_model_group(&model, UINT64_MAX), 2);
	check(model.ns[2] == 1000);
}

TEST(cost_model, refuses_nonsense)
{
	static const char *const bad[][2] = {{"16", "16"}, {"16:", "--alloc-cost"}, {"16:0", "\"0\""},
		{"1K:5,16:9", "16"}, {"16:5,16:9", "16"}, {"x:5", "x"}, {"16:-5", "-5"}, {"", "\"\""}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cost_model model = cost_model_default;
		struct err err = {0};
		check_msg(!cost_model_set_groups(&model, bad[i][0], "--alloc-cost", &err), "\"%s\" is taken",
			bad[i][0]);
		check_msg(strstr(err.text, bad[i][1]), "%s", err.text);
	}
}

TEST(cost_model, times)
{
	static const struct {
		const char *text;
		double ns;
	} good[] = {{"5us", 5000}, {"300ns", 300}, {"1.5ms", 1.5e6}, {"2s", 2e9}, {"7", 7}, {"0", 0}};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct cost_model model = cost_model_default;
		check(cost_model_set_sample(&model, good[i].text, "--sample-cost", NULL));
		check_near(model.sample_ns, good[i].ns, 1e-15);
	}
	static const char *const bad[] = {"", "us", "5m", "-1us", "5 us", "nan", "5usus"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cost_model model = cost_model_default;
		struct err err = {0};
		check_msg(!cost_model_set_sample(&model, bad[i], "--sample-cost", &err), "\"%s\" is taken", bad[i]);
		check(strstr(err.text, "--sample-cost") && strstr(err.text, bad[i]));
	}
}

static void overhead_on(const char *workload, const char *strategy, double rate, const struct cost_model *model,
	struct overhead *out)
{
	struct err err = {0};
	struct trace trace;
	struct ground ground;
	struct strategy_spec spec;
	struct experiment experiment;
	const struct estimator *raw = estimator_find("raw");
	check_msg(workload_open(workload, &trace, &err), "%s", err.text);
	check(ground_build(&ground, &trace, NULL, NULL, 5, &err));
	check_msg(strategy_parse(strategy, &spec, &err), "%s", err.text);
	spec.costs = model;
	check_msg(experiment_open(&experiment, &spec, rate, &ground, NULL, 5, &raw, 1, &err), "%s", err.text);
	overhead_of(&experiment, model, out);
	experiment_close(&experiment);
	strategy_spec_free(&spec);
	ground_free(&ground);
	trace_free(&trace);
}

/* 1000 x 100 bytes at 10 ns, 3 x 5000 bytes at 200 ns, a sample of 1 us. */
TEST(overhead, by_hand)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct overhead overhead;
	overhead_on("cycle:a=100*1000,b=5000*3", "poisson", 10000, &model, &overhead);
	double small = 1000 * -expm1(-.01), large = 3 * -expm1(-.5);
	check_near(overhead.group[0].samples_exact, small, 1e-13);
	check_near(overhead.group[1].samples_exact, large, 1e-13);
	check_near(overhead.group[0].share_exact, small * 1000 / (1000 * 10), 1e-13);
	check_near(overhead.group[1].share_exact, large * 1000 / (3 * 200), 1e-13);
	check_near(overhead.share.exact, (small + large) * 1000 / (1000 * 10 + 3 * 200), 1e-13);
	check_near(overhead.slowdown_exact, (small * 100 + large * 5) / 1003, 1e-13);
	check(isnan(overhead.share.value));
}

/* per-allocation takes as many samples as per-byte, or costs the average call as much. */
TEST(overhead, per_allocation_matches_samples_or_slowdown)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct overhead byte, samples, slowdown;
	const char *workload = "cycle:a=100*1000,b=5000*3,c=1M";
	overhead_on(workload, "per-byte", 10000, &model, &byte);
	overhead_on(workload, "per-allocation", 10000, &model, &samples);
	overhead_on(workload, "per-allocation:match=overhead", 10000, &model, &slowdown);
	check_near(samples.share.exact, byte.share.exact, 1e-12);
	check(samples.slowdown_exact > 1.2 * byte.slowdown_exact);
	check_near(slowdown.slowdown_exact, byte.slowdown_exact, 1e-12);
	check(slowdown.share.exact < .9 * byte.share.exact);
}

/* The promise of the generator: large ones are rare and make half of the bytes. */
TEST(slab, half_of_the_bytes_are_small)
{
	struct err err = {0};
	struct trace trace;
	check_msg(workload_open("slab", &trace, &err), "%s", err.text);
	uint64_t small = 0, small_bytes = 0;
	for (size_t row = 0; row < trace.rows; row++) {
		uint64_t size = column_get(&trace.size, row);
		small += size <= 14336;
		small_bytes += size <= 14336 ? size : 0;
	}
	/* 3,322 large ones are expected, standard deviation 58; their sizes vary by less than their mean. */
	check(trace.rows - small > 2950 && trace.rows - small < 3700);
	check_near((double)small_bytes, (double)small * 104, .01);
	check_near((double)small_bytes, (double)trace.bytes / 2, .15);
	trace_free(&trace);
}
