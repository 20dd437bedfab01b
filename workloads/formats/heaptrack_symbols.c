/* SPDX-License-Identifier: GPL-3.0-or-later
 * Call stacks of interpreted heaptrack files: strings, addresses with their functions, nodes. */
#include "workloads/formats/heaptrack.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A name is cut to this length (templates can have any), and an address with more inlined frames
 * than compilers make is refused: each node of the call tree repeats all of them. */
enum { NAME_ROOM = 4096, FRAMES_MOST = 256 };

static bool is_interpreted(struct heaptrack *reader)
{
	reader->interpreted |= !reader->raw;
	return !reader->raw;
}

static bool mixed(struct heaptrack *reader)
{
	return heaptrack_malformed(reader, "is a record of interpreted files, in a raw one");
}

/* Before format 3 a string has no length: it is the rest of the line. */
bool heaptrack_string(struct heaptrack *reader, const char *at, const char *end)
{
	const char *text = at + 1;
	size_t length = at == end ? 0 : (size_t)(end - text);
	bool whole = *at == ' ' && (reader->format < 3 || (heaptrack_text(&at, end, &text, &length) && at == end));
	if (!whole)
		return heaptrack_malformed(reader, "is not a string");
	if (!is_interpreted(reader))
		return mixed(reader);
	return symbols_string(&reader->symbols, text, length) || heaptrack_no_memory(reader);
}

/* What an i record says about one frame; strings by number, 0 where nothing is known. */
struct place {
	uint64_t address, module, function, file, line;
};

static const char *base_name(const char *path, size_t *n)
{
	const char *slash = memrchr(path, '/', *n);
	if (!slash || slash + 1 == path + *n)
		return path;
	*n -= (size_t)(slash + 1 - path);
	return slash + 1;
}

/* "FUNCTION FILE:LINE" as far as it is known, else "MODULE@0xADDRESS", which is what the file
 * keeps: where the module was loaded is not in it. Returns the length, cut to room - 1. */
static size_t frame_name(const struct symbols *symbols, const struct place *place, char *out, size_t room)
{
	const char *function, *file, *module;
	size_t function_n, file_n, module_n;
	int n;
	if (symbols_text(symbols, place->function, &function, &function_n)) {
		n = snprintf(out, room, "%.*s", (int)function_n, function);
		if (place->line && symbols_text(symbols, place->file, &file, &file_n)) {
			file = base_name(file, &file_n);
			size_t used = strlen(out);
			n = (int)used +
				snprintf(out + used, room - used, " %.*s:%" PRIu64, (int)file_n, file, place->line);
		}
	} else if (symbols_text(symbols, place->module, &module, &module_n)) {
		module = base_name(module, &module_n);
		n = snprintf(out, room, "%.*s@0x%" PRIx64, (int)module_n, module, place->address);
	} else {
		n = snprintf(out, room, "0x%" PRIx64, place->address);
	}
	return n < 0 ? 0 : strnlen(out, room - 1);
}

static bool add_frame(struct heaptrack *reader, const struct place *place, bool innermost)
{
	char name[NAME_ROOM];
	struct symbols *symbols = &reader->symbols;
	struct sites *sites = reader->trace->sites;
	size_t n = frame_name(symbols, place, name, sizeof name - 32);
	bool ok = innermost ? symbols_own_frame(symbols, sites, name, n) : symbols_frame(symbols, sites, name, n);
	return ok || heaptrack_no_memory(reader);
}

/* FUNCTION [FILE LINE]: some files end a record behind the function. */
static bool read_place(const char **at, const char *end, struct place *place)
{
	place->file = place->line = 0;
	return heaptrack_number(at, &place->function) &&
		(*at == end || (heaptrack_number(at, &place->file) && heaptrack_number(at, &place->line)));
}

static bool strings_known(const struct symbols *symbols, const struct place *place)
{
	uint64_t strings = symbols->end.rows;
	return place->module <= strings && place->function <= strings && place->file <= strings;
}

/* The frames of a record into place[0 ... returned); 0: refused. The first is the innermost; its
 * callers, into which it was inlined, follow. */
static size_t read_places(const struct heaptrack *reader, const char *at, const char *end,
	struct place place[FRAMES_MOST], const char **why)
{
	struct place next = {0};
	size_t n = 0;
	*why = "is not an address with its module";
	if (!heaptrack_number(&at, &next.address) || !heaptrack_number(&at, &next.module))
		return 0;
	do {
		*why = "is an address with a frame that is not function, file, line";
		if (at != end && !read_place(&at, end, &next))
			return 0;
		*why = "names a string that does not exist";
		if (!strings_known(&reader->symbols, &next))
			return 0;
		*why = "has more than 256 inlined frames";
		if (n == FRAMES_MOST)
			return 0;
		place[n++] = next;
	} while (at != end);
	return n;
}

bool heaptrack_address(struct heaptrack *reader, const char *at, const char *end)
{
	struct place place[FRAMES_MOST];
	const char *why;
	size_t n = read_places(reader, at, end, place, &why);
	if (!n)
		return heaptrack_malformed(reader, why);
	if (!is_interpreted(reader))
		return mixed(reader);
	for (size_t i = 0; i < n; i++)
		if (!add_frame(reader, &place[i], i == 0))
			return false;
	return symbols_address(&reader->symbols) || heaptrack_no_memory(reader);
}

/* Address 0: the unwinder gave none. */
bool heaptrack_symbol_node(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t address, parent;
	if (!heaptrack_number(&at, &address) || !heaptrack_number(&at, &parent) || at != end)
		return heaptrack_malformed(reader, "is not a node of the call tree");
	if (parent >= reader->node.rows)
		return heaptrack_malformed(reader, "names a caller that does not exist");
	if (address > symbols_addresses(&reader->symbols))
		return heaptrack_malformed(reader, "names an address that does not exist");
	reader->command = false;
	struct sites *sites = reader->trace->sites;
	uint32_t caller = (uint32_t)column_get(&reader->node, parent), node;
	if (address) {
		node = symbols_node(&reader->symbols, sites, address, caller);
	} else {
		uint32_t frame = sites_frame(sites, "0x0", 3);
		node = frame == SITES_NONE ? SITES_NONE : sites_node(sites, caller, frame);
	}
	return (node != SITES_NONE && column_push(&reader->node, node)) || heaptrack_no_memory(reader);
}
