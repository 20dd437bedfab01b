/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/table.h"

#include "core/text.h"
#include "core/units.h"
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cell {
	enum { EMPTY, TEXT, NUMBER, COUNT } kind;
	union {
		char *text; /* owned */
		double number;
		uint64_t count;
	};
};

struct table {
	const struct table_column *columns;
	size_t n, rows, room;
	struct cell *cells; /* row by row */
};

struct table *table_new(const struct table_column *columns, size_t n)
{
	struct table *table = malloc(sizeof *table);
	if (table)
		*table = (struct table){.columns = columns, .n = n};
	return table;
}

void table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->rows * table->n; i++)
		if (table->cells[i].kind == TEXT)
			free(table->cells[i].text);
	free(table->cells);
	free(table);
}

/* A table is small beside what was computed for it: where it does not fit nothing can be told. */
static void *owned(void *memory)
{
	assert(memory && "memory for a table");
	return memory;
}

void table_row(struct table *table)
{
	if (table->rows == table->room) {
		table->room = table->room ? 2 * table->room : 16;
		table->cells = owned(reallocarray(table->cells, table->room * table->n, sizeof *table->cells));
	}
	memset(table->cells + table->rows * table->n, 0, table->n * sizeof *table->cells);
	table->rows++;
}

static const struct cell *cell_at(const struct table *table, size_t row, size_t column)
{
	return table->cells + row * table->n + column;
}

static void set(struct table *table, size_t column, struct cell cell)
{
	assert(table->rows > 0 && column < table->n);
	struct cell *old = table->cells + (table->rows - 1) * table->n + column;
	if (old->kind == TEXT)
		free(old->text);
	*old = cell;
}

void table_text(struct table *table, size_t column, const char *value)
{
	set(table, column, (struct cell){.kind = TEXT, .text = owned(strdup(value))});
}

void table_number(struct table *table, size_t column, double value)
{
	set(table, column, (struct cell){.kind = isfinite(value) ? NUMBER : EMPTY, .number = value});
}

void table_count(struct table *table, size_t column, uint64_t value)
{
	set(table, column, (struct cell){.kind = COUNT, .count = value});
}

size_t table_rows(const struct table *table)
{
	return table->rows;
}

/* Four significant digits, written out where "%.4g" would turn to powers of ten too early. */
static void print_number(char out[UNITS_ROOM], double value)
{
	bool large = fabs(value) >= 1000 && fabs(value) < 1e9;
	snprintf(out, UNITS_ROOM, large ? "%.0f" : "%.4g", value + 0.0);
}

static void print_percent(char out[UNITS_ROOM], double share)
{
	double percent = 100 * share;
	if (fabs(percent) < .005)
		percent = 0; /* not "-0.00" */
	snprintf(out, UNITS_ROOM, fabs(percent) < 1e6 ? "%.2f" : "%.4g", percent);
}

/* The cell as the text table shows it; the caller frees. */
static char *shown(const struct cell *cell, const struct table_column *column)
{
	char out[UNITS_ROOM] = "-";
	if (cell->kind == TEXT)
		return owned(text_shown(cell->text, column->cut));
	double value = cell->kind == COUNT ? (double)cell->count : cell->number;
	if (cell->kind == EMPTY)
		return owned(strdup(out));
	switch (column->style) {
	case CELL_COUNT:
		if (cell->kind == COUNT)
			units_print_whole(out, cell->count);
		else
			units_print_count(out, value);
		break;
	case CELL_BYTES: units_print_size(out, value); break;
	case CELL_PERCENT: print_percent(out, value); break;
	default: print_number(out, value);
	}
	return owned(strdup(out));
}

static void pad(FILE *out, size_t columns)
{
	fprintf(out, "%*s", (int)columns, "");
}

