/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_FILL_H
#define HEAPODDS_WORKLOADS_FILL_H

#include "core/err.h"
#include "core/trace.h"

/* Filling a trace, with a sentence for each way it can fail; what generators and readers share. */

/* Half of the memory of this machine, in bytes: what a trace may take. */
uint64_t fill_memory(void);
/* Refuses a trace of so many rows, before it is made, when its columns and the work beside them
 * would take more than half of the memory of the machine. bytes: per row, without birth. */
bool fill_fits(const struct trace *, uint64_t rows, unsigned bytes, struct err *);
/* trace_allocate; size <= TRACE_SIZE_MAX. */
bool fill_allocate(struct trace *, uint64_t size, uint32_t site, uint32_t thread, struct err *);
bool fill_release(struct trace *, size_t row, struct err *);
/* The site of that name. */
bool fill_site(struct trace *, const char *name, uint32_t *site, struct err *);
/* Makes the sites "site-0" ... "site-(n-1)", numbered like that; the trace has no sites yet. */
bool fill_sites(struct trace *, uint32_t n, struct err *);

#endif
