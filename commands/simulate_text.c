/* SPDX-License-Identifier: GPL-3.0-or-later
 * The results of simulate for people: first what is seen, how wrong it is and what is missed, then
 * the sites. */
#include "commands/figures.h"
#include "commands/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An expectation of less than half a byte is none. */
static double whole(double bytes)
{
	return bytes < .5 ? 0 : bytes;
}

static void size_text(char out[FIGURE], double bytes)
{
	char text[UNITS_ROOM];
	units_print_size(text, whole(bytes));
	snprintf(out, FIGURE, "%s", isnan(bytes) ? "-" : text);
}

static void print_seen(FILE *out, const struct result *result)
{
	const struct measure *samples = &result->samples;
	double sites = result->rows->sites;
	const struct measure *missed = &result->missed_sites;
	fputs("  seen    ", out);
	if (!isnan(samples->value))
		fprintf(out, "%.1f ±%.1f sampled allocations a run", samples->value, samples->se);
	if (!isnan(samples->value) && !isnan(samples->exact))
		fprintf(out, " (exact %.1f)", samples->exact);
	if (isnan(samples->value))
		fprintf(out, "%.1f sampled allocations a run (exact)", samples->exact);
	if (isnan(missed->value))
		fprintf(out, ", in %.1f of %.0f sites\n", sites - missed->exact, sites);
	else
		fprintf(out, ", in %.1f ±%.1f of %.0f sites\n", sites - missed->value, missed->se, sites);
}

static void print_wrong(FILE *out, const struct measures *total)
{
	char bias[FIGURE_SENTENCE], cv[FIGURE_SENTENCE], mape[FIGURE_SENTENCE];
	figure_sentence(bias, &total->bias);
	figure_sentence(cv, &total->cv);
	figure_sentence(mape, &total->mape);
	fprintf(out, "  wrong   total bytes: bias %s\n", bias);
	fprintf(out, "          standard deviation (CV) %s\n", cv);
	fprintf(out, "          mean absolute error (MAPE) %s\n", mape);
}

static void print_missed(FILE *out, const struct result *result)
{
	const struct measure *sites = &result->missed_sites, *bytes = &result->missed_bytes;
	double truth = (double)result->rows->bytes[rows_total(result->rows)];
	char value[FIGURE], se[FIGURE], exact[FIGURE];
	size_text(value, bytes->value);
	size_text(se, bytes->se);
	size_text(exact, bytes->exact);
	if (isnan(sites->value)) {
		fprintf(out, "  missed  %.1f sites a run, holding %s, %.3g %% of the bytes (exact)\n", sites->exact,
			exact, 100 * bytes->exact / truth);
		return;
	}
	fprintf(out, "  missed  %.1f ±%.1f sites a run, holding %s ±%s, %.3g ±%.2g %% of the bytes\n", sites->value,
		sites->se, value, se, truth > 0 ? 100 * bytes->value / truth : 0,
		truth > 0 ? 100 * bytes->se / truth : 0);
	if (!isnan(sites->exact))
		fprintf(out, "          (exact %.1f sites, %s)\n", sites->exact, exact);
}

static void print_view(FILE *out, const struct dump *dump)
{
	char made[UNITS_ROOM], bytes[UNITS_ROOM];
	units_print_whole(made, dump->allocations);
	units_print_size(bytes, (double)dump->rows.bytes[rows_total(&dump->rows)]);
	if (dump->kind == DUMP_NONE)
		fputs("total view: ", out);
	else
		fprintf(out, "live view at %s (after %s allocations, %s alive): ", dump_kind_name(dump->kind), made,
			bytes);
}

/* What --precision did not reach, and whom it did not judge. */
static void print_precision(FILE *out, const struct results *results, const struct result *result)
{
	char worst[FIGURE];
	figure_percent(worst, result->worst_se);
	if (result->worst_se > results->asked->precision)
		fprintf(out,
			"\nthe precision was not reached within %llu trials: the largest standard error is %s %%\n",
			(unsigned long long)result->trials, isinf(result->worst_se) ? "unknown" : worst);
	if (!result->left_out)
		return;
	fprintf(out, "\nseen in fewer than %d trials, not judged by --precision:\n", TRIALS_SEEN_MIN);
	char **labels = simulate_row_labels(results, result);
	for (size_t row = 0; labels && row < result->rows->n; row++) {
		if (labels[row] && result->row[row].seen < TRIALS_SEEN_MIN)
			fprintf(out, "  %s\n", labels[row]);
		free(labels[row]);
	}
	free(labels);
}

