/* SPDX-License-Identifier: GPL-3.0-or-later
 * The results of simulate for programs: TSV and the JSON document (schema 1). */
#include "commands/simulate.h"

#include <stdlib.h>
#include <string.h>

/* The keys of a result, for TSV, and the measures under the names of the schema. */
enum {
	STRATEGY,
	ESTIMATOR,
	RATE,
	VIEW,
	DUMP,
	DUMP_ALLOCATIONS,
	DERIVED,
	TRIALS,
	ENGINE,
	ROW,
	KEYS,
	SITE = KEYS,
	ALLOCATIONS,
	TRUE_BYTES,
	SAMPLES_MEAN,
	SAMPLES_EXACT,
	DETECTION,
	DETECTION_SE,
	DETECTION_EXACT,
	BYTES_MEAN,
	BIAS,
	BIAS_SE,
	BIAS_EXACT,
	CV,
	CV_SE,
	CV_EXACT,
	MAPE,
	MAPE_SE,
	MAPE_EXACT,
	MAPE_SEEN,
	MAPE_SEEN_SE,
	MAPE_SEEN_EXACT,
	OBJECTS_MEAN,
	OBJECTS_BIAS,
	OBJECTS_BIAS_SE,
	OBJECTS_BIAS_EXACT,
	OBJECTS_CV,
	OBJECTS_CV_EXACT,
	SHARE_SAMPLES,
	SHARE_SAMPLES_EXACT,
	SHARE_BYTES,
	SHARE_OBJECTS,
	COLUMNS
};

#define NUMBER(name_) \
	{ \
		.name = name_, .style = CELL_NUMBER \
	}
static const struct table_column columns[COLUMNS] = {
	[STRATEGY] = {.name = "strategy", .style = CELL_TEXT},
	[ESTIMATOR] = {.name = "estimator", .style = CELL_TEXT},
	[RATE] = {.name = "rate", .style = CELL_BYTES},
	[VIEW] = {.name = "view", .style = CELL_TEXT},
	[DUMP] = {.name = "dump", .style = CELL_TEXT},
	[DUMP_ALLOCATIONS] = {.name = "dump_allocations", .style = CELL_COUNT},
	[DERIVED] = {.name = "derived", .style = CELL_TEXT},
	[TRIALS] = {.name = "trials", .style = CELL_COUNT},
	[ENGINE] = {.name = "engine", .style = CELL_TEXT},
	[ROW] = {.name = "row", .style = CELL_TEXT},
	[SITE] = {.name = "site", .style = CELL_TEXT},
	[ALLOCATIONS] = {.name = "allocations", .style = CELL_COUNT},
	[TRUE_BYTES] = {.name = "true_bytes", .style = CELL_BYTES},
	[SAMPLES_MEAN] = NUMBER("samples_mean"),
	[SAMPLES_EXACT] = NUMBER("samples_exact"),
	[DETECTION] = NUMBER("detection"),
	[DETECTION_SE] = NUMBER("detection_se"),
	[DETECTION_EXACT] = NUMBER("detection_exact"),
	[BYTES_MEAN] = NUMBER("bytes_mean"),
	[BIAS] = NUMBER("bias"),
	[BIAS_SE] = NUMBER("bias_se"),
	[BIAS_EXACT] = NUMBER("bias_exact"),
	[CV] = NUMBER("cv"),
	[CV_SE] = NUMBER("cv_se"),
	[CV_EXACT] = NUMBER("cv_exact"),
	[MAPE] = NUMBER("mape"),
	[MAPE_SE] = NUMBER("mape_se"),
	[MAPE_EXACT] = NUMBER("mape_exact"),
	[MAPE_SEEN] = NUMBER("mape_seen"),
	[MAPE_SEEN_SE] = NUMBER("mape_seen_se"),
	[MAPE_SEEN_EXACT] = NUMBER("mape_seen_exact"),
	[OBJECTS_MEAN] = NUMBER("objects_mean"),
	[OBJECTS_BIAS] = NUMBER("objects_bias"),
	[OBJECTS_BIAS_SE] = NUMBER("objects_bias_se"),
	[OBJECTS_BIAS_EXACT] = NUMBER("objects_bias_exact"),
	[OBJECTS_CV] = NUMBER("objects_cv"),
	[OBJECTS_CV_EXACT] = NUMBER("objects_cv_exact"),
	[SHARE_SAMPLES] = NUMBER("share_samples"),
	[SHARE_SAMPLES_EXACT] = NUMBER("share_samples_exact"),
	[SHARE_BYTES] = NUMBER("share_bytes"),
	[SHARE_OBJECTS] = NUMBER("share_objects"),
};

/* A table row that may begin at a later column than the first: `base` is the column it begins at. */
struct line {
	struct table *table;
	int base;
};

