/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_start(struct progress *progress, const char *what, uint64_t total)
{
	*progress =
		(struct progress){.what = what, .total = total, .started = now(), .terminal = isatty(STDERR_FILENO)};
}

void progress_show(void *context, uint64_t done)
{
	struct progress *progress = context;
	double time = now(), spent = time - progress->started;
	if (!progress->terminal || spent < 1 || time - progress->shown < .2 || !done)
		return;
	progress->shown = time;
	fprintf(stderr, "\r\033[K%s: %llu of at most %llu trials, %.0f s left", progress->what,
		(unsigned long long)done, (unsigned long long)progress->total,
		spent * (double)(progress->total - done) / (double)done);
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (progress->shown > 0)
		fputs("\r\033[K", stderr);
}
