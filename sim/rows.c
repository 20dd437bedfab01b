/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

/* Sorting by name happens only among ties: names of call stacks are long to make. */
struct order {
	const struct trace *trace;
	const uint64_t *bytes;
};

static int by_name(const struct sites *sites, uint32_t a, uint32_t b)
{
	size_t room_a = sites_name(sites, a, NULL, 0) + 1, room_b = sites_name(sites, b, NULL, 0) + 1;
	char *name_a = malloc(room_a), *name_b = malloc(room_b);
	int order = a < b ? -1 : a > b;
	if (name_a && name_b) {
		sites_name(sites, a, name_a, room_a);
		sites_name(sites, b, name_b, room_b);
		int named = strcmp(name_a, name_b);
		order = named ? named : order;
	}
	free(name_a);
	free(name_b);
	return order;
}

static int compare(const void *left, const void *right, void *context)
{
	const struct order *order = context;
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	if (order->bytes[a] != order->bytes[b])
		return order->bytes[a] > order->bytes[b] ? -1 : 1;
	return by_name(order->trace->sites, a, b);
}

static bool allocate(struct rows *rows, uint32_t sites)
{
	rows->site = calloc(sites + 1u, sizeof *rows->site);
	rows->of_site = calloc(sites + 1u, sizeof *rows->of_site);
	rows->site_bytes = calloc(sites + 1u, sizeof *rows->site_bytes);
	rows->bytes = calloc(rows->n, sizeof *rows->bytes);
	rows->objects = calloc(rows->n, sizeof *rows->objects);
	return rows->site && rows->of_site && rows->site_bytes && rows->bytes && rows->objects;
}

static void add_truth(struct rows *rows, const struct class *class)
{
	size_t both[] = {rows->of_site[class->site], rows_total(rows)};
	for (int i = 0; i < 2; i++) {
		rows->bytes[both[i]] += class->size * class->count;
		rows->objects[both[i]] += class->count;
	}
}

bool rows_build(struct rows *rows, const struct trace *trace, const struct classes *classes, size_t top)
{
	uint32_t sites = classes->sites;
	size_t shown = top < sites ? top : sites;
	*rows = (struct rows){.shown = shown, .others = shown < sites, .classes = classes};
	rows->n = shown + rows->others + 1;
	if (!allocate(rows, sites)) {
		rows_free(rows);
		return false;
	}
	for (size_t c = 0; c < classes->n; c++)
		rows->site_bytes[classes->of[c].site] += classes->of[c].size * classes->of[c].count;
	for (uint32_t s = 0; s < sites; s++)
		rows->site[s] = s;
	struct order order = {trace, rows->site_bytes};
	qsort_r(rows->site, sites, sizeof *rows->site, compare, &order);
	for (uint32_t s = 0; s < sites; s++)
		rows->of_site[rows->site[s]] = (uint32_t)(s < shown ? s : shown);
	for (size_t c = 0; c < classes->n; c++)
		add_truth(rows, &classes->of[c]);
	return true;
}

void rows_free(struct rows *rows)
{
	free(rows->site);
	free(rows->of_site);
	free(rows->site_bytes);
	free(rows->bytes);
	free(rows->objects);
	*rows = (struct rows){0};
}
