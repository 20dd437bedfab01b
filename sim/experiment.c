/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/experiment.h"

#include "sim/closed_total.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_LOOK = 512 }; /* trials before a precision is judged for the first time */

bool ground_build(struct ground *ground, const struct trace *trace, const struct column *stratum, const char *dump,
	size_t top, struct err *err)
{
	*ground = (struct ground){.trace = trace};
	if (!classes_split(&ground->classes, trace, stratum))
		return err_set(err, "out of memory for the classes of %s", trace->name);
	if (view_build(&ground->view, trace, &ground->classes, dump, top, err))
		return true;
	classes_free(&ground->classes);
	return false;
}

void ground_free(struct ground *ground)
{
	lanes_free(&ground->lanes[0]);
	lanes_free(&ground->lanes[1]);
	view_free(&ground->view);
	classes_free(&ground->classes);
}

/* The lanes of a sampler. Costs by size are the same for every rule, so those lanes are shared;
 * which rule made them is then of no matter. */
static const struct lanes *lanes_of(struct experiment *experiment)
{
	const struct rule *rule = &experiment->sampler.rule;
	static const struct rule by_size[] = {{.scope = PER_PROCESS}, {.scope = PER_THREAD}};
	bool shared = !rule->cost || !rule->cost->of;
	struct lanes *lanes = shared ? &experiment->ground->lanes[rule->scope] : &experiment->lanes;
	if (!lanes->n &&
		!lanes_build(lanes, experiment->ground->trace, shared ? &by_size[rule->scope] : rule,
			sampler_strata(&experiment->sampler)))
		return NULL;
	return lanes;
}

static bool weigh(struct experiment *experiment, struct err *err)
{
	const struct classes *classes = &experiment->ground->classes;
	experiment->weighing = calloc(experiment->estimators * classes->n + 1, sizeof *experiment->weighing);
	if (!experiment->weighing)
		return err_set(err, "out of memory");
	for (size_t e = 0; e < experiment->estimators; e++)
		if (!weigh_classes(&experiment->sampler, experiment->estimator[e], classes,
			    &experiment->weighing[e * classes->n], err))
			return false;
	return true;
}

/* Closed forms of one estimator at one dump. What is booked by order of events has its own, and only
 * for the total view. */
static bool close_dump(struct experiment *experiment, size_t e, const struct dump *dump, struct exact *exact)
{
	const struct classes *classes = &experiment->ground->classes;
	const struct weighing *weighing = &experiment->weighing[e * classes->n];
	const struct sampler *sampler = &experiment->sampler;
	bool ordered = false;
	for (size_t c = 0; c < classes->n; c++)
		ordered = ordered || weighing[c].weight.per_since > 0;
	if (!closed_rows(sampler, &dump->rows, dump->count, weighing, exact))
		return false;
	if (dump->kind == DUMP_PEAK_SEEN) {
		for (size_t row = 0; row < dump->rows.n; row++)
			closed_none(&exact[row]);
		return true;
	}
	if (!ordered || !sampler_memoryless(sampler))
		return true;
	const struct lanes *lanes = lanes_of(experiment);
	return lanes && closed_running_total(&dump->rows, dump->kind == DUMP_NONE ? lanes : NULL, weighing, exact);
}

static bool close_all(struct experiment *experiment)
{
	const struct view *view = &experiment->ground->view;
	experiment->exact = calloc(experiment->estimators * view->n + 1, sizeof *experiment->exact);
	if (!experiment->exact)
		return false;
	for (size_t e = 0; e < experiment->estimators; e++) {
		for (size_t d = 0; d < view->n; d++) {
			struct exact *exact = calloc(view->dump[d].rows.n, sizeof *exact);
			experiment->exact[e * view->n + d] = exact;
			if (!exact || !close_dump(experiment, e, &view->dump[d], exact))
				return false;
		}
	}
	return true;
}

/* The score of an estimator at a dump: peak-seen has one for each estimator. */
static const struct score *score_at(const struct experiment *experiment, const struct score *scores, size_t estimator,
	size_t dump)
{
	return &scores[experiment_view(experiment)->dump[dump].kind == DUMP_PEAK_SEEN ? estimator : dump];
}

