/* SPDX-License-Identifier: GPL-3.0-or-later
 * Dumps of the live heap: what they hold, against a recount. */
#include "sim/view.h"
#include "core/draws.h"
#include "core/stream.h"
#include "sim/dumps.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 400, SITES = 7 };

/* Births and deaths at random. */
static void random_trace(uint64_t seed, struct trace *trace)
{
	struct pcg64 rng;
	size_t alive[ROWS], n = 0;
	stream_open(&rng, seed, 0, 0, STREAM_NOISE);
	check(trace_init(trace, "random"));
	while (trace->rows < ROWS) {
		if (n && draw_below(&rng, 5) < 2) {
			size_t i = (size_t)draw_below(&rng, n);
			check(trace_release(trace, alive[i]));
			alive[i] = alive[--n];
			continue;
		}
		char name[8] = {(char)('a' + draw_below(&rng, SITES)), 0};
		alive[n++] = trace->rows;
		check(trace_allocate(trace, 8 << draw_below(&rng, 5), sites_named(trace->sites, name), 0));
	}
}

static bool alive_at(const struct trace *trace, size_t row, uint64_t clock)
{
	uint64_t death = column_get(&trace->death, row);
	return column_get(&trace->birth, row) <= clock && (!death || death > clock);
}

static void check_dump(const struct trace *trace, const struct classes *classes, const struct dump *dump)
{
	uint64_t *count = calloc(classes->n, sizeof *count), bytes = 0, made = 0;
	check(count);
	for (size_t row = 0; row < trace->rows; row++) {
		bool alive = alive_at(trace, row, dump->clock);
		count[column_get(&classes->row, row)] += alive;
		bytes += alive ? column_get(&trace->size, row) : 0;
		made += column_get(&trace->birth, row) <= dump->clock;
	}
	for (size_t c = 0; c < classes->n; c++)
		check_u64(dump->count[c], count[c]);
	check_u64(dump->rows.bytes[rows_total(&dump->rows)], bytes);
	check_u64(dump->allocations, made);
	free(count);
}

TEST(view, dumps_hold_what_is_alive)
{
	static const char *const specs[] = {"end", "peak", "peak-seen", "every:37a", "every:25%", "every:1000", "at:1a",
		"at:50%", "at:3K"};
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct trace trace;
		struct classes classes;
		random_trace(seed, &trace);
		check(classes_build(&classes, &trace));
		for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
			struct view view;
			struct err err = {0};
			check_msg(view_build(&view, &trace, &classes, specs[i], 3, &err), "%s", err.text);
			for (size_t d = 0; d < view.n; d++)
				check_dump(&trace, &classes, &view.dump[d]);
			view_free(&view);
		}
		classes_free(&classes);
		trace_free(&trace);
	}
}

TEST(view, the_peak_is_the_largest_live_heap)
{
	struct trace trace;
	struct classes classes;
	struct view view;
	random_trace(3, &trace);
	check(classes_build(&classes, &trace));
	check(view_build(&view, &trace, &classes, "peak", 3, NULL));
	uint64_t peak = view.dump[0].rows.bytes[rows_total(&view.dump[0].rows)], highest = 0;
	for (uint64_t clock = 1; clock <= trace.clock; clock++) {
		uint64_t bytes = 0;
		for (size_t row = 0; row < trace.rows; row++)
			bytes += alive_at(&trace, row, clock) ? column_get(&trace.size, row) : 0;
		highest = bytes > highest ? bytes : highest;
	}
	check_u64(peak, highest);
	view_free(&view);
	classes_free(&classes);
	trace_free(&trace);
}

TEST(view, refuses_positions_that_are_none)
{
	static const char *const bad[] = {"", "sometimes", "at:", "at:0a", "at:401a", "every:0%", "every:101%",
		"at:-1a", "at:5s", "every:x", "peak:", "every:0"};
	struct trace trace;
	struct classes classes;
	random_trace(1, &trace);
	check(classes_build(&classes, &trace));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct view view;
		struct err err = {0};
		check_msg(!view_build(&view, &trace, &classes, bad[i], 3, &err), "\"%s\" is taken", bad[i]);
		check(strstr(err.text, "--dump"));
	}
	classes_free(&classes);
	trace_free(&trace);
}

