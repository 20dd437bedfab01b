/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_PROGRESS_H
#define HEAPODDS_COMMANDS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* One line on standard error that says how far the work is and how long it will take: only when
 * that is a terminal, and only after a second. */
struct progress {
	const char *what;
	uint64_t total;
	double started, shown; /* seconds on a steady clock; shown 0: nothing on the screen */
	bool terminal;
};

void progress_start(struct progress *, const char *what, uint64_t total);
void progress_show(void *progress, uint64_t done);
void progress_end(struct progress *); /* wipes the line */

#endif
