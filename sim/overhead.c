/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/overhead.h"

#include <math.h>
#include <stdlib.h>

static struct measure exactly(double exact)
{
	return (struct measure){.value = NAN, .se = NAN, .exact = exact};
}

static double share(const struct cost_model *model, double samples, double alloc_ns)
{
	return alloc_ns > 0 ? samples * model->sample_ns / alloc_ns : NAN;
}

static double all_ns(const struct overhead *overhead)
{
	double ns = 0;
	for (size_t g = 0; g < overhead->n; g++)
		ns += overhead->group[g].alloc_ns;
	return ns;
}

static double all_calls(const struct overhead *overhead)
{
	double calls = 0;
	for (size_t g = 0; g < overhead->n; g++)
		calls += (double)overhead->group[g].allocations;
	return calls;
}

/* What so many samples in each group do to the average call. */
static double slowdown(const struct cost_model *model, const double *samples, double calls)
{
	double sum = 0;
	for (size_t g = 0; g < model->n; g++)
		sum += samples[g] * model->sample_ns / model->ns[g];
	return sum / calls;
}

/* Where the view is the whole run its score has counted the samples. */
static void add_scored(const struct experiment *experiment, const struct cost_model *model, struct overhead *out)
{
	const struct score *score = experiment_score(experiment, 0, 0);
	if (!score || experiment_view(experiment)->live)
		return;
	out->share.value = share(model, score->samples.mean, all_ns(out));
	out->share.se = share(model, moments_mean_se(&score->samples), all_ns(out));
}

void overhead_of(const struct experiment *experiment, const struct cost_model *model, struct overhead *out)
{
	const struct classes *classes = &experiment->ground->classes;
	bool known = sampler_memoryless(&experiment->sampler);
	double samples[COST_GROUPS_MAX] = {0}, all = 0;
	*out = (struct overhead){.n = model->n, .sample_ns = model->sample_ns};
	for (size_t c = 0; c < classes->n; c++) {
		size_t group = cost_model_group(model, classes->of[c].size);
		double count = (double)classes->of[c].count;
		out->group[group].allocations += classes->of[c].count;
		out->group[group].alloc_ns += count * model->ns[group];
		samples[group] += count * experiment->weighing[c].law.p;
	}
	for (size_t g = 0; g < model->n; g++) {
		struct overhead_group *group = &out->group[g];
		group->from = model->from[g];
		samples[g] = known ? samples[g] : NAN;
		all += samples[g];
		group->samples = exactly(samples[g]);
		group->share = exactly(share(model, samples[g], group->alloc_ns));
	}
	out->share = exactly(share(model, all, all_ns(out)));
	add_scored(experiment, model, out);
	out->slowdown = exactly(slowdown(model, samples, all_calls(out)));
}

/* Over trials. */
struct spent {
	struct moments group[COST_GROUPS_MAX], all, slowdown; /* samples, samples, share */
};

static void spent_merge(struct spent *spent, const struct spent *later, size_t n)
{
	for (size_t g = 0; g < n; g++)
		moments_merge(&spent->group[g], &later->group[g]);
	moments_merge(&spent->all, &later->all);
	moments_merge(&spent->slowdown, &later->slowdown);
}

/* What all trials share, read only. */
struct plan {
	const struct cost_model *model;
	struct replay replay;
	uint8_t *group; /* of each class; owned */
	double calls;
};

/* What one thread needs. */
struct bench {
	struct tally tally;
	struct spent block;
};

static void book(const struct plan *plan, const struct tally *tally, struct spent *spent)
{
	double samples[COST_GROUPS_MAX] = {0}, all = 0;
	for (size_t word = 0; word < tally->words; word++) {
		for (uint64_t bits = tally->touched[word]; bits; bits &= bits - 1) {
			size_t class = word * 64 + (size_t)__builtin_ctzll(bits);
			samples[plan->group[class]] += (double)tally->of[class].samples;
		}
	}
	for (size_t g = 0; g < plan->model->n; g++) {
		moments_add(&spent->group[g], samples[g]);
		all += samples[g];
	}
	moments_add(&spent->all, all);
	moments_add(&spent->slowdown, slowdown(plan->model, samples, plan->calls));
}

