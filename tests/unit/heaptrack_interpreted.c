/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/recordings.h"
#include "workloads/formats/pairs.h"

#define SYMBOLS \
	"v 10400 3\nX ./a b\nI 1000 1\ns 6 /l/a b\ns 4 main\ns 8 /s/a.c++\ns 4 grow\ns 7 /l/c.so\n" \
	"i 1000 1 2 3 10\ni 1010 1 4 3 20 2 3 11\ni 1020 1 4 3 20\ni 1030 1 4\ni 1040 1 4\ni 2000 5\ni 3000 0\n"

TEST(heaptrack_interpreted, names_frames_by_function_and_line)
{
	struct trace trace;
	struct err err = {0};
	check_msg(trace_of_text(&trace,
			  SYMBOLS "t 1 0\nt 2 1\nt 3 1\nt 4 1\nt 5 1\nt 6 1\nt 7 6\nt 0 7\n"
				  "a 8 1\na 8 2\na 8 3\na 8 4\na 8 5\na 8 6\na 8 7\na 8 8\na 8 0\n"
				  "+ 0\n+ 1\n+ 2\n+ 3\n+ 4\n+ 5\n+ 6\n+ 7\n+ 8\n\n# strings: 5\n# ips: 7\n",
			  &err),
		"%s", err.text);
	/* Two addresses in one place are two sites, as two addresses of a raw file are. */
	static const char *const names[] = {"main a.c++:16", "grow a.c++:32;main a.c++:17;main a.c++:16",
		"grow a.c++:32 #2;main a.c++:16", "grow;main a.c++:16", "grow #2;main a.c++:16",
		"c.so@0x2000;main a.c++:16", "0x3000;c.so@0x2000;main a.c++:16", "0x0;0x3000;c.so@0x2000;main a.c++:16",
		"(no stack)"};
	for (size_t row = 0; row < 9; row++)
		check_site(&trace, row, names[row]);
	check_u64(trace.trust, 0); /* nothing died: nothing was paired */
	trace_free(&trace);
}

/* A function may be named as if it were numbered. */
TEST(heaptrack_interpreted, keeps_numbered_names_apart)
{
	struct trace trace;
	struct err err = {0};
	check(trace_of_text(&trace,
		"v 10400 3\ns 1 f\ns 4 f #2\ni 1 0 2\ni 2 0 1\ni 3 0 1\ni 4 0 2\nt 1 0\nt 2 0\nt 3 0\nt 4 0\n"
		"a 1 1\na 1 2\na 1 3\na 1 4\n+ 0\n+ 1\n+ 2\n+ 3\n",
		&err));
	check_u64(sites_count(trace.sites), 4);
	static const char *const names[] = {"f #2", "f", "f #3", "f #2 #3"};
	for (size_t row = 0; row < 4; row++)
		check_site(&trace, row, names[row]);
	trace_free(&trace);
}

TEST(heaptrack_interpreted, pairs_first_in_first_out)
{
	struct trace trace;
	struct err err = {0};
	check(trace_of_text(&trace, SYMBOLS "t 1 0\na 8 1\na 10 1\n+ 0\n+ 1\n+ 0\n- 0\n+ 0\n- 0\n- 0\n- 0\n", &err));
	static const uint64_t birth[] = {1, 2, 3, 5}, death[] = {4, 0, 6, 7};
	check_u64(trace.rows, 4);
	for (size_t row = 0; row < 4; row++) {
		check_u64(column_get(&trace.birth, row), birth[row]);
		check_u64(column_get(&trace.death, row), death[row]);
	}
	check_u64(trace.live_bytes, 16);
	check_u64(trace.counters.unknown_frees, 1);
	check_u64(trace.trust, TRUST_CLASS_PAIRED);
	check(strstr(trace_trust_text(2), "heaptrack -r") && strstr(trace_trust_text(3), "within a run"));
	trace_free(&trace);
}

