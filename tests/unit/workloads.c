/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/class.h"
#include "core/stream.h"
#include "tests/check.h"
#include "workloads/workload.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make(struct trace *trace, const char *spec)
{
	struct err err = {0};
	check_msg(workload_open(spec, trace, &err), "%s: %s", spec, err.text);
}

/* All that a row says, its site by name, chained through a keyed hash. */
static uint64_t hash_rows(const struct trace *trace)
{
	uint64_t key[2] = {trace->rows, trace->clock}, name[2] = {0, 0};
	for (size_t row = 0; row < trace->rows; row++) {
		char site[64] = "";
		size_t n = sites_name(trace->sites, (uint32_t)column_get(&trace->site, row), site, sizeof site);
		uint64_t cells[] = {siphash(name, site, n), column_get(&trace->size, row),
			column_get(&trace->thread, row), column_get(&trace->birth, row), column_get(&trace->death, row),
			column_get(&trace->hidden, row)};
		key[0] = siphash(key, cells, sizeof cells);
	}
	return key[0];
}

/* A workload is part of every result: these numbers may only change with an entry in the change
 * log. */
TEST(workloads, are_the_same_bits_everywhere)
{
	static const struct {
		const char *spec;
		uint64_t hash;
	} golden[] = {
		{"server", UINT64_C(0xcefa2e0d854934a3)},
		{"server:seed=2,allocations=20000,threads=3", UINT64_C(0x9bbccf10e0520c0b)},
		{"server:sites=5000,allocations=50000", UINT64_C(0x67901a5b16253d9c)},
		{"uniform:allocations=20000,threads=4", UINT64_C(0xc854cf4a141f2b96)},
		{"uniform:allocations=20000,min=0,max=1152921504606,seed=9223372036854775807",
			UINT64_C(0x6cd6f513143da077)},
		{"lognormal:allocations=20000", UINT64_C(0x1f8da05e5f0ad322)},
		{"lognormal:allocations=20000,mean=1e6,sigma=4,seed=3,threads=2", UINT64_C(0xb62df3f030e666b0)},
		{"cycle:small=1K*256,large=256K,repeat=100", UINT64_C(0x98717c180dd3fd93)},
		{"cycle:a=1*3,b=2!,hidden:c=7,repeat=1000,threads=3,order=shuffle", UINT64_C(0x73fc647121cfc9b7)},
		{"cycle:a=1*3,b=2!,hidden:c=7,repeat=1000,threads=3,order=iid,turns=cycle",
			UINT64_C(0xc399f76efff90b4a)},
	};
	for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
		struct trace trace;
		make(&trace, golden[i].spec);
		uint64_t hash = hash_rows(&trace);
		check_msg(hash == golden[i].hash, "{\"%s\", UINT64_C(0x%016" PRIx64 ")},", golden[i].spec, hash);
		trace_free(&trace);
	}
}

static void check_rows(const char *spec, const char *expected)
{
	struct trace trace;
	char got[512] = "";
	make(&trace, spec);
	for (size_t row = 0, n = 0; row < trace.rows && n < sizeof got; row++) {
		char site[32];
		sites_name(trace.sites, (uint32_t)column_get(&trace.site, row), site, sizeof site);
		n += (size_t)snprintf(got + n, sizeof got - n, "%s%s%s=%" PRIu64 "@%" PRIu64 "%s", n ? " " : "",
			column_get(&trace.hidden, row) ? "hidden:" : "", site, column_get(&trace.size, row),
			column_get(&trace.thread, row), column_get(&trace.death, row) ? "!" : "");
		if (column_get(&trace.death, row))
			check_u64(column_get(&trace.death, row), column_get(&trace.birth, row) + 1);
	}
	check_text(got, expected);
	trace_free(&trace);
}

TEST(workloads, cycle_is_read_as_written)
{
	check_rows("cycle:a=1", "a=1@0");
	check_rows("cycle:a=1K*2,b=2!", "a=1024@0 a=1024@0 b=2@0!");
	check_rows("cycle:a=1,b=2,repeat=2", "a=1@0 b=2@0 a=1@0 b=2@0");
	check_rows("cycle:a=1*2,b=2!,threads=2", "a=1@0 a=1@1 a=1@0 a=1@1 b=2@0! b=2@1!");
	check_rows("cycle:a=1*2,b=2,threads=2,turns=cycle", "a=1@0 a=1@0 b=2@0 a=1@1 a=1@1 b=2@1");
	check_rows("cycle:repeat=2,a=1,threads=1,b=0", "a=1@0 b=0@0 a=1@0 b=0@0");
	check_rows("cycle:a=1,hidden:p=3!*2", "a=1@0 hidden:p=3@0! hidden:p=3@0!");
	check_rows("cycle:a=1,b=2,a=3", "a=1@0 b=2@0 a=3@0");
	check_rows("cycle:std::vector<int>;main()=8", "std::vector<int>;main()=8@0");
	check_rows("cycle:hidden:repeat=8", "hidden:repeat=8@0");
}