static void number(const struct line *line, int column, double value)
{
	table_number(line->table, (size_t)(column - line->base), value);
}

static void count(const struct line *line, int column, uint64_t value)
{
	table_count(line->table, (size_t)(column - line->base), value);
}

/* Value, standard error, closed form: three columns in this order. */
static void measure(const struct line *line, int first, const struct measure *value)
{
	number(line, first, value->value);
	number(line, first + 1, value->se);
	number(line, first + 2, value->exact);
}

static void fill_measures(const struct line *line, const struct measures *measures)
{
	count(line, ALLOCATIONS, measures->allocations);
	count(line, TRUE_BYTES, measures->true_bytes);
	number(line, SAMPLES_MEAN, measures->samples.value);
	number(line, SAMPLES_EXACT, measures->samples.exact);
	measure(line, DETECTION, &measures->detection);
	number(line, BYTES_MEAN, measures->bytes_mean);
	measure(line, BIAS, &measures->bias);
	measure(line, CV, &measures->cv);
	measure(line, MAPE, &measures->mape);
	measure(line, MAPE_SEEN, &measures->mape_seen);
	number(line, OBJECTS_MEAN, measures->objects_mean);
	measure(line, OBJECTS_BIAS, &measures->objects_bias);
	number(line, OBJECTS_CV, measures->objects_cv.value);
	number(line, OBJECTS_CV_EXACT, measures->objects_cv.exact);
	number(line, SHARE_SAMPLES, measures->share_samples.value);
	number(line, SHARE_SAMPLES_EXACT, measures->share_samples.exact);
	number(line, SHARE_BYTES, measures->share_bytes);
	number(line, SHARE_OBJECTS, measures->share_objects);
}

static void fill_keys(struct table *table, const struct result *result, size_t row)
{
	const struct rows *rows = result->rows;
	table_text(table, STRATEGY, result->spec->text);
	table_text(table, ESTIMATOR, result->estimator->name);
	table_number(table, RATE, result->rate);
	table_text(table, VIEW, result->dump->kind == DUMP_NONE ? "total" : "live");
	if (result->dump->kind != DUMP_NONE) {
		table_text(table, DUMP, dump_kind_name(result->dump->kind));
		table_count(table, DUMP_ALLOCATIONS, result->dump->allocations);
	}
	if (*result->derived)
		table_text(table, DERIVED, result->derived);
	table_count(table, TRIALS, result->trials);
	table_text(table, ENGINE, result->engine);
	table_text(table, ROW, row == rows_total(rows) ? "total" : row < rows->shown ? "site" : "others");
}

void simulate_print_tsv(const struct invocation *invocation, const struct results *results)
{
	struct line line = {table_new(columns, COLUMNS), 0};
	for (size_t i = 0; i < results->n; i++) {
		const struct result *result = &results->of[i];
		for (size_t row = 0; row < result->rows->n; row++) {
			char *name = row_name(results, result->rows, row);
			table_row(line.table);
			fill_keys(line.table, result, row);
			table_text(line.table, SITE, name);
			fill_measures(&line, &result->row[row]);
			free(name);
		}
	}
	command_print_table(invocation, line.table, NULL);
	table_free(line.table);
}

static json_t *measures_json(const struct results *results, const struct result *result, size_t row)
{
	bool total = row == rows_total(result->rows);
	int base = total ? ALLOCATIONS : SITE; /* the total is no site */
	struct line line = {table_new(columns + base, (size_t)(COLUMNS - base)), base};
	table_row(line.table);
	if (!total) {
		char *name = row_name(results, result->rows, row);
		table_text(line.table, 0, name);
		free(name);
	}
	fill_measures(&line, &result->row[row]);
	json_t *object = table_json_row(line.table, 0);
	table_free(line.table);
	return object;
}

static json_t *measure_json(const struct measure *measure)
{
	json_t *object = json_object();
	json_object_set_new(object, "mean", table_json_number(measure->value, CELL_NUMBER));
	json_object_set_new(object, "se", table_json_number(measure->se, CELL_NUMBER));
	json_object_set_new(object, "exact", table_json_number(measure->exact, CELL_NUMBER));
	return object;
}

static json_t *dump_json(const struct dump *dump)
{
	if (dump->kind == DUMP_NONE)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "kind", json_string(dump_kind_name(dump->kind)));
	json_object_set_new(object, "allocations", json_integer((json_int_t)dump->allocations));
	json_object_set_new(object, "time_s", json_null()); /* traces hold no time stamps yet */
	return object;
}

static json_t *params_json(const struct strategy_spec *spec, const char *derived)
{
	json_t *object = json_object();
	for (size_t i = 0; i < spec->n; i++)
		json_object_set_new(object, spec->given[i].key, table_json_text(spec->given[i].value));
	const char *value = strchr(derived, '=');
	if (value) {
		char *key = strndup(derived, (size_t)(value - derived));
		json_object_set_new(object, key ? key : "", json_real(strtod(value + 1, NULL)));
		free(key);
	}
	return object;
}

