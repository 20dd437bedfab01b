/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/group.h"

#include "tests/unit/recordings.h"

static void open_as(struct trace *trace, const char *spec, const char *depth, bool drop_pool)
{
	struct err err = {0};
	struct workload_options options = {.site_depth = depth, .drop_pool = drop_pool};
	check_msg(workload_open_as(spec, &options, trace, &err), "%s", err.text);
}

/* Stacks, innermost first: c b a; d b a; c a; (none); c b a again. */
#define STACKS \
	"v 10400 3\ns 1 a\ns 6 lib::b\ns 6 lib::c\ns 1 d\ni 1 0 1\ni 2 0 2\ni 3 0 3\ni 4 0 4\n" \
	"t 1 0\nt 2 1\nt 3 2\nt 4 2\nt 3 1\na 8 3\na 9 4\na a 5\na b 0\n+ 0\n+ 1\n+ 2\n+ 3\n+ 0\n- 0\n"

static void check_grouped(const char *depth, const char *const names[5], uint32_t sites)
{
	struct scratch scratch;
	struct trace trace;
	scratch_make(&scratch, STACKS, strlen(STACKS));
	open_as(&trace, scratch.path, depth, false);
	for (size_t row = 0; row < 5; row++)
		check_site(&trace, row, names[row]);
	check_u64(sites_count(trace.sites), sites);
	check_u64(column_get(&trace.site, 0), 0);
	check_u64(trace.rows, 5);
	check_u64(trace.live_bytes, 8 + 9 + 10 + 11);
	trace_free(&trace);
	scratch_remove(&scratch);
}

#define NAMES(...) \
	(const char *const[5]) \
	{ \
		__VA_ARGS__ \
	}

TEST(group, by_depth)
{
	check_grouped("leaf", NAMES("lib::c", "d", "lib::c", "(no stack)", "lib::c"), 3);
	check_grouped("1", NAMES("lib::c", "d", "lib::c", "(no stack)", "lib::c"), 3);
	check_grouped("2", NAMES("lib::c;lib::b", "d;lib::b", "lib::c;a", "(no stack)", "lib::c;lib::b"), 4);
	check_grouped("3", NAMES("lib::c;lib::b;a", "d;lib::b;a", "lib::c;a", "(no stack)", "lib::c;lib::b;a"), 4);
	check_grouped("255", NAMES("lib::c;lib::b;a", "d;lib::b;a", "lib::c;a", "(no stack)", "lib::c;lib::b;a"), 4);
}

TEST(group, by_the_first_frame_that_matches)
{
	check_grouped("^lib::", NAMES("lib::c", "lib::b", "lib::c", "(no stack)", "lib::c"), 3);
	check_grouped("b$", NAMES("lib::b", "lib::b", "lib::c;a", "(no stack)", "lib::b"), 3);
	check_grouped("^a$|^d$", NAMES("a", "d", "a", "(no stack)", "a"), 3);
	/* What the parenthesis matched names the site; an empty match does not. */
	check_grouped("^(lib)::", NAMES("lib", "lib", "lib", "(no stack)", "lib"), 2);
	check_grouped("(x*)b$", NAMES("lib::b", "lib::b", "lib::c;a", "(no stack)", "lib::b"), 3);
}

TEST(group, refuses_what_is_no_grouping)
{
	static const char *const cases[][2] = {{"", "it is empty"}, {"0", "1 ... 255"}, {"256", "1 ... 255"},
		{"99999999999999999999999", "1 ... 255"}, {"(", "regular expression"}, {"nothing", "no frame of"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace trace;
		struct err err = {0};
		struct workload_options options = {.site_depth = cases[i][0]};
		check(!workload_open_as("cycle:a=1K,b=2K", &options, &trace, &err));
		check_msg(strstr(err.text, "--site-depth: ") && strstr(err.text, cases[i][1]), "%s", err.text);
		check(!trace.name);
	}
}

TEST(group, works_for_every_workload)
{
	struct trace trace;
	open_as(&trace, "cycle:net.a=1K*3,net.b=2K,disk=3K,repeat=10", "^([a-z]+)", false);
	check_u64(trace.rows, 50);
	check_u64(sites_count(trace.sites), 2);
	check_site(&trace, 3, "net");
	check_site(&trace, 4, "disk");
	trace_free(&trace);
	open_as(&trace, DATA "tiny.raw.zst", "^(.*)[+]0x", false);
	check_u64(sites_count(trace.sites), 2);
	check_site(&trace, 0, "libstdc++.so.6");
	check_site(&trace, 1, "tiny");
	trace_free(&trace);
}

/* The pool goes with its free and its site, and only where it is the very first block. */
TEST(group, the_pool_can_be_dropped)
{
	struct trace trace, whole;
	trace_make(&whole, DATA "tiny.raw.zst");
	open_as(&trace, DATA "tiny.raw.zst", NULL, true);
	check_u64(trace.rows, whole.rows - 1);
	check_u64(trace.bytes, whole.bytes - POOL_SIZE);
	check_u64(trace.live_bytes, whole.live_bytes);
	check_u64(trace.counters.frees, whole.counters.frees - 1);
	check_u64(trace.counters.dropped, 1);
	check_u64(trace.clock, whole.clock - 2);
	check_u64(sites_count(trace.sites), sites_count(whole.sites) - 1);
	uint64_t freed = column_get(&whole.death, 0);
	for (size_t row = 0; row < trace.rows; row++) {
		uint64_t death = column_get(&whole.death, row + 1);
		check_u64(column_get(&trace.size, row), column_get(&whole.size, row + 1));
		check_u64(column_get(&trace.site, row), column_get(&whole.site, row + 1) - 1);
		check_u64(column_get(&trace.birth, row), column_get(&whole.birth, row + 1) - 1);
		check_u64(column_get(&trace.death, row), death ? death - 1 - (death > freed) : 0);
	}
	trace_free(&trace);
	trace_free(&whole);
	/* The clock has no gap where the free was; the second block of that size is no pool. */
	struct scratch scratch;
	static const char text[] = "v 10400 3\n+ 11c00 0 a\n+ 11c00 0 b\n- a\n+ 8 0 a\n- a\n";
	scratch_make(&scratch, text, strlen(text));
	open_as(&trace, scratch.path, NULL, true);
	check_u64(trace.rows, 2);
	check_u64(column_get(&trace.birth, 0), 1);
	check_u64(column_get(&trace.death, 0), 0);
	check_u64(column_get(&trace.birth, 1), 2);
	check_u64(column_get(&trace.death, 1), 3);
	check_u64(trace.clock, 3);
	trace_free(&trace);
	scratch_remove(&scratch);
	open_as(&trace, "cycle:a=72704", NULL, true); /* not a recording */
	check_u64(trace.rows, 1);
	trace_free(&trace);
	open_as(&trace, DATA "attached.raw.zst", "leaf", true); /* no pool */
	check_u64(trace.counters.dropped, 0);
	trace_free(&trace);
}
