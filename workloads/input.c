/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/input.h"

#include "core/units.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum { CHUNK = 1 << 20, HEAD = 4096 };

enum packing { PLAIN, GZIP, ZSTD };

struct input {
	char *name;
	int fd;
	enum packing packing;
	/* The file as it lies on the disk: [raw_at, raw_end) is not unpacked yet. */
	char *raw;
	size_t raw_at, raw_end;
	/* The text: [at, end) is not handed out yet, [at, seen) holds no newline. One byte beyond
	 * room is there for the 0 after a line. */
	char *text;
	size_t at, seen, end, room;
	z_stream gzip;
	ZSTD_DStream *zstd;
	bool between; /* between two members or frames: the file may end here */
	bool pending; /* zstd has filled its room and may hold text back, which a cut file must not lose */
	bool ended;   /* no more text will come */
	bool cut, whole;
	int error;        /* errno of a read that failed */
	const char *line; /* the line handed out last, for messages */
	size_t line_length;
	uint64_t line_number;
	uint64_t allowed; /* bytes of memory for what is read */
};

/* Reads from the file into room bytes; 0 at its end or when reading failed. */
static size_t read_some(struct input *input, char *into, size_t room)
{
	ssize_t n;
	do
		n = read(input->fd, into, room);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		input->error = errno;
	return n > 0 ? (size_t)n : 0;
}

/* Ensures some packed bytes; false at the end of the file. */
static bool refill(struct input *input)
{
	if (input->raw_at < input->raw_end)
		return true;
	input->raw_at = 0;
	input->raw_end = read_some(input, input->raw, CHUNK);
	return input->raw_end > 0;
}

static void stop(struct input *input, bool cut)
{
	input->ended = true;
	input->cut |= cut;
}

static size_t unpack_plain(struct input *input, char *into, size_t room)
{
	/* What was read to recognise the packing comes first. */
	size_t n = input->raw_end - input->raw_at;
	if (n > 0) {
		n = n < room ? n : room;
		memcpy(into, input->raw + input->raw_at, n);
		input->raw_at += n;
	} else {
		n = read_some(input, into, room);
	}
	if (n == 0)
		stop(input, false);
	return n;
}

/* One step each: returns the bytes made, which may be 0 before the end. */
static size_t unpack_gzip(struct input *input, char *into, size_t room)
{
	z_stream *gzip = &input->gzip;
	bool padding = input->between && input->raw_at < input->raw_end && input->raw[input->raw_at] == 0;
	if (padding) { /* zeros behind a member, as tapes leave them */
		input->raw_at++;
		return 0;
	}
	input->between = false;
	gzip->next_in = (unsigned char *)input->raw + input->raw_at;
	gzip->avail_in = (unsigned)(input->raw_end - input->raw_at);
	gzip->next_out = (unsigned char *)into;
	gzip->avail_out = (unsigned)(room < CHUNK ? room : CHUNK);
	unsigned wanted = gzip->avail_out;
	int state = inflate(gzip, Z_NO_FLUSH);
	input->raw_at = input->raw_end - gzip->avail_in;
	if (state == Z_STREAM_END) {
		input->between = true;
		inflateReset(gzip);
	} else if (state != Z_OK && state != Z_BUF_ERROR) {
		stop(input, true);
	}
	return wanted - gzip->avail_out;
}

static size_t unpack_zstd(struct input *input, char *into, size_t room)
{
	ZSTD_inBuffer in = {.src = input->raw, .size = input->raw_end, .pos = input->raw_at};
	ZSTD_outBuffer out = {.dst = into, .size = room};
	size_t state = ZSTD_decompressStream(input->zstd, &out, &in);
	input->raw_at = in.pos;
	input->between = state == 0;
	input->pending = out.pos == room && state != 0;
	if (ZSTD_isError(state))
		stop(input, true);
	return out.pos;
}

/* Adds text at the end of the buffer, at least one byte unless the end is reached. */
static void fill(struct input *input)
{
	size_t made = 0;
	while (made == 0 && !input->ended) {
		char *into = input->text + input->end;
		size_t room = input->room - input->end;
		if (input->packing == PLAIN)
			made = unpack_plain(input, into, room);
		else if (!input->pending && !refill(input))
			stop(input, !input->between);
		else
			made = input->packing == GZIP ? unpack_gzip(input, into, room) : unpack_zstd(input, into, room);
	}
	input->end += made;
}

/* Makes room behind the text, by moving it to the front of the buffer or growing the buffer. */
static bool make_room(struct input *input)
{
	if (input->at > 0) {
		memmove(input->text, input->text + input->at, input->end - input->at);
		input->seen -= input->at;
		input->end -= input->at;
		input->at = 0;
	}
	if (input->end < input->room)
		return true;
	char *text = input->room < INPUT_LINE_MAX ? realloc(input->text, 2 * input->room + 1) : NULL;
	if (!text)
		return false;
	input->text = text;
	input->room *= 2;
	return true;
}

static enum packing packing_of(const char *raw, size_t n)
{
	if (n >= 2 && !memcmp(raw, "\x1f\x8b", 2))
		return GZIP;
	if (n >= 4 && !memcmp(raw, "\x28\xb5\x2f\xfd", 4))
		return ZSTD;
	return PLAIN;
}

