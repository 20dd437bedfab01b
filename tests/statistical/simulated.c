/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the simulation says against the closed forms: every number of every row that is printed, for
 * strategies, estimators and rates on workloads that differ in what they can show. Only the closed forms
 * are believed. A false alarm anywhere in this file has a probability below 1e-9: each comparison is
 * made at that level divided by the number of comparisons (Bonferroni), by tails that are bounds and not
 * approximations. */
#include "sim/measures.h"
#include "tests/check.h"
#include "tests/scene.h"
#include "tests/statistical/tails.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS = 5, COMPARISONS_MAX = 60000 }; /* comparisons: of each test */
enum { TOP = 20, SEEN_FEW = 200 };

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
static const char *const all_estimators[] = {"horvitz-thompson", "hits-times-rate", "raw", NULL};

enum quantity { SAMPLES, BYTES, OBJECTS };

struct comparison {
	struct scene scene;
	struct play play;
	struct exact *exact;
	struct mixture law; /* of whichever row and quantity is looked at */
	size_t done;
	double level; /* natural logarithm of the error rate of one comparison */
	uint64_t trials;
	size_t row, estimator;
};

static void row_text(const struct comparison *of, char *out, size_t room)
{
	const struct rows *rows = &of->scene.rows;
	if (of->row < rows->shown)
		sites_name(of->scene.trace.sites, rows->site[of->row], out, room);
	else
		snprintf(out, room, of->row == rows_total(rows) ? "(total)" : "(others)");
}

static void judge(struct comparison *of, const char *what, double log_tail, double observed, double expected)
{
	of->done++;
	if (log_tail >= of->level)
		return;
	char row[80];
	row_text(of, row, sizeof row);
	check_fail(__FILE__, __LINE__, "%s, %s at %g, %s, row %s: %s is %.12g, not %.12g (probability below 1e%.1f)",
		of->scene.trace.name, of->play.spec.text, of->play.sampler.rate, all_estimators[of->estimator], row,
		what, observed, expected, log_tail / M_LN10);
}

/* Adds weight * (samples or marks of count allocations) to the law. */
static void add_summand(struct mixture *law, const struct law *one, double count, bool per_mark, double weight)
{
	struct summand summand = {.weight = weight, .n = count, .p = one->p, .q = exp(one->log_miss)};
	if (per_mark)
		summand = (struct summand){.weight = weight,
			.n = count * (double)one->units,
			.p = one->unit_p,
			.q = 1 - one->unit_p,
			.mean = count * one->mean,
			.poisson = one->poisson};
	if (weight == 0 || one->p == 0)
		return;
	if (!summand.poisson && summand.q == 0)
		law->constant += weight * summand.n;
	else
		law->of[law->n++] = summand;
}

static void add_class(struct comparison *of, size_t class, enum quantity quantity)
{
	const struct classes *classes = &of->scene.classes;
	const struct weighing *weighing = &of->play.weighing[of->estimator * classes->n + class];
	const struct weight *weight = &weighing->weight;
	double count = (double)classes->of[class].count;
	double bytes = (double)of->scene.rows.bytes[of->row], objects = (double)of->scene.rows.objects[of->row];
	if (quantity == SAMPLES)
		add_summand(&of->law, &weighing->law, count, false, 1);
	else
		add_summand(&of->law, &weighing->law, count, weight->per_mark,
			quantity == BYTES ? weight->bytes / bytes : weight->objects / objects);
}

static bool in_row(const struct rows *rows, const struct class *class, size_t row)
{
	return row == rows_total(rows) || rows->of_site[class->site] == row;
}

static void clear_law(struct comparison *of)
{
	of->law.n = 0;
	of->law.constant = 0;
}

/* The law of one trial of the row that is looked at; samples as a number, the others in units of the
 * truth. */
static void set_law(struct comparison *of, enum quantity quantity)
{
	clear_law(of);
	for (size_t c = 0; c < of->scene.classes.n; c++)
		if (in_row(&of->scene.rows, &of->scene.classes.of[c], of->row))
			add_class(of, c, quantity);
	mixture_measure(&of->law);
}

