/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact_mape.h"

#include "sim/exact_series.h"

#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-6
#define FEW 1e-5 /* samples that let one wish for no second; the error bound decides */

/* The Bernoulli samples of count allocations are Bin(count, p), the marks of count allocations
 * Bin(count * units, mark_p) or Poisson: sums of one kind stay of that kind. */
static struct counts term_law(const struct exact_term *term)
{
	double count = (double)term->count;

	if (!term->per_mark)
		return (struct counts){count, term->p, exp(term->log_miss), term->log_miss, count * term->p};
	if (term->law == MARKS_POISSON)
		return (struct counts){INFINITY, 0, 1, 0, count * term->mark_mean};
	double units = count * (double)term->units, p = term->mark_p;
	return (struct counts){units, p, 1 - p, log1p(-p), units * p};
}

bool exact_term_law(const struct exact_term *term, struct counts *law, double *constant)
{
	*constant = 0;
	if (term->p == 0)
		return false;
	*law = term_law(term);
	if (law->q > 0)
		return true;
	*constant = law->n * term->bytes;
	return false;
}

/* The estimate can only fall short: E|X - B| = B - E X. When nearly every trial sees something, the
 * unseen part is taken from the shortfall; when few do, both are divided by P(seen) first. */
static void never_above(const struct mape_sums *sums, struct mape *mape)
{
	double unseen = exp(sums->log_unseen), seen = -expm1(sums->log_unseen);

	mape->all = -sums->bias / sums->truth;
	mape->seen = unseen > .5 ? 1 - sums->mean / (sums->truth * seen) : (mape->all - unseen) / seen;
	mape->seen = fmax(mape->seen, 0);
}

/* Every estimate but that of nothing seen is at least the truth:
 * E|X - B| = E X - B + 2 B P0; given seen E X / (1 - P0) - B. */
static void never_below(const struct mape_sums *sums, struct mape *mape)
{
	double unseen = exp(sums->log_rest), seen = -expm1(sums->log_rest);

	mape->all = (sums->bias + 2 * sums->rest * unseen) / sums->truth;
	if (sums->log_unseen != sums->log_rest)
		mape->seen = mape->all; /* something is always sampled */
	else if (sums->bias == 0)
		mape->seen = 1 / expm1(-sums->log_rest);
	else if (unseen > .5)
		mape->seen = sums->mean / (sums->truth * seen) - 1;
	else
		mape->seen = (sums->bias / sums->truth + unseen) / seen;
}

/* X = w K + constant: E|X - B| = w E|K - t|, t = E K - bias / w. */
static void lattice(const struct mape_sums *sums, struct mape *mape)
{
	double weight = sums->lightest, excess = sums->bias / weight, scale = weight / sums->truth;
	double unseen = exp(sums->log_unseen), seen = -expm1(sums->log_unseen);

	mape->all = scale * counts_deviation(&sums->law, excess);
	if (unseen > .5)
		mape->seen = scale * counts_deviation_seen(&sums->law, excess) / seen;
	else
		mape->seen = (mape->all - unseen) / seen;
}

/* Where samples are likelier than misses the misses are counted: n of a large object that is nearly
 * always sampled would drown what is random about it. */
static struct part part_of(double weight, const struct counts *law)
{
	if (law->p > .5)
		return (struct part){.weight = -weight, .law = counts_missed(law)};
	return (struct part){.weight = weight, .law = *law};
}

static size_t collect(const struct exact_term *terms, size_t n, struct part *parts)
{
	size_t used = 0;
	struct counts law;
	double constant;

	for (size_t i = 0; i < n; i++)
		if (exact_term_law(&terms[i], &law, &constant))
			parts[used++] = part_of(terms[i].bytes, &law);
	return used;
}

static double samples_of(const struct part *parts, size_t n)
{
	double samples = 0;

	for (size_t i = 0; i < n; i++)
		samples += parts[i].law.mean;
	return samples;
}

/* For very few samples: given one, it is the only one, and of part i with a probability in proportion to
 * its mean. With l = E K and w = E X / l, what P(K = 1), P(K >= 2) <= l^2 / 2 and E(X; K >= 2) <= l^2 w
 * leave out is below 3 l (w + B) / E|X - B|. */
static void single(const struct part *parts, size_t n, const struct mape_sums *sums, struct mape *mape)
{
	double unseen = exp(sums->log_unseen), seen = -expm1(sums->log_unseen), samples = samples_of(parts, n), sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += parts[i].law.mean / samples * fabs(parts[i].weight - sums->truth);
	mape->seen = sum / sums->truth;
	mape->all = unseen + seen * mape->seen;
	mape->error = 3 * samples * (sums->mean / samples + sums->truth) / sum;
}

/* The series. Its error counts for more where most trials see nothing: their error, which is 1, says
 * little and is subtracted. */
static void several(struct part *parts, size_t n, const struct mape_sums *sums, struct mape *mape)
{
	double unseen = exp(sums->log_unseen), seen = -expm1(sums->log_unseen);
	struct question question = {sums->bias, unseen * sums->truth, seen, TOLERANCE};
	struct series series = series_deviation(parts, n, &question);

	mape->all = series.value / sums->truth;
	mape->seen = fmax(mape->all - unseen, 0) / seen;
	mape->error = series.error / fmax(series.value - question.known, 0);
}

/* Different weights: no closed form. Without memory there is no answer. */
static void mixed(const struct exact_term *terms, size_t n, const struct mape_sums *sums, struct mape *mape)
{
	struct part *parts = malloc(n * sizeof(*parts));

	mape->error = INFINITY;
	if (!parts)
		return;
	size_t used = collect(terms, n, parts);
	if (sums->log_rest == sums->log_unseen && sums->log_unseen > -FEW)
		single(parts, used, sums, mape);
	if (!(mape->error <= TOLERANCE)) {
		struct mape series = {.error = INFINITY};
		several(parts, used, sums, &series);
		if (!(mape->error <= series.error))
			*mape = series;
	}
	free(parts);
}

void exact_mape(const struct exact_term *terms, size_t n, const struct mape_sums *sums, struct mape *mape)
{
	*mape = (struct mape){.all = NAN, .seen = NAN};
	if (sums->rest <= 0)
		mape->all = mape->seen = sums->bias / sums->truth;
	else if (sums->rest <= sums->lightest && sums->bias == 0)
		never_below(sums, mape); /* before the next: size / p rounds to size where p is nearly 1 */
	else if (sums->highest <= sums->rest)
		never_above(sums, mape);
	else if (sums->rest <= sums->lightest)
		never_below(sums, mape);
	else if (sums->one_lattice)
		lattice(sums, mape);
	else
		mixed(terms, n, sums, mape);
	if (sums->log_unseen == 0)
		mape->seen = NAN;
}