static json_t *precision_json(const struct results *results, const struct result *result)
{
	json_t *object = json_object(), *left_out = json_array();
	for (size_t row = 0; row < result->rows->n; row++) {
		char *name = result->row[row].seen < TRIALS_SEEN_MIN ? row_name(results, result->rows, row) : NULL;
		if (name)
			json_array_append_new(left_out, table_json_text(name));
		free(name);
	}
	json_object_set_new(object, "asked", table_json_number(results->asked->precision, CELL_NUMBER));
	json_object_set_new(object, "reached", json_boolean(result->worst_se <= results->asked->precision));
	json_object_set_new(object, "worst_se", table_json_number(result->worst_se, CELL_NUMBER));
	json_object_set_new(object, "left_out", left_out);
	return object;
}

static json_t *result_json(const struct results *results, const struct result *result)
{
	json_t *object = json_object(), *draws = json_object(), *missed = json_object(), *sites = json_array();
	json_object_set_new(object, "strategy", json_string(result->spec->strategy->name));
	json_object_set_new(object, "params", params_json(result->spec, result->derived));
	json_object_set_new(object, "estimator", json_string(result->estimator->name));
	json_object_set_new(object, "rate", table_json_number(result->rate, CELL_BYTES));
	json_object_set_new(object, "view", json_string(result->dump->kind == DUMP_NONE ? "total" : "live"));
	json_object_set_new(object, "dump", dump_json(result->dump));
	json_object_set_new(object, "trials", json_integer((json_int_t)result->trials));
	json_object_set_new(object, "engine", json_string(result->engine));
	json_object_set_new(object, "samples", measure_json(&result->samples));
	json_object_set_new(draws, "mean", table_json_number(result->draws, CELL_NUMBER));
	json_object_set_new(object, "draws", draws);
	json_object_set_new(missed, "sites", measure_json(&result->missed_sites));
	json_object_set_new(missed, "bytes", measure_json(&result->missed_bytes));
	json_object_set_new(object, "missed", missed);
	if (results->asked->precision > 0 && result->trials)
		json_object_set_new(object, "precision", precision_json(results, result));
	json_object_set_new(object, "overhead", simulate_overhead_json(result));
	json_object_set_new(object, "total", measures_json(results, result, rows_total(result->rows)));
	for (size_t row = 0; row < rows_total(result->rows); row++)
		json_array_append_new(sites, measures_json(results, result, row));
	json_object_set_new(object, "sites", sites);
	return object;
}

static json_t *workload_json(const struct results *results)
{
	const struct trace *trace = results->trace;
	json_t *object = json_object();
	json_object_set_new(object, "name", table_json_text(trace->name));
	json_object_set_new(object, "allocations", json_integer((json_int_t)trace->rows));
	json_object_set_new(object, "bytes", json_integer((json_int_t)trace->bytes));
	json_object_set_new(object, "sites", json_integer(results->sites));
	json_object_set_new(object, "threads", json_integer(trace->threads));
	json_object_set_new(object, "live_bytes", json_integer((json_int_t)trace->live_bytes));
	json_object_set_new(object, "trust", command_trust(trace));
	return object;
}

/* The words of the call without "--threads N": the numbers do not depend on it. */
static json_t *words_without_threads(const json_t *words)
{
	static const char option[] = "--threads";
	json_t *kept = json_array();
	for (size_t i = 0; i < json_array_size(words); i++) {
		const char *word = json_string_value(json_array_get(words, i));
		if (!word || strncmp(word, option, strlen(option)))
			json_array_append(kept, json_array_get(words, i));
		else
			i += !word[strlen(option)]; /* its value is a word of its own */
	}
	return kept;
}

void simulate_print_json(const struct invocation *invocation, const struct results *results)
{
	json_t *document = command_document(invocation), *list = json_array();
	if (results->asked->reproducible)
		json_object_set_new(document, "command", words_without_threads(json_object_get(document, "command")));
	json_object_set_new(document, "seed", json_integer((json_int_t)results->asked->seed));
	json_object_set_new(document, "workload", workload_json(results));
	for (size_t i = 0; i < results->n; i++)
		json_array_append_new(list, result_json(results, &results->of[i]));
	json_object_set_new(document, "results", list);
	if (results->n_compared) {
		json_t *compared = json_array();
		for (size_t i = 0; i < results->n_compared; i++)
			json_array_append_new(compared, simulate_comparison_json(results, &results->compared[i]));
		json_object_set_new(document, "comparisons", compared);
	}
	table_print_json(document, invocation->out);
	json_decref(document);
}
