/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/param.h"
#include "core/stream.h"
#include "workloads/fill.h"
#include "workloads/workload.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The pattern language: the smallest workload in which a sampler shows what it does. */

enum order { IN_CYCLE, SHUFFLE, IID };
enum turns { BY_ALLOCATION, BY_CYCLE };

struct item {
	uint64_t size, count; /* count allocations in a row, in each cycle */
	uint32_t site;
	bool freed, hidden;
};

struct cycle {
	struct item *items;
	size_t n;
	uint64_t length; /* allocations of one cycle */
	uint64_t rows;   /* of the run */
	uint64_t repeat, threads, seed;
	int order, turns;
};

static const char *const orders[] = {"cycle", "shuffle", "iid", NULL};
static const char *const turns[] = {"allocation", "cycle", NULL};

static const struct param params[] = {
	{"repeat", PARAM_COUNT, offsetof(struct cycle, repeat), "1", "cycles that each thread runs", 1, 0, NULL, "N"},
	{"threads", PARAM_COUNT, offsetof(struct cycle, threads), "1", "threads", 1, 65536, NULL, "N"},
	{"order", PARAM_CHOICE, offsetof(struct cycle, order), "cycle",
		"as written, one random permutation of the run, or each allocation drawn by COUNT", .choices = orders},
	{"turns", PARAM_CHOICE, offsetof(struct cycle, turns), "allocation",
		"when the next thread goes on (order=cycle, iid)", .choices = turns},
	{"seed", PARAM_COUNT, offsetof(struct cycle, seed), "1", "of order=shuffle and iid", .value = "N"},
	{0},
};

static bool refuse(const char *token, const char *why, struct err *err)
{
	return err_set(err, "workload cycle: \"%s\" %s", token, why);
}

/* SIZE[!][*COUNT]; text is cut up. */
static bool parse_size(const char *token, char *text, struct item *item, struct err *err)
{
	char what[128];
	snprintf(what, sizeof what, "workload cycle: %s", token);
	char *star = strchr(text, '*');
	item->count = 1;
	if (star) {
		*star = 0;
		if (!units_count(star + 1, what, &item->count, err))
			return false;
		if (item->count == 0)
			return refuse(token, "asks for no allocation at all", err);
	}
	size_t n = strlen(text);
	item->freed = n > 0 && text[n - 1] == '!';
	if (item->freed)
		text[n - 1] = 0;
	if (!units_size(text, what, &item->size, err))
		return false;
	return item->size <= TRACE_SIZE_MAX || refuse(token, "is larger than an allocation can be, 2^60 bytes", err);
}

/* [hidden:]SITE=SIZE[!][*COUNT] */
static bool parse_item(const char *token, struct trace *trace, struct item *item, struct err *err)
{
	static const char prefix[] = "hidden:";
	char *copy = strdup(token);
	if (!copy)
		return refuse(token, "did not fit the memory", err);
	char *equals = strchr(copy, '='), *site = copy;
	*equals = 0;
	item->hidden = !strncmp(copy, prefix, sizeof prefix - 1);
	if (item->hidden)
		site += sizeof prefix - 1;
	bool ok;
	if (!*site)
		ok = refuse(token, "names no site", err);
	else if (strpbrk(site, "!*"))
		ok = refuse(token, "has a site name with ! or *, which follow the size", err);
	else
		ok = parse_size(token, equals + 1, item, err) && fill_site(trace, site, &item->site, err);
	free(copy);
	return ok;
}

static bool add_item(struct cycle *cycle, const char *token, struct trace *trace, struct err *err)
{
	struct item *items = reallocarray(cycle->items, cycle->n + 1, sizeof *items);
	if (!items)
		return refuse(token, "did not fit the memory", err);
	cycle->items = items;
	if (!parse_item(token, trace, &items[cycle->n], err))
		return false;
	return !__builtin_add_overflow(cycle->length, items[cycle->n++].count, &cycle->length) ||
		refuse(token, "makes the cycle longer than 2^64 allocations", err);
}

/* Splits SITE=SIZE tokens from parameters, which are passed on as one text (in place: the text of
 * the parameters is never longer than what was read already). */
static bool parse(struct cycle *cycle, char *arguments, struct trace *trace, struct err *err)
{
	char *settings = arguments, *end = arguments;
	for (char *token = *arguments ? arguments : NULL, *next; token; token = next) {
		next = strchr(token, ',');
		if (next)
			*next++ = 0;
		size_t key = strcspn(token, "=");
		if (!token[key])
			return *token
				? refuse(token, "is not SITE=SIZE[!][*COUNT]", err)
				: err_set(err, "workload cycle: an item is empty; it is SITE=SIZE[!][*COUNT],...");
		token[key] = 0;
		bool setting = param_find(params, token) != NULL;
		token[key] = '=';
		if (!setting && !add_item(cycle, token, trace, err))
			return false;
		if (setting) {
			size_t n = strlen(token);
			if (end > settings)
				*end++ = ',';
			memmove(end, token, n);
			end += n;
		}
	}
	*end = 0;
	params_preset(params, cycle);
	return params_parse(params, "workload cycle", settings, ',', cycle, err);
}

