/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/help.h"

#include "commands/options.h"
#include <ctype.h>
#include <string.h>

enum { INDENT = 26, WIDTH = 80 }; /* of the explanations; of the page */

/* Prints words from column on and breaks the lines; returns the column behind the last. */
static int print_words(const char *text, int column, FILE *out)
{
	while (*text) {
		int length = (int)strcspn(text, " ");
		if (column > INDENT && column + 1 + length > WIDTH) {
			fprintf(out, "\n%*s", INDENT, "");
			column = INDENT;
		} else if (column > INDENT) {
			putc(' ', out);
			column++;
		}
		column += fprintf(out, "%.*s", length, text);
		text += length + (text[length] == ' ');
	}
	return column;
}

static const char *value_name(const struct param *param)
{
	static const char *const of_kind[] = {[PARAM_SIZE] = "SIZE",
		[PARAM_COUNT] = "N",
		[PARAM_REAL] = "X",
		[PARAM_TEXT] = "TEXT",
		[PARAM_CHOICE] = "NAME"};
	return param->value ? param->value : of_kind[param->kind];
}

static void print_choices(const char *const *choices, int column, FILE *out)
{
	column = print_words("(one of", column, out);
	for (; *choices; choices++) {
		char word[80];
		snprintf(word, sizeof word, "%s%s", *choices, choices[1] ? "," : ")");
		column = print_words(word, column, out);
	}
}

static void print_explanation(const struct param *param, bool repeats, int used, FILE *out)
{
	int column = used;
	if (used + 2 > INDENT) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", INDENT - column, "");
	column = print_words(param->help ? param->help : "", INDENT, out);
	char preset[200];
	snprintf(preset, sizeof preset, "(default: %s)", param->preset ? param->preset : "");
	if (param->preset && *param->preset && param->kind != PARAM_FLAG)
		column = print_words(preset, column, out);
	if (repeats)
		column = print_words("(may be repeated)", column, out);
	if (param->kind == PARAM_CHOICE)
		print_choices(param->choices, column, out);
	putc('\n', out);
}

static bool repeats(const struct command *command, const struct param *param)
{
	for (const char *const *at = command->repeatable; at && *at; at++)
		if (!strcmp(*at, param->name))
			return true;
	return false;
}

static void print_params(const struct command *command, const char *title, const struct param *table, const char *dash,
	FILE *out)
{
	if (!table || !table->name)
		return;
	fprintf(out, "\n%s:\n", title);
	for (; table->name; table++) {
		bool value = *dash && table->kind != PARAM_FLAG;
		int used =
			fprintf(out, "  %s%s%s%s", dash, table->name, value ? " " : "", value ? value_name(table) : "");
		print_explanation(table, repeats(command, table), used, out);
	}
}

static void print_example(const char *example, FILE *out)
{
	for (fputs("\nExample:\n", out); *example;) {
		int length = (int)strcspn(example, "\n");
		fprintf(out, "  %.*s\n", length, example);
		example += length + (example[length] == '\n');
	}
}

void help_command(const struct command *command, FILE *out)
{
	fprintf(out, "Usage: heapodds %s %s\n\n", command->name, command->usage);
	fprintf(out, "%c%s.\n", toupper(*command->summary), command->summary + 1);
	print_params(command, "Arguments", command->arguments, "", out);
	print_params(command, "Options", command->options, "--", out);
	print_params(command, "Options of every command", shared_options, "--", out);
	if (command->example)
		print_example(command->example, out);
}

void help_program(const struct command *const *commands, FILE *out)
{
	fputs("Usage: heapodds COMMAND [options]\n\n"
	      "The odds that a sampling heap profiler sees an allocation, and how wrong what it shows is.\n\n"
	      "Commands:\n",
		out);
	for (; *commands; commands++)
		fprintf(out, "  %-14s%s\n", (*commands)->name, (*commands)->summary);
	fputs("\nheapodds COMMAND --help explains a command; heapodds --version prints the version.\n", out);
}
