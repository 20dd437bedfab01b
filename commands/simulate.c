/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/simulate.h"

#include "commands/progress.h"
#include "sim/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIALS_MAX 1e9

enum { TOTAL, LIVE };
static const char *const views[] = {[TOTAL] = "total", [LIVE] = "live", NULL};
static const char *const shows[] =
	{[SHOW_ERRORS] = "errors", [SHOW_SHARES] = "shares", [SHOW_OVERHEAD] = "overhead", NULL};
static const char *const engines[] = {"auto", "step", "skip", NULL};

#define FIELD(member) offsetof(struct simulate, member)
static const struct param options[] = {
	{"strategy", PARAM_TEXT, FIELD(strategy), "per-byte",
		"sampling strategy with parameters or replaced parts; `all` = every one that needs no parameter", 0, 0,
		NULL, "NAME[:KEY=VALUE...][,NAME...]"},
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
	{"view", PARAM_CHOICE, FIELD(view), "total",
		"total: bytes allocated over the whole run; live: bytes alive at a dump", 0, 0, views, "VIEW"},
	{"dump", PARAM_TEXT, FIELD(dump), "end",
		"with --view live: end, peak, peak-seen (of the estimate), every:N or at:N; N is 1000a (allocations), "
		"64M (bytes allocated) or 40%",
		0, 0, NULL, "DUMP"},
	{"compare", PARAM_TEXT, FIELD(compare), NULL,
		"instead of --strategy: two on the same trials, ratios of their errors; A@ESTIMATOR picks an estimator",
		0, 0, NULL, "A,B"},
	{"alloc-cost", PARAM_TEXT, FIELD(alloc_cost), NULL,
		"what an allocation of at least SIZE bytes takes, for the overhead (default: 0:20,14337:500)", 0, 0,
		NULL, "SIZE:NS,..."},
	{"sample-cost", PARAM_TEXT, FIELD(sample_cost), NULL, "what a sample takes on top (default: 5us)", 0, 0, NULL,
		"TIME"},
	{"show", PARAM_CHOICE, FIELD(show), "errors", "what the text says of each site; overhead: of sizes instead", 0,
		0, shows, "WHAT"},
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

/* Everything that one call works on. */
struct job {
	const struct simulate *asked;
	struct trace trace;
	struct request request;
	struct ground ground;
	struct experiment *experiment;
	const struct estimator **own; /* the own estimator of each strategy */
	size_t n;                     /* experiments open */
	struct results results;
	struct progress progress;
};

static struct measure mean_of(const struct moments *moments, double exact)
{
	if (!moments || !(moments->n > 0))
		return (struct measure){.value = NAN, .se = NAN, .exact = exact};
	return (struct measure){.value = moments->mean, .se = moments_mean_se(moments), .exact = exact};
}

static bool add_result(struct job *job, const struct strategy_spec *spec, const struct experiment *experiment,
	const struct overhead *overhead, size_t e, size_t d, struct err *err)
{
	const struct dump *dump = &experiment_view(experiment)->dump[d];
	const struct score *score = experiment_score(experiment, e, d);
	struct missed missed = experiment_missed(experiment, e, d);
	struct result *result = &job->results.of[job->results.n];
	*result = (struct result){
		.spec = spec,
		.derived = experiment->sampler.derived,
		.estimator = experiment->estimator[e],
		.rate = experiment->sampler.rate,
		.trials = score ? score->trials : 0,
		.engine = score ? engine_name(experiment->engine) : "exact",
		.dump = dump,
		.rows = &dump->rows,
		.missed_sites = mean_of(score ? &score->missed_sites : NULL, missed.sites),
		.missed_bytes = mean_of(score ? &score->missed_bytes : NULL, missed.bytes),
		.draws = score ? score->draws.mean : NAN,
		.row = calloc(dump->rows.n, sizeof *result->row),
		.exact_known = experiment_exact(experiment, d),
	};
	if (!result->row)
		return err_set(err, "out of memory");
	job->results.n++;
	bool judged = score && job->asked->precision > 0;
	result->worst_se = judged ? experiment_worst_se(experiment, e, d) : 0;
	for (size_t row = 0; row < dump->rows.n; row++) {
		experiment_measures(experiment, e, d, row, &result->row[row]);
		result->left_out += judged && result->row[row].seen < TRIALS_SEEN_MIN;
	}
	result->overhead = *overhead;
	result->samples = mean_of(score ? &score->samples : NULL, result->row[rows_total(&dump->rows)].samples.exact);
	return true;
}

static bool add_results(struct job *job, const struct strategy_spec *spec, const struct experiment *experiment,
	const struct overhead *overhead, struct err *err)
{
	size_t dumps = experiment_view(experiment)->n, n = job->results.n + experiment->estimators * dumps;
	void *grown = reallocarray(job->results.of, n, sizeof *job->results.of);
	if (!grown)
		return err_set(err, "out of memory");
	job->results.of = grown;
	for (size_t e = 0; e < experiment->estimators; e++)
		for (size_t d = 0; d < dumps; d++)
			if (!add_result(job, spec, experiment, overhead, e, d, err))
				return false;
	return true;
}

static const char *dump_of(const struct simulate *asked)
{
	return asked->view == LIVE ? asked->dump : NULL;
}

static struct effort effort_of(struct job *job)
{
	const struct simulate *asked = job->asked;
	return (struct effort){
		.trials = asked->exact_only ? 0 : asked->trials,
		.precision = asked->exact_only ? 0 : asked->precision,
		.max_trials = asked->max_trials,
		.seed = asked->seed,
		.engine = (enum engine)asked->engine,
		.threads = run_threads(asked->threads),
		.progress = progress_show,
		.context = &job->progress,
	};
}

/* Its costs are those of the whole run, whatever the estimator and the dump. */
static bool add_overhead(struct job *job, const struct experiment *experiment, struct overhead *overhead,
	struct err *err)
{
	const struct cost_model *costs = &job->request.costs;
	const struct score *score = experiment_score(experiment, 0, 0);
	struct effort effort = effort_of(job);
	overhead_of(experiment, costs, overhead);
	if (!simulate_wants_overhead(job->asked))
		return true;
	effort.trials = score ? score->trials : 0;
	progress_start(&job->progress, "overhead", effort.trials);
	bool ok = overhead_run(experiment, costs, &effort, overhead);
	progress_end(&job->progress);
	return ok || err_set(err, "out of memory for the overhead");
}

static bool simulate_at(struct job *job, size_t s, double rate, struct err *err)
{
	const struct simulate *asked = job->asked;
	const struct request *request = &job->request;
	const struct strategy_spec *spec = &request->spec[s];
	struct experiment *experiment = &job->experiment[job->n];
	struct effort effort = effort_of(job);
	struct overhead overhead;
	if (!experiment_open(experiment, spec, rate, &job->ground, dump_of(asked), request->top,
		    request->n_estimator ? request->estimator : &job->own[s],
		    request->n_estimator ? request->n_estimator : 1, err))
		return false;
	job->n++;
	progress_start(&job->progress, spec->text, asked->precision > 0 ? asked->max_trials : asked->trials);
	bool ok = experiment_run(experiment, &effort, err);
	progress_end(&job->progress);
	return ok && add_overhead(job, experiment, &overhead, err) &&
		add_results(job, spec, experiment, &overhead, err);
}

static bool open_workload(struct job *job, struct err *err)
{
	const struct simulate *asked = job->asked;
	if (asked->view != LIVE && strcmp(asked->dump, "end"))
		return err_set(err, "--dump %s: a dump needs --view live", asked->dump);
	if (!workload_open_as(asked->workload, &asked->workload_options, &job->trace, err))
		return false;
	if (!job->trace.rows)
		return err_set(err, "--workload %s: no allocation in it", asked->workload);
	return ground_build(&job->ground, &job->trace, NULL, dump_of(asked), job->request.top, err);
}

static bool simulate_all(struct job *job, struct err *err)
{
	const struct request *request = &job->request;
	job->results = (struct results){.asked = job->asked, .trace = &job->trace, .sites = job->ground.classes.sites};
	job->experiment = calloc(request->n_spec * request->n_rate, sizeof *job->experiment);
	job->own = calloc(request->n_spec, sizeof *job->own);
	if (!job->experiment || !job->own)
		return err_set(err, "out of memory");
	for (size_t s = 0; s < request->n_spec; s++) {
		job->own[s] = job->asked->compare ? request->compared[s]
						  : estimator_find(request->spec[s].strategy->estimator);
		for (size_t r = 0; r < request->n_rate; r++)
			if (!simulate_at(job, s, request->rate[r], err))
				return false;
	}
	return true;
}

/* Results come by strategy, rate, dump: those of B lie half of them behind those of A. */
static bool compare_at(struct job *job, size_t rate, size_t dump, struct err *err)
{
	struct results *results = &job->results;
	size_t rates = job->request.n_rate, dumps = experiment_view(&job->experiment[0])->n, at = rate * dumps + dump;
	struct compared *compared = &results->compared[results->n_compared];
	struct effort effort = effort_of(job);
	*compared = (struct compared){.a = &results->of[at], .b = &results->of[at + rates * dumps]};
	effort.trials = compared->a->trials > compared->b->trials ? compared->a->trials : compared->b->trials;
	compared->row = calloc(compared->a->rows->n, sizeof *compared->row);
	if (!compared->row)
		return err_set(err, "out of memory");
	results->n_compared++;
	progress_start(&job->progress, "--compare", effort.trials);
	bool ok = comparison_run(&job->experiment[rate], &job->experiment[rates + rate], dump, &effort, compared->row);
	progress_end(&job->progress);
	return ok || err_set(err, "out of memory for the comparison");
}

static bool compare_all(struct job *job, struct err *err)
{
	size_t dumps = experiment_view(&job->experiment[0])->n;
	if (experiment_view(&job->experiment[0])->dump[0].kind == DUMP_PEAK_SEEN)
		return err_set(err, "--compare: with --dump peak-seen the two are not dumped at the same time");
	job->results.compared = calloc(job->request.n_rate * dumps, sizeof *job->results.compared);
	if (!job->results.compared)
		return err_set(err, "out of memory");
	for (size_t rate = 0; rate < job->request.n_rate; rate++)
		for (size_t dump = 0; dump < dumps; dump++)
			if (!compare_at(job, rate, dump, err))
				return false;
	return true;
}

static void job_free(struct job *job)
{
	for (size_t i = 0; i < job->results.n; i++)
		free(job->results.of[i].row);
	free(job->results.of);
	for (size_t i = 0; i < job->results.n_compared; i++)
		free(job->results.compared[i].row);
	free(job->results.compared);
	for (size_t i = 0; i < job->n; i++)
		experiment_close(&job->experiment[i]);
	free(job->experiment);
	free(job->own);
	ground_free(&job->ground);
	request_free(&job->request);
	trace_free(&job->trace);
}

char *row_name(const struct results *results, const struct rows *rows, size_t row)
{
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
	ok = ok && (!job.asked->compare || compare_all(&job, err));
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