static void print_result(FILE *out, const struct results *results, const struct result *result)
{
	char rate[UNITS_ROOM], trials[UNITS_ROOM];
	units_print_size(rate, result->rate);
	units_print_count(trials, (double)result->trials);
	fprintf(out, "\n%s%s%s%s at %s, estimator %s, ", result->spec->text, *result->derived ? " (" : "",
		result->derived, *result->derived ? ")" : "", rate, result->estimator->name);
	print_view(out, result->dump);
	if (result->trials)
		fprintf(out, "%s trials, engine %s\n", trials, result->engine);
	else
		fputs("closed forms\n", out);
	if (!result->exact_known && result->dump->kind == DUMP_PEAK_SEEN)
		fputs("  no closed form: each run is dumped where its own estimate is largest\n", out);
	else if (!result->exact_known)
		fputs("  no closed form: with these parts the chance of an allocation depends on the ones before it\n",
			out);
	if (!result->trials && !result->exact_known)
		return;
	print_seen(out, result);
	print_wrong(out, &result->row[rows_total(result->rows)]);
	print_missed(out, result);
	if (simulate_wants_overhead(results->asked))
		simulate_print_overhead(out, result);
	if (results->asked->show == SHOW_SHARES)
		simulate_print_shares(out, results, result);
	if (results->asked->show == SHOW_ERRORS)
		simulate_print_sites(out, results, result);
	if (results->asked->precision > 0 && result->trials)
		print_precision(out, results, result);
}

static void print_workload(FILE *out, const struct results *results)
{
	const struct trace *trace = results->trace;
	char bytes[UNITS_ROOM], count[UNITS_ROOM], sites[UNITS_ROOM];
	units_print_size(bytes, (double)trace->bytes);
	units_print_count(count, (double)trace->rows);
	units_print_count(sites, results->sites);
	fprintf(out, "%s: %s allocations, %s, %s sites; sampling seed %llu\n", trace->name, count, bytes, sites,
		(unsigned long long)results->asked->seed);
	for (unsigned bit = 0; trace_trust_text(bit); bit++)
		if (trace->trust >> bit & 1)
			fprintf(out, "trust: %s\n", trace_trust_text(bit));
}

enum { S_STRATEGY, S_RATE, S_ESTIMATOR, S_DUMP, S_SAMPLES, S_SITES, S_BYTES, S_BIAS, S_CV, S_MAPE, S_COLUMNS };

static const struct table_column summary[S_COLUMNS] = {
	[S_STRATEGY] = {.header = "strategy", .style = CELL_TEXT, .cut = 40},
	[S_RATE] = {.header = "rate", .style = CELL_BYTES},
	[S_ESTIMATOR] = {.header = "estimator", .style = CELL_TEXT},
	[S_DUMP] = {.header = "dump after", .style = CELL_COUNT},
	[S_SAMPLES] = {.header = "samples", .style = CELL_NUMBER},
	[S_SITES] = {.header = "sites missed", .style = CELL_FIGURE},
	[S_BYTES] = {.header = "bytes missed", .style = CELL_BYTES},
	[S_BIAS] = {.header = "bias %", .style = CELL_FIGURE},
	[S_CV] = {.header = "CV %", .style = CELL_FIGURE},
	[S_MAPE] = {.header = "MAPE %", .style = CELL_FIGURE},
};

static double best(const struct measure *measure)
{
	return isnan(measure->exact) ? measure->value : measure->exact;
}

static void summary_figure(struct table *table, size_t column, const struct measure *measure)
{
	char text[FIGURE];
	if (isnan(measure->exact))
		figure_simulated(text, measure);
	else
		figure_percent(text, measure->exact);
	table_text(table, column, text);
}

/* With several results, first one line for each: exact where there is a closed form. */
static void print_summary(FILE *out, const struct results *results)
{
	struct table_column shown[S_COLUMNS];
	memcpy(shown, summary, sizeof shown);
	if (results->of[0].dump->kind == DUMP_NONE)
		shown[S_DUMP].header = NULL;
	struct table *table = table_new(shown, S_COLUMNS);
	for (size_t i = 0; i < results->n; i++) {
		const struct result *result = &results->of[i];
		const struct measures *total = &result->row[rows_total(result->rows)];
		char sites[FIGURE];
		table_row(table);
		table_text(table, S_STRATEGY, result->spec->text);
		table_number(table, S_RATE, result->rate);
		table_text(table, S_ESTIMATOR, result->estimator->name);
		table_count(table, S_DUMP, result->dump->allocations);
		table_number(table, S_SAMPLES, best(&result->samples));
		snprintf(sites, sizeof sites, isnan(best(&result->missed_sites)) ? "-" : "%.1f",
			best(&result->missed_sites));
		table_text(table, S_SITES, sites);
		table_number(table, S_BYTES, whole(best(&result->missed_bytes)));
		summary_figure(table, S_BIAS, &total->bias);
		summary_figure(table, S_CV, &total->cv);
		summary_figure(table, S_MAPE, &total->mape);
	}
	fputs("\nTotals (closed forms; ± is simulated where there is none)\n", out);
	table_print_text(table, out);
	table_free(table);
}

void simulate_print_text(const struct invocation *invocation, const struct results *results)
{
	print_workload(invocation->out, results);
	if (results->n > 1)
		print_summary(invocation->out, results);
	for (size_t i = 0; i < results->n; i++)
		print_result(invocation->out, results, &results->of[i]);
	for (size_t i = 0; i < results->n_compared; i++)
		simulate_print_comparison(invocation->out, results, &results->compared[i]);
}
