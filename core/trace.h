/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_TRACE_H
#define HEAPODDS_CORE_TRACE_H

#include "core/column.h"
#include "core/sites.h"

/* What a reader counted that is not an allocation; all are shown to the user. */
struct trace_counters {
	uint64_t frees;         /* deaths recorded, implied ones included */
	uint64_t unknown_frees; /* frees of an address that was not live: ignored */
	uint64_t implied_frees; /* allocations at a live address: the older block died unseen */
	uint64_t zero_sizes;    /* allocations of 0 bytes: kept, invisible to sampling by bytes */
	uint64_t reallocations; /* where the source tells them from a free and an allocation */
	uint64_t dropped;       /* allocations left out because the user asked for it */
};

/* Why the reader does not vouch for everything; a set bit is printed with every result. */
enum trace_trust {
	TRUST_CUT = 1 << 0,      /* the file ends early; what came before is used */
	TRUST_NO_FREES = 1 << 1, /* the source records no frees: live bytes are an upper bound */
	/* Frees name a (size, stack) class, not a block: the oldest block of the class is taken. */
	TRUST_CLASS_PAIRED = 1 << 2,
	TRUST_ATTACHED = 1 << 3, /* recorded from within a run: what was allocated before is unknown */
};

/* A trace: one row per allocation, in order, as columns; read-only once made.
 * birth and death are positions on one event clock that counts allocations and frees alike from 1
 * (a realloc is a free and an allocation); death 0 = alive at the end. */
struct trace {
	char *name; /* of the workload or file; owned */
	size_t rows;
	struct column size, site, thread, birth, death;
	struct column origin;       /* 1 + the row that a row was reallocated from; 0: none, or not known */
	struct column hidden;       /* 1: allocated inside the profiler; width 0 when none is */
	uint64_t clock;             /* events so far */
	uint64_t bytes, live_bytes; /* sum of sizes; of those with death 0 */
	uint32_t threads;           /* threads seen; thread numbers are below it */
	struct sites *sites;        /* owned */
	struct trace_counters counters;
	unsigned trust; /* enum trace_trust bits; 0 = full trust */
};

#define TRACE_SIZE_MAX (UINT64_C(1) << 60) /* larger sizes are refused: they are not allocations */

/* Makes an empty trace; false: no memory (then nothing is owned). */
bool trace_init(struct trace *, const char *name);
void trace_free(struct trace *);
/* Adds a row; false when memory ran out or the sum of sizes passed 2^63. size <= TRACE_SIZE_MAX. */
bool trace_allocate(struct trace *, uint64_t size, uint32_t site, uint32_t thread);
/* Ends the life of a row that is alive. */
bool trace_release(struct trace *, size_t row);
/* The object of a row that is alive moves on to a new row of another size: a free and an allocation
 * to every sampler, one object to whoever asks for its origin. As trace_allocate. */
bool trace_reallocate(struct trace *, size_t row, uint64_t size, uint32_t site, uint32_t thread);
/* Marks a row as allocated inside the profiler: the program did not ask for it. It counts in rows,
 * bytes and live_bytes like any other; false: no memory. */
bool trace_hide(struct trace *, size_t row);
/* Leaves out the first row (rows > 0), as if neither its birth nor its death had happened; counted
 * as dropped. O(rows). Its site stays, perhaps without a row. */
void trace_drop_first(struct trace *);
/* Forgets all that happened: rows, sites, counters, clock. Call stacks and trust stay. */
void trace_restart(struct trace *);
size_t trace_memory(const struct trace *); /* bytes held */
/* Gives back the memory that growth left over, once the last row is in. */
void trace_trim(struct trace *);
/* A short text for each bit of trust, for the output: NULL when bit is past the last. */
const char *trace_trust_text(unsigned bit);

#endif
