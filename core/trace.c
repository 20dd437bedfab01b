/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

#include <stdlib.h>
#include <string.h>

/* Every column, for what is done to all of them alike. */
static struct column *column_of(struct trace *trace, int i)
{
	struct column *const all[] = {&trace->size, &trace->site, &trace->thread, &trace->birth, &trace->death,
		&trace->origin, &trace->hidden};
	return all[i];
}
enum { COLUMNS = 7 };

bool trace_init(struct trace *trace, const char *name)
{
	*trace = (struct trace){.name = strdup(name), .sites = sites_new()};
	if (trace->name && trace->sites)
		return true;
	trace_free(trace);
	return false;
}

void trace_free(struct trace *trace)
{
	free(trace->name);
	sites_free(trace->sites);
	for (int i = 0; i < COLUMNS; i++)
		column_free(column_of(trace, i));
	*trace = (struct trace){0};
}

/* A row is whole or not there: columns that already took their value give it back. */
static bool push_row(struct trace *trace, uint64_t size, uint32_t site, uint32_t thread)
{
	if (column_push(&trace->size, size) && column_push(&trace->site, site) && column_push(&trace->thread, thread) &&
		column_push(&trace->birth, trace->clock + 1) && column_push(&trace->death, 0) &&
		column_push(&trace->origin, 0) && column_push(&trace->hidden, 0))
		return true;
	for (int i = 0; i < COLUMNS; i++)
		column_of(trace, i)->rows = trace->rows;
	return false;
}

bool trace_allocate(struct trace *trace, uint64_t size, uint32_t site, uint32_t thread)
{
	if (size > TRACE_SIZE_MAX || trace->bytes + size > UINT64_C(1) << 63)
		return false;
	if (!push_row(trace, size, site, thread))
		return false;
	trace->rows++;
	trace->clock++;
	trace->bytes += size;
	trace->live_bytes += size;
	trace->counters.zero_sizes += size == 0;
	if (thread >= trace->threads)
		trace->threads = thread + 1;
	return true;
}

bool trace_release(struct trace *trace, size_t row)
{
	if (!column_set(&trace->death, row, trace->clock + 1))
		return false;
	trace->clock++;
	trace->live_bytes -= column_get(&trace->size, row);
	trace->counters.frees++;
	return true;
}

bool trace_reallocate(struct trace *trace, size_t row, uint64_t size, uint32_t site, uint32_t thread)
{
	/* The death is booked first, as the rows' clock wants it, and taken back if no row follows. */
	if (!trace_release(trace, row))
		return false;
	if (trace_allocate(trace, size, site, thread) && column_set(&trace->origin, trace->rows - 1, row + 1)) {
		trace->counters.reallocations++;
		return true;
	}
	(void)column_set(&trace->death, row, 0);
	trace->clock--;
	trace->live_bytes += column_get(&trace->size, row);
	trace->counters.frees--;
	return false;
}

bool trace_hide(struct trace *trace, size_t row)
{
	return column_set(&trace->hidden, row, 1);
}

/* The clock without the events of the first row. */
static uint64_t clock_without(uint64_t clock, uint64_t birth, uint64_t death)
{
	return clock - (clock > birth) - (death && clock > death);
}

void trace_drop_first(struct trace *trace)
{
	uint64_t birth = column_get(&trace->birth, 0), death = column_get(&trace->death, 0);
	uint64_t size = column_get(&trace->size, 0);
	/* Values only move to lower rows and get smaller: no cell widens and none of these fails. */
	for (int i = 0; i < COLUMNS; i++) {
		struct column *column = column_of(trace, i);
		bool clock = column == &trace->birth || column == &trace->death, origin = column == &trace->origin;
		for (size_t row = 1; row < trace->rows; row++) {
			uint64_t value = column_get(column, row);
			(void)column_set(column, row - 1,
				clock ? clock_without(value, birth, death) : value - (origin && value));
		}
		column->rows--;
	}
	trace->rows--;
	trace->clock -= death ? 2 : 1;
	trace->bytes -= size;
	trace->live_bytes -= death ? 0 : size;
	trace->counters.frees -= death != 0;
	trace->counters.zero_sizes -= size == 0;
	trace->counters.dropped++;
}

void trace_restart(struct trace *trace)
{
	for (int i = 0; i < COLUMNS; i++)
		column_of(trace, i)->rows = 0;
	sites_forget(trace->sites);
	trace->rows = 0;
	trace->clock = trace->bytes = trace->live_bytes = 0;
	trace->threads = 0;
	trace->counters = (struct trace_counters){0};
}

size_t trace_memory(const struct trace *trace)
{
	size_t sum = sites_memory(trace->sites);
	for (int i = 0; i < COLUMNS; i++)
		sum += column_memory(column_of((struct trace *)trace, i));
	return sum;
}

void trace_trim(struct trace *trace)
{
	for (int i = 0; i < COLUMNS; i++)
		column_trim(column_of(trace, i));
}

const char *trace_trust_text(unsigned bit)
{
	static const char *const texts[] = {
		"the file ends early; what came before is used",
		"the source records no frees; live bytes are an upper bound",
		("lifetimes are paired within (size, stack) classes: live totals are exact, the life of a single block "
		 "is not; record with heaptrack -r for real ones"),
		"recorded from within a run; what was allocated before is unknown",
	};
	return bit < sizeof texts / sizeof *texts ? texts[bit] : NULL;
}
