/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_LAW_H
#define HEAPODDS_CORE_LAW_H

#include <stdbool.h>
#include <stdint.h>

/* What a memoryless sampler does to one allocation of a given size, whatever came before it. */
struct law {
	double p;        /* inclusion probability */
	double log_miss; /* ln(1 - p), accurate for tiny p; -INFINITY for p = 1 */
	bool exact;      /* recorded for certain and with its true size, past the countdown */
	bool poisson;    /* marks ~ Poisson(mean), else ~ Bin(units, unit_p) */
	uint64_t units;  /* cost of the allocation */
	double unit_p, mean;
	double gap_mean;   /* of the gaps as drawn, in units; 0: the sampler draws no gaps */
	double unit_bytes; /* bytes that a unit of cost stands for: rate / mean asked for */
};

#endif
