/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_TABLE_H
#define HEAPODDS_CORE_TABLE_H

#include "core/err.h"
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Rows of named values, and the three ways to print them: aligned text, TSV, JSON. Nothing else
 * in the project formats a table. A cell is empty until set; an empty cell is "-" in text, empty
 * in TSV and null in JSON, and so is a number that is not finite. */
enum cell_style {
	CELL_TEXT,
	CELL_COUNT,   /* whole number; text 1,234,567 */
	CELL_BYTES,   /* text 1.50 MiB; TSV and JSON plain bytes */
	CELL_NUMBER,  /* text 4 significant digits */
	CELL_FIGURE,  /* text set right like a number: "12.3 ±.2" */
	CELL_PERCENT, /* a share; text 12.34 (% is in the header), TSV and JSON .1234 */
};

struct table_column {
	const char *name;   /* TSV header and JSON key; NULL: the column is for text only */
	const char *header; /* text header; NULL: the column is not shown in text */
	enum cell_style style;
	unsigned cut; /* CELL_TEXT in text: what is wider is cut to so many columns, the last
	                     * three "..."; 0: never */
};

struct table;

/* columns must outlive the table. NULL: no memory. */
struct table *table_new(const struct table_column *columns, size_t n);
void table_free(struct table *);
/* Starts a row; the setters that follow fill it. Aborts when memory runs out. */
void table_row(struct table *);
void table_text(struct table *, size_t column, const char *value); /* copied */
void table_number(struct table *, size_t column, double value);
void table_count(struct table *, size_t column, uint64_t value); /* exact above 2^53 */

void table_print_text(const struct table *, FILE *);             /* numbers right-aligned, two spaces between */
void table_print_tsv(const struct table *, FILE *, bool header); /* tabs, newlines, backslashes escaped; 12 digits */
/* The rows as objects: {name: value}; a new reference. */
json_t *table_json(const struct table *);
json_t *table_json_row(const struct table *, size_t row);
size_t table_rows(const struct table *);

/* The number as JSON: null when not finite, an integer when style is COUNT or BYTES and it is
 * whole; rounded to 12 significant digits (the precision promised everywhere). */
json_t *table_json_number(double value, enum cell_style style);
/* A text of any bytes as JSON, which json_string refuses: what is not UTF-8 becomes U+FFFD. */
json_t *table_json_text(const char *text);
/* Prints a document, indented, keys in the order in which they were set, and a newline. */
void table_print_json(const json_t *document, FILE *);

#endif
