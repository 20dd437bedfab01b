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

void run_open(struct run *run, const struct replay *replay, const struct rows *rows, const struct weighing *weighing,
	size_t n_estimators, int threads)
{
	*run = (struct run){.replay = *replay,
		.rows = rows,
		.weighing = weighing,
		.estimators = n_estimators,
		.threads = threads};
}

void run_close(struct run *run)
{
	for (size_t k = 0; k < 64; k++)
		score_free(&run->tree[k]);
}

/* What one thread needs. */
struct bench {
	struct tally tally;
	struct scorer scorer;
};

/* A wave: as many blocks as threads, and their benches. */
struct wave {
	struct bench *bench;
	struct score *block;
	int n;
	bool failed;
};

static void wave_free(struct wave *wave)
{
	for (int i = 0; i < wave->n; i++) {
		if (wave->bench) {
			tally_free(&wave->bench[i].tally);
			scorer_free(&wave->bench[i].scorer);
		}
		if (wave->block)
			score_free(&wave->block[i]);
	}
	free(wave->bench);
	free(wave->block);
}

static bool wave_init(struct wave *wave, const struct run *run)
{
	*wave = (struct wave){.n = run->threads};
	wave->bench = calloc((size_t)wave->n, sizeof *wave->bench);
	wave->block = calloc((size_t)wave->n, sizeof *wave->block);
	bool ok = wave->bench && wave->block;
	for (int i = 0; ok && i < wave->n; i++)
		ok = tally_init(&wave->bench[i].tally, run->rows->classes) &&
			scorer_init(&wave->bench[i].scorer, run->rows, run->weighing, run->estimators) &&
			score_init(&wave->block[i], run->rows->n, run->estimators);
	if (!ok)
		wave_free(wave);
	return ok;
}

static bool run_block(const struct run *run, struct bench *bench, uint64_t from, uint64_t to, struct score *score)
{
	score_clear(score);
	for (uint64_t trial = from; trial < to; trial++) {
		if (!replay_trial(&run->replay, trial, &bench->tally))
			return false;
		scorer_book(&bench->scorer, &bench->tally, score);
	}
	return true;
}

/* A binary counter of blocks: a new block merges with the tree of the same size, and so on up. */
static bool push_block(struct run *run, struct score *block)
{
	size_t k = 0;
	for (; run->filled >> k & 1; k++) {
		score_merge(&run->tree[k], block); /* the earlier trials come first */
		score_copy(block, &run->tree[k]);
		run->filled &= ~(UINT64_C(1) << k);
	}
	if (!run->tree[k].of && !score_init(&run->tree[k], block->rows, block->estimators))
		return false;
	score_copy(&run->tree[k], block);
	run->filled |= UINT64_C(1) << k;
	return true;
}

static bool run_wave(struct run *run, struct wave *wave, uint64_t trials)
{
	uint64_t left = trials - run->trials, blocks = (left + TRIALS_PER_BLOCK - 1) / TRIALS_PER_BLOCK;
	int n = blocks < (uint64_t)wave->n ? (int)blocks : wave->n;
	bool failed = false;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic, 1) reduction(|| : failed)
	for (int i = 0; i < n; i++) {
		uint64_t from = run->trials + (uint64_t)i * TRIALS_PER_BLOCK, to = from + TRIALS_PER_BLOCK;
		failed = failed ||
			!run_block(run, &wave->bench[worker()], from, to < trials ? to : trials, &wave->block[i]);
	}
	for (int i = 0; i < n && !failed; i++) {
		uint64_t done = wave->block[i].trials;
		failed = !push_block(run, &wave->block[i]);
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

void run_score(const struct run *run, struct score *score)
{
	score_clear(score);
	for (size_t k = 64; k-- > 0;) /* the largest tree holds the earliest trials */
		if (run->filled >> k & 1)
			score_merge(score, &run->tree[k]);
}
