/* SPDX-License-Identifier: GPL-3.0-or-later
 * Trace files that were made to break a reader: they are read or refused, in bounded memory and
 * time. What a fuzzer found is here, too. */
#include "tests/unit/recordings.h"
#include "workloads/input.h"
#include <inttypes.h>
#include <zstd.h>

/* A file of a head and a body that is there many times, packed to a few KB. */
static void pack(const struct scratch *scratch, const char *head, const char *body, size_t times)
{
	size_t n = strlen(body), copies = 1 + 65536 / n, chunk = copies * n;
	char *many = malloc(chunk), *packed = malloc(ZSTD_CStreamOutSize());
	ZSTD_CStream *stream = ZSTD_createCStream();
	FILE *file = fopen(scratch->path, "wb");
	check(many && packed && stream && file);
	for (size_t i = 0; i < copies; i++)
		memcpy(many + i * n, body, n);
	for (size_t i = 0, last = 0; !last; i++) {
		last = i == 1 + times / copies;
		ZSTD_inBuffer in = {.src = i ? many : head, .size = i ? chunk : strlen(head)};
		ZSTD_EndDirective how = last ? ZSTD_e_end : ZSTD_e_continue;
		size_t left = 1;
		while (last ? left > 0 : in.pos < in.size) {
			ZSTD_outBuffer out = {.dst = packed, .size = ZSTD_CStreamOutSize()};
			left = ZSTD_compressStream2(stream, &out, &in, how);
			check(!ZSTD_isError(left) && fwrite(packed, 1, out.pos, file) == out.pos);
		}
	}
	check(ftell(file) < 200000);
	check(fclose(file) == 0);
	ZSTD_freeCStream(stream);
	free(many);
	free(packed);
}

/* Rows, call stacks, strings, names of modules, segments, classes, addresses with many frames: all
 * that a record can make a reader keep. */
TEST(hostile, bombs_are_refused)
{
	static char name[100001], body[7][110000];
	memset(name, 'a', sizeof name - 1);
	snprintf(body[0], sizeof *body, "+ 0\n");
	snprintf(body[1], sizeof *body, "s 186a0 %s\n", name);
	snprintf(body[2], sizeof *body, "i 1 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0\n");
	snprintf(body[3], sizeof *body, "a 1000 0\n");
	snprintf(body[4], sizeof *body, "t 0 0\n");
	snprintf(body[5], sizeof *body, "m 186a0 %s 0 0 1 2 3\n", name);
	snprintf(body[6], sizeof *body, "m 1 x 0 0 1 2 3 4 5 6 7\n");
	struct scratch scratch;
	scratch_make(&scratch, "", 0);
	for (int i = 0; i < 7; i++) {
		bool names = i == 1 || i == 5;
		pack(&scratch, i < 5 ? "v 10400 3\ns 1 f\na 8 0\n" : "v 10400 3\n", body[i], names ? 100 : 4000000);
		struct trace trace;
		struct err err = {0};
		struct workload_options options = {.memory = 4 << 20};
		check_msg(!workload_open_as(scratch.path, &options, &trace, &err), "%.40s is taken", body[i]);
		check_msg(strstr(err.text, "more memory than the 4.00 MiB it may"), "%s", err.text);
		check(!trace.name);
	}
	scratch_remove(&scratch);
}

/* What holds nothing may go on for as long as it likes. */
TEST(hostile, comments_take_no_memory)
{
	struct scratch scratch;
	scratch_make(&scratch, "", 0);
	pack(&scratch, "v 10400 3\nt 1 0\n", "+ 8 1 a\n- a\n# nothing\n", 300000);
	struct trace trace;
	struct err err = {0};
	struct workload_options options = {.memory = 16 << 20};
	check_msg(workload_open_as(scratch.path, &options, &trace, &err), "%s", err.text);
	check(trace.rows >= 300000 && !trace.live_bytes);
	trace_free(&trace);
	scratch_remove(&scratch);
}

static char *deep_file(size_t nodes)
{
	char *text = malloc(nodes * 24 + 200), *at = text;
	check(text);
	at += sprintf(at, "v 10400 3\n");
	for (size_t i = 0; i < nodes; i++)
		at += sprintf(at, "t %zx %zx\n", i + 1, i);
	for (size_t i = 0; i < 4; i++)
		at += sprintf(at, "+ 8 %zx %zx\n", nodes - i, i);
	return text;
}

TEST(hostile, a_stack_may_be_a_million_deep)
{
	enum { NODES = 1000000 };
	static const char *const depths[] = {NULL, "leaf", "255", "^0x7$", "^(0)x"};
	static const uint32_t sites[] = {4, 4, 4, 1, 1};
	static const char *const ends[] = {";...", "0xf4240", "0xf4142", "0x7", "0"};
	static char name[SITES_NAME_MAX + 64];
	char *text = deep_file(NODES);
	struct scratch scratch;
	scratch_make(&scratch, text, strlen(text));
	for (int i = 0; i < 5; i++) {
		struct trace trace;
		struct err err = {0};
		struct workload_options options = {.site_depth = depths[i]};
		check_msg(workload_open_as(scratch.path, &options, &trace, &err), "%s", err.text);
		check_u64(sites_count(trace.sites), sites[i]);
		size_t n = sites_name(trace.sites, 0, name, sizeof name);
		check(n < sizeof name && n >= strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]));
		trace_free(&trace);
	}
	scratch_remove(&scratch);
	free(text);
}

TEST(hostile, sizes_do_not_overflow)
{
	static const char *const cases[][2] = {
		{"+ 8000000000000000 0 1\n", "more bytes than there can be"},
		{"+ 1000000000000001 0 1\n", "more bytes than there can be"},
		{"a 8000000000000000 0\n", "more bytes than there can be"},
		{"+ 1000000000000000 0 1\n+ 1000000000000000 0 2\n+ 1000000000000000 0 3\n+ 1000000000000000 0 4\n"
		 "+ 1000000000000000 0 5\n+ 1000000000000000 0 6\n+ 1000000000000000 0 7\n+ 1000000000000000 0 8\n"
		 "+ 1 0 9\n",
			"more than 2^63 bytes after 8 allocations"},
		{"t 1 ffffffffffffffff\n", "caller that does not exist"},
		{"t 1 100000000\n", "caller that does not exist"},
		{"+ 1 100000000 1\n", "call stack that does not exist"},
		{"s ffffffffffffffff a\n", "not a string"},
		{"x ffffffffffffffff a\n", "path of a program"},
		{"m ffffffffffffffff a 0\n", "not a module"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[400];
		struct trace trace;
		struct err err = {0};
		snprintf(text, sizeof text, "v 10400 3\n%s", cases[i][0]);
		check_msg(!trace_of_text(&trace, text, &err), "%s is taken", text);
		check_msg(strstr(err.text, cases[i][1]), "%s", err.text);
	}
}

/* Found by fuzzing: the only string is empty, so that there is no text at all to point into. */
TEST(hostile, an_empty_string_names_nothing)
{
	struct trace trace;
	struct err err = {0};
	check_msg(trace_of_text(&trace, "v 10000 2\ns \ni 10 1 1 1 1\nt 1 0\n+ 8 1 a\n", &err), "%s", err.text);
	check_site(&trace, 0, "0x10");
	trace_free(&trace);
}
