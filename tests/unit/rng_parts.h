/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_RNG_PARTS_H
#define HEAPODDS_TESTS_RNG_PARTS_H

#include <stdint.h>

/* n numbers of pcg64 as compiled for a machine without 128-bit integers. */
void pcg64_parts(uint64_t state_hi, uint64_t state_lo, uint64_t stream_hi, uint64_t stream_lo, uint64_t *out, int n);

#endif
