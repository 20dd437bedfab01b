/* SPDX-License-Identifier: GPL-3.0-or-later
 * A sample stands for its size, or for the rate where that is more. Right under systematic sampling
 * (inclusion min(1, size/rate)); under gaps without memory, where inclusion is 1 - exp(-size/rate),
 * up to 36.8 % short, worst at size = rate. */
#include "core/estimator.h"

static struct weight weight(const struct weighing *weighing)
{
	double size = (double)weighing->size, bytes = size > weighing->rate ? size : weighing->rate;
	if (weighing->law.exact)
		return (struct weight){.bytes = size, .objects = 1};
	return (struct weight){.bytes = bytes, .objects = size > 0 ? bytes / size : 0};
}

const struct estimator estimator_max_size_rate = {
	.name = "max-size-rate",
	.summary = "the size or the rate, whichever is more, per sample",
	.source = "redpanda-data/seastar pull request 46; async-profiler",
	.weight = weight,
};
