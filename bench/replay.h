/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_BENCH_REPLAY_H
#define HEAPODDS_BENCH_REPLAY_H

#include "core/err.h"
#include "core/trace.h"

/* How fast one trial of `per-byte` is replayed, in ways that must all pick the same rows. Times are
 * of the thread's own clock; the contenders of a round run in random order, each round gives one
 * ratio to the scan, and medians are taken over rounds: absolute times move with the machine,
 * ratios within a round hardly do. */
enum replay_way {
	WAY_SUM,  /* adds up the sizes and samples nothing: the floor */
	WAY_SCAN, /* the rule in a plain loop, its state in registers, inlined: the baseline */
	WAY_STEP, /* the engine `step` */
	WAY_SKIP, /* the engine `skip` */
	WAYS
};

struct replay_time {
	double rate;                      /* bytes */
	double ns_median, ns_p10, ns_p90; /* per allocation */
	double speedup;                   /* median over rounds of scan / this */
	uint64_t samples;
	enum replay_way way;
};

const char *replay_way_name(enum replay_way);

/* Fills WAYS rows of out. Fails when two ways pick different rows, and without memory. */
bool bench_replay(const struct trace *, double rate, unsigned rounds, struct replay_time *out, struct err *);

#endif