TEST(workloads, one_name_is_one_site)
{
	struct trace trace;
	make(&trace, "cycle:a=1,b=2,a=3,hidden:a=4");
	check_u64(sites_count(trace.sites), 2);
	trace_free(&trace);
}

/* A shuffle is a permutation of the run: each thread keeps its allocations, and each order of three
 * is as likely as the others. 6000 runs: 1000 expected, 6.1 standard deviations of the binomial
 * law for an error rate of 1e-9 in each of 6 comparisons. */
TEST(workloads, cycle_shuffles_uniformly)
{
	enum { RUNS = 6000 };
	unsigned seen[27] = {0};
	for (int seed = 0; seed < RUNS; seed++) {
		char spec[64];
		struct trace trace;
		snprintf(spec, sizeof spec, "cycle:a=0,b=1,c=2,order=shuffle,seed=%d", seed);
		make(&trace, spec);
		check_u64(trace.bytes, 3);
		seen[column_get(&trace.size, 0) * 9 + column_get(&trace.size, 1) * 3 + column_get(&trace.size, 2)]++;
		trace_free(&trace);
	}
	static const int orders[] = {5, 7, 11, 15, 19, 21};
	for (int i = 0; i < 6; i++)
		check_msg(abs((int)seen[orders[i]] - 1000) < 177, "order %d: %u of %d", orders[i], seen[orders[i]],
			RUNS);
}

TEST(workloads, cycle_shuffle_keeps_the_counts)
{
	struct trace trace;
	make(&trace, "cycle:a=10*3,b=20!,c=30*7,threads=3,repeat=50,order=shuffle");
	uint64_t count[3][3] = {{0}};
	for (size_t row = 0; row < trace.rows; row++)
		count[column_get(&trace.site, row)][column_get(&trace.thread, row)]++;
	for (int thread = 0; thread < 3; thread++) {
		check_u64(count[0][thread], 150);
		check_u64(count[1][thread], 50);
		check_u64(count[2][thread], 350);
	}
	check_u64(trace.counters.frees, 150);
	trace_free(&trace);
}

/* 3 : 1, 40000 draws: standard deviation 86.6, 6.1 of them. */
TEST(workloads, cycle_iid_draws_by_count)
{
	struct trace trace;
	make(&trace, "cycle:a=0*3,b=1,order=iid,threads=2,repeat=5000");
	check_u64(trace.rows, 40000);
	check_msg(llabs((long long)trace.bytes - 10000) < 529, "%" PRIu64 " of 40000", trace.bytes);
	for (size_t row = 0; row < 10; row++)
		check_u64(column_get(&trace.thread, row), row % 2);
	trace_free(&trace);
}

/* The standard error of the mean of 10^5 is .169 %; rounding to whole bytes moves it by less. */
TEST(workloads, lognormal_has_its_mean)
{
	struct trace trace;
	make(&trace, "lognormal:allocations=100000,mean=1000,sigma=.5");
	check_near((double)trace.bytes / 1e5, 1000, .0104);
	trace_free(&trace);
	make(&trace, "lognormal:allocations=100,mean=77,sigma=0");
	check_u64(trace.bytes, 7700);
	trace_free(&trace);
	make(&trace, "lognormal:allocations=1000,mean=1,sigma=8");
	for (size_t row = 0; row < trace.rows; row++)
		check(column_get(&trace.size, row) >= 1);
	trace_free(&trace);
}

TEST(workloads, uniform_reaches_both_limits)
{
	struct trace trace;
	make(&trace, "uniform:allocations=2000,min=5,max=7,sites=2,threads=2");
	uint64_t count[8] = {0};
	for (size_t row = 0; row < trace.rows; row++)
		count[column_get(&trace.size, row)]++;
	check(count[5] > 0 && count[6] > 0 && count[7] > 0);
	check_u64(count[5] + count[6] + count[7], 2000);
	check_u64(sites_count(trace.sites), 2);
	check_u64(trace.threads, 2);
	trace_free(&trace);
}

