/* SPDX-License-Identifier: GPL-3.0-or-later
 * heapodds trace info: what is in a trace, and how far it can be trusted. */
#include "commands/command.h"
#include "commands/workload_options.h"
#include "core/events.h"
#include "core/size_class.h"

#include <stdlib.h>

struct info {
	int what;
	const char *file;
	struct workload_options workload;
};

static const char *const kinds[] = {"info", NULL};

static const struct param arguments[] = {
	{.name = "WHAT",
		.kind = PARAM_CHOICE,
		.offset = offsetof(struct info, what),
		.choices = kinds,
		.help = "info: what is in a trace"},
	{.name = "FILE",
		.kind = PARAM_TEXT,
		.offset = offsetof(struct info, file),
		.help = "a recorded trace, a generator, or - for standard input"},
	{.name = NULL},
};

static const struct param options[] = {WORKLOAD_OPTIONS(struct info, workload), {.name = NULL}};

enum { SIZE, ALLOCATIONS, BYTES, LIVE, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[SIZE] = {"size", "size class", CELL_BYTES, 0},
	[ALLOCATIONS] = {"allocations", "allocations", CELL_COUNT, 0},
	[BYTES] = {"bytes", "bytes", CELL_BYTES, 0},
	[LIVE] = {"live", "live", CELL_COUNT, 0},
};

static void fill(struct table *table, const struct trace *trace)
{
	struct {
		uint64_t allocations, bytes, live;
	} of[SIZE_CLASSES] = {{0}};
	for (size_t row = 0; row < trace->rows; row++) {
		uint64_t size = column_get(&trace->size, row);
		unsigned class = size_class_index(size);
		of[class].allocations++;
		of[class].bytes += size;
		of[class].live += !column_get(&trace->death, row);
	}
	for (unsigned class = 0; class < SIZE_CLASSES; class ++) {
		if (!of[class].allocations)
			continue;
		table_row(table);
		table_count(table, SIZE, size_class_at(class));
		table_count(table, ALLOCATIONS, of[class].allocations);
		table_count(table, BYTES, of[class].bytes);
		table_count(table, LIVE, of[class].live);
	}
}

/* The facts about the whole, in the order in which all forms print them. */
struct fact {
	const char *key, *text;
	uint64_t value;
	bool bytes, counter;
};

enum { FACTS = 12 };

static void gather(const struct trace *trace, uint64_t peak, struct fact fact[FACTS])
{
	const struct trace_counters *counters = &trace->counters;
	const struct fact all[FACTS] = {
		{"allocations", "allocations", trace->rows, false, false},
		{"bytes", "bytes allocated", trace->bytes, true, false},
		{"frees", "frees", counters->frees, false, false},
		{"live_bytes", "live at the end", trace->live_bytes, true, false},
		{"peak_bytes", "live at the peak", peak, true, false},
		{"threads", "threads", trace->threads, false, false},
		{"sites", "sites", sites_count(trace->sites), false, false},
		{"unknown_frees", "frees of unknown addresses, ignored", counters->unknown_frees, false, true},
		{"implied_frees", "frees implied by an allocation at a live address", counters->implied_frees, false,
			true},
		{"zero_sizes", "allocations of 0 bytes", counters->zero_sizes, false, true},
		{"reallocations", "reallocations", counters->reallocations, false, true},
		{"dropped", "allocations left out as asked for", counters->dropped, false, true},
	};
	for (int i = 0; i < FACTS; i++)
		fact[i] = all[i];
}

static void print_facts(FILE *out, const struct trace *trace, const struct fact fact[FACTS])
{
	fprintf(out, "%s\n", trace->name);
	for (int i = 0; i < FACTS; i++) {
		char value[UNITS_ROOM];
		if (fact[i].bytes)
			units_print_size(value, (double)fact[i].value);
		else
			units_print_whole(value, fact[i].value);
		if (fact[i].value || !fact[i].counter)
			fprintf(out, "%16s  %s\n", value, fact[i].text);
	}
	for (unsigned bit = 0; trace_trust_text(bit); bit++)
		if (trace->trust >> bit & 1)
			fprintf(out, "%16s  %s\n", "trust:", trace_trust_text(bit));
	if (!trace->trust)
		fprintf(out, "%16s  %s\n", "trust:", "nothing was lost or guessed");
	fputc('\n', out);
}

static void print_json(const struct invocation *invocation, const struct trace *trace, const struct fact fact[FACTS],
	const struct table *table)
{
	json_t *document = command_document(invocation), *counters = json_object();
	for (int i = 0; i < FACTS; i++)
		json_object_set_new(fact[i].counter ? counters : document, fact[i].key,
			json_integer((json_int_t)fact[i].value));
	json_object_set_new(document, "trust", command_trust(trace));
	json_object_set_new(document, "counters", counters);
	json_object_set_new(document, "classes", table_json(table));
	table_print_json(document, invocation->out);
	json_decref(document);
}

static void print(const struct invocation *invocation, const struct trace *trace, uint64_t peak)
{
	struct fact fact[FACTS];
	struct table *table = table_new(columns, COLUMNS);
	gather(trace, peak, fact);
	fill(table, trace);
	if (invocation->format == OUTPUT_TABLE)
		print_facts(invocation->out, trace, fact);
	if (invocation->format == OUTPUT_JSON)
		print_json(invocation, trace, fact, table);
	else
		command_print_table(invocation, table, NULL);
	table_free(table);
}

static bool run(void *settings, struct invocation *invocation, struct err *err)
{
	const struct info *asked = settings;
	struct trace trace = {0};
	struct events events;
	if (!workload_open_as(asked->file, &asked->workload, &trace, err))
		return false;
	bool ok = events_build(&events, &trace) ? true : err_set(err, "out of memory for the events of %s", trace.name);
	if (ok) {
		print(invocation, &trace, events_peak(&events, &trace).bytes);
		events_free(&events);
	}
	trace_free(&trace);
	return ok;
}

const struct command command_trace = {
	.name = "trace",
	.summary = "look into traces",
	.usage = "[options] info FILE",
	.example = "heapodds trace info tests/data/tiny.raw.zst",
	.options = options,
	.arguments = arguments,
	.arguments_needed = 2,
	.settings_size = sizeof(struct info),
	.run = run,
};