/* The closed form, and the sums of this file that the tails are made of, must be the same law. */
static void check_law(const struct comparison *of, double mean, double cv)
{
	check_near(1 + of->law.mean, 1 + mean, 1e-10);
	check_near(1e-20 + of->law.variance, 1e-20 + cv * cv, 1e-8);
}

static void compare_seen(struct comparison *of, const struct measures *row)
{
	double exact = row->detection.exact;
	set_law(of, SAMPLES);
	check_near(of->law.mean, row->samples.exact, 1e-10);
	judge(of, "detection", tail_count(row->seen, row->trials, exact), row->detection.value, exact);
	judge(of, "samples", tail_mean(&of->law, row->trials, row->samples.value), row->samples.value, of->law.mean);
}

static void compare_estimate(struct comparison *of, const char *mean, const char *spread, const struct measure *bias,
	const struct measure *cv)
{
	double n = (double)of->trials, off = bias->value - bias->exact;
	double square = cv->value * cv->value * (n - 1) / n + off * off;
	check_law(of, 1 + bias->exact, cv->exact);
	judge(of, mean, tail_mean(&of->law, of->trials, 1 + bias->value), bias->value, bias->exact);
	judge(of, spread, tail_square(&of->law, of->trials, square, of->level), cv->value, cv->exact);
}

static void compare_deviation(struct comparison *of, const struct measures *row, const struct exact *exact)
{
	struct deviation all = {.law = &of->law, .expected = exact->mape, .error = exact->mape * exact->mape_error};
	struct deviation seen = {.law = &of->law, .expected = exact->mape_seen, .unseen = 1 - exact->detection};
	judge(of, "MAPE", tail_deviation(&all, row->trials, row->mape.value), row->mape.value, exact->mape);
	/* What is left when P(unseen) is taken out of moments must have digits. */
	if (!row->seen || exact->detection < 1e-4)
		return;
	seen.error = exact->mape_seen * exact->mape_error;
	judge(of, "MAPE where seen", tail_deviation(&seen, row->seen, row->mape_seen.value), row->mape_seen.value,
		exact->mape_seen);
}

static void compare_row(struct comparison *of)
{
	const struct rows *rows = &of->scene.rows;
	const struct exact *exact = &of->exact[of->estimator * rows->n + of->row];
	struct measures row;
	measures_of_row(rows, of->row, &of->play.score, of->estimator, exact, &row);
	if (of->estimator == 0)
		compare_seen(of, &row);
	set_law(of, OBJECTS);
	compare_estimate(of, "bias of objects", "CV of objects", &row.objects_bias, &row.objects_cv);
	set_law(of, BYTES);
	compare_estimate(of, "bias", "CV", &row.bias, &row.cv);
	compare_deviation(of, &row, exact);
}

/* The rows that few trials see say little one by one, together they say more. */
static void compare_pool(struct comparison *of)
{
	const struct rows *rows = &of->scene.rows;
	uint64_t samples = 0;
	clear_law(of);
	for (of->row = 0; of->row < rows_total(rows); of->row++) {
		if (of->exact[of->row].detection * (double)of->trials >= SEEN_FEW)
			continue;
		samples += of->play.score.of[of->row].samples;
		for (size_t c = 0; c < of->scene.classes.n; c++)
			if (in_row(rows, &of->scene.classes.of[c], of->row))
				add_class(of, c, SAMPLES);
	}
	mixture_measure(&of->law);
	double mean = (double)samples / (double)of->trials;
	judge(of, "samples of all rows seen rarely", tail_mean(&of->law, of->trials, mean), mean, of->law.mean);
}

