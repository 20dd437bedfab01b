/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/fill.h"
#include "workloads/formats/live.h"
#include "workloads/formats/modules.h"
#include "workloads/input.h"
#include "workloads/workload.h"
#include <stdlib.h>
#include <string.h>

/* Recordings of "heaptrack -r", file format 3 (heaptrack 1.3 to 1.5). A record is a line: its type,
 * a blank, fields between blanks; all numbers are hexadecimal without 0x.
 *	v TOOL FORMAT           versions            x LENGTH PATH          the program
 *	m 1 -                   forget modules      m LENGTH PATH|x LOAD {ADDRESS SIZE}
 *	t ADDRESS PARENT        next node of the tree of call stacks, from 1; 0 is the root
 *	+ SIZE NODE POINTER     allocation          - POINTER              free
 *	X I S c R A #           what is not used here
 * A realloc is a free and an allocation already. The pool that the C++ library allocates first
 * (72704 bytes) is kept: it was allocated. Files that heaptrack itself has interpreted no longer
 * hold addresses, so their frees name no block; they are refused. */

struct reader {
	struct input *input;
	struct trace *trace;
	struct err *err;
	struct modules modules;
	struct live live;
	char *program;   /* path; NULL before the x record */
	uint32_t *nodes; /* of the trace's sites, by node number in the file */
	size_t n_nodes, nodes_room;
	bool version;
};

static bool malformed(struct reader *reader, const char *why)
{
	return input_refuse(reader->input, why, reader->err);
}

static bool no_memory(struct reader *reader)
{
	return err_set(reader->err, "%s: out of memory", input_name(reader->input));
}

/* The values of hexadecimal digits, + 1; 0: no digit. */
static const uint8_t digit[256] = {
	['0'] = 1,
	['1'] = 2,
	['2'] = 3,
	['3'] = 4,
	['4'] = 5,
	['5'] = 6,
	['6'] = 7,
	['7'] = 8,
	['8'] = 9,
	['9'] = 10,
	['a'] = 11,
	['b'] = 12,
	['c'] = 13,
	['d'] = 14,
	['e'] = 15,
	['f'] = 16,
};

/* Reads " HEX" at *at and moves on; false: there is none, or it passes 64 bits. The 0 behind a line
 * ends every loop. */
static inline bool number(const char **at, uint64_t *value)
{
	const unsigned char *c = (const unsigned char *)*at;
	if (*c++ != ' ' || !digit[*c])
		return false;
	uint64_t sum = 0;
	for (; digit[*c]; c++) {
		if (sum >> 60)
			return false;
		sum = sum << 4 | (digit[*c] - 1u);
	}
	*value = sum;
	*at = (const char *)c;
	return true;
}

static bool read_version(struct reader *reader, const char *at, const char *end)
{
	uint64_t tool, format = 0;
	bool known = number(&at, &tool) && (at == end || (number(&at, &format) && at == end));
	if (!known || reader->version)
		return malformed(reader, "is not one version record at the start");
	if (format != 3)
		return malformed(reader,
			"heaptrack files are read in format 3 only (heaptrack 1.3 to 1.5, \"heaptrack -r\")");
	reader->version = true;
	return true;
}

/* " LENGTH TEXT": the text may hold blanks. */
static bool counted_text(const char **at, const char *end, const char **text, size_t *length)
{
	uint64_t n;
	if (!number(at, &n) || **at != ' ' || n == 0 || n > (size_t)(end - *at - 1))
		return false;
	*text = *at + 1;
	*length = (size_t)n;
	*at += n + 1;
	return true;
}

static bool read_program(struct reader *reader, const char *at, const char *end)
{
	const char *path;
	size_t length;
	if (!counted_text(&at, end, &path, &length) || at != end)
		return malformed(reader, "is not the path of a program");
	free(reader->program);
	reader->program = strndup(path, length);
	return reader->program || no_memory(reader);
}

static bool read_module(struct reader *reader, const char *at, const char *end)
{
	const char *path;
	size_t length;
	uint64_t load, address, size;
	if (!counted_text(&at, end, &path, &length))
		return malformed(reader, "is not a module");
	if (at == end && length == 1 && *path == '-') {
		modules_clear(&reader->modules);
		return true;
	}
	bool self = length == 1 && *path == 'x' && reader->program;
	if (!number(&at, &load))
		return malformed(reader, "is a module without load address");
	if (!modules_add(&reader->modules, self ? reader->program : path, self ? strlen(reader->program) : length))
		return no_memory(reader);
	while (at != end) {
		if (!number(&at, &address) || !number(&at, &size))
			return malformed(reader, "is a module with a segment that is not two numbers");
		if (!modules_segment(&reader->modules, load, address, size))
			return no_memory(reader);
	}
	return true;
}

