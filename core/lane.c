/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lane.h"

#include <stdlib.h>

struct lane_store {
	struct column cost, size, row;
	uint64_t *sum, *max;
};

/* Whether an allocation costs something other than its size. */
static bool priced(const struct lanes *lanes)
{
	return lanes->rule->cost && lanes->rule->cost->of;
}

static unsigned stratum_of(const struct lanes *lanes, size_t row)
{
	return lanes->stratum ? (unsigned)column_get(lanes->stratum, row) : 0;
}

static bool own_columns(struct lanes *lanes, const struct trace *trace)
{
	/* One counting pass per thread would be rows x threads: each row goes to its lane at once. */
	for (size_t row = 0; row < trace->rows; row++) {
		struct lane_store *store =
			&lanes->store[lanes->scope == PER_THREAD ? column_get(&trace->thread, row) : 0];
		uint64_t size = column_get(&trace->size, row);
		if (lanes->scope == PER_THREAD && (!column_push(&store->row, row) || !column_push(&store->size, size)))
			return false;
		if (priced(lanes) && !column_push(&store->cost, rule_cost(lanes->rule, size, stratum_of(lanes, row))))
			return false;
	}
	return true;
}

static bool sum_blocks(struct lane *lane, struct lane_store *store)
{
	size_t blocks = (lane->rows + BLOCK - 1) / BLOCK;
	store->sum = calloc(blocks + 1, sizeof *store->sum);
	store->max = calloc(blocks + 1, sizeof *store->max);
	if (!store->sum || !store->max)
		return false;
	for (size_t block = 0; block < blocks; block++) {
		size_t from = block * BLOCK, n = lane->rows - from < BLOCK ? lane->rows - from : BLOCK;
		uint64_t cell[BLOCK];
		column_unpack(lane->size, from, n, cell);
		for (size_t i = 0; i < n; i++)
			store->max[block] = cell[i] > store->max[block] ? cell[i] : store->max[block];
		column_unpack(lane->cost, from, n, cell);
		/* 64 costs of at most 2^60 could wrap: a sum that saturates is never skipped. */
		for (size_t i = 0; i < n; i++)
			if (__builtin_add_overflow(store->sum[block], cell[i], &store->sum[block]))
				store->sum[block] = UINT64_MAX;
	}
	lane->sum = store->sum;
	lane->max = store->max;
	return true;
}

static bool lane_open(struct lane *lane, struct lane_store *store, const struct lanes *lanes, const struct trace *trace)
{
	bool split = lanes->scope == PER_THREAD;
	lane->size = split ? &store->size : &trace->size;
	lane->cost = priced(lanes) ? &store->cost : lane->size;
	lane->row = split ? &store->row : NULL;
	lane->rows = split ? store->row.rows : trace->rows;
	return sum_blocks(lane, store);
}

bool lanes_build(struct lanes *lanes, const struct trace *trace, const struct rule *rule, const struct column *stratum)
{
	enum scope scope = rule->scope;
	size_t n = scope == PER_THREAD && trace->threads ? trace->threads : 1;
	*lanes = (struct lanes){.n = n, .rule = rule, .stratum = stratum, .scope = scope};
	lanes->of = calloc(n, sizeof *lanes->of);
	lanes->store = calloc(n, sizeof *lanes->store);
	bool columns = scope == PER_THREAD || priced(lanes);
	bool ok = lanes->of && lanes->store && (!columns || own_columns(lanes, trace));
	for (size_t i = 0; ok && i < n; i++) {
		lanes->of[i].number = (uint32_t)i;
		ok = lane_open(&lanes->of[i], &lanes->store[i], lanes, trace);
	}
	if (!ok)
		lanes_free(lanes);
	return ok;
}

void lanes_free(struct lanes *lanes)
{
	for (size_t i = 0; lanes->store && i < lanes->n; i++) {
		struct lane_store *store = &lanes->store[i];
		column_free(&store->cost);
		column_free(&store->size);
		column_free(&store->row);
		free(store->sum);
		free(store->max);
	}
	free(lanes->store);
	free(lanes->of);
	*lanes = (struct lanes){0};
}
