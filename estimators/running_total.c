/* SPDX-License-Identifier: GPL-3.0-or-later
 * A sample is booked with all bytes that went by since the last one. The grand total is right, the
 * sites are not: a large allocation is nearly always sampled and takes the bytes of whoever went
 * before it. */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	if (weighing->law.exact)
		return (struct weight){.bytes = (double)weighing->size, .objects = 1};
	return (struct weight){.per_since = weighing->law.unit_bytes};
}

const struct estimator estimator_running_total = {
	.name = "running-total",
	.summary = "all bytes since the last sample, per sample",
	.source = "Mozilla bug 1253512, comment 1; DataDog/ddprof pull request 219",
	.wants_gap = true,
	.weight = weight,
};