/* What the default workload is for: sites that a rate of 512 KiB sees and sites that it misses, in
 * every order of magnitude, and a live heap far smaller than what was allocated. */
TEST(workloads, server_has_sites_of_every_regime)
{
	struct trace trace;
	struct classes classes;
	make(&trace, "server");
	check(classes_build(&classes, &trace));
	check_u64(trace.rows, 1000000);
	check(trace.bytes > 150000000 && trace.bytes < 250000000);
	check(trace.live_bytes > trace.bytes / 100 && trace.live_bytes < trace.bytes / 5);
	static const uint64_t limits[] = {0, 1 << 10, 1 << 14, 1 << 18, 1 << 20, 10 << 20, 1 << 30};
	unsigned regime[6] = {0};
	for (uint32_t site = 0; site < classes.sites; site++) {
		uint64_t bytes = 0;
		for (size_t i = classes.first[site]; i < classes.first[site + 1]; i++)
			bytes += classes.of[i].size * classes.of[i].count;
		for (int i = 0; i < 6; i++)
			regime[i] += bytes > limits[i] && bytes <= limits[i + 1];
	}
	for (int i = 0; i < 6; i++)
		check_msg(regime[i] > 0, "no site of %" PRIu64 " to %" PRIu64 " bytes", limits[i], limits[i + 1]);
	classes_free(&classes);
	trace_free(&trace);
}

/* The sentence must hold the text that offends. */
TEST(workloads, refuse_nonsense)
{
	static const char *const cases[][2] = {
		{"cycle", "SITE=SIZE"},
		{"cycle:", "SITE=SIZE"},
		{"cycle:a", "\"a\""},
		{"cycle:a=1,,b=2", "empty"},
		{"cycle:a=1,", "empty"},
		{"cycle:=1", "\"=1\""},
		{"cycle:hidden:=1", "\"hidden:=1\""},
		{"cycle:a!=1", "\"a!=1\""},
		{"cycle:a*2=1", "\"a*2=1\""},
		{"cycle:a=", "a="},
		{"cycle:a=!", "a=!"},
		{"cycle:a=x", "\"x\""},
		{"cycle:a=1*0", "\"a=1*0\""},
		{"cycle:a=1*", "a=1*"},
		{"cycle:a=1*2!", "\"2!\""},
		{"cycle:a=-1", "\"-1\""},
		{"cycle:a=2E", "\"2E\""},
		{"cycle:a=8e18", "\"a=8e18\""},
		{"cycle:repeat=2", "SITE=SIZE"},
		{"cycle:a=1,repeat=0", "\"0\""},
		{"cycle:a=1,repeat=1,repeat=2", "repeat"},
		{"cycle:a=1,threads=0", "\"0\""},
		{"cycle:a=1,order=odd", "\"odd\""},
		{"cycle:a=1,turns=odd", "\"odd\""},
		{"cycle:a=1,repeat=1e15", "memory"},
		{"cycle:a=1*1e18,repeat=1e18", "2^64"},
		{"cycle:a=1*9e18,b=1*9e18,c=1*9e18", "\"c=1*9e18\""},
		{"cycle:a=1E*9", "\"1E\""},
		{"cycle:a=1048576T*9", "2^63"},
		{"uniform:min=9,max=8", "min=9"},
		{"uniform:size=8", "\"size\""},
		{"uniform:allocations=0", "\"0\""},
		{"uniform:allocations=1e14", "memory"},
		{"uniform:sites=0", "\"0\""},
		{"lognormal:mean=0", "\"0\""},
		{"lognormal:sigma=-1", "\"-1\""},
		{"lognormal:sigma=nan", "\"nan\""},
		{"server:seed=x", "\"x\""},
		{"server:allocations=1e11", "\"1e11\""},
		{"servre", "\"server\""},
		{"", "unknown"},
		{"./no-such-file", "./no-such-file"},
		{"/", "directory"},
		{"/dev/null", "empty"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace trace;
		struct err err = {0};
		check_msg(!workload_open(cases[i][0], &trace, &err), "\"%s\" is taken", cases[i][0]);
		check_msg(strstr(err.text, cases[i][1]), "\"%s\": \"%s\" is not in: %s", cases[i][0], cases[i][1],
			err.text);
		check(trace.name == NULL && trace.rows == 0);
	}
}
