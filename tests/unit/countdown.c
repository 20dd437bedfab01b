/* SPDX-License-Identifier: GPL-3.0-or-later
 * The engines: step and next pick the same rows for any rule on any trace, and both say what a
 * plain restatement of known samplers says. */
#include "core/countdown.h"
#include "core/stream.h"
#include "strategies/parts/parts.h"
#include "tests/check.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 700 };

static const struct rule by_size = {.scope = PER_PROCESS}; /* lanes by size */

struct case_ {
	struct rule rule;
	double rate;
	struct trace trace;
	struct lanes lanes;
	char text[200];
};

static size_t pick(struct pcg64 *rng, size_t n)
{
	return (size_t)draw_below(rng, n);
}

/* Sizes where rules go wrong: nothing, around the rate, many rates, huge. */
static uint64_t odd_size(struct pcg64 *rng, double rate)
{
	uint64_t r = (uint64_t)rate;
	switch (pick(rng, 10)) {
	case 0: return 0;
	case 1: return r - 1;
	case 2: return r;
	case 3: return r + 1;
	case 4: return 9 * r;
	case 5: return pick(rng, 50) ? 1 : UINT64_C(1) << 59;
	default: return 1 + pick(rng, 300);
	}
}

static void make_trace(struct case_ *c, struct pcg64 *rng)
{
	size_t rows = 1 + pick(rng, ROWS_MAX), threads = 1 + pick(rng, 3);
	size_t plain = pick(rng, 2); /* mostly small sizes, so that blocks are really skipped */
	uint64_t huge = 0;
	check(trace_init(&c->trace, "random"));
	uint32_t site = sites_named(c->trace.sites, "s");
	for (size_t row = 0; row < rows; row++) {
		uint64_t size = plain && pick(rng, 20) ? 1 + pick(rng, 40) : odd_size(rng, c->rate);
		huge += size >> 50 != 0;
		size = huge > 4 && size >> 50 ? 8 : size; /* the sum of sizes must stay below 2^63 */
		check(trace_allocate(&c->trace, size, site, (uint32_t)pick(rng, threads)));
	}
}

static void make_rule(struct case_ *c, struct pcg64 *rng)
{
	static const double rates[] = {1, 2, 3, 7, 64, 1000, 5000, 1e6};
	size_t laws = 0;
	while (gap_laws[laws])
		laws++;
	c->rate = rates[pick(rng, sizeof rates / sizeof *rates)];
	size_t bypassed = pick(rng, 3);
	c->rule = (struct rule){.gap = gap_laws[pick(rng, laws)]};
	c->rule.cost = pick(rng, 3) ? NULL : &cost_one;
	c->rule.bypass = bypassed ? NULL : &bypass_at_rate;
	c->rule.edge = (enum edge)pick(rng, 2);
	c->rule.after = (enum after)pick(rng, 3);
	c->rule.spare = bypassed ? UNTOUCHED : (enum spare)pick(rng, 3);
	c->rule.first = (enum first)pick(rng, 3);
	c->rule.scope = (enum scope)pick(rng, 2);
	check(rule_check(&c->rule, c->rate, NULL));
	snprintf(c->text, sizeof c->text,
		"gap %s cost %d bypass %d edge %d after %d spare %d first %d scope %d rate %g", c->rule.gap->name,
		c->rule.cost != NULL, c->rule.bypass != NULL, c->rule.edge, c->rule.after, c->rule.spare, c->rule.first,
		c->rule.scope, c->rate);
}

static bool same_sample(const struct sample *a, const struct sample *b)
{
	return a->row == b->row && a->cost == b->cost && a->marks == b->marks && a->offset == b->offset &&
		a->since == b->since && a->rate == b->rate && a->rest == b->rest && a->exact == b->exact;
}

static size_t run_step(const struct lane *lane, struct countdown *countdown, struct sample *out)
{
	size_t n = 0;
	for (size_t row = 0; row < lane->rows; row++)
		n += countdown_step(countdown, lane, row, &out[n]);
	return n;
}

/* The trace in random pieces, as rate changes and dumps will cut it. */
static size_t run_next(const struct lane *lane, struct countdown *countdown, struct sample *out, struct pcg64 *rng)
{
	size_t n = 0;
	for (size_t to, at = 0; at < lane->rows; at = to) {
		to = pick(rng, 3) ? lane->rows : at + 1 + pick(rng, lane->rows - at);
		for (size_t row = at; (row = countdown_next(countdown, lane, row, to, &out[n])) < to; row++)
			n++;
	}
	return n;
}

