/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/countdown.h"

#include "core/stream.h"
#include <math.h>

#define GAP_MAX 0x1p61
#define GAPS_AT_ONCE 0x1p20         /* more gaps than this inside one allocation are not drawn one by one */
#define DEBT_MAX (INT64_C(1) << 60) /* with COST_MAX and GAP_MAX keeps left inside 64 bits */

void countdown_start(struct countdown *countdown, const struct rule *rule, double rate, uint64_t seed, uint64_t trial,
	uint32_t lane)
{
	*countdown = (struct countdown){
		.rule = rule,
		.mean = rule_mean(rule, rate),
		.exact_from = rule_exact_from(rule, rate),
		.fresh = true, /* left is 0: the first row is an event */
	};
	countdown->scale = rule->gap->scale ? rule->gap->scale(countdown->mean) : countdown->mean;
	stream_open(&countdown->rng, seed, trial, lane, STREAM_GAPS);
}

static double gap(struct countdown *countdown)
{
	countdown->draws += !countdown->rule->gap->deterministic;
	double drawn = countdown->rule->gap->draw(countdown);
	return drawn < GAP_MAX ? drawn : GAP_MAX;
}

static int64_t ceiling(double x)
{
	int64_t whole = (int64_t)x;
	return whole + ((double)whole < x);
}

/* Sets left for a gap that starts at the end of a row. */
static void set_gap(struct countdown *countdown, double drawn)
{
	int64_t whole = ceiling(drawn);
	countdown->fraction = (double)whole - drawn;
	countdown->left = whole + (countdown->rule->edge == BELOW_ZERO);
	countdown->set = countdown->left;
}

/* The next mark, counted from the last one. left stays whole and the fraction is carried:
 * subtracting doubles row by row would differ in the last bits from subtracting block sums. */
static void add_gap(struct countdown *countdown)
{
	double from_unit = gap(countdown) - countdown->fraction;
	int64_t whole = ceiling(from_unit);
	countdown->fraction = (double)whole - from_unit;
	countdown->left += whole;
}

/* The first gap is drawn at the first counted allocation and tested against that very one:
 * drawing it and letting the allocation pass would bias against the first one of each thread. */
static void first_gap(struct countdown *countdown)
{
	countdown->fresh = false;
	switch (countdown->rule->first) {
	case FIRST_DRAWN: set_gap(countdown, gap(countdown)); break;
	case FIRST_ZERO: countdown->left = countdown->set = 0; break;
	case FIRST_RATE: set_gap(countdown, countdown->mean); break;
	}
}

/* A standard normal but for a skew of 2^-20: good for sums of more than GAPS_AT_ONCE gaps, which are
 * no more normal than that. */
static double normal(struct countdown *countdown)
{
	return ((double)draw_poisson(&countdown->rng, 0x1p40) - 0x1p40) * 0x1p-20;
}

/* How many gaps of a law with memory end within rest units: mean and variance of a renewal count. */
static uint64_t renewals(struct countdown *countdown, double rest)
{
	const struct gap_law *law = countdown->rule->gap;
	double mean = law->mean ? law->mean(countdown->mean) : countdown->mean;
	double variance = law->variance ? law->variance(countdown->mean) : 0;
	double count = rest / mean + normal(countdown) * sqrt(rest * variance / (mean * mean * mean));
	return count > 0 ? (uint64_t)count : 0;
}

/* The marks of an allocation of very many gaps at once: 2^60 bytes at a rate of 1 would otherwise be
 * 2^60 draws. Memoryless laws lose nothing: the marks behind the first have their own law and what
 * follows the allocation is a fresh gap. Equal gaps are divided. For the others the number is drawn
 * from its normal limit, and the next gap starts behind the allocation. */
static uint64_t cover_at_once(struct countdown *countdown, int64_t cost)
{
	const struct gap_law *law = countdown->rule->gap;
	int64_t over = cost - countdown->left;
	double rest = (double)over;
	uint64_t marks;
	if (law->deterministic) {
		int64_t step = (int64_t)gap(countdown);
		countdown->left = step - over % step;
		return 1 + (uint64_t)(over / step);
	}
	if (law->unit_p && law->real)
		marks = draw_poisson(&countdown->rng, (rest + countdown->fraction) / countdown->mean);
	else if (law->unit_p)
		marks = draw_binomial(&countdown->rng, (uint64_t)rest, law->unit_p(countdown->mean));
	else
		marks = renewals(countdown, rest);
	set_gap(countdown, gap(countdown));
	return 1 + marks;
}

/* Draws gaps until one reaches past cost units; returns how many marks fell inside. */
static uint64_t cover(struct countdown *countdown, int64_t cost)
{
	uint64_t marks = 0;
	if ((double)(cost - countdown->left) > GAPS_AT_ONCE * countdown->mean)
		return cover_at_once(countdown, cost);
	while (cost >= countdown->left) {
		add_gap(countdown);
		marks++;
	}
	countdown->left -= cost;
	return marks;
}

static uint64_t settle(struct countdown *countdown, int64_t cost)
{
	uint64_t marks = 1;
	switch (countdown->rule->after) {
	case REDRAW: set_gap(countdown, gap(countdown)); return marks;
	case CARRY:
		add_gap(countdown);
		countdown->left -= cost;
		if (countdown->left < -DEBT_MAX)
			countdown->left = -DEBT_MAX;
		break;
	case COVER: marks = cover(countdown, cost); break;
	}
	countdown->set = countdown->left;
	return marks;
}

