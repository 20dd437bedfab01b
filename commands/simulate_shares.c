/* SPDX-License-Identifier: GPL-3.0-or-later
 * The shares of the sites: by what was sampled, and by what there is. */
#include "commands/labels.h"
#include "commands/simulate.h"

#include <stdlib.h>

enum { SITE, BYTES, SAMPLES, SAMPLES_EXACT, BYTES_SHARE, OBJECTS_SHARE, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[SITE] = {NULL, "site", CELL_TEXT, LABEL_WIDTH},
	[BYTES] = {NULL, "bytes", CELL_BYTES, 0},
	[SAMPLES] = {NULL, "samples %", CELL_PERCENT, 0},
	[SAMPLES_EXACT] = {NULL, "exact", CELL_PERCENT, 0},
	[BYTES_SHARE] = {NULL, "bytes %", CELL_PERCENT, 0},
	[OBJECTS_SHARE] = {NULL, "objects %", CELL_PERCENT, 0},
};

void simulate_print_shares(FILE *out, const struct results *results, const struct result *result)
{
	struct table *table = table_new(columns, COLUMNS);
	size_t n = result->rows->n;
	char **labels = simulate_row_labels(results, result);
	for (size_t row = 0; row < n; row++) {
		const struct measures *measures = &result->row[row];
		table_row(table);
		table_text(table, SITE, labels && labels[row] ? labels[row] : "?");
		table_count(table, BYTES, measures->true_bytes);
		table_number(table, SAMPLES, measures->share_samples.value);
		table_number(table, SAMPLES_EXACT, measures->share_samples.exact);
		table_number(table, BYTES_SHARE, measures->share_bytes);
		table_number(table, OBJECTS_SHARE, measures->share_objects);
		if (labels)
			free(labels[row]);
	}
	free(labels);
	fputs("\nWhat each site has of the samples, of the bytes and of the objects\n", out);
	table_print_text(table, out);
	table_free(table);
}
