/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/command.h"
#include "core/estimator.h"
#include "strategies/strategy.h"
#include "workloads/workload.h"
#include <stddef.h>

enum kind { ALL, STRATEGIES, ESTIMATORS, WORKLOADS, FORMATS };

struct list {
	int kind; /* enum kind */
};

static const char *const kinds[] = {
	[ALL] = "all",
	[STRATEGIES] = "strategies",
	[ESTIMATORS] = "estimators",
	[WORKLOADS] = "workloads",
	[FORMATS] = "formats",
	NULL,
};

static const struct param arguments[] = {
	{.name = "KIND",
		.kind = PARAM_CHOICE,
		.offset = offsetof(struct list, kind),
		.preset = "all",
		.choices = kinds,
		.help = "what to list"},
	{.name = NULL},
};

enum { KIND, NAME, SUMMARY, SOURCE, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[KIND] = {"kind", "kind", CELL_TEXT, 0},
	[NAME] = {"name", "name", CELL_TEXT, 0},
	[SUMMARY] = {"summary", "summary", CELL_TEXT, 0},
	[SOURCE] = {"source", "source", CELL_TEXT, 0},
};

static void add(struct table *table, const char *kind, const char *name, const char *summary, const char *source)
{
	table_row(table);
	table_text(table, KIND, kind);
	table_text(table, NAME, name);
	table_text(table, SUMMARY, summary);
	if (source)
		table_text(table, SOURCE, source);
}

/* The registries hold different types with the same three members. */
#define ADD_ALL(table, kind, registry) \
	for (size_t i_ = 0; (registry)[i_]; i_++) \
	add(table, kind, (registry)[i_]->name, (registry)[i_]->summary, (registry)[i_]->source)

static void fill(struct table *table, int kind)
{
	if (kind == ALL || kind == STRATEGIES)
		ADD_ALL(table, "strategy", strategies);
	if (kind == ALL || kind == ESTIMATORS)
		ADD_ALL(table, "estimator", estimators);
	if (kind == ALL || kind == WORKLOADS)
		ADD_ALL(table, "workload", workloads);
	if (kind == ALL || kind == FORMATS)
		ADD_ALL(table, "format", formats);
}

static bool run(void *settings, struct invocation *invocation, struct err *err)
{
	const struct list *list = settings;
	struct table *table = table_new(columns, COLUMNS);
	if (!table)
		return err_set(err, "out of memory");
	fill(table, list->kind);
	command_print_table(invocation, table, "list");
	table_free(table);
	return true;
}

const struct command command_list = {
	.name = "list",
	.summary = "list the strategies, estimators, workloads and trace formats",
	.usage = "[KIND] [options]",
	.example = "heapodds list strategies --format tsv",
	.arguments = arguments,
	.settings_size = sizeof(struct list),
	.run = run,
};
