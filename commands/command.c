/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/command.h"

#include "commands/help.h"
#include "commands/options.h"
#include "commands/output.h"
#include <stdlib.h>

enum status { DONE = 0, NO = 1, FAILED = 2 };

json_t *command_document(const struct invocation *invocation)
{
	json_t *words = json_array(), *document = json_object();
	for (int i = 0; i < invocation->argc; i++)
		json_array_append_new(words, table_json_text(invocation->argv[i]));
	json_object_set_new(document, "heapodds", json_string(HEAPODDS_VERSION));
	json_object_set_new(document, "schema", json_integer(1));
	json_object_set_new(document, "command", words);
	return document;
}

void command_print_table(const struct invocation *invocation, const struct table *table, const char *key)
{
	if (invocation->format == OUTPUT_TABLE)
		table_print_text(table, invocation->out);
	else if (invocation->format == OUTPUT_TSV)
		table_print_tsv(table, invocation->out, true);
	else {
		json_t *document = command_document(invocation);
		json_object_set_new(document, key, table_json(table));
		table_print_json(document, invocation->out);
		json_decref(document);
	}
}

static bool run(struct invocation *invocation, void *settings, struct err *err)
{
	if (!invocation->command->run(settings, invocation, err) || err->set)
		return err_set(err, "failed without saying why");
	return true;
}

/* Runs with the output held back in memory, then lets it out. */
static bool run_buffered(struct invocation *invocation, void *settings, const char *path, struct err *err)
{
	char *text = NULL;
	size_t n = 0;
	invocation->out = open_memstream(&text, &n);
	if (!invocation->out)
		return err_set(err, "out of memory");
	bool ran = run(invocation, settings, err);
	bool whole = !ferror(invocation->out);
	whole = fclose(invocation->out) == 0 && whole;
	bool done = ran && (whole || err_set(err, "out of memory for the output")) && output_write(path, text, n, err);
	free(text);
	return done;
}

static int report(const struct command *command, const struct err *err)
{
	fprintf(stderr, "heapodds %s: %s\n", command->name, err->text);
	return FAILED;
}

static bool run_words(struct invocation *invocation, char **argv, void *settings, struct options_texts *texts,
	struct err *err)
{
	const struct command *command = invocation->command;
	struct shared_options shared = {.format = OUTPUT_TABLE};
	params_preset(shared_options, &shared);
	if (command->options)
		params_preset(command->options, settings);
	if (command->arguments)
		params_preset(command->arguments, settings);
	if (!options_parse(command, invocation->argc, argv, &shared, settings, texts, err))
		return false;
	invocation->format = (enum output_format)shared.format;
	return output_check(shared.output, err) && run_buffered(invocation, settings, shared.output, err);
}

/* --help and --version print at once: they cannot fail half-way. */
static int print_instead(const struct command *command, bool help)
{
	struct err err = {.set = false};
	if (help)
		help_command(command, stdout);
	else
		fputs("heapodds " HEAPODDS_VERSION "\n", stdout);
	return output_flush(&err) ? DONE : report(command, &err);
}

int command_main(const struct command *command, int argc, char **argv)
{
	bool help = options_ask(argc, argv, "--help", "-h");
	if (help || options_ask(argc, argv, "--version", NULL))
		return print_instead(command, help);
	struct err err = {.set = false};
	struct options_texts texts = {.of = {NULL}};
	struct invocation invocation = {.command = command, .argc = argc, .argv = argv};
	void *settings = calloc(1, command->settings_size + 1);
	bool done = settings ? run_words(&invocation, argv, settings, &texts, &err) : err_set(&err, "out of memory");
	free(settings);
	options_free(&texts);
	if (!done)
		return report(command, &err);
	return invocation.no ? NO : DONE;
}

json_t *command_trust(const struct trace *trace)
{
	json_t *trust = json_array();
	for (unsigned bit = 0; trace_trust_text(bit); bit++)
		if (trace->trust >> bit & 1)
			json_array_append_new(trust, json_string(trace_trust_text(bit)));
	return trust;
}