static void spare(struct countdown *countdown, int64_t cost)
{
	if (countdown->rule->spare == UNTOUCHED)
		return;
	if (countdown->fresh)
		first_gap(countdown);
	if (countdown->rule->spare == DRAINED) {
		cover(countdown, cost);
		return;
	}
	countdown->left -= cost;
	if (countdown->left < -DEBT_MAX)
		countdown->left = -DEBT_MAX;
}

bool countdown_event(struct countdown *countdown, const struct lane *lane, size_t row, struct sample *sample)
{
	int64_t cost = (int64_t)column_get(lane->cost, row);
	if (countdown->exact_from != NEVER && column_get(lane->size, row) >= countdown->exact_from) {
		spare(countdown, cost);
		*sample = (struct sample){.row = row,
			.cost = (uint64_t)cost,
			.marks = 1,
			.rate = countdown->mean,
			.exact = true};
		return true;
	}
	if (countdown->fresh)
		first_gap(countdown);
	if (cost < countdown->left) {
		countdown->left -= cost;
		return false;
	}
	*sample = (struct sample){
		.row = row,
		.cost = (uint64_t)cost,
		.offset = countdown->left - 1,
		.since = countdown->set - countdown->left + cost,
		.rate = countdown->mean,
		.rest = (double)(cost - countdown->left) + (countdown->rule->gap->real ? countdown->fraction : 0),
	};
	sample->marks = settle(countdown, cost);
	return true;
}

/* The rows of one block, or of a part of it, for a width the compiler knows. */
static inline size_t scan(const void *cost, unsigned width, size_t row, size_t end, int64_t *left)
{
	uint64_t need = (uint64_t)*left;
	for (; row < end; row++) {
		uint64_t units = column_cell(cost, width, row);
		if (units >= need)
			break;
		need -= units;
	}
	*left = (int64_t)need;
	return row;
}

static size_t scan_cost(const struct column *cost, size_t row, size_t end, int64_t *left)
{
	switch (cost->width) {
	case 1: return scan(cost->data, 1, row, end, left);
	case 2: return scan(cost->data, 2, row, end, left);
	case 4: return scan(cost->data, 4, row, end, left);
	default: return scan(cost->data, cost->width, row, end, left);
	}
}

/* Where rows are bypassed, sizes must be looked at too. */
static size_t scan_both(const struct lane *lane, uint64_t exact_from, size_t row, size_t end, int64_t *left)
{
	size_t large = row;
	while (large < end && column_get(lane->size, large) < exact_from)
		large++;
	return scan_cost(lane->cost, row, large, left);
}

static size_t scan_rows(const struct countdown *countdown, const struct lane *lane, size_t row, size_t end,
	int64_t *left)
{
	return countdown->exact_from == NEVER ? scan_cost(lane->cost, row, end, left)
					      : scan_both(lane, countdown->exact_from, row, end, left);
}

/* Whole blocks that neither reach the mark nor hold a bypassed row. A function of its own with
 * everything in registers: inlined into the loop around it, it was half as fast. */
__attribute__((noinline)) static size_t skip_blocks(const struct lane *lane, uint64_t exact_from, size_t block,
	size_t end, int64_t *left)
{
	const uint64_t *sum = lane->sum, *max = lane->max;
	uint64_t need = (uint64_t)*left;
	if (exact_from == NEVER)
		for (; block < end && sum[block] < need; block++)
			need -= sum[block];
	else
		for (; block < end && sum[block] < need && max[block] < exact_from; block++)
			need -= sum[block];
	*left = (int64_t)need;
	return block;
}

size_t countdown_seek(struct countdown *countdown, const struct lane *lane, size_t from, size_t to)
{
	int64_t left = countdown->left;
	if (left <= 0) /* any row, a size of 0 included */
		return from;
	size_t row = from;
	while (row < to) {
		if (row % BLOCK == 0) {
			row = BLOCK * skip_blocks(lane, countdown->exact_from, row / BLOCK, to / BLOCK, &left);
			if (row == to)
				break;
		}
		size_t end = (row / BLOCK + 1) * BLOCK < to ? (row / BLOCK + 1) * BLOCK : to;
		row = scan_rows(countdown, lane, row, end, &left);
		if (row < end)
			break;
	}
	countdown->left = left;
	return row;
}

size_t countdown_next(struct countdown *countdown, const struct lane *lane, size_t from, size_t to,
	struct sample *sample)
{
	for (size_t row = from; row < to; row++) {
		row = countdown_seek(countdown, lane, row, to);
		if (row < to && countdown_event(countdown, lane, row, sample))
			return row;
	}
	return to;
}

uint64_t countdown_marks(const struct countdown *countdown, const struct sample *sample, struct pcg64 *rng)
{
	const struct rule *rule = countdown->rule;
	if (rule->after != REDRAW || sample->exact || sample->rest <= 0 || !rule->gap->unit_p)
		return sample->marks;
	if (rule->gap->real)
		return 1 + draw_poisson(rng, sample->rest / sample->rate);
	return 1 + draw_binomial(rng, (uint64_t)sample->rest, rule->gap->unit_p(sample->rate));
}
