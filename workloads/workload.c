/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/workload.h"

#include "core/names.h"
#include "workloads/fill.h"
#include "workloads/group.h"
#include "workloads/input.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The generator that a spec names, up to its ':' or its end; NULL: none. */
static const struct workload *find_workload(const char *spec)
{
	size_t n = strcspn(spec, ":");
	for (size_t i = 0; workloads[i]; i++)
		if (strlen(workloads[i]->name) == n && !memcmp(workloads[i]->name, spec, n))
			return workloads[i];
	return NULL;
}

static bool generate(const struct workload *workload, const char *spec, struct trace *trace, struct err *err)
{
	const char *colon = strchr(spec, ':');
	char *arguments = strdup(colon ? colon + 1 : "");
	bool ok = arguments ? workload->generate(arguments, trace, err) : err_set(err, "%s: out of memory", spec);
	free(arguments);
	return ok;
}

/* The first format that knows its own; NULL: none does. */
static const struct format *find_format(struct input *input)
{
	size_t n;
	const char *head = input_head(input, &n);
	for (size_t i = 0; formats[i]; i++)
		if (formats[i]->detect(head, n))
			return formats[i];
	return NULL;
}

static bool unknown_format(const struct input *input, struct err *err)
{
	struct names names = {.text = ""};
	for (size_t i = 0; formats[i]; i++)
		names_offer(&names, formats[i]->name);
	return err_set(err, "%s: is in no known trace format (known: %s)", input_name(input), names.known);
}

static bool read_file(struct input *input, struct trace *trace, struct err *err)
{
	const struct format *format = find_format(input);
	if (!format)
		return unknown_format(input, err);
	/* A disk error looks like the end of the file to the reader: it wins over a cut. */
	bool ok = format->read(input, trace, err) && input_check(input, err);
	if (ok && input_cut(input))
		trace->trust |= TRUST_CUT;
	return ok;
}

/* A word that is no file and no path is more likely a generator misspelt. */
static bool unknown_name(const char *spec, struct err *err)
{
	struct names names = {.text = spec};
	for (size_t i = 0; workloads[i]; i++)
		names_offer(&names, workloads[i]->name);
	return names_unknown(&names, NULL, "workload or file", err);
}

static bool drop_pool(struct trace *trace, struct err *err)
{
	if (!trace->rows || column_get(&trace->size, 0) != POOL_SIZE)
		return true;
	trace_drop_first(trace);
	return trace_number_sites(trace, err);
}

static bool fill(const char *spec, const struct workload_options *options, struct trace *trace, struct err *err)
{
	const struct workload *workload = find_workload(spec);
	if (workload)
		return generate(workload, spec, trace, err);
	if (strcmp(spec, "-") && !strchr(spec, '/') && access(spec, F_OK))
		return unknown_name(spec, err);
	struct input *input;
	if (!input_open(&input, spec, err))
		return false;
	input_allow(input, options->memory ? options->memory : fill_memory());
	bool ok = read_file(input, trace, err);
	input_close(input);
	return ok && (!options->drop_pool || drop_pool(trace, err));
}

/* A grouping that is none is refused before a large file is read. */
static bool fill_grouped(const char *spec, const struct workload_options *options, struct trace *trace, struct err *err)
{
	struct grouping grouping;
	if (!options->site_depth)
		return fill(spec, options, trace, err);
	if (!grouping_parse(&grouping, options->site_depth, err))
		return false;
	bool ok = fill(spec, options, trace, err) && trace_group_sites(trace, &grouping, err);
	grouping_free(&grouping);
	return ok;
}

bool workload_open_as(const char *spec, const struct workload_options *options, struct trace *trace, struct err *err)
{
	if (!trace_init(trace, strcmp(spec, "-") ? spec : "standard input"))
		return err_set(err, "%s: out of memory", spec);
	if (fill_grouped(spec, options, trace, err)) {
		trace_trim(trace);
		return true;
	}
	trace_free(trace);
	return false;
}

bool workload_open(const char *spec, struct trace *trace, struct err *err)
{
	return workload_open_as(spec, &(struct workload_options){0}, trace, err);
}
