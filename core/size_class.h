/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_SIZE_CLASS_H
#define HEAPODDS_CORE_SIZE_CLASS_H

#include <stdint.h>

/* jemalloc's size classes (as read at jemalloc 295e4894 src/sc.c; LG_QUANTUM 4, LG_TINY_MIN 3,
 * LG_NGROUP 2): 8, then multiples of 16 up to 64, then four to each power of two. 232 classes, the
 * last 7 * 2^60. */
enum { SIZE_CLASSES = 232 };

/* The smallest class that holds size bytes; size 0 as 1; above the last class: the last class. */
uint64_t size_class_of(uint64_t size);
/* Its number, from 0; and the class of a number. */
unsigned size_class_index(uint64_t size);
uint64_t size_class_at(unsigned index);

#endif
