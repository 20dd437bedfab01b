/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/command.h"
#include "core/estimator.h"
#include "strategies/parts/parts.h"
#include "strategies/strategy.h"
#include "workloads/workload.h"
#include <stddef.h>

enum kind { ALL, STRATEGIES, PARTS, ESTIMATORS, WORKLOADS, FORMATS };

struct list {
	int kind; /* enum kind */
};

static const char *const kinds[] = {
	[ALL] = "all",
	[STRATEGIES] = "strategies",
	[PARTS] = "parts",
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

enum { KIND, NAME, SUMMARY, SOURCE, USAGE, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[KIND] = {"kind", "kind", CELL_TEXT, 0},
	[NAME] = {"name", "name", CELL_TEXT, 0},
	[SUMMARY] = {"summary", "summary", CELL_TEXT, 0},
	[SOURCE] = {"source", "source", CELL_TEXT, 0},
	[USAGE] = {"usage", "usage", CELL_TEXT, 0},
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

/* The words of a choice as one usage: "after=redraw|carry|cover". */
static void add_choice(struct table *table, const struct part_choice *choice)
{
	char usage[120];
	int n = snprintf(usage, sizeof usage, "%s=", choice->key);
	for (int i = 0; choice->words[i]; i++)
		n += snprintf(usage + n, sizeof usage - (size_t)n, "%s%s", i ? "|" : "", choice->words[i]);
	add(table, "part", choice->key, choice->summary, NULL);
	table_text(table, USAGE, usage);
}

static void add_parts(struct table *table)
{
	ADD_ALL(table, "part gap", gap_laws);
	for (size_t i = 0; costs[i]; i++)
		add(table, "part cost", costs[i]->name, costs[i]->summary, NULL);
	ADD_ALL(table, "part bypass", bypasses);
	for (const struct part_choice *choice = part_choices; choice->key; choice++)
		add_choice(table, choice);
}

static void add_workloads(struct table *table)
{
	for (size_t i = 0; workloads[i]; i++) {
		add(table, "workload", workloads[i]->name, workloads[i]->summary, workloads[i]->source);
		table_text(table, USAGE, workloads[i]->grammar);
	}
}

static void fill(struct table *table, int kind)
{
	if (kind == ALL || kind == STRATEGIES)
		ADD_ALL(table, "strategy", strategies);
	if (kind == ALL || kind == PARTS)
		add_parts(table);
	if (kind == ALL || kind == ESTIMATORS)
		ADD_ALL(table, "estimator", estimators);
	if (kind == ALL || kind == WORKLOADS)
		add_workloads(table);
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
