/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_ROWS_H
#define HEAPODDS_SIM_ROWS_H

#include "core/class.h"

/* The rows that a view is scored by: the sites with the most bytes in it, one row for all other sites,
 * one for the total. Only what is printed is scored. */
struct rows {
	size_t n;                  /* rows; the total is the last */
	size_t shown;              /* rows of one site each, before the others */
	bool others;               /* row `shown` holds the other sites */
	uint32_t *site;            /* site of each of the shown rows, most bytes first, ties by name */
	uint32_t *of_site;         /* row of every site */
	uint64_t *bytes, *objects; /* truth of each row */
	uint64_t *site_bytes;      /* truth of every site */
	uint32_t sites;            /* sites with at least one object in the view */
	bool *held;                /* which they are */
	const struct classes *classes;
};

/* count: objects of each class in the view. top: how many sites get a row of their own; SIZE_MAX: all. false: no
 * memory. */
bool rows_build(struct rows *, const struct trace *, const struct classes *, const uint64_t *count, size_t top);
void rows_free(struct rows *);
static inline size_t rows_total(const struct rows *rows)
{
	return rows->n - 1;
}

#endif
