/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_TEXT_H
#define HEAPODDS_CORE_TEXT_H

#include <stddef.h>

/* Names come from recorded programs and may hold any byte. Nothing here depends on the locale, so
 * that output does not either. */

/* The bytes (1 to 4) and the value of the UTF-8 character at text; 0 at the end of the text, and
 * -1 for a byte that begins no valid character (overlong forms and surrogates are not valid). */
int text_character(const char *text, unsigned *code);
/* The columns a text takes on a terminal: 0 for combining marks, 2 for wide characters. */
size_t text_width(const char *text);
/* A copy that is valid UTF-8 for certain: a bad byte becomes U+FFFD. NULL: no memory. */
char *text_valid(const char *text);
/* A copy fit for a terminal: valid, control characters as '?', and if it is wider than columns
 * cut to fit with "..." (columns 0: never; less than 4 counts as 4). NULL: no memory. */
char *text_shown(const char *text, unsigned columns);

#endif
