/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/class.h"
#include "tests/check.h"
#include "tests/unit/recordings.h"
#include "workloads/formats/live.h"
#include "workloads/formats/modules.h"

/* tests/data/tiny.c, counted by hand; 72704 bytes are the pool of the C++ library. */
static void check_tiny(const char *path)
{
	struct trace trace;
	trace_make(&trace, path);
	check_u64(trace.rows, 1 + 100 + 10 + 1 + 1 + 1);
	check_u64(trace.counters.frees, 1 + 50 + 9 + 1 + 0 + 1);
	check_u64(trace.counters.unknown_frees, 1);
	check_u64(trace.counters.implied_frees, 0);
	check_u64(trace.counters.zero_sizes, 1);
	check_u64(trace.bytes, 72704 + 100 * 48 + 5500 + 5000 + (1 << 20));
	check_u64(trace.live_bytes, 50 * 48 + 1000 + (1 << 20));
	check_u64(trace.clock, trace.rows + trace.counters.frees);
	check_u64(trace.trust, 0);
	check_u64(trace.threads, 1);
	check_u64(sites_count(trace.sites), 6);
	char name[256];
	sites_name(trace.sites, (uint32_t)column_get(&trace.site, 1), name, sizeof name);
	check_msg(!strncmp(name, "tiny+0x", 7) && strstr(name, ";tiny+0x") && strstr(name, ";libc.so.6+0x"), "%s",
		name);
	trace_free(&trace);
}

TEST(heaptrack, reads_a_recording)
{
	check_tiny(DATA "tiny.raw");
	check_tiny(DATA "tiny.raw.gz");
	check_tiny(DATA "tiny.raw.zst");
	check_tiny(DATA "tiny.members.gz");
	check_tiny(DATA "tiny.frames.zst");
}

#define HEAD "v 10400 3\nx 8 /bin/a b\nm 1 -\nm 1 x 1000 0 100 200 100\nm 7 /l/b.so 8000 0 1000\n"

TEST(heaptrack, names_frames_by_the_modules_of_the_moment)
{
	struct trace trace;
	struct err err = {0};
	check(trace_of_text(&trace,
		HEAD "t 1010 0\nt 8fff 1\nt 9000 2\nt 1100 0\nt 1200 0\n+ 1 3 10\n+ 1 4 20\n+ 1 5 30\n+ 1 0 40\n"
		     "m 1 -\nm 6 c d.so 1000 0 1000\nt 1010 0\n+ 1 6 50\n",
		&err));
	static const char *const names[] = {"0x9000;b.so+0xfff;a b+0x10", "0x1100", "a b+0x200", "(no stack)"};
	char name[64];
	for (uint32_t row = 0; row < 4; row++) {
		sites_name(trace.sites, (uint32_t)column_get(&trace.site, row), name, sizeof name);
		check_text(name, names[row]);
	}
	trace_free(&trace);
}

TEST(heaptrack, lets_a_block_die_when_its_address_comes_back)
{
	struct trace trace;
	struct err err = {0};
	check(trace_of_text(&trace, HEAD "t 1 0\n+ 8 1 aa\n+ 9 1 aa\n- aa\n- aa\n+ 0 1 0\n- 0\n", &err));
	check_u64(trace.rows, 3);
	check_u64(trace.counters.implied_frees, 1);
	check_u64(trace.counters.frees, 3);
	check_u64(trace.counters.unknown_frees, 1);
	static const uint64_t birth[] = {1, 3, 5}, death[] = {2, 4, 6};
	for (size_t row = 0; row < 3; row++) {
		check_u64(column_get(&trace.birth, row), birth[row]);
		check_u64(column_get(&trace.death, row), death[row]);
	}
	trace_free(&trace);
}

TEST(heaptrack, does_not_use_half_a_line)
{
	struct trace trace;
	struct err err = {0};
	check(trace_of_text(&trace, HEAD "t 1 0\n+ 8 1 aa\n+ 80 1 b", &err));
	check_u64(trace.rows, 1);
	check_u64(trace.trust, TRUST_CUT);
	trace_free(&trace);
}

