/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/formats/pairs.h"

bool pairs_class(struct pairs *pairs)
{
	if (!column_push(&pairs->head, 0))
		return false;
	if (column_push(&pairs->tail, 0))
		return true;
	pairs->head.rows--;
	return false;
}

/* A cell that holds the row and is the last of its list, + 1; 0: no memory. */
static size_t make_cell(struct pairs *pairs, size_t row)
{
	size_t cell = pairs->spare;
	if (cell) {
		if (!column_set(&pairs->row, cell - 1, row))
			return 0;
		pairs->spare = (size_t)column_get(&pairs->after, cell - 1);
		return column_set(&pairs->after, cell - 1, 0) ? cell : 0;
	}
	if (!column_push(&pairs->row, row))
		return 0;
	if (column_push(&pairs->after, 0))
		return pairs->row.rows;
	pairs->row.rows--;
	return 0;
}

bool pairs_put(struct pairs *pairs, size_t class, size_t row)
{
	size_t cell = make_cell(pairs, row);
	if (!cell)
		return false;
	size_t youngest = (size_t)column_get(&pairs->tail, class);
	bool linked = youngest ? column_set(&pairs->after, youngest - 1, cell) : column_set(&pairs->head, class, cell);
	return linked && column_set(&pairs->tail, class, cell);
}

/* Cells are written with numbers that their columns held before or that are 0, but for the list of
 * free ones, which may have to widen; where that fails the cell is lost and nothing else. */
size_t pairs_take(struct pairs *pairs, size_t class)
{
	size_t cell = (size_t)column_get(&pairs->head, class);
	if (!cell)
		return PAIRS_NONE;
	size_t after = (size_t)column_get(&pairs->after, cell - 1);
	if (!column_set(&pairs->head, class, after))
		return PAIRS_NONE;
	if (!after)
		(void)column_set(&pairs->tail, class, 0);
	if (column_set(&pairs->after, cell - 1, pairs->spare))
		pairs->spare = cell;
	return (size_t)column_get(&pairs->row, cell - 1);
}

void pairs_clear(struct pairs *pairs)
{
	for (size_t class = 0; class < pairs->head.rows; class ++) {
		(void)column_set(&pairs->head, class, 0); /* 0 fits every cell */
		(void)column_set(&pairs->tail, class, 0);
	}
	column_free(&pairs->row);
	column_free(&pairs->after);
	pairs->spare = 0;
}

size_t pairs_memory(const struct pairs *pairs)
{
	return column_memory(&pairs->head) + column_memory(&pairs->tail) + column_memory(&pairs->row) +
		column_memory(&pairs->after);
}

void pairs_free(struct pairs *pairs)
{
	column_free(&pairs->head);
	column_free(&pairs->tail);
	column_free(&pairs->row);
	column_free(&pairs->after);
	*pairs = (struct pairs){0};
}
