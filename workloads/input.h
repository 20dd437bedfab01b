/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_WORKLOADS_INPUT_H
#define HEAPODDS_WORKLOADS_INPUT_H

#include "core/err.h"
#include <stddef.h>
#include <stdint.h>

/* A file read line by line: plain, gzip or zstd, told apart by the first bytes (concatenated gzip
 * members and zstd frames are one text). Memory does not grow with the file. */
struct input;

/* Longer lines are handed out cut to this length: no trace format has them, and a compressed file
 * of a few KB can hold a line of many GB. */
enum { INPUT_LINE_MAX = 16 << 20 };

/* path "-" is standard input. Refused, in one sentence: what cannot be opened or read, a
 * directory, a file without content. */
bool input_open(struct input **, const char *path, struct err *);
void input_close(struct input *);

/* The first bytes of the text (up to some KB, *n of them), before any line was taken. */
const char *input_head(struct input *, size_t *n);
/* The next line without its newline; a 0 byte follows it, and there may be 0 bytes in it. The line
 * stays until the next call. False at the end. */
bool input_line(struct input *, char **line, size_t *length);
/* Did the last line end with a newline? A recorder that was killed leaves half a line. */
bool input_line_whole(const struct input *);
/* The file ended early: a cut or damaged compressed stream, or a last line without newline. Known
 * once input_line has returned false. What could be decompressed has been handed out, but for the
 * half line at the point of the cut. */
bool input_cut(const struct input *);
/* False, with a sentence, if reading itself failed (a broken disk); true otherwise. */
bool input_check(const struct input *, struct err *);

/* What is read may take so many bytes of memory; before this is called, any number. A few KB can
 * unpack to any number of records, and a program that repeats itself packs as well as a bomb does
 * (measured: 9,855 to 1), so that only memory itself can be the limit. */
void input_allow(struct input *, uint64_t bytes);
/* For readers to ask now and then: may they hold so many bytes? False: *err says no. */
bool input_affords(const struct input *, uint64_t held, struct err *);

const char *input_name(const struct input *);
/* Refuses the current line: "FILE: line N: WHY: "TEXT"" with a long text cut. Returns false. */
bool input_refuse(const struct input *, const char *why, struct err *);

#endif
