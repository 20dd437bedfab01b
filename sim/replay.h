/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_REPLAY_H
#define HEAPODDS_SIM_REPLAY_H

#include "core/class.h"
#include "core/lane.h"
#include "sim/tally.h"
#include "strategies/strategy.h"

enum engine {
	ENGINE_AUTO,
	ENGINE_STEP, /* the rule at every allocation: the reference */
	ENGINE_SKIP, /* the next sampled row by block sums: the same rows */
};

/* What is replayed: shared by all trials, read only. */
struct replay {
	const struct trace *trace;
	const struct classes *classes;
	const struct lanes *lanes; /* for the sampler's cost and scope; not read by event strategies */
	const struct sampler *sampler;
	enum engine engine; /* not AUTO */
	bool marks;         /* the marks behind the first are wanted */
	uint64_t seed;
};

/* The engine for a sampler: what was asked for, or the fastest that picks the same rows. false:
 * the engine cannot run this sampler. */
bool engine_choose(const struct sampler *, enum engine asked, enum engine *chosen, struct err *);
const char *engine_name(enum engine);

/* Runs one trial into an empty tally; draws are counted in it. false: no memory. */
bool replay_trial(const struct replay *, uint64_t trial, struct tally *);

#endif
