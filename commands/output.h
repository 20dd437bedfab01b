/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_OUTPUT_H
#define HEAPODDS_COMMANDS_OUTPUT_H

#include "core/err.h"
#include <stddef.h>

/* Where a finished result goes: path NULL or "-" is standard output. A file is written beside its
 * place and then renamed, so that a full disk leaves the old one whole; what is no regular file
 * (/dev/full, a pipe) is written as it is. */
bool output_write(const char *path, const char *text, size_t n, struct err *);
/* Sends what was printed to stdout on its way; false when it did not get there. */
bool output_flush(struct err *);
/* Refuses a path that could not be written, before hours are spent on what would go there. */
bool output_check(const char *path, struct err *);

#endif
