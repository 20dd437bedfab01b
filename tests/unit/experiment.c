/* SPDX-License-Identifier: GPL-3.0-or-later
 * Experiments as a whole: figures that were published or derived for a strategy on a workload. */
#include "sim/comparison.h"
#include "tests/check.h"
#include "tests/unit/files.h"
#include "workloads/workload.h"

#include <math.h>
#include <string.h>

struct lab {
	struct trace trace;
	struct ground ground;
};

static void lab_open(struct lab *lab, const char *workload, const char *dump)
{
	struct err err = {0};
	check_msg(workload_open(workload, &lab->trace, &err), "%s", err.text);
	check_msg(ground_build(&lab->ground, &lab->trace, NULL, dump, 20, &err), "%s", err.text);
}

static void lab_close(struct lab *lab)
{
	ground_free(&lab->ground);
	trace_free(&lab->trace);
}

static void try(struct lab *lab, const char *strategy, const char *estimator, double rate, const char *dump,
	struct strategy_spec *spec, struct experiment *experiment)
{
	static const struct estimator *one[8]; /* outlives the experiments of a test */
	static int next;
	struct err err = {0};
	const struct estimator **slot = &one[next++ % 8];
	check_msg(strategy_parse(strategy, spec, &err), "%s", err.text);
	*slot = estimator_find(estimator ? estimator : spec->strategy->estimator);
	check_msg(experiment_open(experiment, spec, rate, &lab->ground, dump, 20, slot, 1, &err), "%s", err.text);
}

/* The exact measures of the row of a site, or of the total (NULL). */
static struct exact exact_of(const char *workload, const char *strategy, const char *estimator, double rate,
	const char *dump, const char *site)
{
	struct lab lab;
	struct strategy_spec spec;
	struct experiment experiment;
	lab_open(&lab, workload, dump);
	try(&lab, strategy, estimator, rate, dump, &spec, &experiment);
	const struct rows *rows = &experiment_view(&experiment)->dump[0].rows;
	size_t row = site ? 0 : rows_total(rows);
	char name[32];
	while (site && row < rows->shown) {
		sites_name(lab.trace.sites, rows->site[row], name, sizeof name);
		if (!strcmp(name, site))
			break;
		row++;
	}
	struct exact exact = experiment.exact[0][row];
	experiment_close(&experiment);
	strategy_spec_free(&spec);
	lab_close(&lab);
	return exact;
}

/* jimb: a record carries the running total. Rate 512, 100 x 16 bytes, then 4096. */
TEST(experiment, running_total_books_the_bytes_of_others)
{
	struct exact a = exact_of("cycle:A=16*100,B=4096", "per-byte", "running-total", 512, NULL, "A");
	struct exact b = exact_of("cycle:A=16*100,B=4096", "per-byte", "running-total", 512, NULL, "B");
	check_near((1 + a.bias) * 1600, 1118.5150254140074, 1e-12);
	check_near((1 + b.bias) * 4096, 4575.961364909546, 1e-12);
	check(isnan(a.cv) && isnan(a.mape));
	/* The large one first; and both in turns. */
	a = exact_of("cycle:B=4096,A=16*100", "per-byte", "running-total", 512, NULL, "A");
	b = exact_of("cycle:B=4096,A=16*100", "per-byte", "running-total", 512, NULL, "B");
	check_near((1 + a.bias) * 1600, 1119.818655, 1e-9);
	check_near((1 + b.bias) * 4096, 4094.636652, 1e-9);
	a = exact_of("cycle:A=16*10,B=1024,repeat=10", "per-byte", "running-total", 512, NULL, "A");
	b = exact_of("cycle:A=16*10,B=1024,repeat=10", "per-byte", "running-total", 512, NULL, "B");
	check_near((1 + a.bias) * 1600, 662.3575432, 1e-9);
	check_near((1 + b.bias) * 10240, 11003.89652, 1e-9);
}

/* (N - 1) Z^2 an object, whatever its size. */
TEST(experiment, per_allocation_is_paid_by_the_large)
{
	struct exact one = exact_of("cycle:a=8*1000000,b=8388608", "per-allocation:n=1000", NULL, 0x1p19, NULL, NULL);
	double truth = 8e6 + 8388608;
	check_near(one.cv * one.cv * truth * truth, 7.02984393694863e16, 1e-12);
	check_near(exact_of("cycle:a=4K", "per-allocation:n=1000", NULL, 0x1p19, NULL, NULL).cv, sqrt(999), 1e-12);
}

