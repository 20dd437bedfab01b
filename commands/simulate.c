/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/simulate.h"

#include "commands/progress.h"
#include "sim/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION_FIRST_LOOK = 512 }; /* trials before --precision judges for the first time */
#define TRIALS_MAX 1e9

static const char *const views[] = {"total", NULL};
static const char *const engines[] = {"auto", "step", "skip", NULL};

#define FIELD(member) offsetof(struct simulate, member)
static const struct param options[] = {
	{"strategy", PARAM_TEXT, FIELD(strategy), "per-byte",
		"sampling strategy with parameters or replaced parts; `all` = every one", 0, 0, NULL,
		"NAME[:KEY=VALUE...][,NAME...]"},
	{"rate", PARAM_TEXT, FIELD(rate), "512K", "mean bytes between samples; 4K..2M doubles from 4K to 2M", 0, 0,
		NULL, "R[,R...]|R..R"},
	{"estimator", PARAM_TEXT, FIELD(estimator), NULL, "how samples become bytes (default: the strategy's own)", 0,
		0, NULL, "NAME[,NAME...]"},
	{"workload", PARAM_TEXT, FIELD(workload), "server",
		"a generator, or the file of a recorded trace, or - for stdin", 0, 0, NULL, "SPEC"},
	WORKLOAD_OPTIONS(struct simulate, workload_options),
	{"trials", PARAM_COUNT, FIELD(trials), "1000", "independent runs of the sampler", 1, TRIALS_MAX, NULL, "N"},
	{"precision", PARAM_REAL, FIELD(precision), NULL,
		"run until the standard errors of bias, CV and MAPE are below this share of the truth", 1e-6, 1, NULL,
		"P"},
	{"max-trials", PARAM_COUNT, FIELD(max_trials), "1e6", "the most trials --precision may take", 1, TRIALS_MAX,
		NULL, "N"},
	{"seed", PARAM_COUNT, FIELD(seed), "1", "of the sampling only; a generated workload has its own", 0, 0, NULL,
		"N"},
	{"view", PARAM_CHOICE, FIELD(view), "total", "bytes allocated over the whole run", 0, 0, views, "VIEW"},
	{"engine", PARAM_CHOICE, FIELD(engine), "auto",
		"step: the rule at every allocation; skip: the same samples, faster", 0, 0, engines, "ENGINE"},
	{"threads", PARAM_COUNT, FIELD(threads), "0", "0 = all cores; the numbers do not depend on it", 0, 4095, NULL,
		"N"},
	{"top", PARAM_TEXT, FIELD(top_text), "20", "sites with a row of their own, most bytes first", 0, 0, NULL,
		"N|all"},
	{"exact-only", PARAM_FLAG, FIELD(exact_only), NULL, "closed forms only, no trials", 0, 0, NULL, NULL},
	{"reproducible", PARAM_FLAG, FIELD(reproducible), NULL, "leave out what depends on the machine or on --threads",
		0, 0, NULL, NULL},
	{.name = NULL},
};

/* Everything that is shared by all strategies and rates of one call. */
struct job {
	const struct simulate *asked;
	struct trace trace;
	struct classes classes;
	struct rows rows;
	struct lanes lanes[2]; /* per scope, for one cost at a time */
	struct request request;
	struct results results;
	struct progress progress;
};

/* Lanes for the sampler, made anew only when cost or scope differ from the last ones. */
static const struct lanes *lanes_for(struct job *job, const struct sampler *sampler, struct err *err)
{
	if (!sampler->strategy->countdown)
		return &job->lanes[0];
	enum scope scope = sampler->rule.scope;
	const struct cost *cost = sampler->rule.cost && sampler->rule.cost->of ? sampler->rule.cost : NULL;
	struct lanes *lanes = &job->lanes[scope];
	if (lanes->n && lanes->cost == cost)
		return lanes;
	lanes_free(lanes);
	if (lanes_build(lanes, &job->trace, cost, scope))
		return lanes;
	err_set(err, "out of memory for the lanes of %s", job->trace.name);
	return NULL;
}

/* One strategy at one rate: one replay feeds all its estimators. */
struct pass {
	struct job *job;
	const struct strategy_spec *spec;
	struct sampler sampler;
	const struct estimator *const *estimator;
	size_t estimators;
	struct weighing *weighing;
	struct exact *exact;
	struct score score;
	const char *engine;
	struct result *result; /* the first of `estimators` */
};

