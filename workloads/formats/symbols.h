/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_FORMATS_SYMBOLS_H
#define HEAPODDS_WORKLOADS_FORMATS_SYMBOLS_H

#include "core/column.h"
#include "core/sites.h"

/* The strings of a symbolised file, and the frames that each of its addresses stands for: the
 * function that holds the instruction and the functions into which that was inlined. Strings and
 * addresses are numbered from 1. A zeroed one is empty. */
struct symbols {
	char *pool;
	size_t used, room;
	struct column end;   /* per string: where it ends in the pool */
	struct column last;  /* per address: the end of its frames in frame */
	struct column frame; /* of the trace's sites, innermost first */
	struct column taken; /* per frame of the sites: addresses that have its name */
};

bool symbols_string(struct symbols *, const char *text, size_t n); /* false: no memory */
/* The text of a string, not terminated; false: there is none of that number (0 among them), or
 * it is empty. */
bool symbols_text(const struct symbols *, uint64_t number, const char **text, size_t *n);

/* Adds a frame to the address that symbols_address will end. False: no memory. */
bool symbols_frame(struct symbols *, struct sites *, const char *name, size_t n);
/* The same for the innermost frame, whose text no other address may have: two calls in one function
 * are two sites, as they are where frames are addresses. " #2", " #3", ... is put behind it if need
 * be; name has room for 32 more bytes. */
bool symbols_own_frame(struct symbols *, struct sites *, char *name, size_t n);
bool symbols_address(struct symbols *); /* false: no memory */

uint64_t symbols_addresses(const struct symbols *);
/* The node of the trie for an address called from a node: a child for each of its frames.
 * SITES_NONE: no memory. 1 <= number <= symbols_addresses. */
uint32_t symbols_node(const struct symbols *, struct sites *, uint64_t number, uint32_t caller);

size_t symbols_memory(const struct symbols *); /* bytes held */
void symbols_free(struct symbols *);

#endif