/* One trial with every row sampled, at all dumps in one pass: what is booked is what is alive. */
TEST(view, one_pass_books_every_dump)
{
	struct trace trace;
	struct classes classes;
	struct view view;
	struct tally tally;
	struct scorer scorer;
	random_trace(5, &trace);
	check(classes_build(&classes, &trace));
	check(view_build(&view, &trace, &classes, "every:29a", SIZE_MAX, NULL));
	struct weighing *weighing = calloc(classes.n, sizeof *weighing);
	struct score *score = calloc(view.n, sizeof *score);
	check(weighing && score && tally_init(&tally, &classes, true));
	for (size_t c = 0; c < classes.n; c++)
		weighing[c] = (struct weighing){.size = classes.of[c].size,
			.weight = {.bytes = (double)classes.of[c].size, .objects = 1}};
	check(scorer_init(&scorer, SITES + 2, classes.n, weighing, 1));
	for (size_t d = 0; d < view.n; d++)
		check(score_init(&score[d], view.dump[d].rows.n, 1));
	for (size_t row = 0; row < trace.rows; row++)
		tally_add(&tally, &classes, &(struct sample){.row = row, .marks = 1});
	struct booking booking = {.trace = &trace, .view = &view};
	check(dumps_book(&booking, &scorer, &tally, score));
	for (size_t d = 0; d < view.n; d++) {
		const struct rows *rows = &view.dump[d].rows;
		for (size_t row = 0; row < rows->n; row++)
			check(score[d].of[row].bytes.mean == 0 && score[d].of[row].objects.mean == 0 &&
				score[d].of[row].samples == rows->objects[row]);
		check(score[d].missed_sites.mean == 0 && score[d].missed_bytes.mean == 0);
		score_free(&score[d]);
	}
	booking_free(&booking);
	scorer_free(&scorer);
	tally_free(&tally);
	free(score);
	free(weighing);
	view_free(&view);
	classes_free(&classes);
	trace_free(&trace);
}

/* The samples of one trial: every third row, weighed unevenly. */
static uint64_t seen_at(const struct trace *trace, uint64_t clock)
{
	uint64_t bytes = 0;
	for (size_t row = 0; row < trace->rows; row += 3)
		bytes += alive_at(trace, row, clock) ? 10 * column_get(&trace->size, row) : 0;
	return bytes;
}

/* A profiler dumps where its own estimate is largest: found by trying every position. */
TEST(view, peak_seen_is_the_largest_estimate)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct trace trace;
		struct classes classes;
		struct view view;
		struct tally tally;
		struct scorer scorer;
		struct score score;
		uint64_t highest = 0;
		random_trace(seed, &trace);
		check(classes_build(&classes, &trace));
		check(view_build(&view, &trace, &classes, "peak-seen", 3, NULL));
		struct weighing *weighing = calloc(classes.n, sizeof *weighing);
		check(weighing && tally_init(&tally, &classes, true));
		for (size_t c = 0; c < classes.n; c++)
			weighing[c] =
				(struct weighing){.weight = {.bytes = 10 * (double)classes.of[c].size, .objects = 1}};
		const struct rows *rows = &view.dump[0].rows;
		check(scorer_init(&scorer, rows->n, classes.n, weighing, 1) && score_init(&score, rows->n, 1));
		for (size_t row = 0; row < trace.rows; row += 3)
			tally_add(&tally, &classes, &(struct sample){.row = row, .marks = 1});
		struct booking booking = {.trace = &trace, .view = &view};
		check(dumps_book(&booking, &scorer, &tally, &score));
		for (uint64_t clock = 1; clock <= trace.clock; clock++)
			highest = seen_at(&trace, clock) > highest ? seen_at(&trace, clock) : highest;
		double booked = 1 + score.of[rows_total(rows)].bytes.mean;
		check_near(booked * (double)rows->bytes[rows_total(rows)], (double)highest, 1e-13);
		score_free(&score);
		booking_free(&booking);
		scorer_free(&scorer);
		tally_free(&tally);
		free(weighing);
		view_free(&view);
		classes_free(&classes);
		trace_free(&trace);
	}
}
