/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_ERR_H
#define HEAPODDS_CORE_ERR_H

#include <stdbool.h>

/* One error: one sentence that names the file, line or option and the offending text.
 * Functions that can fail return true on success; on failure they fill the error and return
 * false, and what they were to produce is then untouched or empty. The first error stays. */
struct err {
	bool set;
	char text[480];
};

/* Fills *err unless it already holds an error (err may be NULL); control characters of the
 * arguments are shown as '?', and a longer text is cut. Always returns false, so that a
 * failing function ends with "return err_set(err, ...)". */
__attribute__((format(printf, 2, 3))) bool err_set(struct err *err, const char *format, ...);

#endif
