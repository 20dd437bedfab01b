/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_FORMATS_HEAPTRACK_H
#define HEAPODDS_WORKLOADS_FORMATS_HEAPTRACK_H

#include "workloads/formats/live.h"
#include "workloads/formats/modules.h"
#include "workloads/formats/pairs.h"
#include "workloads/formats/symbols.h"
#include "workloads/input.h"
#include "workloads/workload.h"

/* The parts of the heaptrack reader. A record is a line: its type, a blank, fields between blanks;
 * all numbers are hexadecimal without 0x. What a part is handed is the text behind the type, from
 * the blank up to end, where a 0 byte stands. */
struct heaptrack {
	struct input *input;
	struct trace *trace;
	struct err *err;
	unsigned format;        /* of the file, 0 ... 3 */
	bool version;           /* the version record was seen */
	bool command;           /* within the command line, which may hold newlines */
	bool raw, interpreted;  /* a record was seen that only such files have */
	struct column node;     /* of the trace's sites, by node number in the file */
	struct modules modules; /* raw: what is mapped at the moment */
	char *program;          /* raw: its path; NULL before the x record */
	struct symbols symbols; /* interpreted: strings and addresses */
	/* Blocks go by class once one was declared (an a record), else by address. */
	bool by_address;                      /* some did */
	struct live live;                     /* blocks by address */
	struct column class_size, class_node; /* of the classes; nodes of the trace's sites */
	struct pairs pairs;                   /* blocks by class */
};

/* Refuses the line, and returns what the part returns then: false, or true where the line is to be
 * passed over. The part must have changed nothing. */
bool heaptrack_malformed(struct heaptrack *, const char *why);
bool heaptrack_no_memory(struct heaptrack *); /* returns false */

/* heaptrack_frames.c: raw call stacks (x, m, t). heaptrack_symbols.c: interpreted ones (s, i, t).
 * heaptrack_blocks.c: what was allocated and freed, by address or by class (a, +, -), and A. */
bool heaptrack_program(struct heaptrack *, const char *at, const char *end);
bool heaptrack_module(struct heaptrack *, const char *at, const char *end);
bool heaptrack_raw_node(struct heaptrack *, const char *at, const char *end);
bool heaptrack_string(struct heaptrack *, const char *at, const char *end);
bool heaptrack_address(struct heaptrack *, const char *at, const char *end);
bool heaptrack_symbol_node(struct heaptrack *, const char *at, const char *end);
bool heaptrack_class(struct heaptrack *, const char *at, const char *end);
bool heaptrack_allocation(struct heaptrack *, const char *at, const char *end);
bool heaptrack_free(struct heaptrack *, const char *at, const char *end);
bool heaptrack_attached(struct heaptrack *, const char *at, const char *end);

/* The values of hexadecimal digits, + 1; 0: no digit. */
extern const uint8_t heaptrack_digit[256];

/* Reads " HEX" at *at and moves on; false: there is none, or it passes 64 bits. The 0 behind a line
 * ends every loop. */
static inline bool heaptrack_number(const char **at, uint64_t *value)
{
	const unsigned char *c = (const unsigned char *)*at;
	if (*c++ != ' ' || !heaptrack_digit[*c])
		return false;
	uint64_t sum = 0, lost = 0;
	for (; heaptrack_digit[*c]; c++) {
		lost |= sum >> 60;
		sum = sum << 4 | (heaptrack_digit[*c] - 1u);
	}
	if (lost)
		return false;
	*value = sum;
	*at = (const char *)c;
	return true;
}

/* " LENGTH TEXT" as format 3 writes it: the text may hold blanks. */
bool heaptrack_text(const char **at, const char *end, const char **text, size_t *length);

#endif