static void exact_from(const struct measures *measures, struct exact *exact)
{
	bool seen = measures->seen > 0, bytes = measures->true_bytes > 0;
	*exact = (struct exact){
		.samples = measures->samples.value,
		.detection = seen,
		.bias = measures->bias.value,
		.cv = bytes ? 0 : NAN,
		.mape = measures->mape.value,
		.mape_seen = seen ? measures->mape.value : NAN,
		.objects_bias = measures->objects_bias.value,
	};
}

/* A sampler without chance has an exact answer too, of its history: one trial gives it. */
static bool close_by_trial(struct experiment *experiment, struct err *err)
{
	const struct view *view = experiment_view(experiment);
	struct effort once = {.trials = 1};
	struct run run;
	if (!engine_choose(&experiment->sampler, ENGINE_AUTO, &experiment->engine, err) ||
		!(experiment->replayed = lanes_of(experiment)))
		return false;
	struct replay replay = experiment_replay(experiment, &once);
	run_open(&run, &replay, view, experiment->weighing, experiment->estimators, 1);
	experiment->scores = run.scores;
	experiment->certain = run_scores_new(&run);
	bool ok = experiment->certain && run_extend(&run, 1, NULL, NULL);
	if (ok)
		run_score(&run, experiment->certain);
	run_close(&run);
	for (size_t i = 0; ok && i < experiment->estimators * view->n; i++) {
		size_t e = i / view->n, d = i % view->n;
		for (size_t row = 0; row < view->dump[d].rows.n; row++) {
			struct measures measures;
			measures_of_row(&view->dump[d].rows, row, score_at(experiment, experiment->certain, e, d), e,
				experiment->exact[i], &measures);
			exact_from(&measures, &experiment->exact[i][row]);
		}
	}
	return ok;
}

bool experiment_open(struct experiment *experiment, const struct strategy_spec *spec, double rate,
	struct ground *ground, const char *dump, size_t top, const struct estimator *const *estimator, size_t n,
	struct err *err)
{
	*experiment = (struct experiment){.ground = ground, .estimator = estimator, .estimators = n};
	if (!sampler_make(spec, rate, ground->trace, &experiment->sampler, err))
		return false;
	bool ok = true;
	if (sampler_strata(&experiment->sampler)) {
		experiment->ground = &experiment->own;
		ok = ground_build(&experiment->own, ground->trace, sampler_strata(&experiment->sampler), dump, top,
			err);
	}
	ok = ok && weigh(experiment, err);
	bool certain = sampler_deterministic(&experiment->sampler) && !sampler_memoryless(&experiment->sampler);
	if (ok && !(close_all(experiment) && (!certain || close_by_trial(experiment, err))))
		ok = err_set(err, "out of memory for closed forms");
	if (!ok)
		experiment_close(experiment);
	return ok;
}

void experiment_close(struct experiment *experiment)
{
	size_t n = experiment->estimators * experiment->ground->view.n;
	for (size_t i = 0; experiment->exact && i < n; i++)
		free(experiment->exact[i]);
	free(experiment->exact);
	free(experiment->weighing);
	run_scores_free(experiment->score, experiment->scores);
	run_scores_free(experiment->certain, experiment->scores);
	lanes_free(&experiment->lanes);
	ground_free(&experiment->own);
	sampler_free(&experiment->sampler);
	*experiment = (struct experiment){0};
}

const struct view *experiment_view(const struct experiment *experiment)
{
	return &experiment->ground->view;
}

const struct score *experiment_score(const struct experiment *experiment, size_t estimator, size_t dump)
{
	return experiment->score ? score_at(experiment, experiment->score, estimator, dump) : NULL;
}

void experiment_measures(const struct experiment *experiment, size_t estimator, size_t dump, size_t row,
	struct measures *measures)
{
	const struct view *view = experiment_view(experiment);
	measures_of_row(&view->dump[dump].rows, row, experiment_score(experiment, estimator, dump), estimator,
		experiment->exact[estimator * view->n + dump], measures);
}

