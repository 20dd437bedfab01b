/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/elementary.h"
#include "core/param.h"
#include "core/stream.h"
#include "workloads/alias.h"
#include "workloads/calendar.h"
#include "workloads/fill.h"
#include "workloads/workload.h"
#include <stdio.h>
#include <stdlib.h>

/* A request server: the default workload. Sites have Zipf(1.1) shares, each thinned by a factor from
 * 1/20 to 1 so that ranks do not tell everything. The larger what a site allocates, the more rarely
 * it does, in proportion above 256 B: no seed makes one site of large blocks hold nearly all bytes.
 * Most blocks die within their request, sessions live longer, and part of what the caches insert
 * stays to the end. */

struct server {
	uint64_t allocations, sites, threads, seed;
};

static const struct param params[] = {
	{"allocations", PARAM_COUNT, offsetof(struct server, allocations), "1000000", "allocations", 1, 0x1p32 - 2,
		.value = "N"},
	{"sites", PARAM_COUNT, offsetof(struct server, sites), "1000", "sites; the rarest may not occur", 1, 0x1p20,
		.value = "N"},
	{"threads", PARAM_COUNT, offsetof(struct server, threads), "1", "threads, each as likely", 1, 65536,
		.value = "N"},
	{"seed", PARAM_COUNT, offsetof(struct server, seed), "1", "of the workload", .value = "N"},
	{0},
};

/* Site i is module i mod 32, action (i + i / 32) mod 32: 1024 different names, and the first sites
 * pair the lists line by line. */
enum { WORDS = 32 };
static const char *const modules[WORDS] = {"http", "json", "cache", "db", "session", "string", "tls", "log", "router",
	"template", "queue", "auth", "index", "rpc", "metrics", "search", "cookie", "timer", "compress", "stream",
	"dns", "config", "user", "image", "mail", "upload", "proxy", "lock", "pool", "shard", "trace", "plugin"};
static const char *const actions[WORDS] = {"parse", "grow", "insert", "fetch", "open", "copy", "read", "format",
	"match", "render", "push", "verify", "update", "call", "count", "query", "set", "add", "deflate", "write",
	"resolve", "load", "create", "scale", "send", "receive", "forward", "take", "acquire", "split", "record",
	"init"};

/* What a site allocates: sizes log-uniform between two limits in steps of some bytes. */
static const struct kind {
	double share; /* of the sites */
	double least, ratio;
	uint64_t step;
} kinds[] = {
	{.68, 16, 32, 8},       /* objects and nodes */
	{.15, 8, 64, 1},        /* strings: any length */
	{.13, 1024, 16, 64},    /* buffers */
	{.04, 65536, 64, 4096}, /* pages, images, tables: to 4 MiB */
};

/* How long a block lives, in allocations of the whole program: a mixture of exponential laws. The
 * rest of the probability lives to the end. */
static const struct life {
	double share;              /* of the sites */
	double young, middle, old; /* shares of the blocks, with the means below */
} lives[] = {
	{.70, .96, .03, .006}, /* request */
	{.20, .55, .37, .05},  /* session */
	{.10, .15, .15, .45},  /* cache */
};
enum { YOUNG = 40, MIDDLE = 4000, OLD = 200000 };

enum { SIZES_MAX = 4 };

/* One (site, size), the unit that is drawn. */
struct source {
	uint32_t site;
	uint32_t size; /* at most 4 MiB */
	const struct life *life;
};

struct program {
	struct source *sources;
	double *weights;
	uint32_t n;
	uint32_t *site; /* number in the trace, SITES_NONE until the site allocates */
	struct alias alias;
};

static const struct kind *draw_kind(struct pcg64 *rng)
{
	double u = draw_uniform(rng);
	size_t i = 0;
	for (; i + 1 < sizeof kinds / sizeof *kinds && u > kinds[i].share; i++)
		u -= kinds[i].share;
	return &kinds[i];
}

static const struct life *draw_life(struct pcg64 *rng)
{
	double u = draw_uniform(rng);
	size_t i = 0;
	for (; i + 1 < sizeof lives / sizeof *lives && u > lives[i].share; i++)
		u -= lives[i].share;
	return &lives[i];
}

static uint32_t draw_size(struct pcg64 *rng, const struct kind *kind)
{
	double size = kind->least * own_exp(draw_uniform(rng) * own_log(kind->ratio));
	uint64_t steps = (uint64_t)(size / (double)kind->step + .5);
	return (uint32_t)((steps ? steps : 1) * kind->step);
}

