/* SPDX-License-Identifier: GPL-3.0-or-later
 * What was sampled, taken at face value: what a profile shows before anyone scales it. Always too
 * low, and most for the small objects. */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	return (struct weight){.bytes = (double)weighing->size, .objects = 1};
}

const struct estimator estimator_raw = {
	.name = "raw",
	.summary = "sizes of the sampled allocations, unscaled",
	.source = "dmd.py and profiles that are shown unscaled",
	.weight = weight,
};