/* The same few blocks as each format wrote them. */
TEST(heaptrack_interpreted, reads_all_formats)
{
#define EVENTS_A "a 10 1\n+ 0\n+ 0\n- 0\n"
#define EVENTS_P "+ 10 1 aa\n+ 10 1 bb\n- aa\n"
	static const char *const texts[] = {
		"v 900\nx /bin/a b\nX a\nm -\nm /l/c d.so 1000 0 100\nm x 2000 0 100\nt 2010 0\n" EVENTS_P,
		"v 900\nX a\ns /l/a b\ns f\ni 2010 1 2\nt 1 0\n" EVENTS_P,
		"v 10000 0\nX a\ns /l/a b\ns f\ni 2010 1 2 0 0\nt 1 0\n" EVENTS_P,
		"v 10200\nX a\ns /l/a b\ns f\ni 2010 1 2\nt 1 0\n" EVENTS_A,
		"v 10000 1\nX a\nI 1000 1\ns /l/a b\ns f\ni 2010 1 2\nt 1 0\n" EVENTS_A,
		"v 10100 2\nx /bin/a b\nX a\nI 1000 1\nm -\nm x 2000 0 100\nt 2010 0\n" EVENTS_P,
		"v 10200 2\nX a\nI 1000 1\ns \ns f\ni 2010 1 2 0 0\nt 1 0\n" EVENTS_A,
		"v 10400 3\nX a\nI 1000 1\ns 0 \ns 1 f\ni 2010 1 2 0 0\nt 1 0\n" EVENTS_A,
		"v 10400 3\nx 8 /bin/a b\nX a\nI 1000 1\nm 1 -\nm 1 x 2000 0 100\nt 2010 0\n" EVENTS_P,
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct trace trace;
		struct err err = {0};
		check_msg(trace_of_text(&trace, texts[i], &err), "%s: %s", texts[i], err.text);
		check_u64(trace.rows, 2);
		check_u64(trace.live_bytes, 16);
		check_u64(column_get(&trace.death, 0), 3);
		check_site(&trace, 1,
			strstr(texts[i], "x ") == texts[i] + 6 || strstr(texts[i], "\nx ") ? "a b+0x10" : "f");
		check_u64(trace.trust, strstr(texts[i], "\na ") ? TRUST_CLASS_PAIRED : 0);
		trace_free(&trace);
	}
}

/* perl -e 'SCRIPT': the command line is written as it is. */
TEST(heaptrack_interpreted, passes_over_a_command_line_of_many_lines)
{
	static const char *const heads[] = {
		"v 10400 3\nx 2 /p\nX perl -e my $x;\n\nprint 1;\n+ 1 2 3\nt\nI think\nI 1000 1\n",
		"v 900\nX sh -c a\n  b\n- -\n",
	};
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct trace trace;
		struct err err = {0};
		char text[200];
		snprintf(text, sizeof text, "%st 10 0\n+ 8 1 a\n", heads[i]);
		check_msg(trace_of_text(&trace, text, &err), "%s", err.text);
		check_u64(trace.rows, 1);
		check_site(&trace, 0, "0x10");
		trace_free(&trace);
		snprintf(text, sizeof text, "%st 10 0\nno\n", heads[i]);
		check(!trace_of_text(&trace, text, &err));
	}
}

