/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

#include <stdlib.h>
#include <string.h>

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
	column_free(&trace->size);
	column_free(&trace->site);
	column_free(&trace->thread);
	column_free(&trace->birth);
	column_free(&trace->death);
	column_free(&trace->hidden);
	*trace = (struct trace){0};
}

/* A row is whole or not there: columns that already took their value give it back. */
static bool push_row(struct trace *trace, uint64_t size, uint32_t site, uint32_t thread)
{
	if (column_push(&trace->size, size) && column_push(&trace->site, site) && column_push(&trace->thread, thread) &&
		column_push(&trace->birth, trace->clock + 1) && column_push(&trace->death, 0) &&
		column_push(&trace->hidden, 0))
		return true;
	trace->size.rows = trace->site.rows = trace->thread.rows = trace->rows;
	trace->birth.rows = trace->death.rows = trace->hidden.rows = trace->rows;
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

bool trace_hide(struct trace *trace, size_t row)
{
	return column_set(&trace->hidden, row, 1);
}

void trace_trim(struct trace *trace)
{
	column_trim(&trace->size);
	column_trim(&trace->site);
	column_trim(&trace->thread);
	column_trim(&trace->birth);
	column_trim(&trace->death);
	column_trim(&trace->hidden);
}

const char *trace_trust_text(unsigned bit)
{
	static const char *const texts[] = {
		"the file ends early; what came before is used",
		"the source records no frees; live bytes are an upper bound",
	};
	return bit < sizeof texts / sizeof *texts ? texts[bit] : NULL;
}
