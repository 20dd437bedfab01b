/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/events.h"

bool events_build(struct events *events, const struct trace *trace)
{
	*events = (struct events){0};
	bool ok = true;
	for (uint64_t t = 0; ok && t < trace->clock; t++)
		ok = column_push(&events->at, 0);
	for (size_t row = 0; ok && row < trace->rows; row++) {
		uint64_t death = column_get(&trace->death, row);
		ok = column_set(&events->at, (size_t)column_get(&trace->birth, row) - 1, 2 * (uint64_t)row);
		if (ok && death)
			ok = column_set(&events->at, (size_t)death - 1, 2 * (uint64_t)row + 1);
	}
	if (!ok)
		events_free(events);
	return ok;
}

void events_free(struct events *events)
{
	column_free(&events->at);
}

struct peak events_peak(const struct events *events, const struct trace *trace)
{
	struct peak peak = {0};
	uint64_t live = 0;
	for (size_t i = 0; i < events->at.rows; i++) {
		struct happening happening = events_at(events, i);
		uint64_t size = column_get(&trace->size, happening.row);
		live = happening.death ? live - size : live + size;
		if (live > peak.bytes || !peak.clock)
			peak = (struct peak){.bytes = live, .clock = i + 1};
	}
	return peak;
}
