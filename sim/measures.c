/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/measures.h"

#include <math.h>

static struct measure of_exact(double exact)
{
	return (struct measure){.value = NAN, .se = NAN, .exact = exact};
}

/* The standard error of a share; by the Jeffreys estimate, so that 0 of n does not claim to be
 * certain. */
static double share_se(double hits, double n)
{
	double p = (hits + .5) / (n + 1);
	return sqrt(p * (1 - p) / n);
}

/* A mean of |error| whose squares are the squares of the errors themselves. */
static double absolute_se(double mean, const struct moments *errors)
{
	double square = errors->m2 / errors->n + errors->mean * errors->mean, variance = square - mean * mean;
	return errors->n > 1 ? sqrt((variance > 0 ? variance : 0) / (errors->n - 1)) : NAN;
}

static void set_error(const struct row_score *row, double unseen, struct measures *out)
{
	struct moments all = row->bytes, nothing = moments_constant(unseen, -1);
	moments_merge(&all, &nothing);
	out->bias.value = all.mean;
	out->bias.se = moments_mean_se(&all);
	out->cv.value = moments_sd(&all);
	out->cv.se = moments_sd_se(&all);
	out->mape.value = (row->absolute + unseen) / all.n;
	out->mape.se = absolute_se(out->mape.value, &all);
	out->bytes_mean = (1 + all.mean) * (double)out->true_bytes;
	if (row->seen) {
		out->mape_seen.value = row->absolute / (double)row->seen;
		out->mape_seen.se = absolute_se(out->mape_seen.value, &row->bytes);
	}
}

static void set_objects(const struct row_score *row, double unseen, struct measures *out)
{
	struct moments all = row->objects, nothing = moments_constant(unseen, -1);
	moments_merge(&all, &nothing);
	out->objects_bias.value = all.mean;
	out->objects_bias.se = moments_mean_se(&all);
	out->objects_cv.value = moments_sd(&all);
	out->objects_cv.se = moments_sd_se(&all);
	out->objects_mean = (1 + all.mean) * (double)out->allocations;
}

static void set_simulated(const struct row_score *row, const struct score *score, struct measures *out)
{
	double trials = (double)score->trials, seen = (double)row->seen;
	out->seen = row->seen;
	out->trials = score->trials;
	out->samples.value = (double)row->samples / trials;
	out->detection.value = seen / trials;
	out->detection.se = share_se(seen, trials);
	set_objects(row, trials - seen, out);
	if (out->true_bytes)
		set_error(row, trials - seen, out);
}

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : NAN;
}

/* What the row has of the total: raw counts of samples mislead where sizes differ. */
static void set_shares(const struct rows *rows, size_t row, const struct row_score *of, size_t total,
	const struct exact *exact, struct measures *out)
{
	out->share_samples = of_exact(ratio(exact[row].samples, exact[total].samples));
	out->share_bytes = ratio((double)rows->bytes[row], (double)rows->bytes[total]);
	out->share_objects = ratio((double)rows->objects[row], (double)rows->objects[total]);
	if (of)
		out->share_samples.value = ratio((double)of[row].samples, (double)of[total].samples);
}

void measures_of_row(const struct rows *rows, size_t row, const struct score *score, size_t estimator,
	const struct exact *exacts, struct measures *out)
{
	const struct exact *exact = &exacts[row];
	*out = (struct measures){
		.allocations = rows->objects[row],
		.true_bytes = rows->bytes[row],
		.samples = of_exact(exact->samples),
		.detection = of_exact(exact->detection),
		.bias = of_exact(exact->bias),
		.cv = of_exact(exact->cv),
		.mape = of_exact(exact->mape),
		.mape_seen = of_exact(exact->mape_seen),
		.objects_bias = of_exact(exact->objects_bias),
		.objects_cv = of_exact(exact->objects_cv),
		.bytes_mean = NAN,
		.objects_mean = NAN,
		.mape_approximate = exact->mape_approximate,
	};
	set_shares(rows, row, score && score->trials ? &score->of[estimator * rows->n] : NULL, rows_total(rows), exacts,
		out);
	if (score && score->trials)
		set_simulated(&score->of[estimator * rows->n + row], score, out);
}

double measures_worst_se(const struct measures *measures)
{
	double worst = measures->bias.se;
	worst = measures->cv.se > worst ? measures->cv.se : worst;
	return measures->mape.se > worst ? measures->mape.se : worst;
}
