/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/formats/live.h"

#include <stdlib.h>

/* Multiplicative hashing by its upper bits: addresses differ in the middle, their low bits are 0. */
static inline size_t home(const struct live *live, uint64_t address)
{
	return (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> live->shift);
}

static inline size_t after(const struct live *live, size_t i)
{
	return (i + 1) & (live->slots - 1);
}

static void place(struct live *live, struct live_slot entry)
{
	size_t i = home(live, entry.address);
	while (live->slot[i].row)
		i = after(live, i);
	live->slot[i] = entry;
}

static bool grow(struct live *live)
{
	struct live wide = {.used = live->used, .slots = live->slots ? 2 * live->slots : 1024};
	wide.shift = live->slots ? live->shift - 1 : 64 - 10;
	wide.slot = calloc(wide.slots, sizeof *wide.slot);
	if (!wide.slot)
		return false;
	for (size_t i = 0; i < live->slots; i++)
		if (live->slot[i].row)
			place(&wide, live->slot[i]);
	free(live->slot);
	*live = wide;
	return true;
}

/* Empties a slot and moves those behind it that may not stand behind a gap: no tombstones, so that
 * a trace of 10^9 short-lived blocks leaves the table as small and fast as it was. */
static void vacate(struct live *live, size_t gap)
{
	for (size_t i = after(live, gap); live->slot[i].row; i = after(live, i)) {
		size_t wanted = home(live, live->slot[i].address);
		/* Distances go round the table: does the way from home to i pass the gap? */
		if (((i - wanted) & (live->slots - 1)) >= ((i - gap) & (live->slots - 1))) {
			live->slot[gap] = live->slot[i];
			gap = i;
		}
	}
	live->slot[gap].row = 0;
	live->used--;
}

size_t live_take(struct live *live, uint64_t address)
{
	if (live->slots == 0)
		return LIVE_NONE;
	size_t i = home(live, address);
	for (; live->slot[i].row; i = after(live, i)) {
		if (live->slot[i].address == address) {
			size_t row = live->slot[i].row - 1;
			vacate(live, i);
			return row;
		}
	}
	return LIVE_NONE;
}

bool live_put(struct live *live, uint64_t address, size_t row, size_t *before)
{
	if (2 * (live->used + 1) > live->slots && !grow(live))
		return false;
	size_t i = home(live, address);
	while (live->slot[i].row && live->slot[i].address != address)
		i = after(live, i);
	*before = live->slot[i].row - 1; /* of an empty slot: LIVE_NONE */
	live->used += !live->slot[i].row;
	live->slot[i] = (struct live_slot){.address = address, .row = row + 1};
	return true;
}

size_t live_memory(const struct live *live)
{
	return live->slots * sizeof *live->slot;
}

void live_free(struct live *live)
{
	free(live->slot);
	*live = (struct live){0};
}