static bool open_packing(struct input *input, struct err *err)
{
	/* A pipe may hand over the magic bytes one by one. */
	size_t n;
	while (input->raw_end < 4 && (n = read_some(input, input->raw + input->raw_end, CHUNK - input->raw_end)) > 0)
		input->raw_end += n;
	input->packing = packing_of(input->raw, input->raw_end);
	bool ok = true;
	if (input->packing == GZIP)
		ok = inflateInit2(&input->gzip, 15 + 16) == Z_OK; /* the largest window, gzip header */
	else if (input->packing == ZSTD)
		ok = (input->zstd = ZSTD_createDStream()) != NULL;
	return ok || err_set(err, "%s: out of memory", input->name);
}

static bool open_file(struct input *input, const char *path, struct err *err)
{
	bool standard = !strcmp(path, "-");
	input->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (input->fd < 0)
		return err_set(err, "%s: %s", input->name, strerror(errno));
	struct stat status;
	if (!fstat(input->fd, &status) && S_ISDIR(status.st_mode))
		return err_set(err, "%s: is a directory, not a trace", input->name);
	if (!open_packing(input, err) || !input_check(input, err))
		return false;
	while (input->end < HEAD && !input->ended)
		fill(input);
	if (!input_check(input, err))
		return false;
	if (input->end == 0)
		return err_set(err,
			input->cut ? "%s: is cut or damaged: nothing in it can be decompressed" : "%s: is empty",
			input->name);
	return true;
}

bool input_open(struct input **out, const char *path, struct err *err)
{
	*out = NULL;
	struct input *input = calloc(1, sizeof *input);
	if (!input)
		return err_set(err, "%s: out of memory", path);
	*input = (struct input){.fd = -1, .room = CHUNK, .whole = true, .allowed = UINT64_MAX};
	input->name = strdup(strcmp(path, "-") ? path : "standard input");
	input->raw = malloc(CHUNK);
	input->text = malloc(CHUNK + 1);
	bool memory = input->name && input->raw && input->text;
	if (!memory)
		err_set(err, "%s: out of memory", path);
	if (!memory || !open_file(input, path, err)) {
		input_close(input);
		return false;
	}
	*out = input;
	return true;
}

void input_close(struct input *input)
{
	if (!input)
		return;
	if (input->packing == GZIP)
		inflateEnd(&input->gzip);
	ZSTD_freeDStream(input->zstd);
	if (input->fd > STDIN_FILENO)
		close(input->fd);
	free(input->name);
	free(input->raw);
	free(input->text);
	free(input);
}

const char *input_head(struct input *input, size_t *n)
{
	*n = input->end < HEAD ? input->end : HEAD;
	return input->text;
}

/* Hands out [at, at + length) and goes on at next. */
static void hand_out(struct input *input, size_t length, size_t next, char **line, size_t *n)
{
	input->line = *line = input->text + input->at;
	input->line_length = *n = length;
	input->line_number++;
	(*line)[length] = 0;
	input->at = input->seen = next;
}

/* Drops the text up to the next newline, which ends a line that was too long. */
static void skip_rest(struct input *input)
{
	char *newline = NULL;
	while (!newline && !(input->ended && input->at == input->end)) {
		if (input->at == input->end) {
			input->at = input->seen = input->end = 0;
			fill(input);
		}
		newline = memchr(input->text + input->at, '\n', input->end - input->at);
		input->at = input->seen = newline ? (size_t)(newline + 1 - input->text) : input->end;
	}
}

bool input_line(struct input *input, char **line, size_t *length)
{
	if (!input->whole) {
		input->whole = true;
		skip_rest(input);
	}
	for (;;) {
		char *newline = memchr(input->text + input->seen, '\n', input->end - input->seen);
		if (newline) {
			size_t n = (size_t)(newline - input->text) - input->at;
			hand_out(input, n, input->at + n + 1, line, length);
			return true;
		}
		input->seen = input->end;
		if (input->ended || !make_room(input))
			break;
		fill(input);
	}
	/* In a stream that was cut the rest is half a line; in a plain file perhaps the last one. */
	if (input->at == input->end || input->cut)
		return false;
	input->whole = false;
	input->cut = input->ended;
	hand_out(input, input->end - input->at, input->end, line, length);
	return true;
}

bool input_line_whole(const struct input *input)
{
	return input->whole;
}

bool input_cut(const struct input *input)
{
	return input->cut;
}

bool input_check(const struct input *input, struct err *err)
{
	return !input->error || err_set(err, "%s: reading failed: %s", input->name, strerror(input->error));
}

void input_allow(struct input *input, uint64_t bytes)
{
	input->allowed = bytes;
}

bool input_affords(const struct input *input, uint64_t held, struct err *err)
{
	if (held <= input->allowed)
		return true;
	char most[UNITS_ROOM];
	units_print_size(most, (double)input->allowed);
	return err_set(err, "%s: what is read takes more memory than the %s it may (at line %llu)", input->name, most,
		(unsigned long long)input->line_number);
}

const char *input_name(const struct input *input)
{
	return input->name;
}

bool input_refuse(const struct input *input, const char *why, struct err *err)
{
	enum { SHOWN = 60 };
	bool all = input->line_length <= SHOWN;
	return err_set(err, "%s: line %llu: %s: \"%.*s%s\"", input->name, (unsigned long long)input->line_number, why,
		(int)(all ? input->line_length : SHOWN), input->line, all ? "" : "...");
}