static bool push_node(struct reader *reader, uint32_t node)
{
	if (reader->n_nodes == reader->nodes_room) {
		size_t room = 2 * reader->nodes_room + 1024;
		uint32_t *nodes = reallocarray(reader->nodes, room, sizeof *nodes);
		if (!nodes)
			return no_memory(reader);
		reader->nodes = nodes;
		reader->nodes_room = room;
	}
	reader->nodes[reader->n_nodes++] = node;
	return true;
}

/* The frame is named at once: its module may be unmapped, and another mapped there, later on. */
static bool read_node(struct reader *reader, const char *at, const char *end)
{
	uint64_t address, parent;
	if (!number(&at, &address) || !number(&at, &parent) || at != end)
		return malformed(reader, "is not a node of the call tree");
	if (parent >= reader->n_nodes)
		return malformed(reader, "names a caller that does not exist");
	char name[512];
	size_t length = modules_frame(&reader->modules, address, name, sizeof name);
	uint32_t frame = sites_frame(reader->trace->sites, name, length);
	uint32_t node =
		frame == SITES_NONE ? SITES_NONE : sites_node(reader->trace->sites, reader->nodes[parent], frame);
	return node == SITES_NONE ? no_memory(reader) : push_node(reader, node);
}

/* An allocation at a live address: its block died unseen (realloc(p, 0) frees without a record, and
 * threads may swap two records). */
static bool imply_free(struct reader *reader, uint64_t address)
{
	size_t row = live_take(&reader->live, address);
	if (row == LIVE_NONE)
		return true;
	reader->trace->counters.implied_frees++;
	return fill_release(reader->trace, row, reader->err);
}

static bool read_allocation(struct reader *reader, const char *at, const char *end)
{
	uint64_t size, node, address;
	if (!number(&at, &size) || !number(&at, &node) || !number(&at, &address) || at != end)
		return malformed(reader, "is not an allocation");
	if (size > TRACE_SIZE_MAX)
		return malformed(reader, "is an allocation of more bytes than there can be");
	if (node >= reader->n_nodes) /* 0 is the root: the unwinder found no frame */
		return malformed(reader, "names a call stack that does not exist");
	uint32_t site = sites_site(reader->trace->sites, reader->nodes[node]);
	if (site == SITES_NONE)
		return no_memory(reader);
	return imply_free(reader, address) &&
		(live_put(&reader->live, address, reader->trace->rows) || no_memory(reader)) &&
		fill_allocate(reader->trace, size, site, 0, reader->err);
}

static bool read_free(struct reader *reader, const char *at, const char *end)
{
	uint64_t address;
	if (!number(&at, &address) || at != end)
		return malformed(reader, "is not a free");
	size_t row = live_take(&reader->live, address);
	if (row != LIVE_NONE)
		return fill_release(reader->trace, row, reader->err);
	/* memalign and pvalloc are not recorded, nor what was there before heaptrack was attached. */
	reader->trace->counters.unknown_frees++;
	return true;
}

static bool read_line(struct reader *reader, const char *line, const char *end)
{
	const char *at = line + 1; /* an empty line is a 0, its type unknown */
	if (!reader->version && *line != 'v' && *line != '#')
		return malformed(reader, "comes before the version record");
	switch (*line) {
	case '+': return read_allocation(reader, at, end);
	case '-': return read_free(reader, at, end);
	case 't': return read_node(reader, at, end);
	case 'm': return read_module(reader, at, end);
	case 'x': return read_program(reader, at, end);
	case 'v': return read_version(reader, at, end);
	case 'X':
	case 'I':
	case 'S':
	case 'c':
	case 'R':
	case 'A':
	case '#': return true;
	case 's':
	case 'i':
	case 'a':
		return malformed(reader,
			"the file was interpreted by heaptrack, which drops the addresses of blocks; "
			"record with \"heaptrack -r\", which is supported");
	default: return malformed(reader, "is no heaptrack record");
	}
}

static bool read_lines(struct reader *reader)
{
	char *line;
	size_t length;
	while (input_line(reader->input, &line, &length)) {
		/* Half a number is another number: a line that was cut off is not used. */
		if (!input_line_whole(reader->input))
			break;
		if (!read_line(reader, line, line + length))
			return false;
	}
	return reader->version || err_set(reader->err, "%s: ends before the version record", input_name(reader->input));
}

static bool read(struct input *input, struct trace *trace, struct err *err)
{
	struct reader reader = {.input = input, .trace = trace, .err = err};
	bool ok = push_node(&reader, 0) && read_lines(&reader);
	modules_free(&reader.modules);
	live_free(&reader.live);
	free(reader.program);
	free(reader.nodes);
	return ok;
}

/* "v " and a hexadecimal number first, in every version. */
static bool detect(const char *head, size_t n)
{
	return n >= 3 && head[0] == 'v' && head[1] == ' ' && digit[(unsigned char)head[2]];
}

const struct format format_heaptrack = {
	.name = "heaptrack",
	.summary = "recordings of heaptrack -r, format 3 (heaptrack 1.3 to 1.5)",
	.source = "https://invent.kde.org/sdk/heaptrack",
	.detect = detect,
	.read = read,
};
