/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_ESTIMATOR_H
#define HEAPODDS_CORE_ESTIMATOR_H

#include "core/law.h"
#include "core/sample.h"

/* What one sample, or each mark of a sample, stands for. A weight may also grow with what the sample
 * says of itself: bytes per unit of sample.rest or of sample.since. */
struct weight {
	double bytes, objects;
	bool per_mark;
	double per_rest, per_since;
};

/* What is known of a class (an allocation site and size) under one sampler and rate. */
struct weighing {
	uint64_t size;
	double rate; /* bytes */
	struct law law;
	struct weight weight; /* made once from the others by the estimator's weight */
};

/* The samples of one class in one trial. Counts are integers, so that their sum does not depend
 * on the order in which samples came. */
struct accumulator {
	uint64_t samples, marks;
	int64_t since;
	double rest; /* whole but for real-valued gaps, so that its sum is exact too */
};

struct estimate {
	double bytes, objects;
};

/* An estimator turns samples into bytes and objects. A weight that suits another sampler is allowed:
 * showing its bias is what the pair is for. */
struct estimator {
	const char *name, *summary, *source;
	bool wants_marks; /* the marks behind the first are needed too */
	bool wants_gap;   /* weights by what a countdown knows of its gaps: only for countdown rules */
	bool wants_law;   /* weights by inclusion probability: only where that depends on the size alone */
	struct weight (*weight)(const struct weighing *);
};

/* NULL-terminated, generated from estimators/meson.build. */
extern const struct estimator *const estimators[];

static inline void estimator_add(struct accumulator *accumulator, const struct sample *sample)
{
	accumulator->samples++;
	accumulator->marks += sample->marks;
	accumulator->since += sample->since;
	accumulator->rest += sample->rest;
}

static inline struct estimate estimator_finish(const struct accumulator *accumulator, const struct weighing *weighing)
{
	const struct weight *weight = &weighing->weight;
	double n = (double)(weight->per_mark ? accumulator->marks : accumulator->samples);
	double grown = weight->per_rest * accumulator->rest + weight->per_since * (double)accumulator->since;
	double size = (double)weighing->size;
	return (struct estimate){.bytes = n * weight->bytes + grown,
		.objects = n * weight->objects + (size > 0 ? grown / size : 0)};
}

/* NULL: no such estimator. */
const struct estimator *estimator_find(const char *name);

#endif
