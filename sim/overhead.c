/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/overhead.h"

#include <math.h>

static void add_class(const struct cost_model *model, const struct class *class, double p, struct overhead *out)
{
	size_t group = cost_model_group(model, class->size);
	double count = (double)class->count;
	out->group[group].allocations += class->count;
	out->group[group].alloc_ns += count * model->ns[group];
	out->group[group].samples_exact += count * p;
	out->slowdown_exact += count * p * model->sample_ns / model->ns[group];
}

static double share(const struct cost_model *model, double samples, double alloc_ns)
{
	return alloc_ns > 0 ? samples * model->sample_ns / alloc_ns : NAN;
}

static void total(const struct experiment *experiment, const struct cost_model *model, struct overhead *out)
{
	const struct view *view = experiment_view(experiment);
	const struct score *score = view->live ? NULL : experiment_score(experiment, 0, 0);
	double samples = 0, alloc_ns = 0, allocations = 0;
	for (size_t g = 0; g < out->n; g++) {
		samples += out->group[g].samples_exact;
		alloc_ns += out->group[g].alloc_ns;
		allocations += (double)out->group[g].allocations;
		out->group[g].share_exact = share(model, out->group[g].samples_exact, out->group[g].alloc_ns);
	}
	out->slowdown_exact /= allocations;
	out->share = (struct measure){.value = NAN, .se = NAN, .exact = share(model, samples, alloc_ns)};
	if (score) {
		out->share.value = share(model, score->samples.mean, alloc_ns);
		out->share.se = share(model, moments_mean_se(&score->samples), alloc_ns);
	}
}

void overhead_of(const struct experiment *experiment, const struct cost_model *model, struct overhead *out)
{
	const struct classes *classes = &experiment->ground->classes;
	bool known = sampler_memoryless(&experiment->sampler);
	*out = (struct overhead){.n = model->n, .sample_ns = model->sample_ns};
	for (size_t g = 0; g < model->n; g++)
		out->group[g].from = model->from[g];
	for (size_t c = 0; c < classes->n; c++)
		add_class(model, &classes->of[c], known ? experiment->weighing[c].law.p : NAN, out);
	total(experiment, model, out);
}
