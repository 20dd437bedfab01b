/* SPDX-License-Identifier: GPL-3.0-or-later
 * Call stacks of raw heaptrack files: addresses, and the modules that they lie in. */
#include "workloads/formats/heaptrack.h"

#include <stdlib.h>
#include <string.h>

static bool is_raw(struct heaptrack *reader)
{
	reader->raw |= !reader->command;
	return !reader->interpreted;
}

static bool mixed(struct heaptrack *reader)
{
	return heaptrack_malformed(reader, "is a record of raw files, in an interpreted one");
}

/* Before format 3 a path has no length: it is the rest of the line. */
bool heaptrack_program(struct heaptrack *reader, const char *at, const char *end)
{
	const char *path = at + 1;
	size_t length = at == end ? 0 : (size_t)(end - path);
	if (!is_raw(reader))
		return mixed(reader);
	bool counted = reader->format < 3 || (heaptrack_text(&at, end, &path, &length) && at == end);
	if (!counted || length == 0)
		return heaptrack_malformed(reader, "is not the path of a program");
	free(reader->program);
	reader->program = strndup(path, length);
	return reader->program || heaptrack_no_memory(reader);
}

/* Before format 3 the path of a module ends at the next blank, and it may hold some: the name of
 * the file itself is taken to have none. */
static bool module_path(const struct heaptrack *reader, const char **at, const char *end, const char **path,
	size_t *length)
{
	if (reader->format >= 3)
		return heaptrack_text(at, end, path, length) && *length > 0;
	if (**at != ' ')
		return false;
	*path = *at + 1;
	const char *slash = memrchr(*path, '/', (size_t)(end - *path));
	*at = slash ? slash : *path;
	*at += strcspn(*at, " ");
	*length = (size_t)(*at - *path);
	return *length > 0;
}

static bool read_segments(struct heaptrack *reader, uint64_t load, const char *at, const char *end)
{
	uint64_t address, size;
	while (at != end) {
		if (!heaptrack_number(&at, &address) || !heaptrack_number(&at, &size))
			return heaptrack_malformed(reader, "is a module with a segment that is not two numbers");
		if (!modules_segment(&reader->modules, load, address, size))
			return heaptrack_no_memory(reader);
	}
	return true;
}

bool heaptrack_module(struct heaptrack *reader, const char *at, const char *end)
{
	const char *path;
	size_t length;
	uint64_t load;
	if (!is_raw(reader))
		return mixed(reader);
	if (!module_path(reader, &at, end, &path, &length))
		return heaptrack_malformed(reader, "is not a module");
	if (at == end && length == 1 && *path == '-') {
		modules_clear(&reader->modules);
		return true;
	}
	bool self = length == 1 && *path == 'x' && reader->program;
	if (!heaptrack_number(&at, &load))
		return heaptrack_malformed(reader, "is a module without load address");
	if (!modules_add(&reader->modules, self ? reader->program : path, self ? strlen(reader->program) : length))
		return heaptrack_no_memory(reader);
	return read_segments(reader, load, at, end);
}

/* The frame is named at once: its module may be unmapped, and another mapped there, later on. */
bool heaptrack_raw_node(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t address, parent;
	if (!heaptrack_number(&at, &address) || !heaptrack_number(&at, &parent) || at != end)
		return heaptrack_malformed(reader, "is not a node of the call tree");
	if (parent >= reader->node.rows)
		return heaptrack_malformed(reader, "names a caller that does not exist");
	reader->command = false;
	reader->raw = true;
	char name[512];
	size_t length = modules_frame(&reader->modules, address, name, sizeof name);
	struct sites *sites = reader->trace->sites;
	uint32_t frame = sites_frame(sites, name, length), caller = (uint32_t)column_get(&reader->node, parent);
	uint32_t node = frame == SITES_NONE ? SITES_NONE : sites_node(sites, caller, frame);
	return (node != SITES_NONE && column_push(&reader->node, node)) || heaptrack_no_memory(reader);
}
