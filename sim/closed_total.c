/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/closed_total.h"

#include <math.h>
#include <stdlib.h>

/* Expected bytes and objects booked per row of the result. */
struct booked {
	double bytes, objects;
};

static void add(const struct rows *rows, const struct class *class, double bytes, double objects, struct booked *booked)
{
	size_t both[] = {rows->of_site[class->site], rows_total(rows)};
	for (int i = 0; i < 2; i++) {
		booked[both[i]].bytes += bytes;
		booked[both[i]].objects += objects;
	}
}

static void add_lane(const struct rows *rows, const struct lane *lane, const struct weighing *weighing,
	struct booked *booked)
{
	double waiting = 0;
	for (size_t row = 0; row < lane->rows; row++) {
		size_t class = (size_t)column_get(&rows->classes->row, lane_trace_row(lane, row));
		const struct weighing *of = &weighing[class];
		double size = (double)of->size;
		if (of->law.exact) {
			add(rows, &rows->classes->of[class], size, 1, booked);
			continue;
		}
		waiting += (double)of->law.units * of->weight.per_since;
		double bytes = of->law.p * waiting;
		add(rows, &rows->classes->of[class], bytes, size > 0 ? bytes / size : 0, booked);
		waiting -= bytes;
	}
}

bool closed_running_total(const struct rows *rows, const struct lanes *lanes, const struct weighing *weighing,
	struct exact *exact)
{
	struct booked *booked = calloc(rows->n, sizeof *booked);
	if (!booked)
		return false;
	for (size_t i = 0; lanes && i < lanes->n; i++)
		add_lane(rows, &lanes->of[i], weighing, booked);
	for (size_t row = 0; row < rows->n; row++) {
		struct exact *out = &exact[row];
		out->bias = lanes && rows->bytes[row] ? booked[row].bytes / (double)rows->bytes[row] - 1 : NAN;
		out->objects_bias = lanes ? booked[row].objects / (double)rows->objects[row] - 1 : NAN;
		out->cv = out->objects_cv = out->mape = out->mape_seen = NAN;
	}
	free(booked);
	return true;
}
