/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool score_init(struct score *score, size_t rows, size_t n)
{
	*score = (struct score){.rows = rows, .estimators = n};
	score->of = calloc(rows * n, sizeof *score->of);
	return score->of != NULL;
}

void score_free(struct score *score)
{
	free(score->of);
	*score = (struct score){0};
}

void score_clear(struct score *score)
{
	struct row_score *of = score->of;
	memset(of, 0, score->rows * score->estimators * sizeof *of);
	*score = (struct score){.rows = score->rows, .estimators = score->estimators, .of = of};
}

void score_copy(struct score *to, const struct score *from)
{
	struct row_score *of = to->of;
	memcpy(of, from->of, from->rows * from->estimators * sizeof *of);
	*to = *from;
	to->of = of;
}

static void row_merge(struct row_score *row, const struct row_score *later)
{
	if (!later->seen)
		return;
	row->seen += later->seen;
	row->samples += later->samples;
	row->absolute += later->absolute;
	moments_merge(&row->bytes, &later->bytes);
	moments_merge(&row->objects, &later->objects);
}

void score_merge(struct score *score, const struct score *later)
{
	score->trials += later->trials;
	moments_merge(&score->samples, &later->samples);
	moments_merge(&score->draws, &later->draws);
	moments_merge(&score->missed_sites, &later->missed_sites);
	moments_merge(&score->missed_bytes, &later->missed_bytes);
	for (size_t i = 0; i < score->rows * score->estimators; i++)
		row_merge(&score->of[i], &later->of[i]);
}

bool scorer_init(struct scorer *scorer, size_t rows_max, size_t classes, const struct weighing *weighing, size_t n)
{
	*scorer = (struct scorer){.rows_max = rows_max, .classes = classes, .estimators = n, .weighing = weighing};
	scorer->sum = calloc(rows_max * n, sizeof *scorer->sum);
	scorer->samples = calloc(rows_max, sizeof *scorer->samples);
	scorer->touched = calloc(rows_max, sizeof *scorer->touched);
	if (scorer->sum && scorer->samples && scorer->touched)
		return true;
	scorer_free(scorer);
	return false;
}

void scorer_free(struct scorer *scorer)
{
	free(scorer->sum);
	free(scorer->samples);
	free(scorer->touched);
	*scorer = (struct scorer){0};
}

static void add_to_row(struct scorer *scorer, size_t row, size_t class, const struct accumulator *accumulator)
{
	if (!scorer->samples[row])
		scorer->touched[scorer->n_touched++] = (uint32_t)row;
	scorer->samples[row] += accumulator->samples;
	for (size_t e = 0; e < scorer->estimators; e++) {
		struct estimate estimate =
			estimator_finish(accumulator, &scorer->weighing[e * scorer->classes + class]);
		struct estimate *sum = &scorer->sum[e * scorer->rows_max + row];
		sum->bytes += estimate.bytes;
		sum->objects += estimate.objects;
	}
}

/* Classes come in order of their number whatever the order in which they were sampled, so the
 * sums of floating numbers are the same for every engine that picks the same rows. */
static uint64_t sum_classes(struct scorer *scorer, const struct rows *rows, const struct tally *tally,
	size_t *seen_sites)
{
	uint64_t seen_bytes = 0;
	uint32_t last = UINT32_MAX;
	*seen_sites = 0;
	for (size_t word = 0; word < tally->words; word++) {
		for (uint64_t bits = tally->touched[word]; bits; bits &= bits - 1) {
			size_t class = word * 64 + (size_t)__builtin_ctzll(bits);
			uint32_t site = rows->classes->of[class].site;
			if (!tally->of[class].samples) /* it was counted once, and is not alive any more */
				continue;
			*seen_sites += site != last && rows->held[site];
			seen_bytes += site != last ? rows->site_bytes[site] : 0;
			last = site;
			/* A profile dumped elsewhere than at the peak may hold sites that the peak does not. */
			if (rows->of_site[site] != rows_total(rows))
				add_to_row(scorer, rows->of_site[site], class, &tally->of[class]);
			add_to_row(scorer, rows_total(rows), class, &tally->of[class]);
		}
	}
	return seen_bytes;
}

static void book_row(struct scorer *scorer, const struct rows *rows, size_t row, struct score *score)
{
	double bytes = (double)rows->bytes[row], objects = (double)rows->objects[row];
	for (size_t e = 0; e < scorer->estimators; e++) {
		struct row_score *booked = &score->of[e * score->rows + row];
		struct estimate *sum = &scorer->sum[e * scorer->rows_max + row];
		booked->seen++;
		booked->samples += scorer->samples[row];
		moments_add(&booked->objects, sum->objects / objects - 1);
		if (bytes > 0) {
			double error = sum->bytes / bytes - 1;
			moments_add(&booked->bytes, error);
			booked->absolute += fabs(error);
		}
		*sum = (struct estimate){0};
	}
	scorer->samples[row] = 0;
}

void scorer_book(struct scorer *scorer, const struct rows *rows, const struct tally *tally, struct score *score)
{
	size_t seen_sites, total = rows_total(rows);
	uint64_t seen_bytes = sum_classes(scorer, rows, tally, &seen_sites);
	score->trials++;
	moments_add(&score->samples, (double)scorer->samples[total]);
	moments_add(&score->draws, (double)tally->draws);
	moments_add(&score->missed_sites, (double)(rows->sites - seen_sites));
	moments_add(&score->missed_bytes, (double)(rows->bytes[total] - seen_bytes));
	for (size_t i = 0; i < scorer->n_touched; i++)
		book_row(scorer, rows, scorer->touched[i], score);
	scorer->n_touched = 0;
}

void scorer_errors(struct scorer *scorer, const struct rows *rows, const struct tally *tally, double *error)
{
	size_t seen_sites;
	(void)sum_classes(scorer, rows, tally, &seen_sites);
	for (size_t row = 0; row < rows->n; row++)
		error[row] = rows->bytes[row] ? scorer->sum[row].bytes / (double)rows->bytes[row] - 1 : 0;
	for (size_t i = 0; i < scorer->n_touched; i++) {
		size_t row = scorer->touched[i];
		scorer->samples[row] = 0;
		for (size_t e = 0; e < scorer->estimators; e++)
			scorer->sum[e * scorer->rows_max + row] = (struct estimate){0};
	}
	scorer->n_touched = 0;
}
