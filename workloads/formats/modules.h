/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_FORMATS_MODULES_H
#define HEAPODDS_WORKLOADS_FORMATS_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program and libraries mapped into a recorded process: turns an instruction address into
 * "module+0xOFFSET", which addr2line takes and which address randomisation does not change. A
 * zeroed one is empty. */
struct modules {
	char *names;                         /* one after the other, each ended by 0 */
	size_t names_used, names_room, last; /* last: where the module started last has its name */
	struct segment {
		uint64_t begin, end, load; /* [begin, end); offsets count from load */
		size_t name, order;        /* where in names; which came first */
	} * segments;
	size_t n, room;
	bool sorted;
};

/* Starts a module; only the part of its path behind the last '/' is kept. False: no memory. */
bool modules_add(struct modules *, const char *path, size_t length);
/* Adds a segment [load + address, load + address + size) of the module started last. One that
 * would pass the end of the address space is cut there. False: no memory. */
bool modules_segment(struct modules *, uint64_t load, uint64_t address, uint64_t size);
/* Forgets all modules. */
void modules_clear(struct modules *);
/* Writes the name of an address, "0xADDRESS" where nothing is mapped; returns the length, cut to
 * room - 1. */
size_t modules_frame(struct modules *, uint64_t address, char *out, size_t room);
size_t modules_memory(const struct modules *); /* bytes held */
void modules_free(struct modules *);

#endif
