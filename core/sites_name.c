/* SPDX-License-Identifier: GPL-3.0-or-later
 * Names of sites, made of the frames of their stacks. Nothing here recurses, and all of it stops
 * somewhere: stacks can be as deep as a file is long. */
#include "core/sites.h"

#include <string.h>

enum { FRAMES_COMPARED = 256 };

/* Text being written to a bounded place; length counts on when the place is full. */
struct sink {
	char *out;
	size_t room, length;
};

static void put(struct sink *sink, const char *text, size_t n)
{
	if (sink->length + 1 < sink->room) {
		size_t left = sink->room - 1 - sink->length;
		memcpy(sink->out + sink->length, text, n < left ? n : left);
	}
	sink->length += n;
}

size_t sites_name(const struct sites *sites, uint32_t site, char *out, size_t room)
{
	static const char root[] = "(no stack)";
	struct sink sink = {.out = out, .room = room};
	uint32_t node = sites_at(sites, site);
	if (node == 0)
		put(&sink, root, sizeof root - 1);
	for (bool more = false; node != 0; node = sites_parent(sites, node), more = true) {
		size_t n;
		const char *text = sites_text(sites, sites_top(sites, node), &n);
		if (more)
			put(&sink, ";", 1);
		if (sink.length > SITES_NAME_MAX) {
			put(&sink, "...", 3);
			break;
		}
		put(&sink, text, n);
	}
	if (room > 0)
		out[sink.length < room ? sink.length : room - 1] = 0;
	return sink.length;
}

static int by_number(uint32_t a, uint32_t b)
{
	return a < b ? -1 : a > b;
}

/* Two different frames, each with what follows it in a name: ';' and more, or the end. */
static int by_text(const struct sites *sites, uint32_t a, uint32_t b)
{
	size_t a_n, b_n;
	const char *a_text = sites_text(sites, sites_top(sites, a), &a_n);
	const char *b_text = sites_text(sites, sites_top(sites, b), &b_n);
	int order = memcmp(a_text, b_text, a_n < b_n ? a_n : b_n);
	if (order || a_n == b_n)
		return order;
	int a_next = a_n > b_n ? (unsigned char)a_text[b_n] : sites_parent(sites, a) ? ';' : 0;
	int b_next = b_n > a_n ? (unsigned char)b_text[a_n] : sites_parent(sites, b) ? ';' : 0;
	return a_next != b_next ? a_next - b_next : by_number((uint32_t)(a_n > b_n), (uint32_t)(b_n > a_n));
}

int sites_order(const struct sites *sites, uint32_t a, uint32_t b)
{
	uint32_t x = sites_at(sites, a), y = sites_at(sites, b);
	for (int frames = 0; x != y && x && y && frames < FRAMES_COMPARED; frames++) {
		int order = sites_top(sites, x) == sites_top(sites, y) ? 0 : by_text(sites, x, y);
		if (order)
			return order;
		x = sites_parent(sites, x);
		y = sites_parent(sites, y);
	}
	if (x != y && (!x || !y))
		return x ? 1 : -1;
	return by_number(a, b);
}
