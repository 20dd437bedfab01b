/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/sites.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing over numbers: a slot holds number + 1, 0 is empty; slots is a power of two and at
 * most half of it is used. The keys lie in the arrays that the numbers index. */
struct table {
	uint32_t *slot;
	size_t slots, used;
};

struct frame {
	size_t text, n; /* in the pool */
	uint64_t hash;
};

struct node {
	uint32_t parent, frame, site; /* site: SITES_NONE if nothing was allocated here */
};

struct sites {
	char *pool;
	size_t pool_used, pool_room;
	struct frame *frames;
	struct node *nodes;
	uint32_t *sites; /* the node of each site */
	size_t n_frames, frames_room, n_nodes, nodes_room, n_sites, sites_room;
	struct table by_text, by_edge;
};

/* Makes room for one more element of an array; false: no memory or numbers exhausted. */
static bool reserve(void *array, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return true;
	if (n >= SITES_NONE - 1)
		return false;
	size_t more = *room ? *room * 2 : 16;
	void *grown = reallocarray(*(void **)array, more, size);
	if (!grown)
		return false;
	*(void **)array = grown;
	*room = more;
	return true;
}

static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= UINT64_C(0x9e3779b97f4a7c15);
	return x ^ x >> 29;
}

static uint64_t hash_text(const char *text, size_t n)
{
	uint64_t hash = n;
	for (; n >= 8; text += 8, n -= 8) {
		uint64_t word;
		memcpy(&word, text, sizeof word);
		hash = mix(hash ^ word) * UINT64_C(0xd6e8feb86659fd93);
	}
	uint64_t word = 0;
	memcpy(&word, text, n);
	return mix(hash ^ word);
}

static uint64_t hash_edge(uint32_t parent, uint32_t frame)
{
	return mix((uint64_t)parent << 32 | frame);
}

static uint64_t hash_of(const struct sites *sites, const struct table *table, uint32_t number)
{
	if (table == &sites->by_text)
		return sites->frames[number].hash;
	return hash_edge(sites->nodes[number].parent, sites->nodes[number].frame);
}

static void place(struct table *table, uint64_t hash, uint32_t number)
{
	size_t i = hash & (table->slots - 1);
	while (table->slot[i])
		i = (i + 1) & (table->slots - 1);
	table->slot[i] = number + 1;
	table->used++;
}

/* Keeps the table at most half full with one more entry. */
static bool table_reserve(const struct sites *sites, struct table *table)
{
	if (2 * (table->used + 1) <= table->slots)
		return true;
	struct table wide = {.slots = table->slots ? 2 * table->slots : 64};
	wide.slot = calloc(wide.slots, sizeof *wide.slot);
	if (!wide.slot)
		return false;
	for (size_t i = 0; i < table->slots; i++)
		if (table->slot[i])
			place(&wide, hash_of(sites, table, table->slot[i] - 1), table->slot[i] - 1);
	free(table->slot);
	*table = wide;
	return true;
}

struct sites *sites_new(void)
{
	struct sites *sites = calloc(1, sizeof *sites);
	if (!sites)
		return NULL;
	if (!reserve(&sites->nodes, 0, &sites->nodes_room, sizeof *sites->nodes)) {
		sites_free(sites);
		return NULL;
	}
	sites->nodes[0] = (struct node){.parent = 0, .frame = SITES_NONE, .site = SITES_NONE};
	sites->n_nodes = 1;
	return sites;
}

void sites_free(struct sites *sites)
{
	if (!sites)
		return;
	free(sites->pool);
	free(sites->frames);
	free(sites->nodes);
	free(sites->sites);
	free(sites->by_text.slot);
	free(sites->by_edge.slot);
	free(sites);
}

static bool pool_add(struct sites *sites, const char *text, size_t n)
{
	if (n > sites->pool_room - sites->pool_used) {
		size_t room = 2 * sites->pool_room + n + 256;
		char *pool = realloc(sites->pool, room);
		if (!pool)
			return false;
		sites->pool = pool;
		sites->pool_room = room;
	}
	memcpy(sites->pool + sites->pool_used, text, n);
	sites->pool_used += n;
	return true;
}

