/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/statistical/comparison.h"
#include "sim/measures.h"
#include "tests/check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEN_FEW = 200 }; /* trials that see a row */

const char *const comparison_estimators[] = {"horvitz-thompson", "hits-times-rate", "raw", NULL};

enum quantity { SAMPLES, BYTES, OBJECTS };

static void row_text(const struct comparison *of, char *out, size_t room)
{
	const struct rows *rows = &of->play->scene->rows;
	if (of->row < rows->shown)
		sites_name(of->play->scene->trace.sites, rows->site[of->row], out, room);
	else
		snprintf(out, room, of->row == rows_total(rows) ? "(total)" : "(others)");
}

static void judge(struct comparison *of, const char *what, double log_tail, double observed, double expected)
{
	of->done++;
	if (log_tail >= of->level)
		return;
	char row[80];
	row_text(of, row, sizeof row);
	check_fail(__FILE__, __LINE__, "%s, %s at %g, %s, row %s: %s is %.12g, not %.12g (probability below 1e%.1f)",
		of->play->scene->trace.name, of->play->spec.text, of->play->sampler.rate,
		comparison_estimators[of->estimator], row, what, observed, expected, log_tail / M_LN10);
}

/* Adds weight * (samples or marks of count allocations) to the law. */
static void add_summand(struct mixture *law, const struct law *one, double count, bool per_mark, double weight)
{
	struct summand summand = {.weight = weight, .n = count, .p = one->p, .q = exp(one->log_miss)};
	if (per_mark)
		summand = (struct summand){.weight = weight,
			.n = count * (double)one->units,
			.p = one->unit_p,
			.q = 1 - one->unit_p,
			.mean = count * one->mean,
			.poisson = one->poisson};
	if (weight == 0 || one->p == 0)
		return;
	if (!summand.poisson && summand.q == 0)
		law->constant += weight * summand.n;
	else
		law->of[law->n++] = summand;
}

static void add_class(struct comparison *of, size_t class, enum quantity quantity)
{
	const struct classes *classes = &of->play->scene->classes;
	const struct weighing *weighing = &of->play->weighing[of->estimator * classes->n + class];
	const struct weight *weight = &weighing->weight;
	double count = (double)classes->of[class].count;
	double bytes = (double)of->play->scene->rows.bytes[of->row],
	       objects = (double)of->play->scene->rows.objects[of->row];
	if (quantity == SAMPLES)
		add_summand(&of->law, &weighing->law, count, false, 1);
	else
		add_summand(&of->law, &weighing->law, count, weight->per_mark,
			quantity == BYTES ? weight->bytes / bytes : weight->objects / objects);
}

static bool in_row(const struct rows *rows, const struct class *class, size_t row)
{
	return row == rows_total(rows) || rows->of_site[class->site] == row;
}

static void clear_law(struct comparison *of)
{
	of->law.n = 0;
	of->law.constant = 0;
}

/* The law of one trial of the row that is looked at; samples as a number, the others in units of the
 * truth. */
static void set_law(struct comparison *of, enum quantity quantity)
{
	clear_law(of);
	for (size_t c = 0; c < of->play->scene->classes.n; c++)
		if (in_row(&of->play->scene->rows, &of->play->scene->classes.of[c], of->row))
			add_class(of, c, quantity);
	mixture_measure(&of->law);
}

/* The closed form, and the sums of this file that the tails are made of, must be the same law. */
static void check_law(const struct comparison *of, double mean, double cv)
{
	check_near(1 + of->law.mean, 1 + mean, 1e-10);
	check_near(1e-20 + of->law.variance, 1e-20 + cv * cv, 1e-8);
}

static void compare_seen(struct comparison *of, const struct measures *row)
{
	double exact = row->detection.exact;
	set_law(of, SAMPLES);
	check_near(of->law.mean, row->samples.exact, 1e-10);
	judge(of, "detection", tail_count(row->seen, row->trials, exact), row->detection.value, exact);
	judge(of, "samples", tail_mean(&of->law, row->trials, row->samples.value), row->samples.value, of->law.mean);
}

static void compare_estimate(struct comparison *of, const char *mean, const char *spread, const struct measure *bias,
	const struct measure *cv)
{
	double n = (double)of->trials, off = bias->value - bias->exact;
	double square = cv->value * cv->value * (n - 1) / n + off * off;
	check_law(of, 1 + bias->exact, cv->exact);
	judge(of, mean, tail_mean(&of->law, of->trials, 1 + bias->value), bias->value, bias->exact);
	judge(of, spread, tail_square(&of->law, of->trials, square, of->level), cv->value, cv->exact);
}

static void compare_deviation(struct comparison *of, const struct measures *row, const struct exact *exact)
{
	struct deviation all = {.law = &of->law, .expected = exact->mape, .error = exact->mape * exact->mape_error};
	struct deviation seen = {.law = &of->law, .expected = exact->mape_seen, .unseen = 1 - exact->detection};
	judge(of, "MAPE", tail_deviation(&all, row->trials, row->mape.value), row->mape.value, exact->mape);
	/* What is left when P(unseen) is taken out of moments must have digits. */
	if (!row->seen || exact->detection < 1e-4)
		return;
	seen.error = exact->mape_seen * exact->mape_error;
	judge(of, "MAPE where seen", tail_deviation(&seen, row->seen, row->mape_seen.value), row->mape_seen.value,
		exact->mape_seen);
}

