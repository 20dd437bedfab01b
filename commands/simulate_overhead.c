/* SPDX-License-Identifier: GPL-3.0-or-later
 * What simulate says of the time that sampling takes, by size of the allocations it slows down. */
#include "commands/figures.h"
#include "commands/simulate.h"

#include <string.h>

enum {
	FROM,
	SIZES,
	ALLOCATIONS,
	CALL_NS,
	ALLOC_NS,
	SAMPLES,
	SAMPLES_SE,
	SAMPLES_EXACT,
	SHARE_FIGURE,
	SHARE,
	SHARE_SE,
	SHARE_EXACT,
	COLUMNS
};
static const struct table_column columns[COLUMNS] = {
	[FROM] = {"from", NULL, CELL_BYTES, 0},
	[SIZES] = {NULL, "sizes in bytes", CELL_TEXT, 0},
	[ALLOCATIONS] = {"allocations", "allocations", CELL_COUNT, 0},
	[CALL_NS] = {NULL, "ns a call", CELL_NUMBER, 0},
	[ALLOC_NS] = {"alloc_ns", NULL, CELL_NUMBER, 0},
	[SAMPLES] = {"samples_mean", "samples a run", CELL_NUMBER, 0},
	[SAMPLES_SE] = {"samples_se", NULL, CELL_NUMBER, 0},
	[SAMPLES_EXACT] = {"samples_exact", "exact", CELL_NUMBER, 0},
	[SHARE_FIGURE] = {NULL, "overhead %", CELL_FIGURE, 0},
	[SHARE] = {"share", NULL, CELL_NUMBER, 0},
	[SHARE_SE] = {"share_se", NULL, CELL_NUMBER, 0},
	[SHARE_EXACT] = {"share_exact", "exact", CELL_PERCENT, 0},
};

/* Without trials the closed forms stand alone, under the names of what they are. */
static void leave_out_simulated(struct table_column shown[COLUMNS])
{
	shown[SAMPLES_EXACT].header = shown[SAMPLES].header;
	shown[SHARE_EXACT].header = shown[SHARE_FIGURE].header;
	shown[SAMPLES].header = shown[SHARE_FIGURE].header = NULL;
}

bool simulate_wants_overhead(const struct simulate *asked)
{
	return asked->show == SHOW_OVERHEAD || asked->alloc_cost || asked->sample_cost;
}

/* The last group has no end. */
static void sizes_text(char out[2 * UNITS_ROOM], const struct overhead *overhead, size_t g)
{
	char from[UNITS_ROOM], to[UNITS_ROOM] = "";
	units_print_whole(from, overhead->group[g].from);
	if (g + 1 < overhead->n)
		units_print_whole(to, overhead->group[g + 1].from - 1);
	snprintf(out, 2 * UNITS_ROOM, *to ? "%s to %s" : "%s and more", from, to);
}

static void group_row(struct table *table, const struct overhead *overhead, size_t g)
{
	const struct overhead_group *group = &overhead->group[g];
	char sizes[2 * UNITS_ROOM], figure[FIGURE];
	sizes_text(sizes, overhead, g);
	figure_simulated(figure, &group->share);
	table_row(table);
	table_count(table, FROM, group->from);
	table_text(table, SIZES, sizes);
	table_count(table, ALLOCATIONS, group->allocations);
	table_number(table, CALL_NS, group->alloc_ns / (double)group->allocations);
	table_number(table, ALLOC_NS, group->alloc_ns);
	table_number(table, SAMPLES, group->samples.value);
	table_number(table, SAMPLES_SE, group->samples.se);
	table_number(table, SAMPLES_EXACT, group->samples.exact);
	table_text(table, SHARE_FIGURE, figure);
	table_number(table, SHARE, group->share.value);
	table_number(table, SHARE_SE, group->share.se);
	table_number(table, SHARE_EXACT, group->share.exact);
}

static struct table *make(const struct overhead *overhead, const struct table_column shown[COLUMNS])
{
	struct table *table = table_new(shown, COLUMNS);
	for (size_t g = 0; g < overhead->n; g++)
		group_row(table, overhead, g);
	return table;
}

void simulate_print_overhead(FILE *out, const struct result *result)
{
	char share[FIGURE_SENTENCE], slowdown[FIGURE_SENTENCE];
	struct table_column shown[COLUMNS];
	memcpy(shown, columns, sizeof shown);
	if (!result->trials)
		leave_out_simulated(shown);
	struct table *table = make(&result->overhead, shown);
	figure_sentence(share, &result->overhead.share);
	figure_sentence(slowdown, &result->overhead.slowdown);
	fprintf(out, "  costs   %s of the allocator's own time, at %.4g us a sample\n", share,
		result->overhead.sample_ns / 1000);
	fprintf(out, "          the average call is slowed down by %s\n\n", slowdown);
	table_print_text(table, out);
	table_free(table);
}

static void set(json_t *object, const char *key, double value)
{
	json_object_set_new(object, key, table_json_number(value, CELL_NUMBER));
}

json_t *simulate_overhead_json(const struct result *result)
{
	const struct overhead *overhead = &result->overhead;
	struct table *table = make(overhead, columns);
	json_t *object = json_object();
	set(object, "sample_cost_ns", overhead->sample_ns);
	set(object, "share", overhead->share.value);
	set(object, "share_se", overhead->share.se);
	set(object, "share_exact", overhead->share.exact);
	set(object, "slowdown", overhead->slowdown.value);
	set(object, "slowdown_se", overhead->slowdown.se);
	set(object, "slowdown_exact", overhead->slowdown.exact);
	json_object_set_new(object, "groups", table_json(table));
	table_free(table);
	return object;
}
