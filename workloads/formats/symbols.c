/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/formats/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool symbols_string(struct symbols *symbols, const char *text, size_t n)
{
	if (n > symbols->room - symbols->used) {
		size_t room = 2 * symbols->room + n + 4096;
		char *pool = realloc(symbols->pool, room);
		if (!pool)
			return false;
		symbols->pool = pool;
		symbols->room = room;
	}
	if (n > 0)
		memcpy(symbols->pool + symbols->used, text, n);
	symbols->used += n;
	return column_push(&symbols->end, symbols->used);
}

/* Where entry number - 1 begins: at the end of the one before. */
static size_t begin(const struct column *end, uint64_t number)
{
	return number > 1 ? (size_t)column_get(end, (size_t)number - 2) : 0;
}

bool symbols_text(const struct symbols *symbols, uint64_t number, const char **text, size_t *n)
{
	if (number == 0 || number > symbols->end.rows)
		return false;
	size_t from = begin(&symbols->end, number);
	*n = (size_t)column_get(&symbols->end, (size_t)number - 1) - from;
	if (*n == 0)
		return false;
	*text = symbols->pool + from;
	return true;
}

bool symbols_frame(struct symbols *symbols, struct sites *sites, const char *name, size_t n)
{
	uint32_t frame = sites_frame(sites, name, n);
	return frame != SITES_NONE && column_push(&symbols->frame, frame);
}

/* Counts one more address of that name: how many there are now; 0: no memory. */
static uint64_t take(struct symbols *symbols, uint32_t frame)
{
	while (symbols->taken.rows <= frame)
		if (!column_push(&symbols->taken, 0))
			return 0;
	uint64_t addresses = column_get(&symbols->taken, frame) + 1;
	return column_set(&symbols->taken, frame, addresses) ? addresses : 0;
}

bool symbols_own_frame(struct symbols *symbols, struct sites *sites, char *name, size_t n)
{
	uint32_t base = sites_frame(sites, name, n), frame = base;
	uint64_t addresses = base == SITES_NONE ? 0 : take(symbols, base);
	/* A function may really be named "f #2": then f goes on to the next number. */
	for (uint64_t of_frame = addresses; addresses && of_frame != 1;) {
		int more = snprintf(name + n, 32, " #%" PRIu64, addresses);
		frame = sites_frame(sites, name, n + (size_t)more);
		of_frame = frame == SITES_NONE ? 0 : take(symbols, frame);
		if (!of_frame)
			return false;
		if (of_frame != 1)
			addresses = take(symbols, base);
	}
	return addresses && column_push(&symbols->frame, frame);
}

bool symbols_address(struct symbols *symbols)
{
	return column_push(&symbols->last, symbols->frame.rows);
}

uint64_t symbols_addresses(const struct symbols *symbols)
{
	return symbols->last.rows;
}

uint32_t symbols_node(const struct symbols *symbols, struct sites *sites, uint64_t number, uint32_t caller)
{
	size_t first = begin(&symbols->last, number), i = (size_t)column_get(&symbols->last, (size_t)number - 1);
	uint32_t node = caller;
	while (i > first && node != SITES_NONE)
		node = sites_node(sites, node, (uint32_t)column_get(&symbols->frame, --i));
	return node;
}

size_t symbols_memory(const struct symbols *symbols)
{
	return symbols->room + column_memory(&symbols->end) + column_memory(&symbols->last) +
		column_memory(&symbols->frame) + column_memory(&symbols->taken);
}

void symbols_free(struct symbols *symbols)
{
	free(symbols->pool);
	column_free(&symbols->end);
	column_free(&symbols->last);
	column_free(&symbols->frame);
	column_free(&symbols->taken);
	*symbols = (struct symbols){0};
}
