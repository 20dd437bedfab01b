/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/column.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 256 };

static unsigned width_of(uint64_t value)
{
	return value == 0 ? 0 : value <= UINT8_MAX ? 1 : value <= UINT16_MAX ? 2 : value <= UINT32_MAX ? 4 : 8;
}

static inline void store(void *data, unsigned width, size_t row, uint64_t value)
{
	switch (width) {
	case 1: ((uint8_t *)data)[row] = (uint8_t)value; break;
	case 2: ((uint16_t *)data)[row] = (uint16_t)value; break;
	case 4: ((uint32_t *)data)[row] = (uint32_t)value; break;
	case 8: ((uint64_t *)data)[row] = value; break;
	}
}

static bool resize(struct column *column, size_t room)
{
	size_t bytes;
	if (__builtin_mul_overflow(room, (size_t)column->width, &bytes))
		return false;
	void *data = realloc(column->data, bytes);
	if (!data)
		return false;
	column->data = data;
	column->room = room;
	return true;
}

static bool grow(struct column *column)
{
	/* By a half: the factor 2 would leave up to as much unused as used in traces of 10^8 rows. */
	size_t more = column->room / 2 < ROOM_FIRST ? ROOM_FIRST : column->room / 2, room;
	return !__builtin_add_overflow(column->room, more, &room) && resize(column, room);
}

/* Re-packs into wider cells, through a second array: cells that grow in place would overlap cells
 * of another type, which the language does not define. */
static bool widen(struct column *column, unsigned width)
{
	struct column wide = {.rows = column->rows, .width = width};
	if (!resize(&wide, column->rows + ROOM_FIRST))
		return false;
	if (column->width == 0)
		memset(wide.data, 0, wide.rows * width);
	uint64_t block[BLOCK];
	for (size_t row = 0; column->width > 0 && row < wide.rows; row += BLOCK) {
		size_t n = wide.rows - row < BLOCK ? wide.rows - row : BLOCK;
		column_unpack(column, row, n, block);
		for (size_t i = 0; i < n; i++)
			store(wide.data, width, row + i, block[i]);
	}
	free(column->data);
	*column = wide;
	return true;
}

/* Does the value fit the present cells? Cheaper than width_of() on the path of every push. */
static inline bool fits(const struct column *column, uint64_t value)
{
	return column->width == 8 || value >> (8 * column->width) == 0;
}

bool column_push_cell(struct column *column, uint64_t value)
{
	if (__builtin_expect(!fits(column, value), 0) && !widen(column, width_of(value)))
		return false;
	if (column->width > 0) {
		if (__builtin_expect(column->rows >= column->room, 0) && !grow(column))
			return false;
		store(column->data, column->width, column->rows, value);
	}
	column->rows++;
	return true;
}

bool column_set(struct column *column, size_t row, uint64_t value)
{
	if (__builtin_expect(!fits(column, value), 0) && !widen(column, width_of(value)))
		return false;
	store(column->data, column->width, row, value);
	return true;
}

void column_trim(struct column *column)
{
	if (column->rows == 0)
		column_free(column);
	else if (column->width > 0 && column->room > column->rows)
		(void)resize(column, column->rows); /* a failure to shrink costs memory only */
}

void column_free(struct column *column)
{
	free(column->data);
	*column = (struct column){0};
}

void column_unpack(const struct column *column, size_t from, size_t n, uint64_t *out)
{
	/* One loop per width, so that each can be vectorised. */
	switch (column->width) {
	case 1:
		for (size_t i = 0; i < n; i++)
			out[i] = ((const uint8_t *)column->data)[from + i];
		break;
	case 2:
		for (size_t i = 0; i < n; i++)
			out[i] = ((const uint16_t *)column->data)[from + i];
		break;
	case 4:
		for (size_t i = 0; i < n; i++)
			out[i] = ((const uint32_t *)column->data)[from + i];
		break;
	case 8: memcpy(out, (const uint64_t *)column->data + from, n * sizeof *out); break;
	default: memset(out, 0, n * sizeof *out);
	}
}