/* The largest standard error that --precision judges, over all rows seen often enough. */
static double worst_se(const struct pass *pass, const struct score *score)
{
	const struct rows *rows = &pass->job->rows;
	double worst = 0;
	for (size_t e = 0; e < pass->estimators; e++) {
		for (size_t row = 0; row < rows->n; row++) {
			struct measures measures;
			measures_of_row(rows, row, score, e, &pass->exact[e * rows->n + row], &measures);
			if (row != rows_total(rows) && measures.seen < TRIALS_SEEN_MIN)
				continue;
			if (!measures.true_bytes)
				continue;
			double se = measures.seen < TRIALS_SEEN_MIN ? INFINITY : measures_worst_se(&measures);
			worst = se > worst ? se : worst;
		}
	}
	return worst;
}

static bool run_to_precision(struct pass *pass, struct run *run)
{
	const struct simulate *asked = pass->job->asked;
	uint64_t look = PRECISION_FIRST_LOOK;
	do {
		look = look < asked->max_trials ? look : asked->max_trials;
		if (!run_extend(run, look, progress_show, &pass->job->progress))
			return false;
		run_score(run, &pass->score);
		look *= 2;
	} while (run->trials < asked->max_trials && worst_se(pass, &pass->score) > asked->precision);
	return true;
}

static bool wants_marks(const struct pass *pass)
{
	for (size_t e = 0; e < pass->estimators; e++)
		if (pass->estimator[e]->wants_marks)
			return true;
	return false;
}

static bool run_trials(struct pass *pass, struct err *err)
{
	struct job *job = pass->job;
	const struct simulate *asked = job->asked;
	struct replay replay = {.trace = &job->trace,
		.classes = &job->classes,
		.sampler = &pass->sampler,
		.marks = wants_marks(pass),
		.seed = asked->seed};
	if (!engine_choose(&pass->sampler, (enum engine)asked->engine, &replay.engine, err))
		return false;
	replay.lanes = lanes_for(job, &pass->sampler, err);
	if (!replay.lanes)
		return false;
	struct run run;
	run_open(&run, &replay, &job->rows, pass->weighing, pass->estimators, run_threads(asked->threads));
	progress_start(&job->progress, pass->spec->text, asked->precision > 0 ? asked->max_trials : asked->trials);
	bool ok = asked->precision > 0 ? run_to_precision(pass, &run)
				       : run_extend(&run, asked->trials, progress_show, &job->progress);
	progress_end(&job->progress);
	if (ok)
		run_score(&run, &pass->score);
	run_close(&run);
	pass->engine = engine_name(replay.engine);
	return ok || err_set(err, "out of memory for %llu trials", (unsigned long long)asked->trials);
}

static struct measure mean_of(const struct moments *moments, double exact)
{
	bool none = !(moments->n > 0);
	return (struct measure){.value = none ? NAN : moments->mean,
		.se = none ? NAN : moments_mean_se(moments),
		.exact = exact};
}

static bool fill_result(const struct pass *pass, size_t e, struct err *err)
{
	const struct rows *rows = &pass->job->rows;
	const struct exact *exact = &pass->exact[e * rows->n];
	struct missed missed = closed_missed(&pass->sampler, rows, pass->weighing);
	struct result *result = &pass->result[e];
	*result = (struct result){
		.spec = pass->spec,
		.estimator = pass->estimator[e],
		.rate = pass->sampler.rate,
		.trials = pass->score.trials,
		.engine = pass->engine,
		.samples = mean_of(&pass->score.samples, exact[rows_total(rows)].samples),
		.missed_sites = mean_of(&pass->score.missed_sites, missed.sites),
		.missed_bytes = mean_of(&pass->score.missed_bytes, missed.bytes),
		.draws = pass->score.trials ? pass->score.draws.mean : NAN,
		.row = calloc(rows->n, sizeof *result->row),
		.memoryless = sampler_memoryless(&pass->sampler),
	};
	if (!result->row)
		return err_set(err, "out of memory");
	for (size_t row = 0; row < rows->n; row++) {
		measures_of_row(rows, row, &pass->score, e, &exact[row], &result->row[row]);
		result->left_out += pass->job->asked->precision > 0 && result->row[row].seen < TRIALS_SEEN_MIN;
	}
	return true;
}

static bool pass_run(struct pass *pass, struct err *err)
{
	struct job *job = pass->job;
	size_t classes = job->classes.n;
	for (size_t e = 0; e < pass->estimators; e++) {
		struct weighing *weighing = &pass->weighing[e * classes];
		if (!weigh_classes(&pass->sampler, pass->estimator[e], &job->classes, weighing, err))
			return false;
		if (!closed_rows(&pass->sampler, &job->rows, weighing, true, &pass->exact[e * job->rows.n]))
			return err_set(err, "out of memory for closed forms");
	}
	pass->engine = "exact";
	if (!job->asked->exact_only && !run_trials(pass, err))
		return false;
	for (size_t e = 0; e < pass->estimators; e++)
		if (!fill_result(pass, e, err))
			return false;
	return true;
}

