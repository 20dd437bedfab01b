/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_UNITS_H
#define HEAPODDS_CORE_UNITS_H

#include "core/err.h"
#include <stddef.h>
#include <stdint.h>

/* Numbers as people write them. what names the option or field in the error sentence, e.g.
 * "--rate"; the whole text must be the number.
 * Sizes: 4096, 1e6, 0.5M, 512K, 512KiB, 64kB: K, M, G, T (also KiB ...) are binary, kB/KB, MB,
 * GB, TB decimal, an ending "B" alone is bytes. The result must be a whole number of bytes below
 * 2^63; counts take the same grammar without the unit B: 1e6, 250k is refused, 4K is 4096. */
bool units_size(const char *text, const char *what, uint64_t *bytes, struct err *err);
bool units_count(const char *text, const char *what, uint64_t *count, struct err *err);
/* A finite number, not negative: 0.25, 1e-3, or with % (25%). Correctly rounded. */
bool units_real(const char *text, const char *what, double *value, struct err *err);

/* "512 KiB", "1.50 MiB", "37 B": three or four significant digits, binary units. */
#define UNITS_ROOM 32
void units_print_size(char out[UNITS_ROOM], double bytes);
/* "1,000,000": a count with separators; a double is rounded to the nearest whole number. Both
 * print "-" for what is not finite. */
void units_print_count(char out[UNITS_ROOM], double count);
void units_print_whole(char out[UNITS_ROOM], uint64_t count); /* exact above 2^53 */

#endif