static void compare_lane(const struct case_ *c, const struct lane *lane, uint64_t seed, struct pcg64 *rng)
{
	struct countdown step, next;
	struct sample by_step[ROWS_MAX + 1], by_next[ROWS_MAX + 1];
	countdown_start(&step, &c->rule, c->rate, seed, 0, lane->number);
	countdown_start(&next, &c->rule, c->rate, seed, 0, lane->number);
	size_t n = run_step(lane, &step, by_step), m = run_next(lane, &next, by_next, rng);
	check_msg(n == m, "step takes %zu samples, next %zu: %s", n, m, c->text);
	for (size_t i = 0; i < n; i++)
		check_msg(same_sample(&by_step[i], &by_next[i]), "sample %zu is row %zu by step, row %zu by next: %s",
			i, by_step[i].row, by_next[i].row, c->text);
	check_msg(step.left == next.left && step.draws == next.draws && !memcmp(&step.rng, &next.rng, sizeof step.rng),
		"the final states differ: %s", c->text);
}

static void compare_engines(uint64_t seed)
{
	struct case_ c;
	struct pcg64 rng;
	stream_open(&rng, seed, 0, 0, STREAM_NOISE);
	make_rule(&c, &rng);
	make_trace(&c, &rng);
	check(lanes_build(&c.lanes, &c.trace, &c.rule, NULL));
	for (size_t i = 0; i < c.lanes.n; i++)
		compare_lane(&c, &c.lanes.of[i], seed, &rng);
	lanes_free(&c.lanes);
	trace_free(&c.trace);
}

TEST(countdown, step_and_next_pick_the_same_rows)
{
	for (uint64_t seed = 0; seed < 20000; seed++)
		compare_engines(seed);
}

static void trace_of(struct trace *trace, const uint64_t *sizes, size_t n)
{
	check(trace_init(trace, "given"));
	uint32_t site = sites_named(trace->sites, "s");
	for (size_t i = 0; i < n; i++)
		check(trace_allocate(trace, sizes[i], site, 0));
}

/* Given sizes, and the lanes of a rule that charges by size. */
struct stage {
	struct trace trace;
	struct lanes lanes;
};

static void stage_open(struct stage *stage, const uint64_t *sizes, size_t n)
{
	trace_of(&stage->trace, sizes, n);
	check(lanes_build(&stage->lanes, &stage->trace, &by_size, NULL));
}

static void stage_close(struct stage *stage)
{
	lanes_free(&stage->lanes);
	trace_free(&stage->trace);
}

/* Random traces hardly ever have a block whose sum is exactly what is left: this one always has. A
 * `<=` for `<` in the skipping of blocks fails here. */
TEST(countdown, a_mark_at_the_very_end_of_a_block)
{
	uint64_t sizes[4 * BLOCK];
	for (size_t i = 0; i < 4 * BLOCK; i++)
		sizes[i] = 10;
	struct stage stage;
	stage_open(&stage, sizes, 4 * BLOCK);
	struct rule rule = {.gap = &gap_fixed, .after = COVER};
	struct countdown countdown;
	struct sample sample;
	countdown_start(&countdown, &rule, 10 * BLOCK, 1, 0, 0);
	for (size_t block = 0; block < 4; block++) {
		size_t row = countdown_next(&countdown, stage.lanes.of, block * BLOCK, 4 * BLOCK, &sample);
		check_u64(row, block * BLOCK + BLOCK - 1);
		check_u64((uint64_t)sample.offset, 9);
		check_u64((uint64_t)sample.since, 10 * BLOCK);
	}
	stage_close(&stage);
}

/* Restatements: known samplers in their own variables and comparisons, on the same random numbers. */
static size_t random_sizes(uint64_t seed, uint64_t *sizes)
{
	struct pcg64 rng;
	stream_open(&rng, seed, 0, 0, STREAM_NOISE);
	for (size_t i = 0; i < ROWS_MAX; i++)
		sizes[i] = pick(&rng, 8) ? 1 + pick(&rng, 64) : pick(&rng, 3000);
	return ROWS_MAX;
}

/* jemalloc counts bytes down to a sample: sampled iff size >= wait, then a new wait, the rest of the
 * allocation is dropped (as read at jemalloc 295e4894 src/prof.c). */
TEST(countdown, per_byte_is_a_wait_that_is_redrawn)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		uint64_t sizes[ROWS_MAX], wait;
		size_t n = random_sizes(seed, sizes);
		struct stage stage;
		stage_open(&stage, sizes, n);
		struct rule rule = {.gap = &gap_geometric, .after = REDRAW};
		struct countdown countdown;
		struct pcg64 rng;
		countdown_start(&countdown, &rule, 500, seed, 3, 0);
		stream_open(&rng, seed, 3, 0, STREAM_GAPS);
		double scale = geometric_scale(500);
		wait = draw_geometric(&rng, scale);
		for (size_t row = 0; row < n; row++) {
			struct sample sample;
			bool sampled = sizes[row] >= wait;
			check(countdown_step(&countdown, stage.lanes.of, row, &sample) == sampled);
			check(!sampled || (uint64_t)sample.offset == wait - 1);
			if (sampled)
				wait = draw_geometric(&rng, scale);
			else
				wait -= sizes[row];
		}
		stage_close(&stage);
	}
}

