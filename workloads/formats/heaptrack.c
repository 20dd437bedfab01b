/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/formats/heaptrack.h"

#include <stdlib.h>

/* Recordings of heaptrack, as the tool writes them:
 *	raw (heaptrack -r)                     interpreted (what heaptrack makes of it afterwards)
 *	v TOOL [FORMAT]   versions             the same
 *	x PATH            the program          s STRING               numbered from 1
 *	m PATH LOAD {ADDRESS SIZE}  a module   i ADDRESS MODULE [FUNCTION [FILE LINE {FUNCTION FILE LINE}]]
 *	m -               forget them                                 numbered from 1
 *	t ADDRESS PARENT  call tree node       t I PARENT             nodes are numbered from 1, 0 is the root
 *	                                       a SIZE NODE            a class, numbered from 0
 *	+ SIZE NODE POINTER  allocation        + CLASS
 *	- POINTER            free              - CLASS
 *	X I S c R #          what is not used here: command line, machine, suppressions, time, memory, comments
 *	A                    recording began within the run
 * A realloc is a free and an allocation already. Files of format 0 (before 1.0) give no FORMAT and
 * keep pointers when they are interpreted, so that blocks go by class when there are classes, not
 * by version. From format 3 on a text comes after its length in bytes, so that paths may hold
 * blanks. FORMAT 1 is written "v 10200" by some. */

enum {
	FORMAT_NEWEST = 3,
	/* Reading looks at the memory it holds after so many bytes of text; a line, which may make a
	 * reader keep more than its own length, counts for LINE_WEIGHT more. */
	LOOK_EVERY = 1 << 20,
	LINE_WEIGHT = 256,
};

const uint8_t heaptrack_digit[256] = {
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

/* The command line is written as it is, newlines and all ("perl -e 'SCRIPT'"): up to the record
 * that follows it, or the first call stack, a line that is no record is taken for a part of it. */
bool heaptrack_malformed(struct heaptrack *reader, const char *why)
{
	return reader->command || input_refuse(reader->input, why, reader->err);
}

bool heaptrack_no_memory(struct heaptrack *reader)
{
	return err_set(reader->err, "%s: out of memory", input_name(reader->input));
}

bool heaptrack_text(const char **at, const char *end, const char **text, size_t *length)
{
	uint64_t n;
	if (!heaptrack_number(at, &n) || **at != ' ' || n > (size_t)(end - *at - 1))
		return false;
	*text = *at + 1;
	*length = (size_t)n;
	*at += n + 1;
	return true;
}

static bool read_version(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t tool, format;
	if (reader->version || !heaptrack_number(&at, &tool))
		return heaptrack_malformed(reader, "is not one version record at the start");
	if (at == end)
		format = tool == 0x10200;
	else if (!heaptrack_number(&at, &format) || at != end)
		return heaptrack_malformed(reader, "is not one version record at the start");
	if (format > FORMAT_NEWEST)
		return heaptrack_malformed(reader, "heaptrack files are read up to format 3 (heaptrack 1.3 to 1.5)");
	reader->format = (unsigned)format;
	reader->version = true;
	return true;
}

/* What a node is depends on the records before it: only interpreted files hold strings. */
static bool read_node(struct heaptrack *reader, const char *at, const char *end)
{
	return reader->interpreted ? heaptrack_symbol_node(reader, at, end) : heaptrack_raw_node(reader, at, end);
}

/* The sizes of the machine follow the command line at once, and end it. */
static bool read_machine(struct heaptrack *reader, const char *at, const char *end)
{
	uint64_t page, pages;
	if (heaptrack_number(&at, &page) && heaptrack_number(&at, &pages) && at == end)
		reader->command = false;
	return true;
}

static bool read_line(struct heaptrack *reader, const char *line, const char *end)
{
	const char *at = line + 1; /* an empty line is a 0 */
	switch (*line) {
	case '+': return heaptrack_allocation(reader, at, end);
	case '-': return heaptrack_free(reader, at, end);
	case 't': return read_node(reader, at, end);
	case 'a': return heaptrack_class(reader, at, end);
	case 's': return heaptrack_string(reader, at, end);
	case 'i': return heaptrack_address(reader, at, end);
	case 'm': return heaptrack_module(reader, at, end);
	case 'x': return heaptrack_program(reader, at, end);
	case 'v': return read_version(reader, at, end);
	case 'A': return heaptrack_attached(reader, at, end);
	case 'X': reader->command = true; return true;
	case 'I': return read_machine(reader, at, end);
	case 'S':
	case 'c':
	case 'R':
	case '#': return true;
	default: return line == end || heaptrack_malformed(reader, "is no heaptrack record");
	}
}

static size_t memory_held(const struct heaptrack *reader)
{
	return trace_memory(reader->trace) + column_memory(&reader->node) + modules_memory(&reader->modules) +
		symbols_memory(&reader->symbols) + live_memory(&reader->live) + column_memory(&reader->class_size) +
		column_memory(&reader->class_node) + pairs_memory(&reader->pairs);
}

static bool read_lines(struct heaptrack *reader)
{
	char *line;
	size_t length, unseen = 0;
	while (input_line(reader->input, &line, &length)) {
		/* Half a number is another number: a line that was cut off is not used. */
		if (!input_line_whole(reader->input))
			break;
		if (!reader->version && *line && *line != 'v' && *line != '#')
			return heaptrack_malformed(reader, "comes before the version record");
		if (!read_line(reader, line, line + length))
			return false;
		unseen += length + LINE_WEIGHT;
		if (unseen < LOOK_EVERY)
			continue;
		if (!input_affords(reader->input, memory_held(reader), reader->err))
			return false;
		unseen = 0;
	}
	return reader->version || err_set(reader->err, "%s: ends before the version record", input_name(reader->input));
}

static bool read(struct input *input, struct trace *trace, struct err *err)
{
	struct heaptrack reader = {.input = input, .trace = trace, .err = err};
	bool ok = (column_push(&reader.node, 0) || heaptrack_no_memory(&reader)) && read_lines(&reader);
	modules_free(&reader.modules);
	symbols_free(&reader.symbols);
	live_free(&reader.live);
	pairs_free(&reader.pairs);
	column_free(&reader.node);
	column_free(&reader.class_size);
	column_free(&reader.class_node);
	free(reader.program);
	return ok;
}

/* "v " and a hexadecimal number first, in every version. */
static bool detect(const char *head, size_t n)
{
	return n >= 3 && head[0] == 'v' && head[1] == ' ' && heaptrack_digit[(unsigned char)head[2]];
}

const struct format format_heaptrack = {
	.name = "heaptrack",
	.summary = "recordings of heaptrack, raw (heaptrack -r) or interpreted, formats 0 to 3 (up to heaptrack 1.5)",
	.source = "https://invent.kde.org/sdk/heaptrack",
	.detect = detect,
	.read = read,
};