/* Virtual sizes: p = .05 asks for 26892.4587 bytes at 2^19, and is met to the rounding of a unit. */
TEST(experiment, a_table_of_probabilities_is_met)
{
	struct scratch scratch;
	char strategy[100];
	static const char table[] = "1 .001\n64 .05\n4K 1\n";
	scratch_make(&scratch, table, strlen(table));
	snprintf(strategy, sizeof strategy, "size-class:table=%s", scratch.path);
	check_near(exact_of("cycle:a=64", strategy, NULL, 0x1p19, NULL, NULL).detection, .05, 1e-10);
	check_near(exact_of("cycle:a=63", strategy, NULL, 0x1p12, NULL, NULL).detection, .001, 1e-8);
	check(exact_of("cycle:a=4K", strategy, NULL, 0x1p19, NULL, NULL).detection == 1);
	check_near(exact_of("cycle:a=64*100", strategy, NULL, 0x1p19, NULL, NULL).cv, sqrt(.95 / .05 / 100), 1e-9);
	check(fabs(exact_of("cycle:a=64*100", strategy, NULL, 0x1p19, NULL, NULL).bias) < 1e-12);
	scratch_remove(&scratch);
}

/* Site M of the reference tables: 64 x 50000, 16384 x 100, 262144 x 4, 4194304 at 2^19. */
TEST(experiment, three_weights_in_the_order_of_their_variance)
{
	static const char m[] = "cycle:m=64*50000,m=16K*100,m=256K*4,m=4M";
	check_near(exact_of(m, "exponential:gap=exponential", "hits-times-rate", 0x1p19, NULL, NULL).cv,
		.228048447625050, 1e-9);
	check_near(exact_of(m, "exponential:gap=exponential", "residual", 0x1p19, NULL, NULL).cv, .178293408925075,
		1e-9);
	check_near(exact_of(m, "exponential:gap=exponential", "horvitz-thompson", 0x1p19, NULL, NULL).cv,
		.170454210673903, 1e-9);
	check(exact_of(m, "exponential", "residual", 0x1p19, NULL, NULL).bias == 0);
}

/* One object of u rates (vectors LADDER of the reference list): standard deviations of three weights and the
 * mean of a fourth. */
TEST(experiment, the_ladder_of_weights)
{
	static const struct {
		const char *workload;
		double ht, residual, hits, max;
	} rungs[] = {
		{"cycle:a=6553", 3.0835583251780805, 3.084843301758461, 3.1622776601683795, 0},
		{"cycle:a=65536", .7628739783668902, .7950600976206502, 1, .6321205588285577},
		{"cycle:a=131072", .3956231069460752, .464936747516097, .7071067811865476, .8646647167633873},
		{"cycle:a=524288", .018318711768059593, .12497903182709903, .3535533905932738, .9996645373720975},
	};
	for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
		const char *strategy = "exponential:gap=exponential", *workload = rungs[i].workload;
		/* The first rung was derived for a tenth of the rate, which is no whole number of bytes. */
		double tolerance = i ? 1e-12 : 1e-4;
		check_near(exact_of(workload, strategy, "horvitz-thompson", 65536, NULL, NULL).cv, rungs[i].ht,
			tolerance);
		check_near(exact_of(workload, strategy, "residual", 65536, NULL, NULL).cv, rungs[i].residual,
			tolerance);
		check_near(exact_of(workload, strategy, "hits-times-rate", 65536, NULL, NULL).cv, rungs[i].hits,
			tolerance);
		if (rungs[i].max > 0)
			check_near(1 + exact_of(workload, strategy, "max-size-rate", 65536, NULL, NULL).bias,
				rungs[i].max, 1e-12);
	}
}

