/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_RATES_H
#define HEAPODDS_COMMANDS_RATES_H

#include "core/err.h"
#include <stddef.h>

/* Parses what --rate takes: R[,R...], each a size or R..R, which doubles from the first up to the
 * second; 1 byte to 2^60 bytes. Appends to *rate, a heap array of *n that the caller frees, on
 * failure too. */
bool rates_parse(const char *text, double **rate, size_t *n, struct err *err);

#endif
