/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_CALENDAR_H
#define HEAPODDS_WORKLOADS_CALENDAR_H

#include "core/err.h"
#include "core/trace.h"

/* Who dies when: a generator plans deaths in allocations to come, and releases what is due before
 * each of them. */
struct calendar {
	uint64_t n;      /* allocations in all */
	uint32_t *first; /* per allocation: 1 + a row that dies before it; 0: none */
	uint32_t *next;  /* per row: 1 + the next row that dies then */
};

bool calendar_init(struct calendar *, uint64_t n); /* n below 2^32; false: no memory */
void calendar_free(struct calendar *);
/* A row dies before allocation `at`, a number of allocations; at or past the end: never. */
void calendar_plan(struct calendar *, size_t row, double at);
bool calendar_release_due(const struct calendar *, uint64_t now, struct trace *, struct err *);

#endif
