/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/rows.h"

#include <stdlib.h>

struct order {
	const struct trace *trace;
	const uint64_t *bytes;
};

static int compare(const void *left, const void *right, void *context)
{
	const struct order *order = context;
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	if (order->bytes[a] != order->bytes[b])
		return order->bytes[a] > order->bytes[b] ? -1 : 1;
	return sites_order(order->trace->sites, a, b);
}

static bool allocate(struct rows *rows, uint32_t sites)
{
	rows->site = calloc(sites + 1u, sizeof *rows->site);
	rows->of_site = calloc(sites + 1u, sizeof *rows->of_site);
	rows->site_bytes = calloc(sites + 1u, sizeof *rows->site_bytes);
	rows->held = calloc(sites + 1u, sizeof *rows->held);
	rows->bytes = calloc(rows->n, sizeof *rows->bytes);
	rows->objects = calloc(rows->n, sizeof *rows->objects);
	return rows->site && rows->of_site && rows->site_bytes && rows->held && rows->bytes && rows->objects;
}

static void add_truth(struct rows *rows, const struct class *class, uint64_t count)
{
	size_t both[] = {rows->of_site[class->site], rows_total(rows)};
	for (int i = 0; i < 2; i++) {
		rows->bytes[both[i]] += class->size * count;
		rows->objects[both[i]] += count;
	}
}

/* Sites that hold nothing in the view come last and get no row. */
static uint32_t order_sites(struct rows *rows, const struct trace *trace, const struct classes *classes,
	const uint64_t *count)
{
	uint32_t held = 0;
	for (uint32_t site = 0; site < classes->sites; site++) {
		uint64_t objects = 0;
		for (size_t c = classes->first[site]; c < classes->first[site + 1]; c++) {
			rows->site_bytes[site] += classes->of[c].size * count[c];
			objects += count[c];
		}
		rows->held[site] = objects > 0;
		if (objects)
			rows->site[held++] = site;
	}
	struct order order = {trace, rows->site_bytes};
	qsort_r(rows->site, held, sizeof *rows->site, compare, &order);
	return held;
}

bool rows_build(struct rows *rows, const struct trace *trace, const struct classes *classes, const uint64_t *count,
	size_t top)
{
	uint32_t sites = classes->sites;
	*rows = (struct rows){.n = (top < sites ? top : sites) + 2, .classes = classes};
	if (!allocate(rows, sites)) {
		rows_free(rows);
		return false;
	}
	rows->sites = order_sites(rows, trace, classes, count);
	rows->shown = top < rows->sites ? top : rows->sites;
	rows->others = rows->shown < rows->sites;
	rows->n = rows->shown + rows->others + 1;
	for (uint32_t site = 0; site < sites; site++) /* a site that holds nothing goes with the others or the total */
		rows->of_site[site] = (uint32_t)rows->shown;
	for (uint32_t s = 0; s < rows->shown; s++)
		rows->of_site[rows->site[s]] = s;
	for (size_t c = 0; c < classes->n; c++)
		add_truth(rows, &classes->of[c], count[c]);
	return true;
}

void rows_free(struct rows *rows)
{
	free(rows->site);
	free(rows->of_site);
	free(rows->site_bytes);
	free(rows->held);
	free(rows->bytes);
	free(rows->objects);
	*rows = (struct rows){0};
}
