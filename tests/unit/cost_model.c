/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cost_model.h"
#include "sim/overhead.h"
#include "tests/check.h"
#include "tests/scene.h"
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
	check(cost_model_set_groups(&model, "0:20ns,1K:1.5us", "--alloc-cost", &err));
	check(model.n == 2 && model.ns[0] == 20 && model.ns[1] == 1500);
}

TEST(cost_model, refuses_nonsense)
{
	static const char *const bad[][2] = {{"16", "16"}, {"16:", "--alloc-cost"}, {"16:0", "\"0\""},
		{"1K:5,16:9", "16"}, {"16:5,16:9", "16"}, {"x:5", "x"}, {"16:-5", "-5"}, {"", "\"\""},
		{"16:20%", "\"20%\""}, {"16:1e300s", "1e300s"}};
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
	static const char *const bad[] = {"", "us", "5m", "-1us", "5 us", "nan", "5usus", "5%", "5%us", "1e308s"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cost_model model = cost_model_default;
		struct err err = {0};
		check_msg(!cost_model_set_sample(&model, bad[i], "--sample-cost", &err), "\"%s\" is taken", bad[i]);
		check(strstr(err.text, "--sample-cost") && strstr(err.text, bad[i]));
	}
}

/* An experiment as `heapodds simulate` makes it, and what it spends; trials 0: closed forms. */
struct stage {
	struct trace trace;
	struct ground ground;
	struct strategy_spec spec;
	struct experiment experiment;
	struct overhead overhead;
};

static void stage_open(struct stage *stage, const char *workload, const char *strategy, const char *dump,
	const struct cost_model *model, const struct effort *effort)
{
	static const struct estimator *raw;
	struct err err = {0};
	raw = estimator_find("raw");
	check_msg(workload_open(workload, &stage->trace, &err), "%s", err.text);
	check(ground_build(&stage->ground, &stage->trace, NULL, dump, 5, &err));
	check_msg(strategy_parse(strategy, &stage->spec, &err), "%s", err.text);
	stage->spec.costs = model;
	check_msg(experiment_open(&stage->experiment, &stage->spec, 10000, &stage->ground, dump, 5, &raw, 1, &err),
		"%s", err.text);
	check_msg(experiment_run(&stage->experiment, effort, &err), "%s", err.text);
	overhead_of(&stage->experiment, model, &stage->overhead);
	check(overhead_run(&stage->experiment, model, effort, &stage->overhead));
}

static void stage_close(struct stage *stage)
{
	experiment_close(&stage->experiment);
	strategy_spec_free(&stage->spec);
	ground_free(&stage->ground);
	trace_free(&stage->trace);
}

static void overhead_on(const char *workload, const char *strategy, const struct cost_model *model,
	struct overhead *out)
{
	struct stage stage;
	stage_open(&stage, workload, strategy, NULL, model, &(struct effort){.threads = 1});
	*out = stage.overhead;
	stage_close(&stage);
}

/* 1000 x 100 bytes at 10 ns, 3 x 5000 bytes at 200 ns, a sample of 1 us. */
TEST(overhead, by_hand)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct overhead overhead;
	overhead_on("cycle:a=100*1000,b=5000*3", "poisson", &model, &overhead);
	double small = 1000 * -expm1(-.01), large = 3 * -expm1(-.5);
	check_near(overhead.group[0].samples.exact, small, 1e-13);
	check_near(overhead.group[1].samples.exact, large, 1e-13);
	check_near(overhead.group[0].share.exact, small * 1000 / (1000 * 10), 1e-13);
	check_near(overhead.group[1].share.exact, large * 1000 / (3 * 200), 1e-13);
	check_near(overhead.share.exact, (small + large) * 1000 / (1000 * 10 + 3 * 200), 1e-13);
	check_near(overhead.slowdown.exact, (small * 100 + large * 5) / 1003, 1e-13);
	check(isnan(overhead.share.value));
}

/* per-allocation takes as many samples as per-byte, or costs the average call as much. */
TEST(overhead, per_allocation_matches_samples_or_slowdown)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct overhead byte, samples, slowdown;
	const char *workload = "cycle:a=100*1000,b=5000*3,c=1M";
	overhead_on(workload, "per-byte", &model, &byte);
	overhead_on(workload, "per-allocation", &model, &samples);
	overhead_on(workload, "per-allocation:match=overhead", &model, &slowdown);
	check_near(samples.share.exact, byte.share.exact, 1e-12);
	check(samples.slowdown.exact > 1.2 * byte.slowdown.exact);
	check_near(slowdown.slowdown.exact, byte.slowdown.exact, 1e-12);
	check(slowdown.share.exact < .9 * byte.share.exact);
}

/* The n of match=overhead: sum of 1 / cost over sum of p / cost. */
TEST(overhead, match_has_a_closed_form)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct stage stage;
	stage_open(&stage, "cycle:a=100*1000,b=5000*3,c=0*7", "per-allocation:match=overhead", NULL, &model,
		&(struct effort){.threads = 1});
	double log_miss = log1p(-1e-4), a = -expm1(100 * log_miss), b = -expm1(5000 * log_miss);
	double n = (1007. / 10 + 3. / 200) / (1000 * a / 10 + 3 * b / 200);
	check_near(stage.experiment.sampler.rule.mean, n, 1e-13);
	stage_close(&stage);
}

