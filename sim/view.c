/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/view.h"

#include "core/events.h"
#include "core/units.h"
#include <stdlib.h>
#include <string.h>

const char *dump_kind_name(enum dump_kind kind)
{
	static const char *const names[] = {"none", "end", "peak", "peak-seen", "every", "at"};
	return names[kind];
}

/* A position in allocations, at least 1. */
static bool position(const struct trace *trace, const char *text, uint64_t *allocations, struct err *err)
{
	size_t n = strlen(text);
	uint64_t bytes = 0, sum = 0;
	double share;
	if (n > 1 && text[n - 1] == 'a') {
		char *number = strndup(text, n - 1);
		bool ok = number && units_count(number, "--dump", allocations, err);
		free(number);
		return ok && (*allocations || err_set(err, "--dump: \"%s\" is before the first allocation", text));
	}
	if (n > 1 && text[n - 1] == 's' && text[n - 2] >= '0' && text[n - 2] <= '9')
		return err_set(err, "--dump: \"%s\": this trace has no time stamps", text);
	if (n > 1 && text[n - 1] == '%') {
		if (!units_real(text, "--dump", &share, err))
			return false;
		if (!(share > 0 && share <= 1))
			return err_set(err, "--dump: \"%s\" is not a share of the trace, 0%% to 100%%", text);
		*allocations = (uint64_t)(share * (double)trace->rows);
		*allocations += *allocations == 0;
		return true;
	}
	if (!units_size(text, "--dump", &bytes, err))
		return false;
	for (*allocations = 0; *allocations < trace->rows && sum < bytes; ++*allocations)
		sum += column_get(&trace->size, (size_t)*allocations);
	return *allocations || err_set(err, "--dump: \"%s\" is before the first allocation", text);
}

static bool add(struct view *view, const struct trace *trace, enum dump_kind kind, uint64_t allocations,
	struct err *err)
{
	if (view->n == DUMPS_MAX)
		return err_set(err, "--dump: more than %d dumps", DUMPS_MAX);
	void *grown = realloc(view->dump, (view->n + 1) * sizeof *view->dump);
	if (!grown)
		return err_set(err, "out of memory");
	view->dump = grown;
	view->dump[view->n++] = (struct dump){
		.kind = kind,
		.allocations = allocations,
		.clock = allocations < trace->rows ? column_get(&trace->birth, (size_t)allocations) - 1 : trace->clock,
	};
	return true;
}

/* The allocations made by a position of the clock. */
static uint64_t made_by(const struct trace *trace, uint64_t clock)
{
	size_t low = 0, high = trace->rows;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (column_get(&trace->birth, middle) <= clock)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool add_peak(struct view *view, const struct trace *trace, enum dump_kind kind, struct err *err)
{
	struct events events;
	if (!events_build(&events, trace))
		return err_set(err, "out of memory for the events of %s", trace->name);
	struct peak peak = events_peak(&events, trace);
	events_free(&events);
	if (!add(view, trace, kind, made_by(trace, peak.clock), err))
		return false;
	view->dump[view->n - 1].clock = peak.clock;
	return true;
}

static bool add_every(struct view *view, const struct trace *trace, const char *text, struct err *err)
{
	uint64_t step;
	if (!position(trace, text, &step, err))
		return false;
	for (uint64_t at = step; at < trace->rows; at += step)
		if (!add(view, trace, DUMP_EVERY, at, err))
			return false;
	return add(view, trace, DUMP_EVERY, trace->rows, err);
}

static bool add_at(struct view *view, const struct trace *trace, const char *text, struct err *err)
{
	uint64_t at;
	if (!position(trace, text, &at, err))
		return false;
	if (at > trace->rows)
		return err_set(err, "--dump: at:%s is past the end of %s (%zu allocations)", text, trace->name,
			trace->rows);
	return add(view, trace, DUMP_AT, at, err);
}

static bool add_dumps(struct view *view, const struct trace *trace, const char *spec, struct err *err)
{
	if (!strcmp(spec, "end"))
		return add(view, trace, DUMP_END, trace->rows, err);
	if (!strcmp(spec, "peak"))
		return add_peak(view, trace, DUMP_PEAK, err);
	if (!strcmp(spec, "peak-seen"))
		return add_peak(view, trace, DUMP_PEAK_SEEN, err);
	if (!strncmp(spec, "every:", 6))
		return add_every(view, trace, spec + 6, err);
	if (!strncmp(spec, "at:", 3))
		return add_at(view, trace, spec + 3, err);
	return err_set(err, "--dump: \"%s\" is no dump (known: end, peak, peak-seen, every:N, at:N)", spec);
}

size_t view_first_dump(const struct view *view, uint64_t clock)
{
	size_t low = 0, high = view->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (view->dump[middle].clock < clock)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Objects alive at each dump: +1 at the first that sees a row, -1 at the first that does not any
 * more, then summed over the dumps. */
static void count_live(struct view *view, const struct trace *trace, const struct classes *classes)
{
	for (size_t row = 0; row < trace->rows; row++) {
		uint64_t death = column_get(&trace->death, row);
		size_t class = (size_t)column_get(&classes->row, row);
		size_t from = view_first_dump(view, column_get(&trace->birth, row));
		size_t to = death ? view_first_dump(view, death) : view->n;
		if (from >= to)
			continue;
		view->dump[from].count[class]++;
		if (to < view->n)
			view->dump[to].count[class]--;
	}
	for (size_t d = 1; d < view->n; d++)
		for (size_t class = 0; class < classes->n; class ++)
			view->dump[d].count[class] += view->dump[d - 1].count[class];
}

static bool count(struct view *view, const struct trace *trace, const struct classes *classes, size_t top)
{
	for (size_t d = 0; d < view->n; d++)
		if (!(view->dump[d].count = calloc(classes->n + 1, sizeof *view->dump[d].count)))
			return false;
	if (view->live)
		count_live(view, trace, classes);
	for (size_t class = 0; class < classes->n && !view->live; class ++)
		view->dump[0].count[class] = classes->of[class].count;
	for (size_t d = 0; d < view->n; d++)
		if (!rows_build(&view->dump[d].rows, trace, classes, view->dump[d].count, top))
			return false;
	return true;
}

bool view_build(struct view *view, const struct trace *trace, const struct classes *classes, const char *spec,
	size_t top, struct err *err)
{
	*view = (struct view){.live = spec != NULL};
	bool ok = spec ? add_dumps(view, trace, spec, err) : add(view, trace, DUMP_NONE, trace->rows, err);
	if (ok && !count(view, trace, classes, top))
		ok = err_set(err, "out of memory for %zu dumps of %s", view->n, trace->name);
	if (!ok)
		view_free(view);
	return ok;
}

void view_free(struct view *view)
{
	for (size_t d = 0; d < view->n; d++) {
		free(view->dump[d].count);
		rows_free(&view->dump[d].rows);
	}
	free(view->dump);
	*view = (struct view){0};
}
