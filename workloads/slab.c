/* SPDX-License-Identifier: GPL-3.0-or-later
 * The two speeds of an allocator: small allocations, which it serves from slabs, come hundreds of
 * times as often as large ones, and each kind makes half of the bytes (jemalloc c83fdaed
 * doc_internal/PROFILING_INTERNALS.md). */
#include "core/draws.h"
#include "core/param.h"
#include "core/stream.h"
#include "workloads/calendar.h"
#include "workloads/fill.h"
#include "workloads/workload.h"
#include <stdio.h>

enum { SMALL_SITES = 8, LARGE_SITES = 4, SLAB_MAX = 14 * 1024 };

/* One size for each small site; their mean is 104 bytes. */
static const uint64_t small_sizes[SMALL_SITES] = {16, 32, 48, 64, 96, 128, 192, 256};
enum { SMALL_MEAN = 104 };

/* Mean lifetimes in allocations: small ones die young, large ones last. */
#define SMALL_LIFE 500.
#define LARGE_LIFE 20000.

struct slab {
	uint64_t allocations, ratio, seed;
};

static const struct param params[] = {
	{"allocations", PARAM_COUNT, offsetof(struct slab, allocations), "1000000", "allocations", 1, 0xffffffff,
		.value = "N"},
	/* Below half of this the large ones would have to be small to make half of the bytes. */
	{"ratio", PARAM_COUNT, offsetof(struct slab, ratio), "300", "small allocations for each large one", 276, 1e6,
		.value = "N"},
	{"seed", PARAM_COUNT, offsetof(struct slab, seed), "1", "of the workload", .value = "N"},
	{.name = NULL},
};

static bool name_sites(struct trace *trace, uint32_t site[SMALL_SITES + LARGE_SITES], struct err *err)
{
	for (uint32_t i = 0; i < SMALL_SITES + LARGE_SITES; i++) {
		char name[32];
		snprintf(name, sizeof name, i < SMALL_SITES ? "small-%u" : "large-%u",
			i < SMALL_SITES ? i : i - SMALL_SITES);
		if (!fill_site(trace, name, &site[i], err))
			return false;
	}
	return true;
}

/* More than a slab holds, with the mean that makes half of the bytes. */
static uint64_t draw_large(const struct slab *slab, struct pcg64 *rng)
{
	double mean = (double)(slab->ratio * SMALL_MEAN);
	return SLAB_MAX + 1 + (uint64_t)(draw_exponential(rng) * (mean - SLAB_MAX));
}

static bool allocate(const struct slab *slab, const uint32_t *site, struct calendar *calendar, struct pcg64 *rng,
	struct trace *trace, struct err *err)
{
	bool large = draw_below(rng, slab->ratio + 1) == 0;
	uint64_t which = draw_below(rng, large ? LARGE_SITES : SMALL_SITES);
	uint64_t size = large ? draw_large(slab, rng) : small_sizes[which];
	double life = draw_exponential(rng) * (large ? LARGE_LIFE : SMALL_LIFE);
	calendar_plan(calendar, trace->rows, (double)trace->rows + 1 + life);
	return fill_allocate(trace, size, site[large ? SMALL_SITES + which : which], 0, err);
}

static bool generate(char *arguments, struct trace *trace, struct err *err)
{
	struct slab slab;
	struct calendar calendar;
	uint32_t site[SMALL_SITES + LARGE_SITES];
	struct pcg64 rng;
	params_preset(params, &slab);
	if (!params_parse(params, "workload slab", arguments, ',', &slab, err) ||
		!fill_fits(trace, slab.allocations, 24, err) || !name_sites(trace, site, err))
		return false;
	if (!calendar_init(&calendar, slab.allocations))
		return err_set(err, "workload %s: out of memory", trace->name);
	stream_open(&rng, slab.seed, 0, 0, STREAM_WORKLOAD);
	bool ok = true;
	for (uint64_t now = 0; ok && now < slab.allocations; now++)
		ok = calendar_release_due(&calendar, now, trace, err) &&
			allocate(&slab, site, &calendar, &rng, trace, err);
	calendar_free(&calendar);
	return ok;
}

const struct workload workload_slab = {
	.name = "slab",
	.summary = "small allocations hundreds of times as often as large ones, half of the bytes each",
	.grammar = "slab[:allocations=N][,ratio=N][,seed=N]",
	.source = "jemalloc c83fdaed doc_internal/PROFILING_INTERNALS.md",
	.generate = generate,
};
