/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_COMMAND_H
#define HEAPODDS_COMMANDS_COMMAND_H

#include "core/param.h"
#include "core/table.h"
#include "core/trace.h"

/* A command is a declaration: its options are a param table over a settings struct of its own,
 * and run turns settings into output. Parsing, --help, --version, --format, -o, exit statuses and
 * the one line on stderr are shared (command_main). To add one:
 *
 *	struct list { int kind; };
 *	static const struct param arguments[] = {{.name = "KIND", .kind = PARAM_CHOICE, ...}, {.name = NULL}};
 *	static bool run(void *settings, struct invocation *invocation, struct err *err) { ... }
 *	const struct command command_list = {.name = "list", ..., .settings_size = sizeof(struct list), .run = run};
 *
 * and name it below, in main.c and in commands/meson.build. */
enum output_format { OUTPUT_TABLE, OUTPUT_TSV, OUTPUT_JSON };

struct command;

struct invocation {
	const struct command *command;
	int argc; /* the command's words, argv[0] is its name */
	char *const *argv;
	enum output_format format;
	FILE *out; /* held back: shown only when run succeeds, so that errors leave nothing */
	bool no;   /* run sets it when the answer is "no": exit status 1 instead of 0 */
};

struct command {
	const char *name, *summary; /* summary: one line, as in the middle of a sentence */
	const char *usage;          /* what follows the name: "[options] FILE" */
	const char *example;        /* one or more whole command lines, separated by newlines */
	const struct param *options;
	const char *const *repeatable; /* TEXT options that may be given again: joined by commas.
	                                * NULL-terminated names; NULL: none */
	const struct param *arguments; /* words that are no options, in this order; NULL: none */
	size_t arguments_needed;       /* the first so many must be there */
	size_t settings_size;          /* zeroed, then the defaults of both tables, then the user's */
	/* false: *err says why (exit status 2). Texts in settings live until run has returned.
	 * run prints to invocation->out and nowhere else. */
	bool (*run)(void *settings, struct invocation *, struct err *);
};

extern const struct command command_simulate, command_list, command_bench, command_trace;

/* Runs a command on its words (argv[0] is its name) and returns the exit status. */
int command_main(const struct command *, int argc, char **argv);

/* {"heapodds": version, "schema": 1, "command": [words]}: what every JSON document starts with.
 * A new reference. */
json_t *command_document(const struct invocation *);
/* What is not to be trusted in a trace, as an array of texts; a new reference. */
json_t *command_trust(const struct trace *);
/* Prints a table in the format asked for; in JSON as member key of a command_document. */
void command_print_table(const struct invocation *, const struct table *, const char *key);

#endif