/* The sentence names the line and shows its text. */
TEST(heaptrack, refuses_what_is_no_record)
{
	static const char *const cases[][3] = {
		{"v 10500 4\n", "line 1", "format 3"},
		{"v 10400 3 4\n", "line 1", "v 10400 3 4"},
		{HEAD "v 10400 3\n", "line 6", "v 10400 3"},
		{HEAD "s 3 abc\n", "line 6", "in a raw one"},
		{HEAD "i 1 0\n", "line 6", "in a raw one"},
		{HEAD " \n", "line 6", "no heaptrack record"},
		{HEAD "A 1\n", "line 6", "no heaptrack record"},
		{HEAD "t 1\n", "line 6", "t 1"},
		{HEAD "t 1 1\n", "line 6", "caller"},
		{HEAD "t 1 0 \n", "line 6", "t 1 0 "},
		{HEAD "+ 1 1 1\n", "line 6", "call stack"},
		{HEAD "t 1 0\n+ 1 2 1\n", "line 7", "call stack"},
		{HEAD "+ 1 ffffffffffffffff 1\n", "line 6", "call stack"},
		{HEAD "+ 1 0\n", "line 6", "+ 1 0"},
		{HEAD "+ 1000000000000001 0 1\n", "line 6", "more bytes"},
		{HEAD "+ ffffffffffffffff 0 1\n", "line 6", "more bytes"},
		{HEAD "+ 10000000000000000 0 1\n", "line 6", "not an allocation"},
		{HEAD "+ x 0 1\n", "line 6", "+ x 0 1"},
		{HEAD "+ 0x1 0 1\n", "line 6", "+ 0x1 0 1"},
		{HEAD "+ -1 0 1\n", "line 6", "+ -1 0 1"},
		{HEAD "-\n", "line 6", "free"},
		{HEAD "- 1 2\n", "line 6", "- 1 2"},
		{HEAD "+1 0 1\n", "line 6", "+1 0 1"},
		{HEAD "m ff abc\n", "line 6", "m ff abc"},
		{HEAD "m ffffffffffffffff a 0\n", "line 6", "module"},
		{HEAD "m 0  0\n", "line 6", "module"},
		{HEAD "m 1 a 0 1\n", "line 6", "segment"},
		{HEAD "x 1\n", "line 6", "program"},
		{HEAD "x 2 abc\n", "line 6", "program"},
		{"v 3\nm - \n", "line 2", "module"},
		{"v x\n", "format", "heaptrack"},
		{"hello\n", "format", "heaptrack"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace trace;
		struct err err = {0};
		check_msg(!trace_of_text(&trace, cases[i][0], &err), "is taken: %s", cases[i][0]);
		check_msg(strstr(err.text, cases[i][1]) && strstr(err.text, cases[i][2]), "case %zu: %s", i, err.text);
		check(!trace.name && !trace.rows);
	}
}

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 33;
}

/* Whatever the bytes: no crash, and a trace that is taken holds together. */
static void survive(const struct scratch *scratch)
{
	struct trace trace;
	struct err err = {0};
	if (!workload_open(scratch->path, &trace, &err)) {
		check(err.set && strlen(err.text) > 0 && !trace.name);
		return;
	}
	check_u64(trace.clock, trace.rows + trace.counters.frees);
	check(trace.live_bytes <= trace.bytes);
	struct classes classes;
	check(classes_build(&classes, &trace));
	classes_free(&classes);
	trace_free(&trace);
}

static void mutate(char *content, size_t *n, uint64_t *state)
{
	static const char likely[] = "0123456789abcdef +-tmvx\n\0";
	for (uint64_t edits = 1 + next(state) % 8; edits > 0 && *n > 1; edits--) {
		size_t at = next(state) % *n, length = 1 + next(state) % 16;
		if (length > *n - at)
			length = *n - at;
		switch (next(state) % 4) {
		case 0: content[at] = likely[next(state) % sizeof likely]; break;
		case 1: content[at] = (char)next(state); break;
		case 2: /* cut out a piece */
			memmove(content + at, content + at + length, *n - at - length);
			*n -= length;
			break;
		case 3: /* put a piece in another place */
			memmove(content + next(state) % (*n - length + 1), content + at, length);
			break;
		}
	}
}