static void compare_row(struct comparison *of)
{
	const struct rows *rows = &of->play->scene->rows;
	const struct exact *exact = &of->exact[of->estimator * rows->n + of->row];
	struct measures row;
	measures_of_row(rows, of->row, &of->play->score, of->estimator, &of->exact[of->estimator * rows->n], &row);
	if (of->estimator == 0)
		compare_seen(of, &row);
	set_law(of, OBJECTS);
	compare_estimate(of, "bias of objects", "CV of objects", &row.objects_bias, &row.objects_cv);
	set_law(of, BYTES);
	compare_estimate(of, "bias", "CV", &row.bias, &row.cv);
	compare_deviation(of, &row, exact);
}

/* The rows that few trials see say little one by one, together they say more. */
static void compare_pool(struct comparison *of)
{
	const struct rows *rows = &of->play->scene->rows;
	uint64_t samples = 0;
	clear_law(of);
	for (of->row = 0; of->row < rows_total(rows); of->row++) {
		if (of->exact[of->row].detection * (double)of->trials >= SEEN_FEW)
			continue;
		samples += of->play->score.of[of->row].samples;
		for (size_t c = 0; c < of->play->scene->classes.n; c++)
			if (in_row(rows, &of->play->scene->classes.of[c], of->row))
				add_class(of, c, SAMPLES);
	}
	mixture_measure(&of->law);
	double mean = (double)samples / (double)of->trials;
	judge(of, "samples of all rows seen rarely", tail_mean(&of->law, of->trials, mean), mean, of->law.mean);
}

static void compare_missed(struct comparison *of, bool bytes, const struct moments *observed, double exact)
{
	const struct classes *classes = &of->play->scene->classes;
	clear_law(of);
	for (uint32_t site = 0; site < classes->sites; site++) {
		double log_miss = 0;
		for (size_t c = classes->first[site]; c < classes->first[site + 1]; c++)
			log_miss += (double)classes->of[c].count * of->play->weighing[c].law.log_miss;
		struct law missed = {.p = exp(log_miss), .log_miss = log(-expm1(log_miss))};
		add_summand(&of->law, &missed, 1, false, bytes ? (double)of->play->scene->rows.site_bytes[site] : 1);
	}
	mixture_measure(&of->law);
	check_near(of->law.mean, exact, 1e-9);
	judge(of, bytes ? "missed bytes" : "missed sites", tail_mean(&of->law, of->trials, observed->mean),
		observed->mean, exact);
}

/* A wrong weight would be wrong on both sides of the comparison. */
static void check_weights(const struct comparison *of)
{
	size_t n = of->play->scene->classes.n;
	for (size_t c = 0; c < n; c++) {
		double rate = sampler_rate(&of->play->sampler, of->play->scene->classes.of[c].stratum);
		const struct weighing *ht = &of->play->weighing[c], *hits = ht + n, *raw = hits + n;
		double size = (double)ht->size;
		if (ht->law.p > 0) {
			check_near(ht->weight.bytes * ht->law.p, size, 1e-14);
			check_near(ht->weight.objects * ht->law.p, 1, 1e-14);
		}
		check(!ht->weight.per_mark && !raw->weight.per_mark && hits->weight.per_mark == !ht->law.exact);
		check(hits->weight.bytes == (ht->law.exact ? size : rate));
		check_near(hits->weight.objects, hits->weight.bytes / size, 1e-14);
		check(raw->weight.bytes == size && raw->weight.objects == 1);
	}
}

/* How the number of samples of a whole trial spreads tells whether threads and trials are independent. */
static void compare_trials(struct comparison *of)
{
	const struct score *score = &of->play->score;
	struct missed missed = closed_missed(&of->play->sampler, &of->play->scene->rows,
		of->play->scene->view.dump[0].count, of->play->weighing);
	of->row = rows_total(&of->play->scene->rows);
	of->estimator = 0;
	set_law(of, SAMPLES);
	double off = score->samples.mean - of->law.mean;
	double square = score->samples.m2 / score->samples.n + off * off;
	judge(of, "spread of samples", tail_square(&of->law, of->trials, square, of->level), square, of->law.variance);
	compare_missed(of, false, &score->missed_sites, missed.sites);
	compare_missed(of, true, &score->missed_bytes, missed.bytes);
	compare_pool(of);
}

void comparison_make(struct comparison *of, const struct play *play)
{
	of->play = play;
	of->trials = play->score.trials;
	of->exact = play_exact(play);
	check_weights(of);
	compare_trials(of);
	for (of->estimator = 0; of->estimator < play->estimators; of->estimator++)
		for (of->row = 0; of->row < play->scene->rows.n; of->row++)
			compare_row(of);
	free(of->exact);
}

void comparison_init(struct comparison *of, const struct scene *scene, double error_rate)
{
	*of = (struct comparison){.level = log(error_rate)};
	of->law.of = calloc(scene->classes.n + scene->classes.sites, sizeof *of->law.of);
	check(of->law.of);
}

void comparison_free(struct comparison *of)
{
	free(of->law.of);
}
