/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of sites that simulate prints for people. */
#include "commands/figures.h"
#include "commands/labels.h"
#include "commands/simulate.h"

#include <stdlib.h>
#include <string.h>

/* Stacks are compared in pairs: longer lists show whole stacks, cut. */
enum { LABELS_MAX = 2000, LABEL_CUT = 400 };

enum { C_SITE, C_BYTES, C_SEEN, C_SEEN_EXACT, C_BIAS, C_BIAS_EXACT, C_CV, C_CV_EXACT, C_MAPE, C_MAPE_EXACT, C_COLUMNS };

static const struct table_column with_trials[C_COLUMNS] = {
	[C_SITE] = {.header = "site", .style = CELL_TEXT, .cut = LABEL_WIDTH},
	[C_BYTES] = {.header = "bytes", .style = CELL_BYTES},
	[C_SEEN] = {.header = "seen %", .style = CELL_FIGURE},
	[C_SEEN_EXACT] = {.header = "exact", .style = CELL_FIGURE},
	[C_BIAS] = {.header = "bias %", .style = CELL_FIGURE},
	[C_BIAS_EXACT] = {.header = "exact", .style = CELL_FIGURE},
	[C_CV] = {.header = "CV %", .style = CELL_FIGURE},
	[C_CV_EXACT] = {.header = "exact", .style = CELL_FIGURE},
	[C_MAPE] = {.header = "MAPE %", .style = CELL_FIGURE},
	[C_MAPE_EXACT] = {.header = "exact", .style = CELL_FIGURE},
};

static const struct table_column exact_only[C_COLUMNS] = {
	[C_SITE] = {.header = "site", .style = CELL_TEXT, .cut = LABEL_WIDTH},
	[C_BYTES] = {.header = "bytes", .style = CELL_BYTES},
	[C_SEEN] = {.style = CELL_FIGURE},
	[C_SEEN_EXACT] = {.header = "seen %", .style = CELL_FIGURE},
	[C_BIAS] = {.style = CELL_FIGURE},
	[C_BIAS_EXACT] = {.header = "bias %", .style = CELL_FIGURE},
	[C_CV] = {.style = CELL_FIGURE},
	[C_CV_EXACT] = {.header = "CV %", .style = CELL_FIGURE},
	[C_MAPE] = {.style = CELL_FIGURE},
	[C_MAPE_EXACT] = {.header = "MAPE %", .style = CELL_FIGURE},
};

static void exact_cell(struct table *table, size_t column, double exact, bool approximate)
{
	char text[FIGURE], marked[FIGURE];
	figure_percent(text, exact);
	snprintf(marked, FIGURE, "%s%.40s", approximate ? "~" : "", text);
	table_text(table, column, marked);
}

static void figure(struct table *table, size_t column, const struct measure *measure)
{
	char text[FIGURE];
	figure_simulated(text, measure);
	table_text(table, column, text);
	exact_cell(table, column + 1, measure->exact, false);
}

static void site_row(struct table *table, const char *name, const struct measures *measures)
{
	char text[FIGURE];
	table_row(table);
	table_text(table, C_SITE, name);
	table_count(table, C_BYTES, measures->true_bytes);
	figure_detection(text, measures);
	table_text(table, C_SEEN, text);
	exact_cell(table, C_SEEN_EXACT, measures->detection.exact, false);
	figure(table, C_BIAS, &measures->bias);
	figure(table, C_CV, &measures->cv);
	figure(table, C_MAPE, &measures->mape);
	exact_cell(table, C_MAPE_EXACT, measures->mape.exact, measures->mape_approximate);
}

char **simulate_row_labels(const struct results *results, const struct result *result)
{
	size_t n = result->rows->n;
	char **labels = calloc(n + 1, sizeof *labels);
	bool whole = labels != NULL;
	for (size_t row = 0; labels && row < n; row++) {
		labels[row] = row_name(results, result->rows, row);
		whole = whole && labels[row];
		/* The column is narrower, and there may be many rows. */
		if (labels[row] && result->rows->shown > LABELS_MAX && strlen(labels[row]) > LABEL_CUT) {
			char *cut = strndup(labels[row], LABEL_CUT);
			free(labels[row]);
			labels[row] = cut;
		}
	}
	if (whole && result->rows->shown <= LABELS_MAX)
		labels_shorten(labels, n);
	return labels;
}

/* All rows; returns whether a closed form among them is approximate. */
static bool fill_sites(struct table *table, const struct results *results, const struct result *result)
{
	size_t n = result->rows->n;
	bool approximate = false;
	char **labels = simulate_row_labels(results, result);
	for (size_t row = 0; row < n; row++) {
		site_row(table, labels && labels[row] ? labels[row] : "?", &result->row[row]);
		approximate = approximate || result->row[row].mape_approximate;
		if (labels)
			free(labels[row]);
	}
	free(labels);
	return approximate;
}

void simulate_print_sites(FILE *out, const struct results *results, const struct result *result)
{
	struct table *table = table_new(result->trials ? with_trials : exact_only, C_COLUMNS);
	bool approximate = fill_sites(table, results, result);
	fputc('\n', out);
	table_print_text(table, out);
	table_free(table);
	if (approximate)
		fputs("~ approximate: the series for this MAPE was cut at a relative error above 1e-6\n", out);
}
