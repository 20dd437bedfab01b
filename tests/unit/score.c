/* SPDX-License-Identifier: GPL-3.0-or-later
 * Samples put into a tally by hand, booked, and read back. */
#include "sim/score.h"
#include "sim/measures.h"
#include "tests/check.h"
#include "tests/scene.h"
#include <math.h>

/* Sites in this order of rows: a (two classes), b; then the other sites c and d; the total. */
#define WORKLOAD "cycle:a=100*10,a=1000,b=500*2,c=10*4,d=20"
enum { A, B, OTHERS, TOTAL, ROWS };

/* Estimators: what was sampled, and 50 bytes and half an object per mark. */
enum { RAW, MARKS, ESTIMATORS };

struct bench {
	struct scene scene;
	struct weighing weighing[ESTIMATORS * 5];
	struct tally tally;
	struct scorer scorer;
	struct score score;
};

static void bench_open(struct bench *bench)
{
	scene_open(&bench->scene, WORKLOAD, 2);
	check_u64(bench->scene.classes.n, 5);
	check_u64(bench->scene.rows.n, ROWS);
	for (size_t c = 0; c < 5; c++) {
		double size = (double)bench->scene.classes.of[c].size;
		bench->weighing[c] = (struct weighing){.weight = {.bytes = size, .objects = 1}};
		bench->weighing[5 + c] = (struct weighing){.weight = {.bytes = 50, .objects = .5, .per_mark = true}};
	}
	check(tally_init(&bench->tally, &bench->scene.classes, false));
	check(scorer_init(&bench->scorer, ROWS, bench->scene.classes.n, bench->weighing, ESTIMATORS));
	check(score_init(&bench->score, ROWS, ESTIMATORS));
}

static void bench_close(struct bench *bench)
{
	score_free(&bench->score);
	scorer_free(&bench->scorer);
	tally_free(&bench->tally);
	scene_close(&bench->scene);
}

/* The class of a size: all sizes of the workload differ. */
static size_t class_of(const struct bench *bench, uint64_t size)
{
	size_t class = 0;
	while (bench->scene.classes.of[class].size != size)
		class ++;
	return class;
}

static void sample(struct bench *bench, uint64_t size, uint64_t marks)
{
	size_t class = class_of(bench, size);
	bench->tally.touched[0] |= UINT64_C(1) << class;
	bench->tally.of[class].samples++;
	bench->tally.of[class].marks += marks;
	bench->tally.draws += 2;
}

static void book(struct bench *bench)
{
	scorer_book(&bench->scorer, &bench->scene.rows, &bench->tally, &bench->score);
	tally_clear(&bench->tally);
}

static const struct row_score *row(const struct bench *bench, int estimator, int number)
{
	return &bench->score.of[estimator * ROWS + number];
}

static void check_row(const struct row_score *row, uint64_t seen, uint64_t samples, double mean)
{
	check_u64(row->seen, seen);
	check_u64(row->samples, samples);
	check_near(1 + row->bytes.mean, 1 + mean, 1e-15);
	check(row->bytes.n == (double)seen && row->objects.n == (double)seen);
}

TEST(score, one_trial)
{
	struct bench bench;
	bench_open(&bench);
	sample(&bench, 100, 3);
	sample(&bench, 100, 1);
	sample(&bench, 1000, 10);
	sample(&bench, 10, 1);
	book(&bench);
	check_u64(bench.score.trials, 1);
	check_row(row(&bench, RAW, A), 1, 3, 1200 / 2000. - 1);
	check_row(row(&bench, MARKS, A), 1, 3, 700 / 2000. - 1);
	check_row(row(&bench, RAW, B), 0, 0, 0);
	check_row(row(&bench, RAW, OTHERS), 1, 1, 10 / 60. - 1);
	check_row(row(&bench, MARKS, OTHERS), 1, 1, 50 / 60. - 1);
	check_row(row(&bench, RAW, TOTAL), 1, 4, 1210 / 3060. - 1);
	check_row(row(&bench, MARKS, TOTAL), 1, 4, 750 / 3060. - 1);
	check_near(row(&bench, RAW, A)->objects.mean, 3 / 11. - 1, 1e-15);
	check_near(row(&bench, MARKS, A)->objects.mean, 7 / 11. - 1, 1e-15);
	check_near(row(&bench, RAW, A)->absolute, .4, 1e-15);
	check(bench.score.samples.mean == 4 && bench.score.draws.mean == 8);
	/* b and d. */
	check(bench.score.missed_sites.mean == 2 && bench.score.missed_bytes.mean == 1020);
	bench_close(&bench);
}