/* Running totals on long cycles (vectors B09): the large take from the small, the total hardly moves. */
TEST(experiment, running_totals_in_long_cycles)
{
	static const char cycle4[] = "cycle:small=1K*64,large=256K,repeat=20000";
	static const char cycle1[] = "cycle:small=1K*64,large=64K,repeat=20000";
	static const char real[] = "exponential:gap=exponential";
	/* The first cycle starts with nothing waiting: one part in the number of cycles. */
	check_near(1 + exact_of(cycle4, real, "running-total", 65536, NULL, "small").bias, .4267406758995493, 1e-4);
	check_near(1 + exact_of(cycle4, real, "running-total", 65536, NULL, "large").bias, 1.143314831025113, 1e-4);
	check_near(1 + exact_of(cycle1, real, "running-total", 65536, NULL, "small").bias, .810425152641703, 1e-4);
	check_near(1 + exact_of(cycle1, real, "running-total", 65536, NULL, "large").bias, 1.189574847358299, 1e-4);
	check_near(1 + exact_of(cycle1, real, "running-total", 65536, NULL, NULL).bias, 1, 1e-4);
	/* 8192 x 64 bytes, then 8 rates, for ever: what an unsampled block leaves waiting for the next one is 1.33e-4,
	 * and missing from the first of 200. */
	struct exact large = exact_of("cycle:a=64*8192,b=4M,repeat=200", real, "running-total", 0x1p19, NULL, "b");
	check_near(large.bias + 1.33e-4 / 200, .0787814118441634, 1e-7);
}

/* A counter that is set to 0 at a sample (vector B10): the site that completes the interval gets all. */
TEST(experiment, a_counter_set_back_to_zero_resonates)
{
	static const char cycle[] = "cycle:A=2046,B=2047,repeat=100000";
	check(exact_of(cycle, "fixed:after=redraw", "hits-times-rate", 4093, NULL, "A").bias == -1);
	check_near(exact_of(cycle, "fixed:after=redraw", "hits-times-rate", 4093, NULL, "B").bias,
		409300000. / 204700000 - 1, 1e-12);
}

/* Site M under the 99 % rule: its 4 MiB block is exact. */
TEST(experiment, the_99_percent_rule_on_a_mixed_site)
{
	static const char m[] = "cycle:m=64*50000,m=16K*100,m=256K*4,m=4M";
	/* The gap of the original is half a byte longer than the rate: 1e-6 of the variance. */
	check_near(exact_of(m, "bypass-99", "hits-times-rate", 0x1p19, NULL, NULL).cv, .174267104104145, 2e-6);
	check_near(exact_of(m, "bypass-99", "horvitz-thompson", 0x1p19, NULL, NULL).cv, .170283736807669, 1e-9);
}

TEST(experiment, weight_max_is_short_where_size_is_the_rate)
{
	check_near(exact_of("cycle:a=512K", "poisson", "max-size-rate", 0x1p19, NULL, NULL).bias, -exp(-1), 1e-12);
	check_near(exact_of("cycle:a=256K", "poisson", "max-size-rate", 0x1p19, NULL, NULL).bias, -2 * expm1(-.5) - 1,
		1e-12);
	check_near(exact_of("cycle:a=1M", "poisson", "max-size-rate", 0x1p19, NULL, NULL).bias, -exp(-2), 1e-12);
}

static double seen(const char *workload, const char *strategy, double rate)
{
	return exact_of(workload, strategy, NULL, rate, NULL, NULL).detection;
}

/* The cut-offs of heapprofd, at one byte below and at it. */
TEST(experiment, bypasses_jump_where_they_say)
{
	check_near(seen("cycle:a=4095", "bypass-old", 4096), -expm1(-4095. / 4096), 1e-12);
	check(seen("cycle:a=4096", "bypass-old", 4096) == 1);
	check_near(seen("cycle:a=18860", "bypass-99", 4096), -expm1(-18860. / 4096), 1e-12);
	check(seen("cycle:a=18861", "bypass-99", 4096) == 1);
	check(exact_of("cycle:a=18861", "bypass-99", NULL, 4096, NULL, NULL).cv == 0);
	/* One object of 10 KB at a rate of 10 KB is certain, two of 5 KB are not. */
	check(seen("cycle:a=10K", "bypass-old", 10240) == 1);
	check_near(seen("cycle:a=5K*2", "bypass-old", 10240), -expm1(-1), 1e-12);
	check(seen("cycle:a=4095", "threshold", 4096) == 0 && seen("cycle:a=4096", "threshold", 4096) == 1);
}