TEST(heaptrack_interpreted, refuses_what_is_no_record)
{
	static const char *const cases[][3] = {
		{SYMBOLS "m 1 -\n", "line 16", "of raw files"},
		{SYMBOLS "x 1 a\n", "line 16", "of raw files"},
		{SYMBOLS "s 9 abc\n", "line 16", "not a string"},
		{SYMBOLS "s 2 abc\n", "line 16", "not a string"},
		{SYMBOLS "s abc\n", "line 16", "not a string"},
		{SYMBOLS "s\n", "line 16", "not a string"},
		{"v 10200 2\ns\n", "line 2", "not a string"},
		{SYMBOLS "i 1\n", "line 16", "with its module"},
		{SYMBOLS "i 1 6\n", "line 16", "string that does not exist"},
		{SYMBOLS "i 1 1 6\n", "line 16", "string that does not exist"},
		{SYMBOLS "i 1 1 2 6 1\n", "line 16", "string that does not exist"},
		{SYMBOLS "i 1 1 2 3\n", "line 16", "function, file, line"},
		{SYMBOLS "i 1 1 2 3 4 2 3\n", "line 16", "function, file, line"},
		{SYMBOLS "i 1 1 2 3 4 \n", "line 16", "function, file, line"},
		{SYMBOLS "t 8 0\n", "line 16", "address that does not exist"},
		{SYMBOLS "t 1 1\n", "line 16", "caller that does not exist"},
		{SYMBOLS "t 1\n", "line 16", "not a node"},
		{SYMBOLS "a 1\n", "line 16", "not a class"},
		{SYMBOLS "a 1 1\n", "line 16", "call stack that does not exist"},
		{SYMBOLS "a 8000000000000000 0\n", "line 16", "more bytes than there can be"},
		{SYMBOLS "+ 1 0 a\na 1 0\n", "line 17", "blocks went by address"},
		{SYMBOLS "a 1 0\n+ 1 0 a\n", "line 17", "of a class"},
		{SYMBOLS "a 1 0\n+ 1\n", "line 17", "class that does not exist"},
		{SYMBOLS "a 1 0\n- 1\n", "line 17", "class that does not exist"},
		{SYMBOLS "+ 0\n", "line 16", "not an allocation"},
		{"v 10200 2\nm  0\n", "line 2", "not a module"},
		{"v 10200 2\nm\n", "line 2", "not a module"},
		{"v 10200 2\nx\n", "line 2", "path of a program"},
		{"v 10200 2\nm /a/b\n", "line 2", "load address"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace trace;
		struct err err = {0};
		check_msg(!trace_of_text(&trace, cases[i][0], &err), "is taken: %s", cases[i][0]);
		check_msg(strstr(err.text, cases[i][1]) && strstr(err.text, cases[i][2]), "case %zu: %s", i, err.text);
		check(!trace.name && !trace.rows);
	}
}

TEST(heaptrack_interpreted, refuses_hundreds_of_inlined_frames)
{
	char *text = malloc(1 << 16);
	check(text);
	for (int frames = 256; frames <= 257; frames++) {
		struct trace trace;
		struct err err = {0};
		char *at = text + sprintf(text, "v 10400 3\ns 1 f\ni 1 0");
		for (int i = 0; i < frames; i++)
			at += sprintf(at, " 1 0 0");
		sprintf(at, "\nt 1 0\na 1 1\n+ 0\n");
		bool taken = trace_of_text(&trace, text, &err);
		check(taken == (frames == 256));
		if (taken)
			trace_free(&trace);
		else
			check_msg(strstr(err.text, "256 inlined"), "%s", err.text);
	}
	free(text);
}

/* tests/data/tiny.c, compiled so that its functions are inlined: one recording in two forms. */
TEST(heaptrack_interpreted, reads_a_recording_in_both_forms)
{
	static const char *const paths[] = {DATA "inlined.raw.zst", DATA "inlined.zst"};
	static const char *const leaves[] = {"tiny+0x10bd;libc.so.6+0x27249;libc.so.6+0x27304;tiny+0x1170",
		"node tiny.c:10;main tiny.c:22;__libc_start_call_main libc_start_call_main.h:58;"
		"__libc_start_main_impl libc-start.c:360;_start"};
	for (int i = 0; i < 2; i++) {
		struct trace trace;
		trace_make(&trace, paths[i]);
		check_u64(trace.rows, 1 + 100 + 10 + 1);
		check_u64(trace.counters.frees, 1 + 50 + 9);
		check_u64(trace.bytes, 72704 + 100 * 48 + 5500 + (1 << 20));
		check_u64(trace.live_bytes, 50 * 48 + 1000 + (1 << 20));
		check_u64(sites_count(trace.sites), 4);
		check_site(&trace, 1, leaves[i]);
		check_u64(trace.trust, i ? TRUST_CLASS_PAIRED : 0);
		trace_free(&trace);
	}
}

/* tests/data/attached.c: 8 blocks from before, of which 7 die while it is watched. */
TEST(heaptrack_interpreted, begins_where_the_tool_was_attached)
{
	struct trace trace;
	struct err err = {0};
	trace_make(&trace, DATA "attached.raw.zst");
	check_u64(trace.trust, TRUST_ATTACHED);
	check_u64(trace.rows, 170);
	check_u64(trace.bytes, 170 * 64);
	check_u64(trace.live_bytes, 0);
	check_u64(trace.counters.unknown_frees, 7);
	trace_free(&trace);
	/* What came before the mark is forgotten, by address and by class; call stacks are not. */
	static const char *const texts[] = {
		"v 10400 3\nt 1 0\nt 2 0\n+ 8 1 a\n+ 8 1 b\n- b\nA\n+ 9 2 c\n+ 7 1 b\n- a\n",
		SYMBOLS "t 1 0\nt 2 0\na 8 1\na 9 2\na 7 1\n+ 0\n+ 0\n- 0\nA\n+ 1\n+ 2\n- 0\n",
	};
	for (int i = 0; i < 2; i++) {
		check_msg(trace_of_text(&trace, texts[i], &err), "%s", err.text);
		check_u64(trace.rows, 2);
		check_u64(trace.live_bytes, 16);
		check_u64(trace.clock, 2);
		check_u64(trace.counters.frees, 0);
		check_u64(trace.counters.unknown_frees, 1);
		check_u64(sites_count(trace.sites), 2);
		check_u64(column_get(&trace.site, 0), 0);
		check(trace.trust & TRUST_ATTACHED);
		trace_free(&trace);
	}
}

/* Against plain queues. */
TEST(heaptrack_interpreted, takes_the_oldest_of_a_class)
{
	enum { CLASSES = 5, ROWS = 100000 };
	static size_t queue[CLASSES][ROWS], head[CLASSES], tail[CLASSES];
	struct pairs pairs = {0};
	uint64_t state = 7;
	for (int i = 0; i < CLASSES; i++)
		check(pairs_class(&pairs));
	for (size_t row = 0; row < ROWS; row++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
		size_t class = (state >> 40) % CLASSES;
		if (state >> 63) {
			check(pairs_put(&pairs, class, row));
			queue[class][tail[class]++] = row;
		} else {
			bool any = head[class] < tail[class];
			check_u64(pairs_take(&pairs, class), any ? queue[class][head[class]++] : PAIRS_NONE);
		}
	}
	check(pairs.row.rows < 5000); /* memory follows what lives at once */
	pairs_clear(&pairs);
	check(pairs_take(&pairs, 0) == PAIRS_NONE && pairs_put(&pairs, 0, 9) && pairs_take(&pairs, 0) == 9);
	pairs_free(&pairs);
}
