/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_ROWS_H
#define HEAPODDS_SIM_ROWS_H

#include "core/class.h"

/* The rows that a run is scored by: the sites with the most bytes, one row for all other sites,
 * one for the total. Only what is printed is scored. */
struct rows {
	size_t n;                  /* rows; the total is the last */
	size_t shown;              /* rows of one site each, before the others */
	bool others;               /* row `shown` holds the other sites */
	uint32_t *site;            /* site of each of the shown rows, most bytes first, ties by name */
	uint32_t *of_site;         /* row of every site */
	uint64_t *bytes, *objects; /* truth of each row */
	uint64_t *site_bytes;      /* truth of every site */
	const struct classes *classes;
};

/* top: how many sites get a row of their own; SIZE_MAX: all. false: no memory. */
bool rows_build(struct rows *, const struct trace *, const struct classes *, size_t top);
void rows_free(struct rows *);
static inline size_t rows_total(const struct rows *rows)
{
	return rows->n - 1;
}

#endif