static bool run_block(const struct plan *plan, struct bench *bench, uint64_t from, uint64_t to)
{
	bench->block = (struct spent){0};
	for (uint64_t trial = from; trial < to; trial++) {
		if (!replay_trial(&plan->replay, trial, &bench->tally))
			return false;
		book(plan, &bench->tally, &bench->block);
		tally_clear(&bench->tally);
	}
	return true;
}

/* Blocks of a wave run side by side and are merged in their order: the sum does not depend on how
 * many threads there are. */
static bool run_waves(const struct plan *plan, struct bench *bench, const struct effort *effort, struct spent *spent)
{
	int threads = effort->threads;
	bool failed = false;
	for (uint64_t from = 0; from < effort->trials && !failed; from += (uint64_t)threads * TRIALS_PER_BLOCK) {
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(|| : failed)
		for (int i = 0; i < threads; i++) {
			uint64_t start = from + (uint64_t)i * TRIALS_PER_BLOCK, end = start + TRIALS_PER_BLOCK;
			end = end < effort->trials ? end : effort->trials;
			failed = failed || !run_block(plan, &bench[i], start, end);
		}
		for (int i = 0; i < threads; i++)
			spent_merge(spent, &bench[i].block, plan->model->n);
		if (effort->progress)
			effort->progress(effort->context, from);
	}
	return !failed;
}

static bool run_trials(const struct plan *plan, const struct effort *effort, struct spent *spent)
{
	struct bench *bench = calloc((size_t)effort->threads, sizeof *bench);
	bool ok = bench != NULL;
	/* All samples count, alive at a dump or not: nothing is kept for later. */
	for (int i = 0; ok && i < effort->threads; i++)
		ok = tally_init(&bench[i].tally, plan->replay.classes, false);
	ok = ok && run_waves(plan, bench, effort, spent);
	for (int i = 0; bench && i < effort->threads; i++)
		tally_free(&bench[i].tally);
	free(bench);
	return ok;
}

static void set(struct measure *measure, const struct moments *moments, double scale, bool exact)
{
	if (exact) {
		measure->exact = moments->mean * scale;
		return;
	}
	measure->value = moments->mean * scale;
	measure->se = moments_mean_se(moments) * scale;
}

/* Runs trials and writes them to the simulated or to the exact side. */
static bool fill(const struct plan *plan, const struct effort *effort, bool exact, struct overhead *out)
{
	struct spent spent = {0};
	if (!run_trials(plan, effort, &spent))
		return false;
	for (size_t g = 0; g < out->n; g++) {
		set(&out->group[g].samples, &spent.group[g], 1, exact);
		set(&out->group[g].share, &spent.group[g], share(plan->model, 1, out->group[g].alloc_ns), exact);
	}
	set(&out->share, &spent.all, share(plan->model, 1, all_ns(out)), exact);
	set(&out->slowdown, &spent.slowdown, 1, exact);
	return true;
}

bool overhead_run(const struct experiment *experiment, const struct cost_model *model, const struct effort *effort,
	struct overhead *out)
{
	const struct classes *classes = &experiment->ground->classes;
	struct plan plan = {.model = model,
		.replay = experiment_replay(experiment, effort),
		.group = calloc(classes->n + 1, sizeof *plan.group),
		.calls = all_calls(out)};
	struct effort once = {.trials = 1, .threads = 1};
	plan.replay.marks = false; /* drawn behind the samples, which do not depend on them */
	for (size_t c = 0; plan.group && c < classes->n; c++)
		plan.group[c] = (uint8_t)cost_model_group(model, classes->of[c].size);
	bool ok = plan.group && (!experiment->certain || fill(&plan, &once, true, out)) &&
		(!effort->trials || fill(&plan, effort, false, out));
	free(plan.group);
	return ok;
}
