/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_FORMATS_LIVE_H
#define HEAPODDS_WORKLOADS_FORMATS_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which row of the trace lives at an address: a hash table with open addressing, for readers of
 * formats that name a freed block by its address. A zeroed one is empty. */
struct live {
	struct live_slot {
		uint64_t address;
		size_t row; /* + 1; 0: the slot is empty */
	} * slot;
	size_t slots, used;
	unsigned shift; /* 64 - log2(slots) */
};

#define LIVE_NONE SIZE_MAX

/* Takes the row at an address out of the table; LIVE_NONE: nothing lives there. */
size_t live_take(struct live *, uint64_t address);
/* Enters a row at an address; *before: the row that lived there until now, or LIVE_NONE. False: no
 * memory. */
bool live_put(struct live *, uint64_t address, size_t row, size_t *before);
size_t live_memory(const struct live *); /* bytes held */
void live_free(struct live *);

#endif
