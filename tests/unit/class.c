/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/class.h"
#include "tests/check.h"
#include <stdio.h>

/* Every promise of class.h, recounted from the rows. */
static void recount(const struct classes *classes, const struct trace *trace)
{
	check_u64(classes->sites, sites_count(trace->sites));
	check_u64(classes->row.rows, trace->rows);
	check_u64(classes->first[0], 0);
	check_u64(classes->first[classes->sites], classes->n);
	uint64_t rows = 0, live = 0;
	for (size_t i = 0; i < classes->n; i++) {
		const struct class *class = &classes->of[i];
		check(class->count > 0 && class->live <= class->count);
		check(classes->first[class->site] <= i && i < classes->first[class->site + 1]);
		if (i > 0 && classes->of[i - 1].site == class->site)
			check(classes->of[i - 1].size < class->size);
		rows += class->count;
		live += class->live;
	}
	check_u64(rows, trace->rows);
	uint64_t alive = 0;
	for (size_t row = 0; row < trace->rows; row++) {
		const struct class *class = &classes->of[column_get(&classes->row, row)];
		check_u64(class->size, column_get(&trace->size, row));
		check_u64(class->site, column_get(&trace->site, row));
		alive += column_get(&trace->death, row) == 0;
	}
	check_u64(live, alive);
}

static void fill(struct trace *trace, size_t rows, uint32_t sites, uint64_t sizes)
{
	check(trace_init(trace, "t"));
	for (uint32_t site = 0; site < sites; site++) {
		char name[16];
		snprintf(name, sizeof name, "s%u", site);
		sites_named(trace->sites, name);
	}
	uint64_t state = 7;
	for (size_t row = 0; row < rows; row++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
		/* Sizes that differ in high bits only would all meet in a bad hash. */
		uint64_t size = (state >> 40) % sizes << (row % 3 * 16);
		check(trace_allocate(trace, size, (uint32_t)(state >> 20) % sites, 0));
		if (state >> 62)
			check(trace_release(trace, row));
	}
}

TEST(class, recounts)
{
	static const struct {
		size_t rows;
		uint32_t sites;
		uint64_t sizes;
	} cases[] = {{0, 3, 1}, {1, 1, 1}, {1000, 3, 5}, {1000, 1, 100000}, {50000, 300, 2000}, {20000, 1000, 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace trace;
		struct classes classes;
		fill(&trace, cases[i].rows, cases[i].sites, cases[i].sizes);
		check(classes_build(&classes, &trace));
		recount(&classes, &trace);
		classes_free(&classes);
		trace_free(&trace);
	}
}

TEST(class, is_a_site_and_a_size)
{
	struct trace trace;
	struct classes classes;
	check(trace_init(&trace, "t"));
	uint32_t a = sites_named(trace.sites, "a"), b = sites_named(trace.sites, "b");
	sites_named(trace.sites, "without allocations");
	check(trace_allocate(&trace, 32, b, 0));
	check(trace_allocate(&trace, 32, a, 0));
	check(trace_allocate(&trace, 16, b, 1));
	check(trace_allocate(&trace, 32, b, 1));
	check(trace_release(&trace, 0));
	check(classes_build(&classes, &trace));
	check_u64(classes.n, 3);
	static const struct class expected[] = {
		{.site = 0, .size = 32, .count = 1, .live = 1},
		{.site = 1, .size = 16, .count = 1, .live = 1},
		{.site = 1, .size = 32, .count = 2, .live = 1},
	};
	/* b was asked for after a, so its classes come second. */
	for (size_t i = 0; i < 3; i++) {
		check_u64(classes.of[i].site, expected[i].site);
		check_u64(classes.of[i].size, expected[i].size);
		check_u64(classes.of[i].count, expected[i].count);
		check_u64(classes.of[i].live, expected[i].live);
	}
	static const uint64_t rows[] = {2, 0, 1, 2}, first[] = {0, 1, 3, 3};
	for (size_t i = 0; i < 4; i++) {
		check_u64(column_get(&classes.row, i), rows[i]);
		check_u64(classes.first[i], first[i]);
	}
	classes_free(&classes);
	trace_free(&trace);
}
