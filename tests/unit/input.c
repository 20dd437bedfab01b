/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/input.h"
#include "tests/check.h"
#include "tests/unit/files.h"
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum packing { GZIP, ZSTD, PACKINGS };

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

/* A text packed both ways; the packed bytes are to be freed. */
static char *pack(enum packing packing, char *text, size_t n, size_t *packed_n)
{
	size_t room = ZSTD_compressBound(n) + compressBound(n) + 32;
	char *packed = malloc(room);
	check(packed);
	if (packing == ZSTD) {
		*packed_n = ZSTD_compress(packed, room, text, n, 1);
		check(!ZSTD_isError(*packed_n));
		return packed;
	}
	z_stream gzip = {.next_in = (unsigned char *)text, .avail_in = (unsigned)n};
	check(deflateInit2(&gzip, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	gzip.next_out = (unsigned char *)packed;
	gzip.avail_out = (unsigned)room;
	check(deflate(&gzip, Z_FINISH) == Z_STREAM_END);
	*packed_n = gzip.total_out;
	deflateEnd(&gzip);
	return packed;
}

static void scratch_pack(struct scratch *scratch, enum packing packing, char *text, size_t n)
{
	size_t packed_n;
	char *packed = pack(packing, text, n, &packed_n);
	scratch_make(scratch, packed, packed_n);
	free(packed);
}

static void check_packed_lines(enum packing packing, size_t lines, size_t width)
{
	char *text = malloc(lines * width + 1);
	check(text);
	for (size_t i = 0; i < lines; i++)
		snprintf(text + i * width, width + 1, "%0*zu\n", (int)width - 1, i / 1000);
	struct scratch scratch;
	scratch_pack(&scratch, packing, text, lines * width);
	struct input *input = opened(scratch.path);
	for (size_t i = 0; i < lines; i++)
		expect(input, text + i * width, width - 1, true);
	expect_end(input, false);
	scratch_remove(&scratch);
	free(text);
}

/* The text may end where the room for it does, or within a line of it. */
TEST(input, empties_the_unpacker)
{
	for (int packing = 0; packing < PACKINGS; packing++) {
		check_packed_lines((enum packing)packing, 20971, 100);
		check_packed_lines((enum packing)packing, 16384, 64);
		check_packed_lines((enum packing)packing, 300000, 11);
	}
}

/* Newlines in what zstd can make of the first bytes of a frame, given room for everything. */
static size_t lines_before_cut(const char *packed, size_t keep, size_t room)
{
	char *text = malloc(room);
	ZSTD_DStream *zstd = ZSTD_createDStream();
	check(text && zstd);
	ZSTD_inBuffer in = {.src = packed, .size = keep};
	ZSTD_outBuffer out = {.dst = text, .size = room};
	while (in.pos < in.size)
		check(!ZSTD_isError(ZSTD_decompressStream(zstd, &out, &in)));
	size_t lines = 0;
	for (size_t i = 0; i < out.pos; i++)
		lines += text[i] == '\n';
	ZSTD_freeDStream(zstd);
	free(text);
	return lines;
}

/* What the unpacker has taken in but not given out when the file ends early is text, too. */
TEST(input, loses_no_line_before_a_cut)
{
	enum { LINES = 21000, WIDTH = 100 };
	char *text = malloc(LINES * WIDTH + 1);
	check(text);
	for (size_t i = 0; i < LINES; i++)
		snprintf(text + i * WIDTH, WIDTH + 1, "%0*zu\n", WIDTH - 1, i / 1000);
	size_t n;
	char *packed = pack(ZSTD, text, LINES * WIDTH, &n);
	struct scratch scratch;
	scratch_make(&scratch, "", 0);
	size_t lines;
	for (size_t keep = n - 1; (lines = lines_before_cut(packed, keep, LINES * WIDTH)) > 0; keep--) {
		scratch_fill(&scratch, packed, keep);
		struct input *input = opened(scratch.path);
		char *line;
		size_t length;
		for (; lines > 0; lines--)
			check_msg(input_line(input, &line, &length), "%zu lines missing after %zu bytes", lines, keep);
		expect_end(input, true);
	}
	scratch_remove(&scratch);
	free(packed);
	free(text);
}

/* Two lines: the first perhaps longer than any buffer, the second whole again. */
static void check_long(enum packing packing, size_t length)
{
	size_t n = length + 8;
	char *text = malloc(n);
	check(text);
	memset(text, 'x', n);
	memcpy(text + length, "\nsecond\n", 8);
	struct scratch scratch;
	scratch_pack(&scratch, packing, text, n);
	struct input *input = opened(scratch.path);
	char *line;
	size_t got;
	check(input_line(input, &line, &got));
	check_u64(got, length < INPUT_LINE_MAX ? length : INPUT_LINE_MAX);
	check(input_line_whole(input) == (length <= INPUT_LINE_MAX));
	expect(input, "second", 6, true);
	expect_end(input, false);
	scratch_remove(&scratch);
	free(text);
}

TEST(input, takes_lines_of_any_length)
{
	static const size_t lengths[] = {(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5000000, INPUT_LINE_MAX - 1,
		INPUT_LINE_MAX + 1, 40 << 20};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int packing = 0; packing < PACKINGS; packing++)
			check_long((enum packing)packing, lengths[i]);
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