static uint32_t find_text(const struct sites *sites, uint64_t hash, const char *name, size_t n)
{
	const struct table *table = &sites->by_text;
	for (size_t i = hash & (table->slots - 1); table->slot[i]; i = (i + 1) & (table->slots - 1)) {
		const struct frame *frame = &sites->frames[table->slot[i] - 1];
		if (frame->hash == hash && frame->n == n && memcmp(sites->pool + frame->text, name, n) == 0)
			return table->slot[i] - 1;
	}
	return SITES_NONE;
}

uint32_t sites_frame(struct sites *sites, const char *name, size_t n)
{
	uint64_t hash = hash_text(name, n);
	if (!table_reserve(sites, &sites->by_text))
		return SITES_NONE;
	uint32_t number = find_text(sites, hash, name, n);
	if (number != SITES_NONE)
		return number;
	struct frame frame = {.text = sites->pool_used, .n = n, .hash = hash};
	if (!reserve(&sites->frames, sites->n_frames, &sites->frames_room, sizeof frame) || !pool_add(sites, name, n))
		return SITES_NONE;
	number = (uint32_t)sites->n_frames++;
	sites->frames[number] = frame;
	place(&sites->by_text, hash, number);
	return number;
}

uint32_t sites_node(struct sites *sites, uint32_t parent, uint32_t frame)
{
	struct table *table = &sites->by_edge;
	if (!table_reserve(sites, table))
		return SITES_NONE;
	uint64_t hash = hash_edge(parent, frame);
	for (size_t i = hash & (table->slots - 1); table->slot[i]; i = (i + 1) & (table->slots - 1)) {
		const struct node *node = &sites->nodes[table->slot[i] - 1];
		if (node->parent == parent && node->frame == frame)
			return table->slot[i] - 1;
	}
	if (!reserve(&sites->nodes, sites->n_nodes, &sites->nodes_room, sizeof *sites->nodes))
		return SITES_NONE;
	uint32_t number = (uint32_t)sites->n_nodes++;
	sites->nodes[number] = (struct node){.parent = parent, .frame = frame, .site = SITES_NONE};
	place(table, hash, number);
	return number;
}

uint32_t sites_site(struct sites *sites, uint32_t node)
{
	if (sites->nodes[node].site == SITES_NONE) {
		if (!reserve(&sites->sites, sites->n_sites, &sites->sites_room, sizeof *sites->sites))
			return SITES_NONE;
		sites->nodes[node].site = (uint32_t)sites->n_sites;
		sites->sites[sites->n_sites++] = node;
	}
	return sites->nodes[node].site;
}

uint32_t sites_named(struct sites *sites, const char *name)
{
	uint32_t frame = sites_frame(sites, name, strlen(name));
	uint32_t node = frame == SITES_NONE ? SITES_NONE : sites_node(sites, 0, frame);
	return node == SITES_NONE ? SITES_NONE : sites_site(sites, node);
}

uint32_t sites_count(const struct sites *sites)
{
	return (uint32_t)sites->n_sites;
}

uint32_t sites_nodes(const struct sites *sites)
{
	return (uint32_t)sites->n_nodes;
}

uint32_t sites_frames(const struct sites *sites)
{
	return (uint32_t)sites->n_frames;
}

uint32_t sites_at(const struct sites *sites, uint32_t site)
{
	return sites->sites[site];
}

uint32_t sites_parent(const struct sites *sites, uint32_t node)
{
	return sites->nodes[node].parent;
}

uint32_t sites_top(const struct sites *sites, uint32_t node)
{
	return sites->nodes[node].frame;
}

const char *sites_text(const struct sites *sites, uint32_t frame, size_t *n)
{
	*n = sites->frames[frame].n;
	return sites->pool + sites->frames[frame].text;
}

void sites_forget(struct sites *sites)
{
	for (size_t i = 0; i < sites->n_sites; i++)
		sites->nodes[sites->sites[i]].site = SITES_NONE;
	sites->n_sites = 0;
}

size_t sites_memory(const struct sites *sites)
{
	return sites->pool_room + sites->frames_room * sizeof *sites->frames +
		sites->nodes_room * sizeof *sites->nodes + sites->sites_room * sizeof *sites->sites +
		(sites->by_text.slots + sites->by_edge.slots) * sizeof(uint32_t);
}
