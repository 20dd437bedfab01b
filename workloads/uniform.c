/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/param.h"
#include "core/stream.h"
#include "workloads/fill.h"
#include "workloads/workload.h"
#include <inttypes.h>

struct uniform {
	uint64_t allocations, min, max, sites, threads, seed;
};

static const struct param params[] = {
	{"allocations", PARAM_COUNT, offsetof(struct uniform, allocations), "1000000", "allocations", 1, 0,
		.value = "N"},
	{"min", PARAM_SIZE, offsetof(struct uniform, min), "16", "least size", 0, (double)TRACE_SIZE_MAX,
		.value = "SIZE"},
	{"max", PARAM_SIZE, offsetof(struct uniform, max), "4096", "largest size", 0, (double)TRACE_SIZE_MAX,
		.value = "SIZE"},
	{"sites", PARAM_COUNT, offsetof(struct uniform, sites), "100", "sites, each as likely", 1, 0x1p24,
		.value = "N"},
	{"threads", PARAM_COUNT, offsetof(struct uniform, threads), "1", "threads, each as likely", 1, 65536,
		.value = "N"},
	{"seed", PARAM_COUNT, offsetof(struct uniform, seed), "1", "of the workload", .value = "N"},
	{0},
};

static bool run(const struct uniform *uniform, struct trace *trace, struct err *err)
{
	struct pcg64 rng;
	stream_open(&rng, uniform->seed, 0, 0, STREAM_WORKLOAD);
	for (uint64_t row = 0; row < uniform->allocations; row++) {
		/* One draw a statement: C does not order the arguments of a call. */
		uint64_t size = uniform->min + draw_below(&rng, uniform->max - uniform->min + 1);
		uint32_t site = (uint32_t)draw_below(&rng, uniform->sites);
		uint32_t thread = (uint32_t)draw_below(&rng, uniform->threads);
		if (!fill_allocate(trace, size, site, thread, err))
			return false;
	}
	return true;
}

static bool generate(char *arguments, struct trace *trace, struct err *err)
{
	struct uniform uniform;
	params_preset(params, &uniform);
	if (!params_parse(params, "workload uniform", arguments, ',', &uniform, err))
		return false;
	if (uniform.min > uniform.max)
		return err_set(err, "workload uniform: min=%" PRIu64 " is above max=%" PRIu64, uniform.min,
			uniform.max);
	return fill_fits(trace, uniform.allocations, 16, err) && fill_sites(trace, (uint32_t)uniform.sites, err) &&
		run(&uniform, trace, err);
}

const struct workload workload_uniform = {
	.name = "uniform",
	.summary = "sizes uniform between two limits, nothing freed",
	.grammar = "uniform[:allocations=N][,min=SIZE][,max=SIZE][,sites=N][,threads=N][,seed=N]",
	.source = "synthetic",
	.generate = generate,
};
