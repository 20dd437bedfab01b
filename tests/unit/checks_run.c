/* SPDX-License-Identifier: GPL-3.0-or-later
 * Rows of tests/data/checks.tsv about a strategy, an estimator and a workload brought together. */
#include "sim/closed.h"
#include "sim/replay.h"
#include "sim/view.h"
#include "tests/unit/checks.h"
#include "workloads/workload.h"

#include <stdlib.h>
#include <string.h>

/* As simulate --exact-only does. */
struct run {
	struct strategy_spec spec;
	struct sampler sampler;
	const struct estimator *estimator;
	struct trace trace;
	struct classes classes;
	struct view view; /* total */
	struct rows rows; /* those of the view, which owns them */
	struct weighing *weighing;
	struct exact *exact, total;
	const char *site;
};

static void run_close(struct run *run)
{
	free(run->exact);
	free(run->weighing);
	view_free(&run->view);
	sampler_free(&run->sampler);
	classes_free(&run->classes);
	trace_free(&run->trace);
	strategy_spec_free(&run->spec);
}

static bool weigh(struct run *run, const char *estimator, struct err *err)
{
	run->estimator = estimator_find(estimator ? estimator : run->spec.strategy->estimator);
	if (!run->estimator)
		return err_set(err, "\"%s\" is no estimator", estimator);
	run->weighing = calloc(run->classes.n, sizeof *run->weighing);
	run->exact = calloc(run->rows.n, sizeof *run->exact);
	if (!run->weighing || !run->exact)
		return err_set(err, "out of memory");
	if (!weigh_classes(&run->sampler, run->estimator, &run->classes, run->weighing, err))
		return false;
	if (!closed_rows(&run->sampler, &run->rows, run->view.dump[0].count, run->weighing, run->exact))
		return err_set(err, "out of memory");
	run->total = run->exact[rows_total(&run->rows)];
	return true;
}

static bool run_open(struct run *run, const struct inputs *in, struct err *err)
{
	*run = (struct run){.site = in->site};
	if (!strategy_parse(in->strategy, &run->spec, err) || !workload_open(in->workload, &run->trace, err))
		return false;
	if (!classes_build(&run->classes, &run->trace))
		return err_set(err, "out of memory");
	if (!view_build(&run->view, &run->trace, &run->classes, NULL, SIZE_MAX, err))
		return false;
	run->rows = run->view.dump[0].rows;
	return sampler_make(&run->spec, in->rate, &run->trace, &run->sampler, err) && weigh(run, in->estimator, err);
}

#define MEASURE(name_) \
	static double name_(const struct run *run) \
	{ \
		return run->total.name_; \
	}
MEASURE(samples)
MEASURE(detection)
MEASURE(bias)
MEASURE(cv)
MEASURE(mape)
MEASURE(mape_seen)
MEASURE(objects_bias)
MEASURE(objects_cv)

static double variance(const struct run *run)
{
	double sd = run->total.cv * (double)run->trace.bytes;
	return sd * sd;
}

static double deviation(const struct run *run)
{
	return run->total.mape * (double)run->trace.bytes;
}

/* The share of the MAPE that comes with at least one sample: what heapprofd's third figure shows. */
static double mape_apart(const struct run *run)
{
	return run->total.mape_seen * run->total.detection;
}

static double all_detected(const struct run *run)
{
	double all = 1;
	for (size_t row = 0; row < run->rows.shown; row++)
		all *= run->exact[row].detection;
	return all;
}

static double missed_share(const struct run *run)
{
	return closed_missed(&run->sampler, &run->rows, run->view.dump[0].count, run->weighing).bytes /
		(double)run->trace.bytes;
}

static double missed_sites(const struct run *run)
{
	return closed_missed(&run->sampler, &run->rows, run->view.dump[0].count, run->weighing).sites;
}

/* The estimate from a profile that holds each allocation of the workload once, with one mark. */
static struct estimate estimate_all(const struct run *run)
{
	struct estimate sum = {0};
	for (size_t c = 0; c < run->classes.n; c++) {
		struct accumulator seen = {0};
		for (uint64_t i = 0; i < run->classes.of[c].count; i++)
			estimator_add(&seen, &(struct sample){.marks = 1});
		struct estimate part = estimator_finish(&seen, &run->weighing[c]);
		sum.bytes += part.bytes;
		sum.objects += part.objects;
	}
	return sum;
}