static void fuzz(const char *path, int rounds)
{
	size_t n;
	char *content = slurp(path, &n), *copy = malloc(n);
	check(copy);
	uint64_t state = 1;
	struct scratch scratch;
	scratch_make(&scratch, "", 0);
	for (int i = 0; i < rounds; i++) {
		size_t length = n;
		memcpy(copy, content, n);
		mutate(copy, &length, &state);
		scratch_fill(&scratch, copy, length);
		survive(&scratch);
	}
	scratch_remove(&scratch);
	free(copy);
	free(content);
}

TEST(heaptrack, survives_damage)
{
	fuzz(DATA "tiny.raw", 3000);
	fuzz(DATA "tiny.raw.gz", 500);
	fuzz(DATA "tiny.raw.zst", 500);
}

/* Against a plain array, with few addresses so that each is taken and put many times. */
TEST(heaptrack, finds_what_is_live)
{
	enum { ADDRESSES = 3000 };
	static size_t plain[ADDRESSES];
	for (size_t i = 0; i < ADDRESSES; i++)
		plain[i] = LIVE_NONE;
	struct live live = {0};
	uint64_t state = 3;
	check(live_take(&live, 1) == LIVE_NONE);
	for (size_t row = 0; row < 200000; row++) {
		size_t i = next(&state) % ADDRESSES;
		uint64_t address = i * (i % 2 ? 16 : UINT64_C(1) << 40); /* 0 is an address, too */
		check_u64(live_take(&live, address), plain[i]);
		plain[i] = next(&state) % 2 ? row : LIVE_NONE;
		for (size_t put = 0, before; plain[i] != LIVE_NONE && put < 2; put++) {
			check(live_put(&live, address, row, &before));
			check_u64(before, put ? row : LIVE_NONE);
		}
	}
	check(live.used <= ADDRESSES && live.slots <= 4 * ADDRESSES);
	live_free(&live);
}

TEST(heaptrack, keeps_modules_apart_at_the_ends_of_memory)
{
	struct modules modules = {0};
	char name[32];
	check(modules_add(&modules, "/lib/", 5)); /* no base name: the whole path */
	check(modules_segment(&modules, UINT64_MAX - 15, 8, 100));
	check(modules_add(&modules, "low", 3));
	check(modules_segment(&modules, 0, 0, 16));
	check(modules_segment(&modules, UINT64_MAX, 2, 16)); /* lies nowhere */
	modules_frame(&modules, UINT64_MAX - 1, name, sizeof name);
	check_text(name, "/lib/+0xe");
	modules_frame(&modules, UINT64_MAX - 8, name, sizeof name);
	check_text(name, "0xfffffffffffffff7");
	modules_frame(&modules, 0, name, sizeof name);
	check_text(name, "low+0x0");
	modules_frame(&modules, 15, name, sizeof name);
	check_text(name, "low+0xf");
	modules_frame(&modules, 16, name, sizeof name);
	check_text(name, "0x10");
	check_u64(modules_frame(&modules, 15, name, 4), 3);
	modules_clear(&modules);
	modules_frame(&modules, 15, name, sizeof name);
	check_text(name, "0xf");
	modules_free(&modules);
}

/* A compressed recording cut in the middle gives the rows before the cut and says so. */
TEST(heaptrack, reads_up_to_a_cut)
{
	size_t n;
	char *packed = slurp(DATA "tiny.frames.zst", &n);
	struct scratch scratch;
	scratch_make(&scratch, packed, n - 40);
	struct trace trace;
	trace_make(&trace, scratch.path);
	check(trace.rows > 0 && trace.rows < 114);
	check_u64(trace.trust, TRUST_CUT);
	trace_free(&trace);
	scratch_remove(&scratch);
	free(packed);
}
