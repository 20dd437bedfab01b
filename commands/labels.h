/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_LABELS_H
#define HEAPODDS_COMMANDS_LABELS_H

#include <stddef.h>

enum { LABEL_WIDTH = 60 };

/* Call stacks ("leaf;caller;...") shortened for people: the innermost frame and the frame at which
 * a stack first differs from all others of the list, "leaf;...;caller". Replaces the heap texts in
 * place; one that has no memory for its label stays whole. */
void labels_shorten(char **names, size_t n);

#endif
