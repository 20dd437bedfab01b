/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/command.h"
#include "commands/help.h"
#include "commands/output.h"
#include "core/names.h"
#include <signal.h>
#include <string.h>

static const struct command *const commands[] = {&command_simulate, &command_list, &command_trace, &command_bench,
	NULL};

static const char *const options[] = {"--help", "--version", NULL}; /* those without a command */

static int fail(const struct err *err)
{
	fprintf(stderr, "heapodds: %s\n", err->text);
	return 2;
}

static int flush(void)
{
	struct err err = {.set = false};
	return output_flush(&err) ? 0 : fail(&err);
}

static const struct command *find(const char *name)
{
	for (const struct command *const *at = commands; *at; at++)
		if (!strcmp((*at)->name, name))
			return *at;
	return NULL;
}

static int unknown(const char *name)
{
	struct names names = {.text = name};
	struct err err = {.set = false};
	bool option = *name == '-';
	for (const struct command *const *at = commands; *at && !option; at++)
		names_offer(&names, (*at)->name);
	for (const char *const *at = options; *at && option; at++)
		names_offer(&names, *at);
	names_unknown(&names, NULL, option ? "option" : "command", &err);
	return fail(&err);
}

/* heapodds help [COMMAND] */
static int help(int argc, char **argv)
{
	const struct command *command = argc > 1 ? find(argv[1]) : NULL;
	if (argc > 1 && !command)
		return unknown(argv[1]);
	if (command)
		help_command(command, stdout);
	else
		help_program(commands, stdout);
	return flush();
}

static int dispatch(int argc, char **argv)
{
	const struct command *command = find(argv[0]);
	if (command)
		return command_main(command, argc, argv);
	if (!strcmp(argv[0], "help") || !strcmp(argv[0], "--help") || !strcmp(argv[0], "-h"))
		return help(argc, argv);
	if (strcmp(argv[0], "--version"))
		return unknown(argv[0]);
	puts("heapodds " HEAPODDS_VERSION);
	return flush();
}

int main(int argc, char **argv)
{
	/* A parent may have ignored SIGPIPE for us: "heapodds ... | head" is to end without a word. */
	signal(SIGPIPE, SIG_DFL);
	if (argc < 2) {
		struct err err = {.set = false};
		err_set(&err, "no command given (usage: heapodds COMMAND [options]; heapodds --help lists them)");
		return fail(&err);
	}
	return dispatch(argc - 1, argv + 1);
}