TEST(score, booking_leaves_nothing_behind)
{
	struct bench bench;
	bench_open(&bench);
	sample(&bench, 100, 3);
	sample(&bench, 500, 2);
	sample(&bench, 20, 1);
	book(&bench);
	for (size_t word = 0; word < bench.tally.words; word++)
		check_u64(bench.tally.touched[word], 0);
	for (size_t c = 0; c < 5; c++)
		check(bench.tally.of[c].samples == 0 && bench.tally.of[c].marks == 0);
	check_u64(bench.scorer.n_touched, 0);
	for (size_t i = 0; i < ROWS; i++)
		check_u64(bench.scorer.samples[i], 0);
	for (size_t i = 0; i < ESTIMATORS * ROWS; i++)
		check(bench.scorer.sum[i].bytes == 0 && bench.scorer.sum[i].objects == 0);
	/* Nor does a trial that saw nothing touch a row. */
	struct row_score before = *row(&bench, RAW, TOTAL);
	book(&bench);
	check_u64(bench.score.trials, 2);
	check_row(row(&bench, RAW, TOTAL), before.seen, before.samples, before.bytes.mean);
	check(bench.score.missed_sites.mean == (1 + 4) / 2.);
	bench_close(&bench);
}

/* Four trials; b is seen in two of them, once and twice: 500, 1000, nothing, nothing of 1000 bytes. */
TEST(score, trials_that_saw_nothing_count)
{
	struct bench bench;
	struct exact none[ROWS] = {{0}};
	struct measures b;
	bench_open(&bench);
	sample(&bench, 500, 1);
	book(&bench);
	book(&bench);
	sample(&bench, 500, 4);
	sample(&bench, 500, 4);
	book(&bench);
	sample(&bench, 100, 1);
	book(&bench);
	measures_of_row(&bench.scene.rows, B, &bench.score, RAW, none, &b);
	check(b.seen == 2 && b.trials == 4 && b.detection.value == .5 && b.samples.value == .75);
	check_near(b.bias.value, -.625, 1e-15);
	check_near(b.bytes_mean, 375, 1e-15);
	/* Deviations of .5, 1, 0, 0 from their mean .375: squares .015625, .390625, .140625, .140625. */
	check_near(b.cv.value, sqrt(.6875 / 3), 1e-15);
	check_near(b.bias.se, sqrt(.6875 / 3 / 4), 1e-15);
	/* |error| is .5, 0, 1, 1; where seen .5, 0. */
	check_near(b.mape.value, .625, 1e-15);
	check_near(b.mape.se, sqrt((2.25 / 4 - .625 * .625) / 3), 1e-14);
	check_near(b.mape_seen.value, .25, 1e-15);
	check_near(b.mape_seen.se, sqrt(.25 / 2 - .25 * .25), 1e-14);
	check_near(b.objects_bias.value, .375 - 1, 1e-15);
	/* 50 bytes a mark: 50, 0, 400, 0. */
	measures_of_row(&bench.scene.rows, B, &bench.score, MARKS, none, &b);
	check_near(b.bytes_mean, 112.5, 1e-14);
	check_near(b.mape.value, (.95 + 1 + .6 + 1) / 4, 1e-15);
	check_near(b.objects_mean, .5 * 9 / 4, 1e-15);
	bench_close(&bench);
}

TEST(score, a_row_never_seen)
{
	struct bench bench;
	struct exact none[ROWS] = {{0}};
	struct measures b;
	bench_open(&bench);
	for (int i = 0; i < 10; i++)
		book(&bench);
	measures_of_row(&bench.scene.rows, B, &bench.score, RAW, none, &b);
	check(b.seen == 0 && b.detection.value == 0 && b.bias.value == -1 && b.cv.value == 0 && b.mape.value == 1);
	check(isnan(b.mape_seen.value) && b.detection.se > 0);
	measures_of_row(&bench.scene.rows, B, NULL, RAW, none, &b);
	check(b.trials == 0 && isnan(b.bias.value) && isnan(b.detection.value));
	bench_close(&bench);
}

/* Two halves merged are the whole, up to rounding; what is cleared is empty. */
TEST(score, two_halves)
{
	struct bench whole, first, second;
	struct bench *part[] = {&first, &second};
	static const uint64_t sizes[] = {100, 1000, 500, 10, 20};
	bench_open(&whole);
	bench_open(&first);
	bench_open(&second);
	for (unsigned trial = 0; trial < 60; trial++) {
		for (unsigned i = 0; i < trial % 4; i++) {
			uint64_t size = sizes[(trial + 3 * i) % 5];
			sample(&whole, size, 1 + trial % 3);
			sample(part[trial / 30], size, 1 + trial % 3);
		}
		book(&whole);
		book(part[trial / 30]);
	}
	score_merge(&first.score, &second.score);
	check_u64(first.score.trials, 60);
	check_near(first.score.samples.m2, whole.score.samples.m2, 1e-14);
	check_near(first.score.missed_bytes.m2, whole.score.missed_bytes.m2, 1e-14);
	for (int i = 0; i < ESTIMATORS * ROWS; i++) {
		const struct row_score *merged = &first.score.of[i], *one = &whole.score.of[i];
		check_u64(merged->seen, one->seen);
		check_u64(merged->samples, one->samples);
		check_near(merged->absolute, one->absolute, 1e-14);
		check_near(merged->bytes.m2, one->bytes.m2, 1e-13);
		check_near(merged->objects.m4, one->objects.m4, 1e-12);
	}
	score_clear(&second.score);
	check(second.score.trials == 0 && second.score.rows == ROWS && second.score.of[TOTAL].seen == 0);
	check(second.score.samples.n == 0);
	for (int i = 0; i < 2; i++)
		bench_close(part[i]);
	bench_close(&whole);
}