/* heapprofd: `next -= size; while (next <= 0) { next += draw; n++; }` (as read at perfetto
 * ec5d16b14b src/profiling/memory/sampler.h, the bypass of large sizes apart). */
TEST(countdown, exponential_is_heapprofds_loop)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		uint64_t sizes[ROWS_MAX];
		size_t n = random_sizes(seed, sizes);
		struct stage stage;
		stage_open(&stage, sizes, n);
		struct rule rule = {.gap = &gap_floor_plus_one, .after = COVER};
		struct countdown countdown;
		struct pcg64 rng;
		countdown_start(&countdown, &rule, 400, seed, 0, 0);
		stream_open(&rng, seed, 0, 0, STREAM_GAPS);
		int64_t next = (int64_t)(draw_exponential(&rng) * 400) + 1;
		for (size_t row = 0; row < n; row++) {
			struct sample sample = {0};
			uint64_t marks = 0;
			for (next -= (int64_t)sizes[row]; next <= 0; marks++)
				next += (int64_t)(draw_exponential(&rng) * 400) + 1;
			check(countdown_step(&countdown, stage.lanes.of, row, &sample) == (marks > 0));
			check_u64(sample.marks, marks);
		}
		check(countdown.left == next);
		stage_close(&stage);
	}
}

/* Real-valued arrivals: the whole count and the carried fraction place each mark where a plain sum
 * of gaps places it. */
TEST(countdown, real_gaps_keep_their_fraction)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		uint64_t sizes[ROWS_MAX];
		size_t n = random_sizes(seed, sizes);
		struct stage stage;
		stage_open(&stage, sizes, n);
		struct rule rule = {.gap = &gap_exponential, .after = COVER};
		struct countdown countdown;
		struct pcg64 rng;
		countdown_start(&countdown, &rule, 1.5, seed, 0, 0);
		stream_open(&rng, seed, 0, 0, STREAM_GAPS);
		double mark = draw_exponential(&rng) * 1.5, end = 0;
		for (size_t row = 0; row < n; row++) {
			struct sample sample = {0};
			uint64_t marks = 0;
			for (end += (double)sizes[row]; mark <= end; marks++)
				mark += draw_exponential(&rng) * 1.5;
			countdown_step(&countdown, stage.lanes.of, row, &sample);
			check_u64(sample.marks, marks);
		}
		stage_close(&stage);
	}
}

TEST(countdown, huge_allocations_do_not_draw_for_ever)
{
	uint64_t sizes[] = {UINT64_C(1) << 59};
	struct stage stage;
	stage_open(&stage, sizes, 1);
	for (size_t i = 0; gap_laws[i]; i++) {
		struct rule rule = {.gap = gap_laws[i], .after = COVER};
		if (gap_laws[i] == &gap_never)
			continue;
		struct countdown countdown;
		struct sample sample;
		countdown_start(&countdown, &rule, 1000, 1, 0, 0);
		check(countdown_step(&countdown, stage.lanes.of, 0, &sample));
		check_near((double)sample.marks, 0x1p59 / 1000, 2e-3);
		check(countdown.left > 0);
	}
	stage_close(&stage);
}

/* On both sides of the size from which gaps are not drawn one by one the mean number of marks is that
 * of the law as drawn, not of the mean asked for: 72 % more for `floor` at a rate of 1. */
TEST(countdown, the_shortcut_for_many_gaps_keeps_the_law)
{
	static const uint64_t sizes[] = {(1 << 20) - 9, (1 << 20) + 9000};
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		struct rule rule = {.gap = &gap_floor, .after = COVER};
		struct countdown countdown;
		struct sample sample;
		stage_open(&stage, &sizes[i], 1);
		countdown_start(&countdown, &rule, 1, 5, 0, 0);
		check(countdown_step(&countdown, stage.lanes.of, 0, &sample));
		/* Gaps of mean .582, variance .921: a standard error of .0016 in the ratio. */
		check_near((double)sample.marks, (double)sizes[i] / gap_floor.mean(1), .011);
		stage_close(&stage);
	}
}

TEST(countdown, memoryless_is_derived_from_the_parts)
{
	struct rule rule = {.gap = &gap_geometric};
	check(rule_memoryless(&rule));
	rule.after = COVER;
	check(rule_memoryless(&rule));
	rule.after = CARRY;
	check(!rule_memoryless(&rule));
	rule = (struct rule){.gap = &gap_fixed};
	check(!rule_memoryless(&rule));
	rule = (struct rule){.gap = &gap_floor};
	check(!rule_memoryless(&rule));
	rule = (struct rule){.gap = &gap_geometric, .edge = BELOW_ZERO};
	check(!rule_memoryless(&rule));
	rule = (struct rule){.gap = &gap_geometric, .first = FIRST_ZERO};
	check(!rule_memoryless(&rule));
	rule = (struct rule){.gap = &gap_geometric, .bypass = &bypass_at_rate};
	check(rule_memoryless(&rule));
	rule.spare = COUNTED;
	check(!rule_memoryless(&rule));
}
