/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the simulation says against the closed forms: every number of every row that is printed, for
 * strategies, estimators and rates on workloads that differ in what they can show. Only the closed forms
 * are believed. A false alarm anywhere in this file has a probability below 1e-9: each comparison is
 * made at that level divided by the number of comparisons (Bonferroni), by tails that are bounds and not
 * approximations. */
#include "tests/check.h"
#include "tests/statistical/comparison.h"
#include <string.h>

enum { TESTS = 6, COMPARISONS_MAX = 60000 }; /* comparisons: of each test */
enum { TOP = 20 };

static const char *const variants[] = {
	"per-byte",
	"per-byte:gap=exponential",
	"per-byte:cost=one",
	"per-byte:bypass=at-rate",
	"per-byte:scope=thread",
	"exponential",
	"exponential:gap=exponential",
	"exponential:bypass=at-rate:spare=drained",
	"poisson",
};

static void compare(struct comparison *comparison, const struct scene *scene, const char *strategy, double rate,
	uint64_t trials)
{
	struct casting casting = {.strategy = strategy, .rate = rate, .estimators = comparison_estimators, .seed = 20};
	struct play play;
	play_open(&play, scene, &casting);
	play_on(&play, trials);
	comparison_make(comparison, &play);
	play_close(&play);
}

/* Registered, not in the list above, and with closed forms at all. */
static bool is_other(const struct scene *scene, const struct strategy *strategy, double rate)
{
	struct strategy_spec spec = {.strategy = strategy};
	struct sampler sampler;
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
		if (!strcmp(variants[i], strategy->name))
			return false;
	if (!scene_plays(strategy) || !sampler_make(&spec, rate, &scene->trace, &sampler, NULL))
		return false;
	bool memoryless = sampler_memoryless(&sampler);
	sampler_free(&sampler);
	return memoryless;
}

/* The variants, and whatever else is registered. */
static void compare_all(const char *workload, uint64_t trials, const double *rates)
{
	struct scene scene;
	struct comparison comparison;
	scene_open(&scene, workload, TOP);
	comparison_init(&comparison, &scene, 1e-9 / TESTS / COMPARISONS_MAX);
	for (; *rates > 0; rates++) {
		for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
			compare(&comparison, &scene, variants[i], *rates, trials);
		for (size_t i = 0; strategies[i]; i++)
			if (is_other(&scene, strategies[i], *rates))
				compare(&comparison, &scene, strategies[i]->name, *rates, trials);
	}
	check(comparison.done > 0 && comparison.done <= COMPARISONS_MAX);
	comparison_free(&comparison);
	scene_close(&scene);
}

/* Strategies whose classes are their own. */
static void compare_groups(const char *workload, const char *strategy, double rate, uint64_t trials)
{
	struct scene scene;
	struct comparison comparison;
	scene_open(&scene, workload, TOP);
	scene_split(&scene, strategy, TOP);
	comparison_init(&comparison, &scene, 1e-9 / TESTS / COMPARISONS_MAX);
	compare(&comparison, &scene, strategy, rate, trials);
	check(comparison.done > 0 && comparison.done <= COMPARISONS_MAX);
	comparison_free(&comparison);
	scene_close(&scene);
}

#define RATES(...) ((const double[]){__VA_ARGS__, 0})

/* Many sites, most of them seen rarely. */
TEST(simulated, server)
{
	compare_all("server:allocations=20000", 900, RATES(1024, 16384));
}

TEST(simulated, lognormal)
{
	compare_all("lognormal:allocations=5000,threads=3", 1000, RATES(512, 16384));
}

/* Sizes below, at and above the rate. */
TEST(simulated, around_the_rate)
{
	compare_all("cycle:small=1K*256,large=256K,huge=2M,repeat=4", 4000, RATES(65536, 262144, 1 << 20));
}

/* One unit more or less is 1/8 of an object: what samplers round shows. */
TEST(simulated, small_rates)
{
	compare_all("cycle:tiny=8*64,small=24*16,medium=512,large=4K,repeat=5,threads=3", 5000, RATES(16, 64, 1024));
}

/* Few allocations: how the countdown begins shows. */
TEST(simulated, first_allocations)
{
	compare_all("cycle:first=8,second=24,third=200,last=8,threads=2", 100000, RATES(16, 64, 500));
}

TEST(simulated, groups)
{
	compare_groups("server:allocations=20000", "schedule", 4096, 1500);
	compare_groups("server:allocations=20000", "schedule:by=even:boost=3", 1024, 1500);
	compare_groups("server:allocations=20000,threads=3", "schedule:by=threads:threads=2", 16384, 1500);
}
