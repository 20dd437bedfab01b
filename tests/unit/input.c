/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/input.h"
#include "tests/check.h"
#include "tests/unit/files.h"
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static struct input *opened(const char *path)
{
	struct input *input;
	struct err err = {0};
	check_msg(input_open(&input, path, &err), "%s", err.text);
	return input;
}

static void expect(struct input *input, const char *line, size_t length, bool whole)
{
	char *got;
	size_t n;
	check(input_line(input, &got, &n));
	check_u64(n, length);
	check(memcmp(got, line, length) == 0 && got[n] == 0);
	check(input_line_whole(input) == whole);
}

static void expect_end(struct input *input, bool cut)
{
	char *line;
	size_t n;
	check(!input_line(input, &line, &n));
	check(!input_line(input, &line, &n));
	check(input_cut(input) == cut);
	input_close(input);
}

TEST(input, gives_lines)
{
	static const char text[] = "one\n\nwith \0 in it\r\nlast\n";
	struct scratch scratch;
	scratch_make(&scratch, text, sizeof text - 1);
	struct input *input = opened(scratch.path);
	size_t n;
	const char *head = input_head(input, &n);
	check(n == sizeof text - 1 && memcmp(head, text, n) == 0);
	expect(input, "one", 3, true);
	expect(input, "", 0, true);
	expect(input, "with \0 in it\r", 13, true);
	expect(input, "last", 4, true);
	expect_end(input, false);
	scratch_remove(&scratch);
}

TEST(input, knows_a_line_without_end)
{
	struct scratch scratch;
	scratch_make(&scratch, "one\ntw", 6);
	struct input *input = opened(scratch.path);
	expect(input, "one", 3, true);
	expect(input, "tw", 2, false);
	expect_end(input, true);
	scratch_remove(&scratch);
}

/* The recording as text, and what reading each packing of it must give. */
static void check_same_lines(const char *path, const char *text, size_t n)
{
	struct input *input = opened(path);
	for (const char *at = text, *end; at < text + n; at = end + 1) {
		end = memchr(at, '\n', (size_t)(text + n - at));
		expect(input, at, (size_t)(end - at), true);
	}
	expect_end(input, false);
}

TEST(input, reads_every_packing)
{
	size_t n;
	char *text = slurp(DATA "tiny.raw", &n);
	check_same_lines(DATA "tiny.raw", text, n);
	check_same_lines(DATA "tiny.raw.gz", text, n);
	check_same_lines(DATA "tiny.raw.zst", text, n);
	check_same_lines(DATA "tiny.members.gz", text, n);
	check_same_lines(DATA "tiny.frames.zst", text, n);
	free(text);
}

static void check_cut(const char *path)
{
	size_t n;
	char *packed = slurp(path, &n);
	struct scratch scratch;
	scratch_make(&scratch, "", 0);
	for (size_t keep = 1; keep < n; keep += 13) {
		scratch_fill(&scratch, packed, keep);
		struct input *input;
		struct err err = {0};
		if (!input_open(&input, scratch.path, &err))
			continue; /* too short to hold a line */
		char *line;
		size_t length, lines = 0;
		while (input_line(input, &line, &length))
			lines++;
		check_msg(input_cut(input), "%s cut to %zu bytes passes for whole (%zu lines)", path, keep, lines);
		input_close(input);
	}
	scratch_remove(&scratch);
	free(packed);
}

TEST(input, notices_a_cut_anywhere)
{
	check_cut(DATA "tiny.raw.gz");
	check_cut(DATA "tiny.raw.zst");
}

/* Two lines of very different length: the first longer than any buffer, the second whole again. */
static void check_long(const void *packed, size_t n, size_t length)
{
	struct scratch scratch;
	scratch_make(&scratch, packed, n);
	struct input *input = opened(scratch.path);
	char *line;
	size_t got;
	check(input_line(input, &line, &got));
	check_u64(got, length < INPUT_LINE_MAX ? length : INPUT_LINE_MAX);
	check(input_line_whole(input) == (length <= INPUT_LINE_MAX));
	expect(input, "second", 6, true);
	expect_end(input, false);
	scratch_remove(&scratch);
}

TEST(input, takes_lines_of_any_length)
{
	static const size_t lengths[] = {(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5000000, INPUT_LINE_MAX - 1,
		INPUT_LINE_MAX + 1, 40 << 20};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		size_t n = lengths[i] + 8, room = ZSTD_compressBound(n);
		uLongf gzipped = compressBound(n) + 32;
		char *text = malloc(n), *packed = malloc(room > gzipped ? room : gzipped);
		check(text && packed);
		memset(text, 'x', n);
		memcpy(text + lengths[i], "\nsecond\n", 8);
		size_t zipped = ZSTD_compress(packed, room, text, n, 1);
		check(!ZSTD_isError(zipped));
		check_long(packed, zipped, lengths[i]);
		z_stream gzip = {.next_in = (unsigned char *)text, .avail_in = (unsigned)n};
		check(deflateInit2(&gzip, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
		gzip.next_out = (unsigned char *)packed;
		gzip.avail_out = (unsigned)gzipped;
		check(deflate(&gzip, Z_FINISH) == Z_STREAM_END);
		check_long(packed, gzip.total_out, lengths[i]);
		deflateEnd(&gzip);
		free(text);
		free(packed);
	}
}

TEST(input, takes_zeros_behind_a_gzip_member)
{
	size_t n;
	char *packed = slurp(DATA "tiny.raw.gz", &n);
	char *padded = calloc(1, n + 512);
	check(padded);
	memcpy(padded, packed, n);
	struct scratch scratch;
	scratch_make(&scratch, padded, n + 512);
	size_t length;
	char *text = slurp(DATA "tiny.raw", &length);
	check_same_lines(scratch.path, text, length);
	scratch_remove(&scratch);
	free(text);
	free(padded);
	free(packed);
}

TEST(input, names_what_it_refuses)
{
	struct scratch scratch;
	scratch_make(&scratch, "\x1f\x8bjunk", 6);
	static const char *const words[] = {"directory", "No such file", "empty", "nothing in it"};
	const char *paths[] = {"/", "/no/such/file", "/dev/null", scratch.path};
	for (int i = 0; i < 4; i++) {
		struct input *input;
		struct err err = {0};
		check(!input_open(&input, paths[i], &err) && !input);
		check_msg(strstr(err.text, paths[i]) && strstr(err.text, words[i]), "%s", err.text);
	}
	scratch_remove(&scratch);
}
