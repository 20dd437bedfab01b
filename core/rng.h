/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_RNG_H
#define HEAPODDS_CORE_RNG_H

#include <stdint.h>

/* PCG64 (XSL-RR 128/64; O'Neill, HMC-CS-2014-0905): bit-identical to pcg64 of libpcg-cpp-dev.
 * The numbers do not depend on the machine: where there is no 128-bit integer the product is
 * made of 32-bit parts. inc is odd. */
struct pcg64 {
	uint64_t hi, lo, inc_hi, inc_lo;
};
