/* SPDX-License-Identifier: GPL-3.0-or-later
 * A run gives the same bits whatever engine, threads and pace it is made with. */
#include "sim/run.h"
#include "tests/check.h"
#include "tests/scene.h"
#include <stdio.h>
#include <string.h>

static const char *const workloads_tried[] = {
	"server:allocations=3000",
	"lognormal:allocations=3000,threads=3",
	"cycle:small=1K*256,large=256K,huge=2M,none=0,repeat=4,threads=2",
	"cycle:tiny=8*64,small=24*16,medium=512,large=4K,repeat=5,threads=3",
	"cycle:one=16",
};
enum { WORKLOADS = sizeof workloads_tried / sizeof *workloads_tried };

static const double rates[] = {16, 1000, 65536};
enum { RATES = sizeof rates / sizeof *rates };

/* Beside the registered strategies, the parts that change how a lane is read. */
static const char *const variants[] = {
	"per-byte:scope=thread",
	"per-byte:cost=one",
	"per-byte:cost=one:scope=thread",
	"per-byte:bypass=at-rate",
	"per-byte:bypass=at-rate:spare=counted",
	"per-byte:gap=floor",
	"per-byte:gap=fixed:after=carry",
	"per-byte:gap=uniform:edge=below-zero",
	"per-byte:first=zero",
	"per-byte:first=rate",
	"exponential:gap=exponential",
	"exponential:gap=exponential:bypass=at-rate:spare=drained:scope=thread",
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* The estimators that need no inclusion probability. */
static const char *const blind[] = {"hits-times-rate", "raw", NULL};
static const char *const only_raw[] = {"raw", NULL};

/* The structures hold doubles and 64-bit integers only: no padding. */
static bool same_rows(const struct score *a, const struct score *b)
{
	return a->rows == b->rows && a->estimators == b->estimators &&
		!memcmp(a->of, b->of, a->rows * a->estimators * sizeof *a->of);
}

static bool same_moments(const struct moments *a, const struct moments *b)
{
	return !memcmp(a, b, sizeof *a);
}

static bool same_score(const struct score *a, const struct score *b)
{
	return a->trials == b->trials && same_moments(&a->samples, &b->samples) && same_moments(&a->draws, &b->draws) &&
		same_moments(&a->missed_sites, &b->missed_sites) && same_moments(&a->missed_bytes, &b->missed_bytes) &&
		same_rows(a, b);
}

static void check_same(const struct play *a, const struct play *b, const char *what)
{
	check_msg(a->score.samples.n > 0 && same_score(&a->score, &b->score), "%s, %s at %g: %s differ",
		a->scene->trace.name, a->spec.text, a->sampler.rate, what);
}

/* Calls try for every strategy, rate and workload. */
static void for_all(void (*try)(const struct scene *, const char *strategy, double rate))
{
	for (size_t w = 0; w < WORKLOADS; w++) {
		struct scene scene;
		scene_open(&scene, workloads_tried[w], 5);
		for (size_t r = 0; r < RATES; r++) {
			if ((double)scene.trace.bytes / rates[r] > 30000) /* marks by the thousand show nothing new */
				continue;
			for (size_t i = 0; strategies[i]; i++)
				if (scene_plays(strategies[i]))
					try(&scene, strategies[i]->name, rates[r]);
			for (size_t i = 0; i < VARIANTS; i++)
				try(&scene, variants[i], rates[r]);
		}
		scene_close(&scene);
	}
}

static bool is_countdown(const char *strategy)
{
	struct strategy_spec spec;
	check(strategy_parse(strategy, &spec, NULL));
	bool countdown = spec.strategy->countdown != NULL;
	strategy_spec_free(&spec);
	return countdown;
}

static void step_and_skip(const struct scene *scene, const char *strategy, double rate)
{
	struct casting casting = {.strategy = strategy,
		.rate = rate,
		.estimators = blind,
		.engine = ENGINE_STEP,
		.seed = 7};
	struct play step, skip;
	if (!is_countdown(strategy))
		return;
	play_open(&step, scene, &casting);
	casting.engine = ENGINE_SKIP;
	play_open(&skip, scene, &casting);
	play_on(&step, 40);
	play_on(&skip, 40);
	check_same(&step, &skip, "step and skip");
	play_close(&step);
	play_close(&skip);
}

TEST(run, step_and_skip)
{
	for_all(step_and_skip);
}

TEST(run, skip_is_refused_where_every_allocation_decides)
{
	size_t refused = 0;
	for (size_t i = 0; strategies[i]; i++) {
		struct sampler sampler = {.strategy = strategies[i], .rate = 512};
		enum engine engine = ENGINE_AUTO;
		struct err err = {0};
		bool countdown = strategies[i]->countdown != NULL;
		check(engine_choose(&sampler, ENGINE_AUTO, &engine, &err));
		check(engine == (countdown ? ENGINE_SKIP : ENGINE_STEP));
		check(engine_choose(&sampler, ENGINE_STEP, &engine, &err) && engine == ENGINE_STEP && !err.set);
		check(engine_choose(&sampler, ENGINE_SKIP, &engine, &err) == countdown && err.set == !countdown);
		check(countdown || strstr(err.text, strategies[i]->name));
		refused += !countdown;
	}
	check(refused > 0);
}

static void marks_change_no_row(const struct scene *scene, const char *strategy, double rate)
{
	struct casting casting = {.strategy = strategy, .rate = rate, .estimators = only_raw, .seed = 8};
	struct play without, with;
	play_open(&without, scene, &casting);
	casting.marks_unasked = true;
	play_open(&with, scene, &casting);
	play_on(&without, 40);
	play_on(&with, 40);
	check_same(&without, &with, "rows with and without marks");
	play_close(&without);
	play_close(&with);
}

TEST(run, marks_change_no_row)
{
	for_all(marks_change_no_row);
}

/* Nor may asking for marks leave the number of marks as it was. */
TEST(run, marks_are_drawn)
{
	struct scene scene;
	struct play one, both;
	struct casting casting = {.strategy = "per-byte", .rate = 64, .estimators = only_raw, .seed = 8};
	scene_open(&scene, "cycle:large=4K*10", 5);
	play_open(&one, &scene, &casting);
	casting.estimators = blind;
	play_open(&both, &scene, &casting);
	play_on(&one, 32);
	play_on(&both, 32);
	const struct row_score *hits = &both.score.of[0], *raw = &both.score.of[both.score.rows];
	check(raw->samples == one.score.of[0].samples && hits->samples == raw->samples);
	check(hits->bytes.m2 > 0 && raw->bytes.m2 == 0);
	play_close(&one);
	play_close(&both);
	scene_close(&scene);
}

/* 110 trials: three blocks of 32 and a part of one. */
static void threads_and_pace(const struct scene *scene, const char *strategy, double rate)
{
	struct casting casting = {.strategy = strategy, .rate = rate, .estimators = blind, .threads = 1, .seed = 9};
	struct play at_once;
	play_open(&at_once, scene, &casting);
	play_on(&at_once, 110);
	for (int threads = 1; threads <= 3; threads++) {
		static const uint64_t paces[][4] = {{110}, {32, 64, 96, 110}, {64, 110}, {96, 110}};
		casting.threads = threads;
		for (int i = threads == 1; i < 4; i++) {
			struct play play;
			play_open(&play, scene, &casting);
			for (int j = 0; j < 4 && paces[i][j]; j++)
				play_on(&play, paces[i][j]);
			check_same(&at_once, &play, "threads or extension by steps");
			play_close(&play);
		}
	}
	play_close(&at_once);
}

TEST(run, threads_and_pace)
{
	struct scene scene;
	scene_open(&scene, "server:allocations=2000,threads=3", 5);
	for (size_t i = 0; strategies[i]; i++)
		if (scene_plays(strategies[i]))
			threads_and_pace(&scene, strategies[i]->name, 1000);
	threads_and_pace(&scene, "exponential:gap=exponential:scope=thread", 1000);
	scene_close(&scene);
}

/* Blocks of all sizes of the tree, one after another. */
TEST(run, a_score_is_that_of_its_trials)
{
	struct scene scene;
	struct casting casting = {.strategy = "per-byte", .rate = 512, .estimators = blind, .threads = 2, .seed = 10};
	struct play slow;
	scene_open(&scene, "cycle:a=16*20,b=500*3", 5);
	play_open(&slow, &scene, &casting);
	for (uint64_t trials = 32; trials <= 32 * 20; trials += 32) {
		struct play fast;
		play_on(&slow, trials);
		play_open(&fast, &scene, &casting);
		play_on(&fast, trials);
		check_same(&slow, &fast, "a run and its extension");
		play_close(&fast);
	}
	play_close(&slow);
	scene_close(&scene);
}

static uint64_t samples_of(const struct scene *scene, uint64_t seed, uint64_t trial)
{
	struct casting casting = {.strategy = "per-byte", .rate = 64, .estimators = only_raw, .seed = seed};
	struct play play;
	struct tally tally;
	uint64_t samples = 0;
	play_open(&play, scene, &casting);
	check(tally_init(&tally, &scene->classes, false));
	check(replay_trial(&play.run.replay, trial, &tally));
	for (size_t c = 0; c < scene->classes.n; c++)
		samples = samples * 1000003 + tally.of[c].samples;
	tally_free(&tally);
	play_close(&play);
	return samples;
}

/* A trial is a function of seed and number alone, and differs from the others. */
TEST(run, trials_and_seeds)
{
	struct scene scene;
	scene_open(&scene, "cycle:a=8*999,b=16*555,c=100*100", 5);
	uint64_t first = samples_of(&scene, 1, 0);
	check_u64(samples_of(&scene, 1, 0), first);
	check(samples_of(&scene, 1, 1) != first && samples_of(&scene, 2, 0) != first);
	check(samples_of(&scene, 1, UINT64_C(1) << 40) != first &&
		samples_of(&scene, 1 + (UINT64_C(1) << 40), 0) != first);
	scene_close(&scene);
}

/* Redrawn gaps: one draw for each lane, and one behind each sample. */
TEST(run, draws_are_counted)
{
	struct scene scene;
	struct casting casting = {.strategy = "per-byte:scope=thread", .rate = 64, .estimators = only_raw, .seed = 11};
	struct play play;
	scene_open(&scene, "cycle:a=8*100,b=1000,threads=3", 5);
	play_open(&play, &scene, &casting);
	play_on(&play, 64);
	check(play.score.samples.mean > 3);
	check_near(play.score.draws.mean, play.score.samples.mean + 3, 1e-13);
	check_near(play.score.draws.m2, play.score.samples.m2, 1e-11);
	play_close(&play);
	scene_close(&scene);
}
