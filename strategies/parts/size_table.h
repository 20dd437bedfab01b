/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_STRATEGIES_PARTS_SIZE_TABLE_H
#define HEAPODDS_STRATEGIES_PARTS_SIZE_TABLE_H

#include "core/rule.h"

/* Reads a table of sizes and probabilities: fields separated by tabs, commas or blanks; a first line
 * with the words "size" and "p" says which columns they are, otherwise they are the first two;
 * lines that begin with '#' are comments. Sizes ascend, 0 <= p <= 1, at most 2^20 lines. On failure
 * nothing is owned. */
bool size_table_read(const char *path, struct size_table *, struct err *);

#endif