/* The integer threshold of the 99 % rule for many rates, as derived from its formula. */
TEST(experiment, the_99_percent_threshold)
{
	static const uint64_t known[][2] = {{1, 1}, {2, 7}, {3, 12}, {4, 17}, {10, 44}, {16, 72}, {64, 293}, {100, 459},
		{128, 588}, {512, 2356}, {1000, 4603}, {1024, 4714}, {4096, 18861}, {8192, 37724}, {16384, 75449},
		{32768, 150900}, {65536, 301803}, {131072, 603607}, {262144, 1207216}, {524288, 2414434},
		{1048576, 4828869}, {2097152, 9657740}};
	struct strategy_spec spec;
	struct sampler sampler;
	struct trace none = {0};
	check(strategy_parse("bypass-99", &spec, NULL));
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		check(sampler_make(&spec, (double)known[i][0], &none, &sampler, NULL));
		check_u64(rule_exact_from(&sampler.rule, sampler.rate), known[i][1]);
		sampler_free(&sampler);
	}
	strategy_spec_free(&spec);
}

/* 10 MiB live of 1 GiB allocated in 64 bytes at 2^19: dead objects add nothing to the live error. */
TEST(experiment, the_live_error_is_that_of_the_living)
{
	static const char heap[] = "cycle:dead=64!*1014,live=64*10,repeat=16384";
	check_near(exact_of(heap, "poisson", "horvitz-thompson", 0x1p19, NULL, NULL).cv, .0220953, 1e-4);
	check_near(exact_of(heap, "poisson", "horvitz-thompson", 0x1p19, "end", NULL).cv, .2236, 2e-4);
}

/* A mark every 4096 bytes of a period of 4096: the first half never, the second always. */
TEST(experiment, a_sampler_without_chance_is_exact)
{
	struct exact a = exact_of("cycle:A=2048,B=2048,repeat=50", "fixed", NULL, 4096, NULL, "A");
	struct exact b = exact_of("cycle:A=2048,B=2048,repeat=50", "fixed", NULL, 4096, NULL, "B");
	check(a.detection == 0 && a.bias == -1 && a.cv == 0);
	check(b.detection == 1 && b.bias == 1 && b.cv == 0);
}

/* On the same trials the ratio is that of the two runs, with a far smaller error, and does not depend on
 * threads. */
TEST(experiment, a_comparison_pairs_the_trials)
{
	struct lab lab;
	struct strategy_spec spec[2];
	struct experiment a, b;
	struct row_ratios ratios[3][4];
	struct err err = {0};
	lab_open(&lab, "cycle:small=64*100,large=8K,repeat=50", NULL);
	try(&lab, "per-byte", "horvitz-thompson", 4096, NULL, &spec[0], &a);
	try(&lab, "per-byte", "hits-times-rate", 4096, NULL, &spec[1], &b);
	size_t rows = experiment_view(&a)->dump[0].rows.n;
	check(rows <= 4);
	for (int threads = 1; threads <= 3; threads++) {
		struct effort effort = {.trials = 2000, .seed = 7, .threads = threads};
		if (threads == 1)
			check(experiment_run(&a, &effort, &err) && experiment_run(&b, &effort, &err));
		check(comparison_run(&a, &b, 0, &effort, ratios[threads - 1]));
	}
	for (size_t row = 0; row < rows; row++) {
		struct measures ma, mb;
		experiment_measures(&a, 0, 0, row, &ma);
		experiment_measures(&b, 0, 0, row, &mb);
		const struct ratio *mape = &ratios[0][row].mape, *mse = &ratios[0][row].mse;
		check_near(mape->value, ma.mape.value / mb.mape.value, 1e-12);
		check_near(mape->exact, ma.mape.exact / mb.mape.exact, 1e-15);
		/* 6.5 standard errors: 1e-10 two-sided, were it normal; 2000 trials make it nearly so. */
		check(fabs(mape->value - mape->exact) < 6.5 * mape->se &&
			fabs(mse->value - mse->exact) < 6.5 * mse->se);
		check(mape->se < .7 * mape->value * (ma.mape.se / ma.mape.value + mb.mape.se / mb.mape.value));
		check(!memcmp(&ratios[0][row], &ratios[1][row], sizeof ratios[0][row]) &&
			!memcmp(&ratios[0][row], &ratios[2][row], sizeof ratios[0][row]));
	}
	experiment_close(&a);
	experiment_close(&b);
	strategy_spec_free(&spec[0]);
	strategy_spec_free(&spec[1]);
	lab_close(&lab);
}