bool experiment_exact(const struct experiment *experiment, size_t dump)
{
	bool closed = sampler_memoryless(&experiment->sampler) &&
		experiment_view(experiment)->dump[dump].kind != DUMP_PEAK_SEEN;
	return closed || experiment->certain;
}

struct missed experiment_missed(const struct experiment *experiment, size_t estimator, size_t dump)
{
	const struct dump *of = &experiment_view(experiment)->dump[dump];
	if (experiment->certain) {
		const struct score *score = score_at(experiment, experiment->certain, estimator, dump);
		return (struct missed){score->missed_sites.mean, score->missed_bytes.mean};
	}
	if (of->kind == DUMP_PEAK_SEEN)
		return (struct missed){NAN, NAN};
	return closed_missed(&experiment->sampler, &of->rows, of->count,
		&experiment->weighing[estimator * experiment->ground->classes.n]);
}

double experiment_worst_se(const struct experiment *experiment, size_t e, size_t d)
{
	const struct rows *rows = &experiment_view(experiment)->dump[d].rows;
	double worst = 0;
	for (size_t row = 0; row < rows->n; row++) {
		struct measures measures;
		experiment_measures(experiment, e, d, row, &measures);
		bool seen = measures.seen >= TRIALS_SEEN_MIN, total = row == rows_total(rows);
		if (!measures.true_bytes || (!seen && !total))
			continue;
		double se = seen ? measures_worst_se(&measures) : INFINITY;
		worst = se > worst ? se : worst;
	}
	return worst;
}

static bool precise(const struct experiment *experiment, double precision)
{
	for (size_t e = 0; e < experiment->estimators; e++)
		for (size_t d = 0; d < experiment_view(experiment)->n; d++)
			if (experiment_worst_se(experiment, e, d) > precision)
				return false;
	return true;
}

static bool run_to_precision(struct experiment *experiment, struct run *run, const struct effort *effort)
{
	uint64_t look = FIRST_LOOK;
	do {
		look = look < effort->max_trials ? look : effort->max_trials;
		if (!run_extend(run, look, effort->progress, effort->context))
			return false;
		run_score(run, experiment->score);
		look *= 2;
	} while (run->trials < effort->max_trials && !precise(experiment, effort->precision));
	return true;
}

static bool run_trials(struct experiment *experiment, struct run *run, const struct effort *effort)
{
	experiment->scores = run->scores;
	experiment->score = run_scores_new(run);
	if (!experiment->score)
		return false;
	if (effort->precision > 0)
		return run_to_precision(experiment, run, effort);
	if (!run_extend(run, effort->trials, effort->progress, effort->context))
		return false;
	run_score(run, experiment->score);
	return true;
}

static bool wants_marks(const struct experiment *experiment)
{
	for (size_t e = 0; e < experiment->estimators; e++)
		if (experiment->estimator[e]->wants_marks)
			return true;
	return false;
}

struct replay experiment_replay(const struct experiment *experiment, const struct effort *effort)
{
	const struct ground *ground = experiment->ground;
	return (struct replay){.trace = ground->trace,
		.classes = &ground->classes,
		.lanes = experiment->replayed,
		.sampler = &experiment->sampler,
		.engine = experiment->engine,
		.marks = wants_marks(experiment),
		.seed = effort->seed};
}

bool experiment_run(struct experiment *experiment, const struct effort *effort, struct err *err)
{
	const struct ground *ground = experiment->ground;
	if (!effort->trials && !(effort->precision > 0))
		return true;
	if (!engine_choose(&experiment->sampler, effort->engine, &experiment->engine, err))
		return false;
	if (experiment->sampler.strategy->countdown && !(experiment->replayed = lanes_of(experiment)))
		return err_set(err, "out of memory for the lanes of %s", ground->trace->name);
	struct replay replay = experiment_replay(experiment, effort);
	struct run run;
	run_open(&run, &replay, &ground->view, experiment->weighing, experiment->estimators, effort->threads);
	bool ok = run_trials(experiment, &run, effort);
	run_close(&run);
	return ok || err_set(err, "out of memory for the trials");
}