static bool pass_open(struct pass *pass, struct err *err)
{
	struct job *job = pass->job;
	pass->weighing = calloc(pass->estimators * job->classes.n + 1, sizeof *pass->weighing);
	pass->exact = calloc(pass->estimators * job->rows.n, sizeof *pass->exact);
	if (!pass->weighing || !pass->exact || !score_init(&pass->score, job->rows.n, pass->estimators))
		return err_set(err, "out of memory");
	return true;
}

static bool simulate_at(struct job *job, const struct strategy_spec *spec, double rate, struct err *err)
{
	const struct estimator *own = estimator_find(spec->strategy->estimator);
	struct pass pass = {.job = job,
		.spec = spec,
		.estimator = job->request.n_estimator ? job->request.estimator : &own,
		.estimators = job->request.n_estimator ? job->request.n_estimator : 1,
		.result = &job->results.of[job->results.n]};
	bool ok = sampler_make(spec, rate, &job->trace, &pass.sampler, err) && pass_open(&pass, err) &&
		pass_run(&pass, err);
	if (ok)
		job->results.n += pass.estimators;
	free(pass.weighing);
	free(pass.exact);
	score_free(&pass.score);
	return ok;
}

static bool open_workload(struct job *job, struct err *err)
{
	if (!workload_open_as(job->asked->workload, &job->asked->workload_options, &job->trace, err))
		return false;
	if (!job->trace.rows)
		return err_set(err, "--workload %s: no allocation in it", job->asked->workload);
	if (!classes_build(&job->classes, &job->trace) ||
		!rows_build(&job->rows, &job->trace, &job->classes, job->request.top))
		return err_set(err, "out of memory for the classes of %s", job->trace.name);
	return true;
}

static bool simulate_all(struct job *job, struct err *err)
{
	size_t per_pass = job->request.n_estimator ? job->request.n_estimator : 1;
	job->results = (struct results){.asked = job->asked, .trace = &job->trace, .rows = &job->rows};
	job->results.of = calloc(job->request.n_spec * job->request.n_rate * per_pass, sizeof *job->results.of);
	if (!job->results.of)
		return err_set(err, "out of memory");
	for (size_t s = 0; s < job->request.n_spec; s++)
		for (size_t r = 0; r < job->request.n_rate; r++)
			if (!simulate_at(job, &job->request.spec[s], job->request.rate[r], err))
				return false;
	return true;
}

static void job_free(struct job *job)
{
	for (size_t i = 0; job->results.of && i < job->results.n; i++)
		free(job->results.of[i].row);
	free(job->results.of);
	request_free(&job->request);
	lanes_free(&job->lanes[0]);
	lanes_free(&job->lanes[1]);
	rows_free(&job->rows);
	classes_free(&job->classes);
	trace_free(&job->trace);
}

char *row_name(const struct results *results, size_t row)
{
	const struct rows *rows = results->rows;
	if (row >= rows->shown)
		return strdup(row == rows_total(rows) ? "(total)" : "(other sites)");
	size_t room = sites_name(results->trace->sites, rows->site[row], NULL, 0) + 1;
	char *name = malloc(room);
	if (name)
		sites_name(results->trace->sites, rows->site[row], name, room);
	return name;
}

static void print(const struct invocation *invocation, const struct results *results)
{
	switch (invocation->format) {
	case OUTPUT_TABLE: simulate_print_text(invocation, results); break;
	case OUTPUT_TSV: simulate_print_tsv(invocation, results); break;
	case OUTPUT_JSON: simulate_print_json(invocation, results); break;
	}
}

static bool run(void *settings, struct invocation *invocation, struct err *err)
{
	struct job job = {.asked = settings};
	bool ok = request_parse(&job.request, settings, err) && open_workload(&job, err) && simulate_all(&job, err);
	if (ok)
		print(invocation, &job.results);
	job_free(&job);
	return ok;
}

static const char *const repeatable[] = {"strategy", "rate", "estimator", NULL};

const struct command command_simulate = {
	.name = "simulate",
	.summary = "replay a workload under sampling strategies: what is seen, how wrong it is, what is missed",
	.usage = "[options]",
	.example = "heapodds simulate --strategy per-byte --rate 512K\n"
		   "heapodds simulate --strategy per-byte,exponential --rate 64K..1M --workload cycle:a=1K*256,b=256K",
	.options = options,
	.repeatable = repeatable,
	.settings_size = sizeof(struct simulate),
	.run = run,
};
