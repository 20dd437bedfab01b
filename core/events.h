/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_EVENTS_H
#define HEAPODDS_CORE_EVENTS_H

#include "core/trace.h"

/* The births and deaths of a trace, merged: entry t - 1 is what happened at position t of the event
 * clock. For rules and dumps that need frees. */
struct events {
	struct column at; /* row * 2, + 1 for a death */
};

struct happening {
	size_t row;
	bool death;
};

/* O(clock); false: no memory (then nothing is owned). */
bool events_build(struct events *, const struct trace *);
void events_free(struct events *);

static inline struct happening events_at(const struct events *events, size_t index)
{
	uint64_t cell = column_get(&events->at, index);
	return (struct happening){.row = (size_t)(cell / 2), .death = cell & 1};
}

/* The highest number of live bytes and the position of the clock at which it is first reached
 * (0: nothing was ever allocated). */
struct peak {
	uint64_t bytes, clock;
};
struct peak events_peak(const struct events *, const struct trace *);

#endif
