/* SPDX-License-Identifier: GPL-3.0-or-later
 * What heaptrack files say about blocks: by address in raw files and those of format 0, by class in
 * interpreted ones. The pool that the C++ library allocates first is kept: it was allocated. */
#include "workloads/fill.h"
#include "workloads/formats/heaptrack.h"

static bool by_class(const struct heaptrack *reader)
{
	return reader->class_size.rows > 0;
}

bool heaptrack_class(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t size, node;
	if (!heaptrack_number(&at, &size) || !heaptrack_number(&at, &node) || at != end)
		return heaptrack_malformed(reader, "is not a class of blocks");
	if (size > TRACE_SIZE_MAX)
		return heaptrack_malformed(reader, "is an allocation of more bytes than there can be");
	if (node >= reader->node.rows) /* 0 is the root: the unwinder found no frame */
		return heaptrack_malformed(reader, "names a call stack that does not exist");
	if (reader->by_address)
		return heaptrack_malformed(reader, "declares a class, but blocks went by address so far");
	return (pairs_class(&reader->pairs) && column_push(&reader->class_size, size) &&
		       column_push(&reader->class_node, column_get(&reader->node, (size_t)node))) ||
		heaptrack_no_memory(reader);
}

/* A row for a block at a node of the trie. */
static bool allocate(struct heaptrack *reader, uint64_t size, uint64_t node)
{
	uint32_t site = sites_site(reader->trace->sites, (uint32_t)node);
	return site == SITES_NONE ? heaptrack_no_memory(reader)
				  : fill_allocate(reader->trace, size, site, 0, reader->err);
}

/* An allocation at a live address: its block died unseen (realloc(p, 0) frees without a record, and
 * threads may swap two records). */
static bool put_at_address(struct heaptrack *reader, uint64_t address)
{
	size_t row;
	if (!live_put(&reader->live, address, reader->trace->rows, &row))
		return heaptrack_no_memory(reader);
	if (row == LIVE_NONE)
		return true;
	reader->trace->counters.implied_frees++;
	return fill_release(reader->trace, row, reader->err);
}

static bool allocate_at_address(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t size, node, address;
	if (!heaptrack_number(&at, &size) || !heaptrack_number(&at, &node) || !heaptrack_number(&at, &address) ||
		at != end)
		return heaptrack_malformed(reader, "is not an allocation");
	if (size > TRACE_SIZE_MAX)
		return heaptrack_malformed(reader, "is an allocation of more bytes than there can be");
	if (node >= reader->node.rows)
		return heaptrack_malformed(reader, "names a call stack that does not exist");
	reader->by_address = true;
	return put_at_address(reader, address) && allocate(reader, size, column_get(&reader->node, (size_t)node));
}

static bool allocate_of_class(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t class;
	if (!heaptrack_number(&at, &class) || at != end)
		return heaptrack_malformed(reader, "is not an allocation of a class");
	if (class >= reader->class_size.rows)
		return heaptrack_malformed(reader, "names a class that does not exist");
	return (pairs_put(&reader->pairs, (size_t) class, reader->trace->rows) || heaptrack_no_memory(reader)) &&
		allocate(reader, column_get(&reader->class_size, (size_t) class),
			column_get(&reader->class_node, (size_t) class));
}

bool heaptrack_allocation(struct heaptrack *reader, const char *at, const char *end)
{
	return by_class(reader) ? allocate_of_class(reader, at, end) : allocate_at_address(reader, at, end);
}

/* memalign and pvalloc are not recorded, nor what was there before heaptrack was attached. */
static bool unknown_free(struct heaptrack *reader)
{
	reader->trace->counters.unknown_frees++;
	return true;
}

static bool free_address(struct heaptrack *reader, uint64_t address)
{
	size_t row = live_take(&reader->live, address);
	return row == LIVE_NONE ? unknown_free(reader) : fill_release(reader->trace, row, reader->err);
}

static bool free_of_class(struct heaptrack *reader, uint64_t class)
{
	if (class >= reader->class_size.rows)
		return heaptrack_malformed(reader, "names a class that does not exist");
	size_t row = pairs_take(&reader->pairs, (size_t) class);
	if (row == PAIRS_NONE)
		return unknown_free(reader);
	reader->trace->trust |= TRUST_CLASS_PAIRED;
	return fill_release(reader->trace, row, reader->err);
}

bool heaptrack_free(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t block;
	if (!heaptrack_number(&at, &block) || at != end)
		return heaptrack_malformed(reader, "is not a free");
	return by_class(reader) ? free_of_class(reader, block) : free_address(reader, block);
}

/* The tool begins to count here: what came before is its own start within the program. */
bool heaptrack_attached(struct heaptrack *reader, const char *at, const char *end)
{
	if (at != end)
		return heaptrack_malformed(reader, "is no heaptrack record");
	trace_restart(reader->trace);
	live_free(&reader->live);
	pairs_clear(&reader->pairs);
	reader->trace->trust |= TRUST_ATTACHED;
	return true;
}