static void compare_missed(struct comparison *of, bool bytes, const struct moments *observed, double exact)
{
	const struct classes *classes = &of->scene.classes;
	clear_law(of);
	for (uint32_t site = 0; site < classes->sites; site++) {
		double log_miss = 0;
		for (size_t c = classes->first[site]; c < classes->first[site + 1]; c++)
			log_miss += (double)classes->of[c].count * of->play.weighing[c].law.log_miss;
		struct law missed = {.p = exp(log_miss), .log_miss = log(-expm1(log_miss))};
		add_summand(&of->law, &missed, 1, false, bytes ? (double)of->scene.rows.site_bytes[site] : 1);
	}
	mixture_measure(&of->law);
	check_near(of->law.mean, exact, 1e-9);
	judge(of, bytes ? "missed bytes" : "missed sites", tail_mean(&of->law, of->trials, observed->mean),
		observed->mean, exact);
}

/* How the number of samples of a whole trial spreads tells whether threads and trials are independent. */
static void compare_trials(struct comparison *of)
{
	const struct score *score = &of->play.score;
	struct missed missed = closed_missed(&of->play.sampler, &of->scene.rows, of->play.weighing);
	of->row = rows_total(&of->scene.rows);
	of->estimator = 0;
	set_law(of, SAMPLES);
	double off = score->samples.mean - of->law.mean;
	double square = score->samples.m2 / score->samples.n + off * off;
	judge(of, "spread of samples", tail_square(&of->law, of->trials, square, of->level), square, of->law.variance);
	compare_missed(of, false, &score->missed_sites, missed.sites);
	compare_missed(of, true, &score->missed_bytes, missed.bytes);
	compare_pool(of);
}

static void compare(struct comparison *of, const char *strategy, double rate)
{
	struct casting casting = {.strategy = strategy,
		.rate = rate,
		.estimators = all_estimators,
		.threads = run_threads(0),
		.seed = 20};
	play_open(&of->play, &of->scene, &casting);
	if (sampler_memoryless(&of->play.sampler)) {
		of->exact = play_exact(&of->play);
		play_on(&of->play, of->trials);
		compare_trials(of);
		for (of->estimator = 0; of->estimator < of->play.estimators; of->estimator++)
			for (of->row = 0; of->row < of->scene.rows.n; of->row++)
				compare_row(of);
		free(of->exact);
	}
	play_close(&of->play);
}

static bool is_variant(const char *name)
{
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
		if (!strcmp(variants[i], name))
			return true;
	return false;
}

/* The variants, and whatever else is registered. */
static void compare_all(const char *workload, uint64_t trials, const double *rates)
{
	struct comparison of = {.level = log(1e-9 / TESTS / COMPARISONS_MAX), .trials = trials};
	scene_open(&of.scene, workload, TOP);
	of.law.of = calloc(of.scene.classes.n + of.scene.classes.sites, sizeof *of.law.of);
	check(of.law.of);
	for (; *rates > 0; rates++) {
		for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
			compare(&of, variants[i], *rates);
		for (size_t i = 0; strategies[i]; i++)
			if (!is_variant(strategies[i]->name))
				compare(&of, strategies[i]->name, *rates);
	}
	check(of.done > 0 && of.done <= COMPARISONS_MAX);
	free(of.law.of);
	scene_close(&of.scene);
}

#define RATES(...) ((const double[]){__VA_ARGS__, 0})

/* Many sites, most of them seen rarely. */
TEST(simulated, server)
{
	compare_all("server:allocations=20000", 1500, RATES(1024, 16384));
}

TEST(simulated, lognormal)
{
	compare_all("lognormal:allocations=5000,threads=3", 1500, RATES(512, 16384));
}

/* Sizes below, at and above the rate. */
TEST(simulated, around_the_rate)
{
	compare_all("cycle:small=1K*256,large=256K,huge=2M,repeat=4", 4000, RATES(65536, 262144, 1 << 20));
}

/* One unit more or less is 1/8 of an object: what samplers round shows. */
TEST(simulated, small_rates)
{
	compare_all("cycle:tiny=8*64,small=24*16,medium=512,large=4K,repeat=5,threads=3", 6000, RATES(16, 64, 1024));
}

/* Few allocations: how the countdown begins shows. */
TEST(simulated, first_allocations)
{
	compare_all("cycle:first=8,second=24,third=200,last=8,threads=2", 100000, RATES(16, 64, 500));
}
