/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_COLUMN_H
#define HEAPODDS_CORE_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A column of unsigned integers in the narrowest of 1, 2, 4 or 8 bytes a row. It widens itself
 * when a value does not fit, so a reader pushes values without knowing their range. A zeroed
 * column is empty, takes no memory and reads as 0 in every row (width 0). */
struct column {
	void *data;
	size_t rows, room; /* rows held; rows there is memory for */
	unsigned width;    /* bytes a row: 0, 1, 2, 4 or 8 */
};

enum { BLOCK = 64 }; /* rows that are unpacked, summed and skipped together */

/* Both return false when memory ran out (the column keeps what it had). */
static inline bool column_push(struct column *, uint64_t value);
bool column_set(struct column *, size_t row, uint64_t value); /* row < rows */
/* Gives back the memory that growth left over. */
void column_trim(struct column *);
void column_free(struct column *);

/* The value of one row, for a width known to the caller: the one place that reads a cell. */
static inline uint64_t column_cell(const void *data, unsigned width, size_t row)
{
	switch (width) {
	case 1: return ((const uint8_t *)data)[row];
	case 2: return ((const uint16_t *)data)[row];
	case 4: return ((const uint32_t *)data)[row];
	case 8: return ((const uint64_t *)data)[row];
	default: return 0;
	}
}

bool column_push_cell(struct column *, uint64_t value);

/* Most traces have columns that never held anything but 0: they cost a count. */
static inline bool column_push(struct column *column, uint64_t value)
{
	if (column->width > 0 || value > 0)
		return column_push_cell(column, value);
	column->rows++;
	return true;
}

static inline uint64_t column_get(const struct column *column, size_t row)
{
	return column_cell(column->data, column->width, row);
}

/* Bytes held. */
static inline size_t column_memory(const struct column *column)
{
	return column->width ? column->room * column->width : 0;
}

/* Unpacks rows [from, from + n) into out[0 ... n). */
void column_unpack(const struct column *, size_t from, size_t n, uint64_t *out);

#endif
