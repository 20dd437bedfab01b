/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/calendar.h"

#include "workloads/fill.h"
#include <stdlib.h>

bool calendar_init(struct calendar *calendar, uint64_t n)
{
	*calendar = (struct calendar){.n = n};
	calendar->first = calloc(n, sizeof *calendar->first);
	calendar->next = calloc(n, sizeof *calendar->next);
	if (calendar->first && calendar->next)
		return true;
	calendar_free(calendar);
	return false;
}

void calendar_free(struct calendar *calendar)
{
	free(calendar->first);
	free(calendar->next);
	*calendar = (struct calendar){0};
}

void calendar_plan(struct calendar *calendar, size_t row, double at)
{
	if (!(at < (double)calendar->n))
		return;
	uint32_t *list = &calendar->first[(size_t)at];
	calendar->next[row] = *list;
	*list = (uint32_t)row + 1;
}

bool calendar_release_due(const struct calendar *calendar, uint64_t now, struct trace *trace, struct err *err)
{
	for (uint32_t entry = calendar->first[now]; entry; entry = calendar->next[entry - 1])
		if (!fill_release(trace, entry - 1, err))
			return false;
	return true;
}