/* One line; parts has a text for each column. */
static void print_line(const struct table *table, char *const *parts, const size_t *width, FILE *out)
{
	size_t gap = 0; /* blanks owed: those behind the last part are never printed */
	for (size_t i = 0; i < table->n; i++) {
		const struct table_column *column = table->columns + i;
		if (!column->header)
			continue;
		size_t rest = width[i] - text_width(parts[i]);
		bool right = column->style != CELL_TEXT; /* CELL_FIGURE is text too */
		pad(out, gap + (right ? rest : 0));
		fputs(parts[i], out);
		gap = 2 + (right ? 0 : rest);
	}
	putc('\n', out);
}

void table_print_text(const struct table *table, FILE *out)
{
	size_t n = table->n, lines = table->rows + 1; /* line 0 is the header */
	char **parts = owned(calloc(lines * n + 1, sizeof *parts));
	size_t *width = owned(calloc(n + 1, sizeof *width));
	for (size_t i = 0; i < lines * n; i++) {
		const struct table_column *column = table->columns + i % n;
		if (!column->header)
			continue;
		parts[i] = i < n ? owned(strdup(column->header)) : shown(table->cells + i - n, column);
		size_t columns = text_width(parts[i]);
		if (columns > width[i % n])
			width[i % n] = columns;
	}
	for (size_t line = 0; line < lines; line++)
		print_line(table, parts + line * n, width, out);
	for (size_t i = 0; i < lines * n; i++)
		free(parts[i]);
	free(parts);
	free(width);
}

/* Bytes that are not valid UTF-8 stay as they are: the file must lead back to the name. */
static void print_escaped(const char *text, FILE *out)
{
	static const char plain[] = "\t\n\r\\", letters[] = "tnr\\";
	for (; *text; text++) {
		const char *special = strchr(plain, *text);
		if (special)
			putc('\\', out);
		putc(special ? letters[special - plain] : *text, out);
	}
}

static void print_tsv_cell(const struct cell *cell, enum cell_style style, FILE *out)
{
	bool whole = cell->kind == NUMBER && (style == CELL_COUNT || style == CELL_BYTES) &&
		cell->number == floor(cell->number) && fabs(cell->number) < 0x1p63;
	switch (cell->kind) {
	case EMPTY: break;
	case TEXT: print_escaped(cell->text, out); break;
	case COUNT: fprintf(out, "%" PRIu64, cell->count); break;
	case NUMBER: fprintf(out, whole ? "%.0f" : "%.12g", cell->number + 0.0); break;
	}
}

void table_print_tsv(const struct table *table, FILE *out, bool header)
{
	for (size_t line = header ? 0 : 1; line <= table->rows; line++) {
		const char *tab = "";
		for (size_t i = 0; i < table->n; i++) {
			const struct table_column *column = table->columns + i;
			if (!column->name)
				continue;
			fputs(tab, out);
			tab = "\t";
			if (line == 0)
				fputs(column->name, out);
			else
				print_tsv_cell(cell_at(table, line - 1, i), column->style, out);
		}
		putc('\n', out);
	}
}

static json_t *cell_json(const struct cell *cell, enum cell_style style)
{
	switch (cell->kind) {
	case TEXT: return table_json_text(cell->text);
	case NUMBER: return table_json_number(cell->number, style);
	case COUNT:
		if (cell->count <= INT64_MAX && (style == CELL_COUNT || style == CELL_BYTES))
			return json_integer((json_int_t)cell->count);
		return table_json_number((double)cell->count, style);
	default: return json_null();
	}
}

json_t *table_json_row(const struct table *table, size_t row)
{
	json_t *object = owned(json_object());
	for (size_t i = 0; i < table->n; i++) {
		const struct table_column *column = table->columns + i;
		if (column->name)
			json_object_set_new(object, column->name, cell_json(cell_at(table, row, i), column->style));
	}
	return object;
}

json_t *table_json(const struct table *table)
{
	json_t *array = owned(json_array());
	for (size_t row = 0; row < table->rows; row++)
		json_array_append_new(array, table_json_row(table, row));
	return array;
}
