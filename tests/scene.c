/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/scene.h"
#include "tests/check.h"
#include "workloads/workload.h"
#include <stdlib.h>

void scene_open(struct scene *scene, const char *workload, size_t top)
{
	struct err err = {0};
	*scene = (struct scene){0};
	check_msg(workload_open(workload, &scene->trace, &err), "%s", err.text);
	check(classes_build(&scene->classes, &scene->trace));
	check_msg(view_build(&scene->view, &scene->trace, &scene->classes, NULL, top, &err), "%s", err.text);
	scene->rows = scene->view.dump[0].rows;
}

void scene_split(struct scene *scene, const char *strategy, size_t top)
{
	struct err err = {0};
	struct strategy_spec spec;
	struct sampler sampler;
	view_free(&scene->view);
	classes_free(&scene->classes);
	check_msg(strategy_parse(strategy, &spec, &err), "%s", err.text);
	check_msg(sampler_make(&spec, 1024, &scene->trace, &sampler, &err), "%s", err.text);
	check(sampler_strata(&sampler));
	check(classes_split(&scene->classes, &scene->trace, sampler_strata(&sampler)));
	check_msg(view_build(&scene->view, &scene->trace, &scene->classes, NULL, top, &err), "%s", err.text);
	scene->rows = scene->view.dump[0].rows;
	sampler_free(&sampler);
	strategy_spec_free(&spec);
}

void scene_close(struct scene *scene)
{
	view_free(&scene->view);
	classes_free(&scene->classes);
	trace_free(&scene->trace);
}

static bool weigh(struct play *play, const char *const *names)
{
	bool marks = false;
	struct err err = {0};
	size_t classes = play->scene->classes.n;
	while (names[play->estimators])
		play->estimators++;
	play->weighing = calloc(play->estimators * classes, sizeof *play->weighing);
	check(play->weighing);
	for (size_t e = 0; e < play->estimators; e++) {
		const struct estimator *estimator = estimator_find(names[e]);
		check(estimator);
		marks |= estimator->wants_marks;
		check_msg(weigh_classes(&play->sampler, estimator, &play->scene->classes, &play->weighing[e * classes],
				  &err),
			"%s", err.text);
	}
	return marks;
}

bool scene_plays(const struct strategy *strategy)
{
	struct strategy_spec spec;
	struct sampler sampler;
	struct trace none = {0};
	if (strategy->needs)
		return false;
	check(strategy_parse(strategy->name, &spec, NULL) && sampler_make(&spec, 0x1p19, &none, &sampler, NULL));
	bool plain = !sampler_strata(&sampler);
	sampler_free(&sampler);
	strategy_spec_free(&spec);
	return plain;
}

void play_open(struct play *play, const struct scene *scene, const struct casting *casting)
{
	struct err err = {0};
	*play = (struct play){.scene = scene};
	check_msg(strategy_parse(casting->strategy, &play->spec, &err), "%s", err.text);
	check_msg(sampler_make(&play->spec, casting->rate, &scene->trace, &play->sampler, &err), "%s", err.text);
	struct replay replay = {.trace = &scene->trace,
		.classes = &scene->classes,
		.lanes = &play->lanes,
		.sampler = &play->sampler,
		.seed = casting->seed};
	check_msg(engine_choose(&play->sampler, casting->engine, &replay.engine, &err), "%s", err.text);
	if (play->sampler.strategy->countdown)
		check(lanes_build(&play->lanes, &scene->trace, &play->sampler.rule, sampler_strata(&play->sampler)));
	replay.marks = weigh(play, casting->estimators) || casting->marks_unasked;
	run_open(&play->run, &replay, &scene->view, play->weighing, play->estimators,
		casting->threads ? casting->threads : 1);
	check(score_init(&play->score, scene->rows.n, play->estimators));
}

void play_on(struct play *play, uint64_t trials)
{
	check(run_extend(&play->run, trials, NULL, NULL));
	run_score(&play->run, &play->score);
	check_u64(play->score.trials, trials);
}

void play_close(struct play *play)
{
	run_close(&play->run);
	score_free(&play->score);
	lanes_free(&play->lanes);
	free(play->weighing);
	sampler_free(&play->sampler);
	strategy_spec_free(&play->spec);
}

struct exact *play_exact(const struct play *play)
{
	const struct rows *rows = &play->scene->rows;
	struct exact *exact = calloc(play->estimators * rows->n, sizeof *exact);
	check(exact);
	for (size_t e = 0; e < play->estimators; e++)
		check(closed_rows(&play->sampler, rows, play->scene->view.dump[0].count,
			&play->weighing[e * rows->classes->n], &exact[e * rows->n]));
	return exact;
}
