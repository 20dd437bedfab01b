/* SPDX-License-Identifier: GPL-3.0-or-later
 * What simulate says of the time that sampling takes, by size of the allocations it slows down. */
#include "commands/figures.h"
#include "commands/simulate.h"

enum { FROM, ALLOCATIONS, ALLOC_NS, SAMPLES, SHARE, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[FROM] = {"from", "sizes from", CELL_BYTES, 0},
	[ALLOCATIONS] = {"allocations", "allocations", CELL_COUNT, 0},
	[ALLOC_NS] = {"alloc_ns", NULL, CELL_NUMBER, 0},
	[SAMPLES] = {"samples_exact", "samples a run", CELL_NUMBER, 0},
	[SHARE] = {"share_exact", "overhead %", CELL_PERCENT, 0},
};

static struct table *make(const struct overhead *overhead)
{
	struct table *table = table_new(columns, COLUMNS);
	for (size_t g = 0; g < overhead->n; g++) {
		const struct overhead_group *group = &overhead->group[g];
		table_row(table);
		table_count(table, FROM, group->from);
		table_count(table, ALLOCATIONS, group->allocations);
		table_number(table, ALLOC_NS, group->alloc_ns);
		table_number(table, SAMPLES, group->samples_exact);
		table_number(table, SHARE, group->share_exact);
	}
	return table;
}

void simulate_print_overhead(FILE *out, const struct result *result)
{
	char share[FIGURE_SENTENCE], slowdown[FIGURE];
	struct table *table = make(&result->overhead);
	figure_sentence(share, &result->overhead.share);
	figure_percent(slowdown, result->overhead.slowdown_exact);
	fprintf(out, "  costs   %s of the allocator's own time; the average call is slowed down by %s %% (exact)\n",
		share, slowdown);
	fprintf(out, "          (%.4g us a sample; by size, as a share of the time for such sizes)\n\n",
		result->overhead.sample_ns / 1000);
	table_print_text(table, out);
	table_free(table);
}

json_t *simulate_overhead_json(const struct result *result)
{
	const struct overhead *overhead = &result->overhead;
	struct table *table = make(overhead);
	json_t *object = json_object();
	json_object_set_new(object, "sample_cost_ns", table_json_number(overhead->sample_ns, CELL_NUMBER));
	json_object_set_new(object, "share", table_json_number(overhead->share.value, CELL_NUMBER));
	json_object_set_new(object, "share_se", table_json_number(overhead->share.se, CELL_NUMBER));
	json_object_set_new(object, "share_exact", table_json_number(overhead->share.exact, CELL_NUMBER));
	json_object_set_new(object, "slowdown_exact", table_json_number(overhead->slowdown_exact, CELL_NUMBER));
	json_object_set_new(object, "groups", table_json(table));
	table_free(table);
	return object;
}
