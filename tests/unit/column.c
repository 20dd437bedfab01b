/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/column.h"
#include "tests/check.h"
#include <stdlib.h>

TEST(column, takes_the_narrowest_cells)
{
	static const struct {
		uint64_t value;
		unsigned width;
	} steps[] = {{0, 0}, {255, 1}, {256, 2}, {65535, 2}, {65536, 4}, {UINT32_MAX, 4}, {UINT64_C(1) << 32, 8},
		{UINT64_MAX, 8}, {0, 8}};
	enum { STEPS = sizeof steps / sizeof *steps };
	struct column column = {0};
	for (size_t i = 0; i < STEPS; i++) {
		check(column_push(&column, steps[i].value));
		check_u64(column.width, steps[i].width);
		for (size_t j = 0; j <= i; j++)
			check_u64(column_get(&column, j), steps[j].value);
	}
	check_u64(column.rows, STEPS);
	column_free(&column);
	check(!column.data && column.rows == 0 && column.width == 0);
}

TEST(column, zeros_take_no_memory)
{
	struct column column = {0};
	for (int i = 0; i < 1000; i++)
		check(column_push(&column, 0));
	check(column.data == NULL);
	check_u64(column.rows, 1000);
	uint64_t out[BLOCK];
	column_unpack(&column, 900, BLOCK, out);
	for (int i = 0; i < BLOCK; i++)
		check_u64(out[i], 0);
	/* The rows before one that is set are zeros still. */
	check(column_set(&column, 999, 70000));
	check_u64(column.width, 4);
	for (int i = 0; i < 999; i++)
		check_u64(column_get(&column, (size_t)i), 0);
	check_u64(column_get(&column, 999), 70000);
	column_free(&column);
}

/* Against a plain array: random values of growing range, set and pushed, read in odd blocks. */
TEST(column, agrees_with_an_array)
{
	enum { ROWS = 20000 };
	static uint64_t plain[ROWS];
	struct column column = {0};
	uint64_t state = 1;
	for (size_t row = 0; row < ROWS; row++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
		plain[row] = state >> (64 - 1 - row * 63 / ROWS);
		check(column_push(&column, plain[row]));
		size_t other = (size_t)(state >> 33) % (row + 1);
		plain[other] = plain[row] / 3;
		check(column_set(&column, other, plain[other]));
	}
	column_trim(&column);
	check_u64(column.room, ROWS);
	uint64_t out[BLOCK];
	for (size_t row = 0, n; row < ROWS; row += n) {
		n = row % BLOCK + 1 < ROWS - row ? row % BLOCK + 1 : ROWS - row;
		column_unpack(&column, row, n, out);
		for (size_t i = 0; i < n; i++) {
			check_u64(out[i], plain[row + i]);
			check_u64(column_get(&column, row + i), plain[row + i]);
		}
	}
	check(column_push(&column, 5)); /* grows again after the trim */
	check_u64(column_get(&column, ROWS), 5);
	column_free(&column);
}