/* The sizes of the site of that rank, with the weights of their draws. */
static void add_site(struct program *program, uint32_t rank, struct pcg64 *rng)
{
	const struct kind *kind = draw_kind(rng);
	const struct life *life = draw_life(rng);
	uint64_t sizes = 1 + draw_below(rng, SIZES_MAX);
	double share = own_exp(-1.1 * own_log(rank + 1.) - 3 * draw_uniform(rng)) / (double)sizes;
	for (uint64_t i = 0; i < sizes; i++) {
		uint32_t size = draw_size(rng, kind);
		program->sources[program->n] = (struct source){.site = rank, .size = size, .life = life};
		program->weights[program->n++] = share * (size > 256 ? 256. / size : 1);
	}
}

static bool plan(struct program *program, uint32_t sites, struct pcg64 *rng)
{
	size_t most = (size_t)sites * SIZES_MAX;
	program->sources = calloc(most, sizeof *program->sources);
	program->weights = calloc(most, sizeof *program->weights);
	program->site = calloc(sites, sizeof *program->site);
	if (!program->sources || !program->weights || !program->site)
		return false;
	for (uint32_t rank = 0; rank < sites; rank++) {
		program->site[rank] = SITES_NONE;
		add_site(program, rank, rng);
	}
	return alias_init(&program->alias, program->weights, program->n);
}

static bool name_site(struct program *program, uint32_t rank, struct trace *trace, struct err *err)
{
	char name[64];
	uint32_t series = rank / (WORDS * WORDS);
	int n = snprintf(name, sizeof name, "%s.%s", modules[rank % WORDS], actions[(rank + rank / WORDS) % WORDS]);
	if (series > 0)
		snprintf(name + n, sizeof name - (size_t)n, "-%u", series + 1);
	return fill_site(trace, name, &program->site[rank], err);
}

/* Allocations until death, at least 1; infinite: 0x1p62, past the end of every trace. */
static double draw_lifetime(struct pcg64 *rng, const struct life *life)
{
	double u = draw_uniform(rng);
	if (u <= life->young)
		return 1 + draw_exponential(rng) * YOUNG;
	if (u <= life->young + life->middle)
		return 1 + draw_exponential(rng) * MIDDLE;
	if (u <= life->young + life->middle + life->old)
		return 1 + draw_exponential(rng) * OLD;
	return 0x1p62;
}

static bool allocate(const struct server *server, struct program *program, struct calendar *calendar, struct pcg64 *rng,
	struct trace *trace, struct err *err)
{
	size_t row = trace->rows;
	const struct source *source = &program->sources[alias_draw(&program->alias, rng)];
	double death = (double)row + draw_lifetime(rng, source->life);
	uint32_t thread = server->threads > 1 ? (uint32_t)draw_below(rng, server->threads) : 0;
	if (program->site[source->site] == SITES_NONE && !name_site(program, source->site, trace, err))
		return false;
	calendar_plan(calendar, row, death);
	return fill_allocate(trace, source->size, program->site[source->site], thread, err);
}

static bool run(const struct server *server, struct program *program, struct pcg64 *rng, struct trace *trace,
	struct err *err)
{
	struct calendar calendar;
	if (!calendar_init(&calendar, server->allocations))
		return err_set(err, "workload %s: out of memory", trace->name);
	bool ok = true;
	for (uint64_t now = 0; ok && now < server->allocations; now++)
		ok = calendar_release_due(&calendar, now, trace, err) &&
			allocate(server, program, &calendar, rng, trace, err);
	calendar_free(&calendar);
	return ok;
}

static bool generate(char *arguments, struct trace *trace, struct err *err)
{
	struct server server;
	params_preset(params, &server);
	/* Columns, class and calendar. */
	if (!params_parse(params, "workload server", arguments, ',', &server, err) ||
		!fill_fits(trace, server.allocations, 24, err))
		return false;
	struct program program = {0};
	struct pcg64 rng;
	stream_open(&rng, server.seed, 0, 0, STREAM_WORKLOAD);
	bool ok =
		plan(&program, (uint32_t)server.sites, &rng) || err_set(err, "workload %s: out of memory", trace->name);
	ok = ok && run(&server, &program, &rng, trace, err);
	alias_free(&program.alias);
	free(program.sources);
	free(program.weights);
	free(program.site);
	return ok;
}

const struct workload workload_server = {
	.name = "server",
	.summary = "a request server: Zipf sites, mixed sizes, most blocks die young (the default)",
	.grammar = "server[:allocations=N][,sites=N][,threads=N][,seed=N]",
	.source = "synthetic",
	.generate = generate,
};
