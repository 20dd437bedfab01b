/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/elementary.h"
#include "core/param.h"
#include "core/stream.h"
#include "workloads/fill.h"
#include "workloads/workload.h"
#include <math.h>

struct lognormal {
	uint64_t allocations, sites, threads, seed;
	double mean, sigma;
};

static const struct param params[] = {
	{"allocations", PARAM_COUNT, offsetof(struct lognormal, allocations), "1000000", "allocations", 1, 0,
		.value = "N"},
	{"mean", PARAM_REAL, offsetof(struct lognormal, mean), "200", "arithmetic mean of the law, bytes", 1, 0x1p40,
		.value = "BYTES"},
	{"sigma", PARAM_REAL, offsetof(struct lognormal, sigma), "1.5", "standard deviation of ln(size)", 0, 8,
		.value = "X"},
	{"sites", PARAM_COUNT, offsetof(struct lognormal, sites), "100", "sites, each as likely", 1, 0x1p24,
		.value = "N"},
	{"threads", PARAM_COUNT, offsetof(struct lognormal, threads), "1", "threads, each as likely", 1, 65536,
		.value = "N"},
	{"seed", PARAM_COUNT, offsetof(struct lognormal, seed), "1", "of the workload", .value = "N"},
	{0},
};

/* Standard normal: the polar method (Marsaglia, Bray, SIAM Review 6, 1964), which needs no
 * trigonometry. Its second number is left unused: a draw then depends on nothing before it. */
static double draw_normal(struct pcg64 *rng)
{
	for (;;) {
		double x = 2 * draw_uniform(rng);
		double y = 2 * draw_uniform(rng);
		x -= 1;
		y -= 1;
		double square = x * x + y * y;
		if (square < 1 && square > 0)
			return x * sqrt(-2 * own_log(square) / square);
	}
}

/* Whole bytes, at least one. The largest finite result is mean * exp(8 * 12), past any size: it
 * stops where sizes do. */
static uint64_t draw_size(struct pcg64 *rng, double mu, double sigma)
{
	double size = own_exp(mu + sigma * draw_normal(rng)) + .5;
	return size < 1 ? 1 : size >= (double)TRACE_SIZE_MAX ? TRACE_SIZE_MAX : (uint64_t)size;
}

static bool run(const struct lognormal *lognormal, struct trace *trace, struct err *err)
{
	/* The mean of exp(N(mu, sigma^2)) is exp(mu + sigma^2 / 2). */
	double mu = own_log(lognormal->mean) - lognormal->sigma * lognormal->sigma / 2;
	struct pcg64 rng;
	stream_open(&rng, lognormal->seed, 0, 0, STREAM_WORKLOAD);
	for (uint64_t row = 0; row < lognormal->allocations; row++) {
		uint64_t size = draw_size(&rng, mu, lognormal->sigma);
		uint32_t site = (uint32_t)draw_below(&rng, lognormal->sites);
		uint32_t thread = (uint32_t)draw_below(&rng, lognormal->threads);
		if (!fill_allocate(trace, size, site, thread, err))
			return false;
	}
	return true;
}

static bool generate(char *arguments, struct trace *trace, struct err *err)
{
	struct lognormal lognormal;
	params_preset(params, &lognormal);
	return params_parse(params, "workload lognormal", arguments, ',', &lognormal, err) &&
		fill_fits(trace, lognormal.allocations, 16, err) && fill_sites(trace, (uint32_t)lognormal.sites, err) &&
		run(&lognormal, trace, err);
}

const struct workload workload_lognormal = {
	.name = "lognormal",
	.summary = "lognormal sizes in whole bytes, nothing freed",
	.grammar = "lognormal[:allocations=N][,mean=BYTES][,sigma=X][,sites=N][,threads=N][,seed=N]",
	.source = "synthetic",
	.generate = generate,
};
