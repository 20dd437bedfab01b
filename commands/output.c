/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool standard(const char *path)
{
	return !path || !strcmp(path, "-");
}

static bool fail(const char *path, struct err *err)
{
	return err_set(err, "cannot write %s: %s", path, strerror(errno));
}

static bool write_all(int fd, const char *text, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, text, n);
		if (done < 0 && errno != EINTR)
			return false;
		if (done > 0) {
			text += done;
			n -= (size_t)done;
		}
	}
	return true;
}

/* Some file systems report a full disk only when the file is closed. */
static bool write_and_close(int fd, const char *text, size_t n)
{
	bool written = write_all(fd, text, n);
	int reason = errno;
	bool closed = close(fd) == 0;
	if (!written)
		errno = reason;
	return written && closed;
}

static bool write_in_place(const char *path, const char *text, size_t n, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return (fd >= 0 && write_and_close(fd, text, n)) || fail(path, err);
}

/* The access rights that the file has, or those that creating it would give. */
static mode_t rights(const char *path)
{
	struct stat old;
	if (stat(path, &old) == 0)
		return old.st_mode & 0777;
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static bool fill_and_rename(int fd, const char *beside, const char *path, const char *text, size_t n)
{
	bool permitted = fchmod(fd, rights(path)) == 0;
	if (write_and_close(fd, text, n) && permitted && rename(beside, path) == 0)
		return true;
	int reason = errno;
	unlink(beside);
	errno = reason;
	return false;
}

static bool write_beside(const char *path, const char *text, size_t n, struct err *err)
{
	char *beside;
	if (asprintf(&beside, "%s.XXXXXX", path) < 0)
		return err_set(err, "out of memory");
	int fd = mkostemp(beside, O_CLOEXEC);
	bool done;
	if (fd < 0) /* a file that may be written in a folder that may not: better than nothing */
		done = write_in_place(path, text, n, err);
	else
		done = fill_and_rename(fd, beside, path, text, n) || fail(path, err);
	free(beside);
	return done;
}

bool output_write(const char *path, const char *text, size_t n, struct err *err)
{
	if (standard(path))
		return write_all(STDOUT_FILENO, text, n) || fail("standard output", err);
	struct stat old;
	if (stat(path, &old) == 0 && !S_ISREG(old.st_mode))
		return write_in_place(path, text, n, err);
	/* Renaming onto a symbolic link would replace the link and not what it points to. */
	char *real = realpath(path, NULL);
	bool done = write_beside(real ? real : path, text, n, err);
	free(real);
	return done;
}

bool output_flush(struct err *err)
{
	/* ferror first: a write that failed earlier left nothing for fflush to fail on. */
	bool failed = ferror(stdout);
	return (fflush(stdout) == 0 && !failed) || fail("standard output", err);
}

/* The folder of a path, in room bytes. */
static bool folder(const char *path, char *out, size_t room)
{
	const char *slash = strrchr(path, '/');
	int length = snprintf(out, room, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
	return length >= 0 && (size_t)length < room;
}

bool output_check(const char *path, struct err *err)
{
	if (standard(path))
		return true;
	if (!*path)
		return err_set(err, "--output: \"\" is no file name");
	struct stat old;
	bool there = stat(path, &old) == 0;
	if (there && S_ISDIR(old.st_mode))
		errno = EISDIR;
	else if (there && access(path, W_OK) == 0)
		return true;
	else if (!there && errno == ENOENT) {
		char parent[4096];
		if (folder(path, parent, sizeof parent) && access(parent, W_OK) == 0)
			return true;
	}
	return fail(path, err);
}
