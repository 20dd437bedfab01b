/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recordings of real programs: against a count that shares no code with the reader, and the two
 * forms of one recording against each other. */
#include "core/class.h"
#include "core/events.h"
#include "tests/unit/recordings.h"
#include <inttypes.h>

/* tests/count_heaptrack.py shares nothing with the reader but the definition of the format. */
static void count_independently(const char *path, char *counted, int room)
{
	char command[9000];
	bool gzip = strstr(path, ".gz"), zstd = strstr(path, ".zst");
	snprintf(command, sizeof command, "%s '%s' 2>/dev/null | python3 -B '%s'",
		gzip           ? "gzip -dc"
			: zstd ? "zstd -dc"
			       : "cat",
		path, HEAPODDS_SOURCE "/tests/count_heaptrack.py");
	FILE *pipe = popen(command, "r");
	check(pipe && fgets(counted, room, pipe) && pclose(pipe) == 0);
}

static void check_counted(const char *path)
{
	char counted[256] = "", got[256];
	struct trace trace;
	struct classes classes;
	count_independently(path, counted, sizeof counted);
	trace_make(&trace, path);
	check(classes_build(&classes, &trace));
	const struct trace_counters *counters = &trace.counters;
	snprintf(got, sizeof got,
		"allocations %zu bytes %" PRIu64 " live %" PRIu64 " frees %" PRIu64 " unknown %" PRIu64
		" implied %" PRIu64 " zero %" PRIu64 " sites %" PRIu32 " classes %zu clock %" PRIu64 "\n",
		trace.rows, trace.bytes, trace.live_bytes, counters->frees, counters->unknown_frees,
		counters->implied_frees, counters->zero_sizes, sites_count(trace.sites), classes.n, trace.clock);
	check_msg(!strcmp(got, counted), "%s: read %s, counted %s", path, got, counted);
	classes_free(&classes);
	trace_free(&trace);
}

TEST(heaptrack_recordings, agree_with_an_independent_count)
{
	static const char *const names[] = {"recorded/jq.raw.zst", "recorded/sqlite3.raw.zst", "recorded/cc1.raw.zst",
		"recorded/pigz.raw.zst", "recorded/perl.raw.zst", "recorded/xz_T2.raw.zst",
		"recorded/edge_cases.raw.zst", "recorded/jq.zst", "recorded/sqlite3.zst", "recorded/cc1.zst",
		"recorded/pigz.zst", "recorded/perl.zst", "recorded/perl.gz", "recorded/xz_T2.zst",
		"recorded/edge_cases.zst", "damaged/perl.cut-mid-line.gz",
		"from_KDE_heaptrack/heaptrack.david.18594.gz", "from_KDE_heaptrack/heaptrack.test_sysroot.raw"};
	const char *folder = recordings();
	if (system("python3 -c '' && zstd --version >/dev/null && gzip --version >/dev/null"))
		check_skip("python3, zstd and gzip make the independent count, and one of them is not there");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char path[4200];
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		check_counted(path);
	}
}

/* What no free tells: (size, allocations) of each class, in an order that numbering cannot change. */
static int by_content(const void *a, const void *b)
{
	const struct class *x = a, *y = b;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	return x->live < y->live ? -1 : x->live > y->live;
}

static void check_same_classes(const struct trace *raw, const struct trace *interpreted, bool live)
{
	struct classes a, b;
	check(classes_build(&a, raw) && classes_build(&b, interpreted));
	check_u64(a.n, b.n);
	qsort(a.of, a.n, sizeof *a.of, by_content);
	qsort(b.of, b.n, sizeof *b.of, by_content);
	for (size_t i = 0; i < a.n; i++) {
		check_u64(a.of[i].size, b.of[i].size);
		check_u64(a.of[i].count, b.of[i].count);
		if (live)
			check_u64(a.of[i].live, b.of[i].live);
	}
	classes_free(&a);
	classes_free(&b);
}

/* Births and deaths come in the same order with the same sizes: the curve of live bytes is exact,
 * and only which block of a class died is a guess. */
static void check_same_events(const struct trace *raw, const struct trace *interpreted)
{
	struct events a, b;
	check_u64(raw->clock, interpreted->clock);
	check(events_build(&a, raw) && events_build(&b, interpreted));
	for (size_t i = 0; i < raw->clock; i++) {
		struct happening x = events_at(&a, i), y = events_at(&b, i);
		check(x.death == y.death);
		check_u64(column_get(&raw->size, x.row), column_get(&interpreted->size, y.row));
		check_u64(column_get(&raw->site, x.row), column_get(&interpreted->site, y.row));
	}
	events_free(&a);
	events_free(&b);
}

static void check_pair(const char *folder, const char *name)
{
	char path[4200];
	struct trace raw, interpreted;
	snprintf(path, sizeof path, "%s/recorded/%s.raw.zst", folder, name);
	trace_make(&raw, path);
	snprintf(path, sizeof path, "%s/recorded/%s.zst", folder, name);
	trace_make(&interpreted, path);
	bool whole = raw.counters.implied_frees == 0;
	check_u64(raw.trust, 0);
	check_u64(interpreted.trust, TRUST_CLASS_PAIRED);
	check_u64(raw.rows, interpreted.rows);
	check_u64(raw.bytes, interpreted.bytes);
	check_u64(raw.counters.frees - raw.counters.implied_frees, interpreted.counters.frees);
	check_u64(sites_count(raw.sites), sites_count(interpreted.sites));
	check_same_classes(&raw, &interpreted, whole);
	if (whole) {
		check_u64(raw.live_bytes, interpreted.live_bytes);
		check_same_events(&raw, &interpreted);
	}
	trace_free(&raw);
	trace_free(&interpreted);
}

/* edge_cases has two implied frees, of 40 bytes each: they need addresses. */
TEST(heaptrack_recordings, say_the_same_raw_and_interpreted)
{
	static const char *const names[] = {"jq", "sqlite3", "cc1", "pigz", "perl", "xz_T2", "edge_cases"};
	const char *folder = recordings();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		check_pair(folder, names[i]);
}

TEST(heaptrack_recordings, are_read_up_to_a_cut)
{
	struct trace trace;
	char path[4200];
	snprintf(path, sizeof path, "%s/damaged/perl.cut-mid-line.gz", recordings());
	trace_make(&trace, path);
	check_u64(trace.trust, TRUST_CUT | TRUST_CLASS_PAIRED);
	trace_free(&trace);
	struct err err = {0};
	snprintf(path, sizeof path, "%s/damaged/sqlite3.raw.truncated-at-9000-bytes.zst", recordings());
	check(!workload_open(path, &trace, &err));
	check_msg(strstr(err.text, "nothing in it"), "%s", err.text);
}

/* Functions, lines, inlined functions as frames of their own, and modules where nothing is known. */
TEST(heaptrack_recordings, name_functions)
{
	struct trace trace;
	char path[4200];
	snprintf(path, sizeof path, "%s/recorded/edge_cases.zst", recordings());
	trace_make(&trace, path);
	check_site(&trace, 0,
		"libstdc++.so.6@0x7f3e5cea57b9;call_init dl-init.c:74;call_init dl-init.c:26;"
		"_dl_init dl-init.c:121;ld-linux-x86-64.so.2@0x7f3e5d410b9f");
	check_site(&trace, 1,
		"main;__libc_start_call_main libc_start_call_main.h:58;__libc_start_main_impl libc-start.c:360;_start");
	check_site(&trace, 4,
		"main #2;__libc_start_call_main libc_start_call_main.h:58;"
		"__libc_start_main_impl libc-start.c:360;_start");
	trace_free(&trace);
}
