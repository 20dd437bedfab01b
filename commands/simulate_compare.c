/* SPDX-License-Identifier: GPL-3.0-or-later
 * What --compare prints: how the errors of two strategies on the same trials relate. */
#include "commands/simulate.h"

#include <stdlib.h>

enum { SITE, BYTES, MSE, MSE_SE, MSE_EXACT, MAPE, MAPE_SE, MAPE_EXACT, COLUMNS };

static const struct table_column columns[COLUMNS] = {
	[SITE] = {"site", "site", CELL_TEXT, 44},
	[BYTES] = {"true_bytes", "bytes", CELL_BYTES, 0},
	[MSE] = {"mse_ratio", "MSE ratio", CELL_NUMBER, 0},
	[MSE_SE] = {"mse_ratio_se", "SE", CELL_NUMBER, 0},
	[MSE_EXACT] = {"mse_ratio_exact", "exact", CELL_NUMBER, 0},
	[MAPE] = {"mape_ratio", "MAPE ratio", CELL_NUMBER, 0},
	[MAPE_SE] = {"mape_ratio_se", "SE", CELL_NUMBER, 0},
	[MAPE_EXACT] = {"mape_ratio_exact", "exact", CELL_NUMBER, 0},
};

static void ratio(struct table *table, size_t first, const struct ratio *ratio)
{
	table_number(table, first, ratio->value);
	table_number(table, first + 1, ratio->se);
	table_number(table, first + 2, ratio->exact);
}

static struct table *make(const struct results *results, const struct compared *compared)
{
	struct table *table = table_new(columns, COLUMNS);
	const struct rows *rows = compared->a->rows;
	for (size_t row = 0; row < rows->n; row++) {
		char *name = row_name(results, rows, row);
		table_row(table);
		table_text(table, SITE, name ? name : "?");
		table_count(table, BYTES, rows->bytes[row]);
		ratio(table, MSE, &compared->row[row].mse);
		ratio(table, MAPE, &compared->row[row].mape);
		free(name);
	}
	return table;
}

void simulate_print_comparison(FILE *out, const struct results *results, const struct compared *compared)
{
	char rate[UNITS_ROOM];
	const struct result *a = compared->a, *b = compared->b;
	struct table *table = make(results, compared);
	units_print_size(rate, a->rate);
	fprintf(out, "\n%s with %s over %s with %s, at %s, on the same trials: below 1 the first is better\n\n",
		a->spec->text, a->estimator->name, b->spec->text, b->estimator->name, rate);
	table_print_text(table, out);
	table_free(table);
}

static json_t *side(const struct result *result)
{
	json_t *object = json_object();
	json_object_set_new(object, "strategy", table_json_text(result->spec->text));
	json_object_set_new(object, "estimator", json_string(result->estimator->name));
	return object;
}

json_t *simulate_comparison_json(const struct results *results, const struct compared *compared)
{
	json_t *object = json_object();
	struct table *table = make(results, compared);
	json_object_set_new(object, "a", side(compared->a));
	json_object_set_new(object, "b", side(compared->b));
	json_object_set_new(object, "rate", table_json_number(compared->a->rate, CELL_BYTES));
	json_object_set_new(object, "rows", table_json(table));
	table_free(table);
	return object;
}
