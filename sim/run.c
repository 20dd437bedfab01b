/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/run.h"

#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int run_threads(uint64_t asked)
{
#ifdef _OPENMP
	uint64_t cores = (uint64_t)omp_get_num_procs();
	return (int)(asked && asked < 4096 ? asked : cores);
#else
	(void)asked;
	return 1;
#endif
}

static int worker(void)
{
#ifdef _OPENMP
	return omp_get_thread_num();
#else
	return 0;
#endif
}

void run_open(struct run *run, const struct replay *replay, const struct view *view, const struct weighing *weighing,
	size_t n_estimators, int threads)
{
	*run = (struct run){.replay = *replay,
		.view = view,
		.weighing = weighing,
		.estimators = n_estimators,
		.scores = dumps_scores(view, n_estimators),
		.threads = threads};
}

/* The dump whose rows a score is about: peak-seen has one for all estimators. */
static const struct rows *rows_of(const struct run *run, size_t score)
{
	return &run->view->dump[score < run->view->n ? score : 0].rows;
}

void run_scores_free(struct score *scores, size_t n)
{
	for (size_t i = 0; scores && i < n; i++)
		score_free(&scores[i]);
	free(scores);
}

struct score *run_scores_new(const struct run *run)
{
	struct score *scores = calloc(run->scores, sizeof *scores);
	for (size_t i = 0; scores && i < run->scores; i++) {
		if (!score_init(&scores[i], rows_of(run, i)->n, run->estimators)) {
			run_scores_free(scores, run->scores);
			return NULL;
		}
	}
	return scores;
}

void run_close(struct run *run)
{
	for (size_t k = 0; k < 64; k++)
		run_scores_free(run->tree[k], run->scores);
}

/* What one thread needs. */
struct bench {
	struct tally tally;
	struct scorer scorer;
	struct booking booking;
};

/* A wave: blocks that are run side by side, one bench a thread. Threads wait for each other at its
 * end, so it holds several blocks for each of them, as many as fit WAVE_MEMORY. */
enum { BLOCKS_PER_THREAD = 16, WAVE_MEMORY = 64 << 20 };
struct wave {
	struct bench *bench;
	struct score **block;
	int threads, blocks;
	size_t scores;
};

static void wave_free(struct wave *wave)
{
	for (int i = 0; wave->bench && i < wave->threads; i++) {
		tally_free(&wave->bench[i].tally);
		scorer_free(&wave->bench[i].scorer);
		booking_free(&wave->bench[i].booking);
	}
	for (int i = 0; wave->block && i < wave->blocks; i++)
		run_scores_free(wave->block[i], wave->scores);
	free(wave->bench);
	free(wave->block);
}

static size_t most_rows(const struct view *view)
{
	size_t most = 0;
	for (size_t d = 0; d < view->n; d++)
		most = view->dump[d].rows.n > most ? view->dump[d].rows.n : most;
	return most;
}

static bool bench_init(struct bench *bench, const struct run *run)
{
	const struct classes *classes = run->replay.classes;
	bench->booking = (struct booking){.trace = run->replay.trace, .view = run->view};
	return tally_init(&bench->tally, classes, run->view->live) &&
		scorer_init(&bench->scorer, most_rows(run->view), classes->n, run->weighing, run->estimators);
}

static int wave_blocks(const struct run *run)
{
	size_t block = run->scores * run->estimators * most_rows(run->view) * sizeof(struct row_score);
	size_t fit = WAVE_MEMORY / (block + 1), most = (size_t)run->threads * BLOCKS_PER_THREAD;
	return fit < (size_t)run->threads ? run->threads : fit < most ? (int)fit : (int)most;
}

static bool wave_init(struct wave *wave, const struct run *run)
{
	*wave = (struct wave){.threads = run->threads, .blocks = wave_blocks(run), .scores = run->scores};
	wave->bench = calloc((size_t)wave->threads, sizeof *wave->bench);
	wave->block = calloc((size_t)wave->blocks, sizeof *wave->block);
	bool ok = wave->bench && wave->block;
	for (int i = 0; ok && i < wave->threads; i++)
		ok = bench_init(&wave->bench[i], run);
	for (int i = 0; ok && i < wave->blocks; i++)
		ok = (wave->block[i] = run_scores_new(run));
	if (!ok)
		wave_free(wave);
	return ok;
}

static bool run_block(const struct run *run, struct bench *bench, uint64_t from, uint64_t to, struct score *scores)
{
	for (size_t i = 0; i < run->scores; i++)
		score_clear(&scores[i]);
	for (uint64_t trial = from; trial < to; trial++)
		if (!replay_trial(&run->replay, trial, &bench->tally) ||
			!dumps_book(&bench->booking, &bench->scorer, &bench->tally, scores))
			return false;
	return true;
}

static void copy_scores(const struct run *run, struct score *to, const struct score *from)
{
	for (size_t i = 0; i < run->scores; i++)
		score_copy(&to[i], &from[i]);
}

/* A binary counter of blocks: a new block merges with the tree of the same size, and so on up. */
static bool push_block(struct run *run, struct score *block)
{
	size_t k = 0;
	for (; run->filled >> k & 1; k++) {
		for (size_t i = 0; i < run->scores; i++)
			score_merge(&run->tree[k][i], &block[i]); /* the earlier trials come first */
		copy_scores(run, block, run->tree[k]);
		run->filled &= ~(UINT64_C(1) << k);
	}
	if (!run->tree[k] && !(run->tree[k] = run_scores_new(run)))
		return false;
	copy_scores(run, run->tree[k], block);
	run->filled |= UINT64_C(1) << k;
	return true;
}

static bool run_wave(struct run *run, struct wave *wave, uint64_t trials)
{
	uint64_t left = trials - run->trials, blocks = (left + TRIALS_PER_BLOCK - 1) / TRIALS_PER_BLOCK;
	int n = blocks < (uint64_t)wave->blocks ? (int)blocks : wave->blocks;
	bool failed = false;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic, 1) reduction(|| : failed)
	for (int i = 0; i < n; i++) {
		uint64_t from = run->trials + (uint64_t)i * TRIALS_PER_BLOCK, to = from + TRIALS_PER_BLOCK;
		failed = failed ||
			!run_block(run, &wave->bench[worker()], from, to < trials ? to : trials, wave->block[i]);
	}
	for (int i = 0; i < n && !failed; i++) {
		uint64_t done = wave->block[i][0].trials;
		failed = !push_block(run, wave->block[i]);
		run->trials += done;
	}
	return !failed;
}

bool run_extend(struct run *run, uint64_t trials, void (*progress)(void *, uint64_t), void *context)
{
	struct wave wave;
	if (!wave_init(&wave, run))
		return false;
	bool ok = true;
	while (ok && run->trials < trials) {
		ok = run_wave(run, &wave, trials);
		if (ok && progress)
			progress(context, run->trials);
	}
	wave_free(&wave);
	return ok;
}

void run_score(const struct run *run, struct score *scores)
{
	for (size_t i = 0; i < run->scores; i++) {
		score_clear(&scores[i]);
		for (size_t k = 64; k-- > 0;) /* the largest tree holds the earliest trials */
			if (run->filled >> k & 1)
				score_merge(&scores[i], &run->tree[k][i]);
	}
}
