/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strategies/parts/size_table.h"

#include "core/units.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 1 << 20, LINE_ROOM = 4096 };
static const char separators[] = "\t, \r\n";

struct reader {
	const char *path;
	unsigned line;
	int size, p; /* columns */
	struct size_table *table;
	size_t room;
};

static bool refuse(const struct reader *reader, const char *why, const char *text, struct err *err)
{
	return err_set(err, "%s: line %u: %s: \"%.60s\"", reader->path, reader->line, why, text);
}

/* The columns of a header line; false: it is none. */
static bool header(struct reader *reader, const char *text)
{
	char *copy = strdup(text), *rest = copy, *word;
	int size = -1, p = -1;
	for (int i = 0; copy && (word = strtok_r(rest, separators, &rest)); i++) {
		size = strcmp(word, "size") ? size : i;
		p = strcmp(word, "p") ? p : i;
	}
	free(copy);
	if (size < 0 || p < 0)
		return false;
	reader->size = size;
	reader->p = p;
	return true;
}

static bool grow(struct reader *reader)
{
	struct size_table *table = reader->table;
	if (table->n < reader->room)
		return true;
	reader->room = reader->room ? 2 * reader->room : 64;
	void *size = realloc(table->size, reader->room * sizeof *table->size);
	table->size = size ? size : table->size;
	void *p = realloc(table->p, reader->room * sizeof *table->p);
	table->p = p ? p : table->p;
	return size && p;
}

static bool add(struct reader *reader, uint64_t size, double p, const char *text, struct err *err)
{
	struct size_table *table = reader->table;
	if (p > 1)
		return refuse(reader, "a probability above 1", text, err);
	if (table->n && size <= table->size[table->n - 1])
		return refuse(reader, "sizes must ascend", text, err);
	if (table->n == (size_t)LINES_MAX || !grow(reader))
		return err_set(err, "%s: more lines than fit", reader->path);
	table->size[table->n] = size;
	table->p[table->n++] = p;
	return true;
}

static bool read_line(struct reader *reader, char *text, struct err *err)
{
	char *copy = strdup(text), *rest = copy, *word;
	const char *size_text = NULL, *p_text = NULL;
	uint64_t size = 0;
	double p = 0;
	struct err why = {0};
	text[strcspn(text, "\r\n")] = 0;
	for (int i = 0; copy && (word = strtok_r(rest, separators, &rest)); i++) {
		size_text = i == reader->size ? word : size_text;
		p_text = i == reader->p ? word : p_text;
	}
	bool ok =
		size_text && p_text && units_size(size_text, "size", &size, &why) && units_real(p_text, "p", &p, &why);
	free(copy);
	if (!ok)
		return refuse(reader, "not a size and a probability", text, err);
	return add(reader, size, p, text, err);
}

static bool read_lines(struct reader *reader, FILE *file, struct err *err)
{
	char text[LINE_ROOM];
	bool ok = true;
	while (ok && fgets(text, sizeof text, file)) {
		reader->line++;
		size_t blank = strspn(text, separators);
		/* Not a text file at all, or one without line ends: it could be without end as well. */
		if (!strchr(text, '\n') && !feof(file))
			return refuse(reader, "no line of a table", text, err);
		if (!text[blank] || text[blank] == '#' || (reader->line == 1 && header(reader, text)))
			continue;
		ok = read_line(reader, text, err);
	}
	if (ok && ferror(file))
		ok = err_set(err, "%s: %s", reader->path, strerror(errno));
	if (ok && !reader->table->n)
		ok = err_set(err, "%s: no size and probability in it", reader->path);
	return ok;
}

bool size_table_read(const char *path, struct size_table *table, struct err *err)
{
	struct reader reader = {.path = path, .size = 0, .p = 1, .table = table};
	*table = (struct size_table){0};
	FILE *file = fopen(path, "r");
	if (!file)
		return err_set(err, "%s: %s", path, strerror(errno));
	bool ok = read_lines(&reader, file, err);
	fclose(file);
	if (!ok) {
		free(table->size);
		free(table->p);
		*table = (struct size_table){0};
	}
	return ok;
}
