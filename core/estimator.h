/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_ESTIMATOR_H
#define HEAPODDS_CORE_ESTIMATOR_H

#include "core/law.h"
#include "core/sample.h"

/* What one sample, or each mark of a sample, stands for. */
struct weight {
	double bytes, objects;
	bool per_mark;
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
};

struct estimate {
	double bytes, objects;
};

/* An estimator turns samples into bytes and objects. A weight that suits another sampler is allowed:
 * showing its bias is what the pair is for. */
struct estimator {
	const char *name, *summary, *source;
	bool wants_marks; /* the marks behind the first are needed too */
	bool wants_law;   /* weights by inclusion probability: only where that depends on the size alone */
	struct weight (*weight)(const struct weighing *);
};

/* NULL-terminated, generated from estimators/meson.build. */
extern const struct estimator *const estimators[];

static inline void estimator_add(struct accumulator *accumulator, const struct sample *sample)
{
	accumulator->samples++;
	accumulator->marks += sample->marks;
}

static inline struct estimate estimator_finish(const struct accumulator *accumulator, const struct weighing *weighing)
{
	double n = (double)(weighing->weight.per_mark ? accumulator->marks : accumulator->samples);
	return (struct estimate){.bytes = n * weighing->weight.bytes, .objects = n * weighing->weight.objects};
}

/* NULL: no such estimator. */
const struct estimator *estimator_find(const char *name);

#endif
