/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/formats/modules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool modules_add(struct modules *modules, const char *path, size_t length)
{
	const char *slash = memrchr(path, '/', length);
	if (slash && slash + 1 < path + length) {
		length -= (size_t)(slash + 1 - path);
		path = slash + 1;
	}
	if (length >= modules->names_room - modules->names_used) {
		size_t room = 2 * modules->names_room + length + 1;
		char *names = realloc(modules->names, room);
		if (!names)
			return false;
		modules->names = names;
		modules->names_room = room;
	}
	modules->last = modules->names_used;
	memcpy(modules->names + modules->names_used, path, length);
	modules->names_used += length;
	modules->names[modules->names_used++] = 0;
	return true;
}

bool modules_segment(struct modules *modules, uint64_t load, uint64_t address, uint64_t size)
{
	if (modules->n == modules->room) {
		size_t room = 2 * modules->room + 64;
		struct segment *segments = reallocarray(modules->segments, room, sizeof *segments);
		if (!segments)
			return false;
		modules->segments = segments;
		modules->room = room;
	}
	struct segment segment = {.load = load, .name = modules->last, .order = modules->n};
	if (__builtin_add_overflow(load, address, &segment.begin))
		return true; /* lies nowhere */
	if (__builtin_add_overflow(segment.begin, size, &segment.end))
		segment.end = UINT64_MAX;
	modules->segments[modules->n++] = segment;
	modules->sorted = false;
	return true;
}

void modules_clear(struct modules *modules)
{
	modules->n = modules->names_used = 0;
}

static int by_begin(const void *a, const void *b)
{
	const struct segment *x = a, *y = b;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* The segment with the largest begin <= address, if the address lies in it. Segments of a real
 * process do not overlap. */
static const struct segment *find(struct modules *modules, uint64_t address)
{
	if (!modules->sorted && modules->n > 0)
		qsort(modules->segments, modules->n, sizeof *modules->segments, by_begin);
	modules->sorted = true;
	size_t low = 0, high = modules->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (modules->segments[middle].begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && address < modules->segments[low - 1].end ? &modules->segments[low - 1] : NULL;
}

size_t modules_frame(struct modules *modules, uint64_t address, char *out, size_t room)
{
	const struct segment *segment = find(modules, address);
	int n = segment ? snprintf(out, room, "%s+0x%" PRIx64, modules->names + segment->name, address - segment->load)
			: snprintf(out, room, "0x%" PRIx64, address);
	return n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

size_t modules_memory(const struct modules *modules)
{
	return modules->names_room + modules->room * sizeof *modules->segments;
}

void modules_free(struct modules *modules)
{
	free(modules->names);
	free(modules->segments);
	*modules = (struct modules){0};
}