static double estimate_bytes(const struct run *run)
{
	return estimate_all(run).bytes;
}

static double estimate_objects(const struct run *run)
{
	return estimate_all(run).objects;
}

static bool named(const struct run *run, uint32_t site)
{
	char name[64];
	return sites_name(run->trace.sites, site, name, sizeof name) < sizeof name && !strcmp(name, run->site);
}

/* What one trial books for a site; only where no random number is drawn, so that there is one answer. */
static bool replay_site(struct run *run, const struct lanes *lanes, double *bytes, struct err *err)
{
	struct replay replay = {.trace = &run->trace,
		.classes = &run->classes,
		.lanes = lanes,
		.sampler = &run->sampler,
		.marks = run->estimator->wants_marks};
	struct tally tally;
	if (!engine_choose(&run->sampler, ENGINE_AUTO, &replay.engine, err))
		return false;
	if (!tally_init(&tally, &run->classes, false))
		return err_set(err, "out of memory");
	bool ok = replay_trial(&replay, 0, &tally) || err_set(err, "out of memory");
	ok = ok && (tally.draws == 0 || err_set(err, "the replay draws random numbers"));
	*bytes = 0;
	for (size_t c = 0; ok && c < run->classes.n; c++)
		if (named(run, run->classes.of[c].site))
			*bytes += estimator_finish(&tally.of[c], &run->weighing[c]).bytes;
	tally_free(&tally);
	return ok;
}

/* The row of the site: a name with a slip of the pen would book 0 bytes and may be meant to. */
static bool site_row(const struct run *run, size_t *row, struct err *err)
{
	for (*row = 0; *row < run->rows.shown; ++*row)
		if (named(run, run->rows.site[*row]))
			return true;
	return err_set(err, "no site \"%s\"", run->site);
}

static bool replay_bytes(struct run *run, double *value, struct err *err)
{
	struct lanes lanes;
	size_t row;
	if (!site_row(run, &row, err))
		return false;
	if (!run->sampler.strategy->countdown)
		return err_set(err, "only countdowns are replayed here");
	if (!lanes_build(&lanes, &run->trace, &run->sampler.rule, NULL))
		return err_set(err, "out of memory");
	bool ok = replay_site(run, &lanes, value, err);
	lanes_free(&lanes);
	return ok;
}

static bool replay_bias(struct run *run, double *value, struct err *err)
{
	double bytes;
	size_t row;
	if (!site_row(run, &row, err) || !replay_bytes(run, &bytes, err))
		return false;
	double truth = (double)run->rows.bytes[row];
	*value = (bytes - truth) / truth;
	return true;
}

/* One of the two functions; names as in the table. */
static const struct {
	const char *name;
	double (*exact)(const struct run *);
	bool (*replayed)(struct run *, double *, struct err *);
} values[] = {
	{.name = "samples", .exact = samples},
	{.name = "detection", .exact = detection},
	{.name = "all-detected", .exact = all_detected},
	{.name = "missed-share", .exact = missed_share},
	{.name = "missed-sites", .exact = missed_sites},
	{.name = "bias", .exact = bias},
	{.name = "cv", .exact = cv},
	{.name = "variance", .exact = variance},
	{.name = "mape", .exact = mape},
	{.name = "mape-seen", .exact = mape_seen},
	{.name = "mape-apart", .exact = mape_apart},
	{.name = "deviation", .exact = deviation},
	{.name = "objects-bias", .exact = objects_bias},
	{.name = "objects-cv", .exact = objects_cv},
	{.name = "estimate-bytes", .exact = estimate_bytes},
	{.name = "estimate-objects", .exact = estimate_objects},
	{.name = "replay-bytes", .replayed = replay_bytes},
	{.name = "replay-bias", .replayed = replay_bias},
};

bool run_value(const char *what, const struct inputs *in, double *value, struct err *err)
{
	size_t i = 0;
	struct run run;
	while (i < sizeof values / sizeof *values && strcmp(values[i].name, what))
		i++;
	if (i == sizeof values / sizeof *values)
		return err_set(err, "\"%s\" is no value of a run", what);
	bool ok = run_open(&run, in, err);
	if (ok && values[i].exact)
		*value = values[i].exact(&run);
	else
		ok = ok && values[i].replayed(&run, value, err);
	run_close(&run);
	return ok;
}
