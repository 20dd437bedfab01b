/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/replay.h"

#include "core/countdown.h"
#include "core/stream.h"

#include <stdlib.h>

bool engine_choose(const struct sampler *sampler, enum engine asked, enum engine *chosen, struct err *err)
{
	bool countdown = sampler->strategy->countdown != NULL;
	if (asked == ENGINE_SKIP && !countdown)
		return err_set(err, "--engine skip: strategy %s decides at every allocation, there is nothing to skip",
			sampler->strategy->name);
	*chosen = asked != ENGINE_AUTO ? asked : countdown ? ENGINE_SKIP : ENGINE_STEP;
	return true;
}

const char *engine_name(enum engine engine)
{
	static const char *const names[] = {"auto", "step", "skip"};
	return names[engine];
}

static void record(const struct replay *replay, const struct countdown *countdown, const struct lane *lane,
	struct sample *sample, struct pcg64 *marks, struct tally *tally)
{
	if (replay->marks)
		sample->marks = countdown_marks(countdown, sample, marks);
	sample->row = lane_trace_row(lane, sample->row);
	tally_add(tally, replay->classes, sample);
}

static void replay_lane(const struct replay *replay, uint64_t trial, const struct lane *lane, struct tally *tally)
{
	struct countdown countdown;
	struct pcg64 marks = {0};
	struct sample sample;
	countdown_start(&countdown, &replay->sampler->rule, replay->sampler->rate, replay->seed, trial, lane->number);
	if (replay->marks)
		stream_open(&marks, replay->seed, trial, lane->number, STREAM_MARKS);
	if (replay->engine == ENGINE_STEP) {
		for (size_t row = 0; row < lane->rows; row++)
			if (countdown_step(&countdown, lane, row, &sample))
				record(replay, &countdown, lane, &sample, &marks, tally);
	} else {
		for (size_t row = 0; (row = countdown_next(&countdown, lane, row, lane->rows, &sample)) < lane->rows;
			row++)
			record(replay, &countdown, lane, &sample, &marks, tally);
	}
	tally->draws += countdown.draws;
}

static void replay_block(const struct replay *replay, void *state, size_t from, size_t n, struct tally *tally)
{
	const struct strategy *strategy = replay->sampler->strategy;
	uint64_t size[BLOCK];
	column_unpack(&replay->trace->size, from, n, size);
	for (size_t i = 0; i < n; i++) {
		struct event event = {.row = from + i, .size = size[i]};
		uint64_t marks = strategy->on_event(state, &event);
		if (!marks)
			continue;
		struct sample sample = {.row = from + i,
			.cost = size[i],
			.marks = marks,
			.rate = replay->sampler->rate};
		tally_add(tally, replay->classes, &sample);
	}
}

static bool replay_events(const struct replay *replay, uint64_t trial, struct tally *tally)
{
	const struct strategy *strategy = replay->sampler->strategy;
	void *state = calloc(1, strategy->state_size + 1);
	if (!state)
		return false;
	struct pcg64 rng;
	stream_open(&rng, replay->seed, trial, 0, STREAM_GAPS);
	strategy->start(state, replay->sampler->rate, &rng);
	for (size_t row = 0; row < replay->trace->rows; row += BLOCK) {
		size_t n = replay->trace->rows - row;
		replay_block(replay, state, row, n < BLOCK ? n : BLOCK, tally);
	}
	tally->draws += replay->trace->rows;
	free(state);
	return true;
}

bool replay_trial(const struct replay *replay, uint64_t trial, struct tally *tally)
{
	if (!replay->sampler->strategy->countdown)
		return replay_events(replay, trial, tally);
	for (size_t i = 0; i < replay->lanes->n; i++)
		replay_lane(replay, trial, &replay->lanes->of[i], tally);
	return !tally->failed;
}