/* Within 6.2 standard errors of the closed form, an error rate of 1e-9 for each number. */
static void check_simulated(const struct measure *measure)
{
	check(measure->se > 0);
	check_msg(fabs(measure->value - measure->exact) <= 6.2 * measure->se, "%g +-%g, exact %g", measure->value,
		measure->se, measure->exact);
}

/* Groups of sizes that samples share unequally; the same bits on any number of threads. */
TEST(overhead, simulated)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct stage one, two;
	struct effort effort = {.trials = 1000, .seed = 1, .threads = 1};
	const char *workload = "cycle:a=100*100,b=5000*3,repeat=10";
	stage_open(&one, workload, "per-byte", NULL, &model, &effort);
	effort.threads = 3;
	stage_open(&two, workload, "per-byte", NULL, &model, &effort);
	const struct overhead *overhead = &one.overhead;
	check_simulated(&overhead->group[0].samples);
	check_simulated(&overhead->group[1].samples);
	check_simulated(&overhead->group[0].share);
	check_simulated(&overhead->group[1].share);
	check_simulated(&overhead->share);
	check_simulated(&overhead->slowdown);
	check(!memcmp(overhead, &two.overhead, sizeof *overhead));
	const struct score *score = experiment_score(&one.experiment, 0, 0);
	check_near(overhead->group[0].samples.value + overhead->group[1].samples.value, score->samples.mean, 1e-13);
	check_near(overhead->slowdown.value,
		(overhead->group[0].samples.value * 100 + overhead->group[1].samples.value * 5) / 1030, 1e-13);
	stage_close(&one);
	stage_close(&two);
}

/* A live view holds nothing of what is freed at once: sampling it cost as much all the same. */
TEST(overhead, is_of_the_whole_run)
{
	struct cost_model model = cost_model_default;
	struct stage total, live;
	struct effort effort = {.trials = 100, .seed = 1, .threads = 1};
	stage_open(&total, "cycle:a=100!*1000,b=5000*3", "per-byte", NULL, &model, &effort);
	stage_open(&live, "cycle:a=100!*1000,b=5000*3", "per-byte", "end", &model, &effort);
	check(experiment_score(&live.experiment, 0, 0)->samples.mean < 2);
	check(total.overhead.group[0].samples.value > 8);
	check(!memcmp(&total.overhead, &live.overhead, sizeof live.overhead));
	stage_close(&total);
	stage_close(&live);
}

/* A mark every 10000 bytes: 10 of the 1000 a, and with no closed form a trial without chance is exact. */
TEST(overhead, without_chance_one_trial_is_exact)
{
	struct cost_model model = {.n = 2, .from = {0, 4096}, .ns = {10, 200}, .sample_ns = 1000};
	struct overhead overhead;
	overhead_on("cycle:a=100*1000,b=5000*3", "fixed", &model, &overhead);
	check(overhead.group[0].samples.exact == 10 && overhead.group[1].samples.exact == 1);
	check_near(overhead.slowdown.exact, (10 * 100 + 1 * 5) / 1003., 1e-14);
	check(isnan(overhead.share.value) && isnan(overhead.slowdown.value));
	overhead_on("cycle:a=100*1000,b=5000*3", "per-byte:gap=uniform", &model, &overhead);
	check(isnan(overhead.share.exact) && isnan(overhead.slowdown.exact) && isnan(overhead.group[0].samples.exact));
}

/* The example of PROFILING_INTERNALS: a million of 8 bytes and one of 8 MB, sampled at 1 MB. A dump
 * shows them as 8 : 1; they are 1 : 1 in bytes and 10^6 : 1 in objects. */
TEST(shares, counts_of_samples_mislead)
{
	struct scene scene;
	struct play play;
	const char *const raw[] = {"raw", NULL};
	struct measures a, b;
	scene_open(&scene, "cycle:A=8*1000000,B=8MB", 5);
	play_open(&play, &scene, &(struct casting){.strategy = "per-byte", .rate = 1e6, .estimators = raw});
	struct exact *exact = play_exact(&play);
	measures_of_row(&scene.rows, 0, NULL, 0, exact, &a);
	measures_of_row(&scene.rows, 1, NULL, 0, exact, &b);
	double log_miss = log1p(-1e-6), samples_a = 1e6 * -expm1(8 * log_miss), samples_b = -expm1(8e6 * log_miss);
	check_near(a.share_samples.exact, samples_a / (samples_a + samples_b), 1e-12);
	check_near(a.share_samples.exact / b.share_samples.exact, 8, .001);
	check(a.share_bytes == .5 && b.share_bytes == .5);
	check_near(a.share_objects, 1e6 / 1000001, 1e-14);
	check_near(a.share_objects / b.share_objects, 1e6, 1e-12);
	check(isnan(a.share_samples.value));
	free(exact);
	play_close(&play);
	scene_close(&scene);
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