static bool measure(struct cycle *cycle, const struct trace *trace, struct err *err)
{
	if (cycle->n == 0)
		return err_set(err, "workload cycle: there is no SITE=SIZE in it");
	if (__builtin_mul_overflow(cycle->length, cycle->repeat, &cycle->rows) ||
		__builtin_mul_overflow(cycle->rows, cycle->threads, &cycle->rows))
		return err_set(err, "workload %s: more than 2^64 allocations", trace->name);
	/* Size, site, thread, death and class at their widest; the tree of a shuffle. */
	return fill_fits(trace, cycle->rows, cycle->order == SHUFFLE ? 24 : 16, err);
}

static bool emit(struct trace *trace, const struct item *item, uint32_t thread, struct err *err)
{
	if (!fill_allocate(trace, item->size, item->site, thread, err))
		return false;
	if (item->hidden && !trace_hide(trace, trace->rows - 1))
		return err_set(err, "workload %s: out of memory", trace->name);
	return !item->freed || fill_release(trace, trace->rows - 1, err);
}

/* All threads run in step: by allocation, each item is made once by every thread before the next;
 * by cycle, a thread makes its whole cycle first. */
static bool run_in_cycle(const struct cycle *cycle, struct trace *trace, struct err *err)
{
	uint32_t threads = (uint32_t)cycle->threads;
	uint32_t outer = cycle->turns == BY_CYCLE ? threads : 1, inner = threads / outer;
	for (uint64_t pass = 0; pass < cycle->repeat; pass++)
		for (uint32_t first = 0; first < outer; first++)
			for (size_t i = 0; i < cycle->n; i++)
				for (uint64_t j = 0; j < cycle->items[i].count; j++)
					for (uint32_t k = 0; k < inner; k++)
						if (!emit(trace, &cycle->items[i], first + k, err))
							return false;
	return true;
}

static bool run_iid(const struct cycle *cycle, struct trace *trace, struct err *err)
{
	struct pcg64 rng;
	stream_open(&rng, cycle->seed, 0, 0, STREAM_WORKLOAD);
	uint64_t turn = cycle->turns == BY_CYCLE ? cycle->length : 1;
	for (uint64_t row = 0; row < cycle->rows; row++) {
		uint64_t at = draw_below(&rng, cycle->length);
		const struct item *item = cycle->items;
		for (; at >= item->count; item++)
			at -= item->count;
		if (!emit(trace, item, (uint32_t)(row / turn % cycle->threads), err))
			return false;
	}
	return true;
}

/* Partial sums of what is left of each (item, thread), as a Fenwick tree over 1 ... n (Fenwick,
 * Software: Practice and Experience 24, 1994). Drawing without replacement from it is a uniform
 * permutation of the run, without a permutation in memory. */
struct left {
	uint64_t *sum;
	size_t n, top; /* top: the largest power of two <= n */
};

static bool left_init(struct left *left, const struct cycle *cycle)
{
	size_t threads = (size_t)cycle->threads, n = cycle->n * threads;
	*left = (struct left){.sum = calloc(n + 1, sizeof *left->sum), .n = n, .top = 1};
	if (!left->sum)
		return false;
	while (left->top <= n / 2)
		left->top *= 2;
	for (size_t i = 1; i <= n; i++) {
		left->sum[i] += cycle->items[(i - 1) / threads].count * cycle->repeat;
		size_t above = i + (i & -i);
		if (above <= n)
			left->sum[above] += left->sum[i];
	}
	return true;
}

/* Takes the unit at position at (from 0) and returns its (item, thread). */
static size_t left_take(struct left *left, uint64_t at)
{
	size_t i = 0;
	for (size_t step = left->top; step > 0; step /= 2)
		if (i + step <= left->n && left->sum[i + step] <= at) {
			i += step;
			at -= left->sum[i];
		}
	for (size_t up = i + 1; up <= left->n; up += up & -up)
		left->sum[up]--;
	return i;
}

static bool run_shuffled(const struct cycle *cycle, struct trace *trace, struct err *err)
{
	struct left left;
	struct pcg64 rng;
	stream_open(&rng, cycle->seed, 0, 0, STREAM_WORKLOAD);
	if (!left_init(&left, cycle))
		return err_set(err, "workload %s: out of memory", trace->name);
	bool ok = true;
	for (uint64_t rest = cycle->rows; ok && rest > 0; rest--) {
		size_t taken = left_take(&left, draw_below(&rng, rest));
		ok = emit(trace, &cycle->items[taken / cycle->threads], (uint32_t)(taken % cycle->threads), err);
	}
	free(left.sum);
	return ok;
}

static bool generate(char *arguments, struct trace *trace, struct err *err)
{
	static bool (*const run[])(const struct cycle *, struct trace *,
		struct err *) = {[IN_CYCLE] = run_in_cycle, [SHUFFLE] = run_shuffled, [IID] = run_iid};
	struct cycle cycle = {0};
	bool ok = parse(&cycle, arguments, trace, err) && measure(&cycle, trace, err) &&
		run[cycle.order](&cycle, trace, err);
	free(cycle.items);
	return ok;
}

const struct workload workload_cycle = {
	.name = "cycle",
	.summary = "a pattern of sites and sizes, repeated; ! frees at once, hidden: is made inside the profiler",
	.grammar = "cycle:[hidden:]SITE=SIZE[!][*COUNT],...[,repeat=N][,threads=T][,order=cycle|shuffle|iid]"
		   "[,turns=allocation|cycle][,seed=N]",
	.source = "synthetic",
	.generate = generate,
};
