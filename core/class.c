/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/class.h"

#include <stdlib.h>

/* The key and the count lie in the slot itself: one cache line per row. count 0 = empty slot. */
struct slot {
	uint64_t size, count, live;
	uint32_t site, id; /* id: in order of first appearance */
	uint32_t stratum;
};

/* What tells classes apart. */
struct key {
	uint64_t size;
	uint32_t site, stratum;
};

/* Open addressing; slots is a power of two and at most half of them are used. */
struct table {
	struct slot *slot;
	size_t slots, used;
};

static inline size_t hash(struct key key)
{
	uint64_t x = key.size * UINT64_C(0x9e3779b97f4a7c15) +
		((uint64_t)key.stratum << 32 | key.site) * UINT64_C(0xd6e8feb86659fd93);
	return (size_t)(x ^ x >> 32);
}

/* The slot of a key, or the empty one where it belongs. */
static inline struct slot *find(const struct table *table, struct key key)
{
	size_t i = hash(key) & (table->slots - 1);
	while (table->slot[i].count &&
		(table->slot[i].size != key.size || table->slot[i].site != key.site ||
			table->slot[i].stratum != key.stratum))
		i = (i + 1) & (table->slots - 1);
	return &table->slot[i];
}

static bool grow(struct table *table)
{
	struct table wide = {.slots = table->slots ? 4 * table->slots : 1024, .used = table->used};
	wide.slot = calloc(wide.slots, sizeof *wide.slot);
	if (!wide.slot)
		return false;
	for (size_t i = 0; i < table->slots; i++) {
		const struct slot *slot = &table->slot[i];
		if (slot->count)
			*find(&wide, (struct key){slot->size, slot->site, slot->stratum}) = *slot;
	}
	free(table->slot);
	*table = wide;
	return true;
}

/* Counts one row and returns its class in order of first appearance; UINT32_MAX: no memory. */
static inline uint32_t count_row(struct table *table, struct key key, bool live)
{
	struct slot *slot = find(table, key);
	if (slot->count == 0) {
		if (2 * (table->used + 1) > table->slots) {
			if (!grow(table))
				return UINT32_MAX;
			slot = find(table, key);
		}
		if (table->used >= UINT32_MAX)
			return UINT32_MAX;
		*slot = (struct slot){.size = key.size,
			.site = key.site,
			.stratum = key.stratum,
			.id = (uint32_t)table->used++};
	}
	slot->count++;
	slot->live += live;
	return slot->id;
}

static bool count_rows(struct table *table, const struct trace *trace, const struct column *stratum, struct column *ids)
{
	static const struct column none = {0};
	uint64_t size[BLOCK], site[BLOCK], death[BLOCK], group[BLOCK];
	for (size_t row = 0; row < trace->rows; row += BLOCK) {
		size_t n = trace->rows - row < BLOCK ? trace->rows - row : BLOCK;
		column_unpack(&trace->size, row, n, size);
		column_unpack(&trace->site, row, n, site);
		column_unpack(&trace->death, row, n, death);
		column_unpack(stratum ? stratum : &none, row, n, group);
		/* With many classes each row is a cache miss; asked for together they overlap. */
		for (size_t i = 0; i < n; i++)
			__builtin_prefetch(&table->slot[hash((struct key){size[i], (uint32_t)site[i],
								(uint32_t)group[i]}) &
						   (table->slots - 1)],
				1);
		for (size_t i = 0; i < n; i++) {
			struct key key = {size[i], (uint32_t)site[i], (uint32_t)group[i]};
			uint32_t id = count_row(table, key, death[i] == 0);
			if (id == UINT32_MAX || !column_push(ids, id))
				return false;
		}
	}
	return true;
}

static int by_site_and_size(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return x->stratum < y->stratum ? -1 : x->stratum > y->stratum;
}

/* Moves the used slots to the front, in the order of the classes. The table is none after it. */
static void sort(struct table *table)
{
	size_t used = 0;
	for (size_t i = 0; i < table->slots; i++)
		if (table->slot[i].count)
			table->slot[used++] = table->slot[i];
	qsort(table->slot, used, sizeof *table->slot, by_site_and_size);
}

/* Fills classes->of and ->first from the sorted slots, and renumbers the rows. */
static bool number(struct classes *classes, const struct slot *sorted)
{
	uint32_t *number_of = malloc((classes->n + 1) * sizeof *number_of);
	if (!number_of)
		return false;
	for (size_t i = 0; i < classes->n; i++) {
		const struct slot *slot = &sorted[i];
		number_of[slot->id] = (uint32_t)i;
		classes->of[i] = (struct class){slot->size, slot->count, slot->live, slot->site, slot->stratum};
		classes->first[slot->site + 1]++;
	}
	for (uint32_t site = 0; site < classes->sites; site++)
		classes->first[site + 1] += classes->first[site];
	/* Both numberings use 0 ... n - 1, so that no cell widens and none of these fails. */
	for (size_t row = 0; row < classes->row.rows; row++)
		(void)column_set(&classes->row, row, number_of[column_get(&classes->row, row)]);
	free(number_of);
	return true;
}

bool classes_split(struct classes *classes, const struct trace *trace, const struct column *stratum)
{
	struct table table = {0};
	*classes = (struct classes){.sites = sites_count(trace->sites)};
	bool ok = grow(&table) && count_rows(&table, trace, stratum, &classes->row);
	if (ok) {
		column_trim(&classes->row);
		sort(&table);
		classes->n = table.used;
		classes->of = malloc((classes->n + 1) * sizeof *classes->of);
		classes->first = calloc((size_t)classes->sites + 1, sizeof *classes->first);
		ok = classes->of && classes->first && number(classes, table.slot);
	}
	free(table.slot);
	if (!ok)
		classes_free(classes);
	return ok;
}

void classes_free(struct classes *classes)
{
	free(classes->of);
	free(classes->first);
	column_free(&classes->row);
	*classes = (struct classes){0};
}
