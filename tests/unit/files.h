/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_UNIT_FILES_H
#define HEAPODDS_TESTS_UNIT_FILES_H

#include "tests/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Given by the build; the tests may run in any directory. */
#ifndef HEAPODDS_SOURCE
#define HEAPODDS_SOURCE "."
#endif
#define DATA HEAPODDS_SOURCE "/tests/data/"

/* A file with that content for as long as a test needs it. */
struct scratch {
	char path[64];
};

static inline void scratch_fill(const struct scratch *scratch, const void *content, size_t n)
{
	FILE *file = fopen(scratch->path, "wb");
	check(file && fwrite(content, 1, n, file) == n);
	check(fclose(file) == 0);
}

static inline void scratch_make(struct scratch *scratch, const void *content, size_t n)
{
	snprintf(scratch->path, sizeof scratch->path, P_tmpdir "/heapodds-test-XXXXXX");
	int fd = mkstemp(scratch->path);
	check(fd >= 0);
	close(fd);
	scratch_fill(scratch, content, n);
}

static inline void scratch_remove(const struct scratch *scratch)
{
	check(unlink(scratch->path) == 0);
}

/* The whole of a file, to be freed. */
static inline char *slurp(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	check_msg(file, "%s cannot be opened", path);
	size_t room = 1 << 20;
	char *content = malloc(room);
	check(content);
	*n = fread(content, 1, room, file);
	check_msg(*n < room, "%s is larger than test data should be", path);
	fclose(file);
	return content;
}

#endif
