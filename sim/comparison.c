/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/comparison.h"

#include <math.h>
#include <stdlib.h>

/* Means and co-moments of a pair of numbers over trials. */
struct pairs {
	double n, a, b, aa, ab, bb;
};

static void pairs_merge(struct pairs *all, const struct pairs *more)
{
	if (more->n == 0)
		return;
	double n = all->n + more->n, da = more->a - all->a, db = more->b - all->b, weight = all->n * more->n / n;
	all->aa += more->aa + da * da * weight;
	all->ab += more->ab + da * db * weight;
	all->bb += more->bb + db * db * weight;
	all->a += da * more->n / n;
	all->b += db * more->n / n;
	all->n = n;
}

static void pairs_add(struct pairs *all, double a, double b)
{
	struct pairs one = {.n = 1, .a = a, .b = b};
	pairs_merge(all, &one);
}

/* A mean over a mean; its error to first order from the spread of a - r b. */
static struct ratio ratio_of(const struct pairs *pairs, double exact)
{
	double r = pairs->a / pairs->b, spread = pairs->aa - 2 * r * pairs->ab + r * r * pairs->bb;
	if (!(pairs->b > 0))
		return (struct ratio){NAN, NAN, exact};
	return (struct ratio){
		.value = r,
		.se = sqrt((spread > 0 ? spread : 0) / (pairs->n * (pairs->n - 1))) / pairs->b,
		.exact = exact,
	};
}

/* Both samplers of one thread. */
struct side {
	const struct dump *dump; /* by its own classes */
	struct replay replay;
	struct tally tally;
	struct scorer scorer;
	double *error; /* per row: estimate / truth - 1 */
};

struct bench {
	struct side side[2];
	struct booking booking;
	struct pairs *square, *absolute; /* of the block, per row */
};

static void side_free(struct side *side)
{
	tally_free(&side->tally);
	scorer_free(&side->scorer);
	free(side->error);
}

static void bench_free(struct bench *bench)
{
	side_free(&bench->side[0]);
	side_free(&bench->side[1]);
	booking_free(&bench->booking);
	free(bench->square);
	free(bench->absolute);
}

static bool side_init(struct side *side, const struct experiment *experiment, size_t dump, const struct effort *effort)
{
	const struct ground *ground = experiment->ground;
	size_t rows = ground->view.dump[dump].rows.n;
	side->dump = &ground->view.dump[dump];
	side->replay = experiment_replay(experiment, effort);
	side->error = calloc(rows, sizeof *side->error);
	return side->error && tally_init(&side->tally, &ground->classes, ground->view.live) &&
		scorer_init(&side->scorer, rows, ground->classes.n, experiment->weighing, 1);
}

static bool bench_init(struct bench *bench, const struct experiment *a, const struct experiment *b, size_t dump,
	const struct effort *effort)
{
	size_t rows = a->ground->view.dump[dump].rows.n;
	bench->booking = (struct booking){.trace = a->ground->trace, .view = &a->ground->view};
	bench->square = calloc(rows, sizeof *bench->square);
	bench->absolute = calloc(rows, sizeof *bench->absolute);
	return bench->square && bench->absolute && side_init(&bench->side[0], a, dump, effort) &&
		side_init(&bench->side[1], b, dump, effort);
}

static bool run_trial(struct bench *bench, size_t rows, uint64_t trial)
{
	for (int i = 0; i < 2; i++) {
		struct side *side = &bench->side[i];
		if (!replay_trial(&side->replay, trial, &side->tally))
			return false;
		dumps_pick(&bench->booking, &side->tally, side->dump);
		scorer_errors(&side->scorer, &side->dump->rows, &side->tally, side->error);
		tally_clear(&side->tally);
	}
	for (size_t row = 0; row < rows; row++) {
		double a = bench->side[0].error[row], b = bench->side[1].error[row];
		pairs_add(&bench->square[row], a * a, b * b);
		pairs_add(&bench->absolute[row], fabs(a), fabs(b));
	}
	return true;
}

static bool run_block(struct bench *bench, size_t rows, uint64_t from, uint64_t to)
{
	for (size_t row = 0; row < rows; row++)
		bench->square[row] = bench->absolute[row] = (struct pairs){0};
	for (uint64_t trial = from; trial < to; trial++)
		if (!run_trial(bench, rows, trial))
			return false;
	return true;
}

/* Blocks of a wave run side by side and are merged in their order: the sum does not depend on how
 * many threads there are. */
static bool run_waves(struct bench *bench, int threads, size_t rows, const struct effort *effort, struct pairs *square,
	struct pairs *absolute)
{
	bool failed = false;
	for (uint64_t from = 0; from < effort->trials && !failed; from += (uint64_t)threads * TRIALS_PER_BLOCK) {
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(|| : failed)
		for (int i = 0; i < threads; i++) {
			uint64_t start = from + (uint64_t)i * TRIALS_PER_BLOCK, end = start + TRIALS_PER_BLOCK;
			end = end < effort->trials ? end : effort->trials;
			failed = failed || !run_block(&bench[i], rows, start, end);
		}
		for (int i = 0; i < threads; i++)
			for (size_t row = 0; row < rows; row++) {
				pairs_merge(&square[row], &bench[i].square[row]);
				pairs_merge(&absolute[row], &bench[i].absolute[row]);
			}
		if (effort->progress)
			effort->progress(effort->context, from);
	}
	return !failed;
}

static double exact_mse(const struct exact *exact)
{
	return exact->cv * exact->cv + exact->bias * exact->bias;
}

static bool compare(const struct experiment *a, const struct experiment *b, size_t d, const struct effort *effort,
	struct bench *bench, struct row_ratios *ratios)
{
	size_t rows = experiment_view(a)->dump[d].rows.n;
	struct pairs *square = calloc(rows, sizeof *square), *absolute = calloc(rows, sizeof *absolute);
	bool ok = square && absolute;
	for (int i = 0; ok && i < effort->threads; i++)
		ok = bench_init(&bench[i], a, b, d, effort);
	ok = ok && run_waves(bench, effort->threads, rows, effort, square, absolute);
	for (size_t row = 0; ok && row < rows; row++) {
		const struct exact *ea = &a->exact[d][row], *eb = &b->exact[d][row];
		ratios[row].mse = ratio_of(&square[row], exact_mse(ea) / exact_mse(eb));
		ratios[row].mape = ratio_of(&absolute[row], ea->mape / eb->mape);
	}
	free(square);
	free(absolute);
	return ok;
}

bool comparison_run(const struct experiment *a, const struct experiment *b, size_t dump, const struct effort *effort,
	struct row_ratios *ratios)
{
	struct bench *bench = calloc((size_t)effort->threads, sizeof *bench);
	bool ok = bench && compare(a, b, dump, effort, bench, ratios);
	for (int i = 0; bench && i < effort->threads; i++)
		bench_free(&bench[i]);
	free(bench);
	return ok;
}
