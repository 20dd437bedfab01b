/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/options.h"

#include "core/names.h"
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const formats[] = {"table", "tsv", "json", NULL};

const struct param shared_options[] = {
	{.name = "format",
		.kind = PARAM_CHOICE,
		.offset = offsetof(struct shared_options, format),
		.preset = "table",
		.choices = formats,
		.value = "FORMAT",
		.help = "how results are printed"},
	{.name = "output",
		.kind = PARAM_TEXT,
		.offset = offsetof(struct shared_options, output),
		.value = "FILE",
		.help = "write to FILE, or - for standard output; also -o FILE; made only when the command succeeds"},
	{.name = "help",
		.kind = PARAM_FLAG,
		.offset = offsetof(struct shared_options, help),
		.help = "print this text; also -h"},
	{.name = "version",
		.kind = PARAM_FLAG,
		.offset = offsetof(struct shared_options, version),
		.help = "print the version"},
	{.name = NULL},
};

/* The words not read yet, and what was seen so far. */
struct reading {
	const struct command *command;
	int argc;
	char **argv;
	int next;
	uint64_t seen, shared_seen; /* a bit per row of the tables */
	size_t arguments;
	struct shared_options *shared;
	void *settings;
	struct options_texts *texts;
};

static bool repeatable(const struct command *command, const char *name)
{
	for (const char *const *at = command->repeatable; at && *at; at++)
		if (!strcmp(*at, name))
			return true;
	return false;
}

static bool unknown_option(const struct command *command, const char *name, struct err *err)
{
	struct names names = {.text = name};
	for (const struct param *param = command->options; param && param->name; param++)
		names_offer(&names, param->name);
	for (const struct param *param = shared_options; param->name; param++)
		names_offer(&names, param->name);
	if (names.nearest)
		return err_set(err, "unknown option \"--%.60s\", did you mean \"--%s\"?", name, names.nearest);
	return err_set(err, "unknown option \"--%.60s\" (heapodds %s --help lists the options)", name, command->name);
}

/* The value of an option given once more: all of its values so far, joined by commas. */
static bool join(struct reading *reading, const struct param *param, const char *value, struct err *err)
{
	char **text = reading->texts->of + (param - reading->command->options);
	const char *const *held = (const void *)((char *)reading->settings + param->offset);
	char *joined;
	if (asprintf(&joined, "%s,%s", *held, value) < 0)
		return err_set(err, "out of memory");
	free(*text);
	*text = joined;
	return param_set(reading->command->options, NULL, param->name, joined, reading->settings, err);
}

static bool set_own(struct reading *reading, const struct param *param, const char *value, struct err *err)
{
	const struct param *table = reading->command->options;
	uint64_t bit = UINT64_C(1) << (param - table);
	bool again = reading->seen & bit;
	reading->seen |= bit;
	if (again && !repeatable(reading->command, param->name))
		return err_set(err, "--%s is given twice", param->name);
	if (again && value)
		return join(reading, param, value, err);
	return param_set(table, NULL, param->name, value, reading->settings, err);
}

static bool set_shared(struct reading *reading, const struct param *param, const char *value, struct err *err)
{
	uint64_t bit = UINT64_C(1) << (param - shared_options);
	if (reading->shared_seen & bit)
		return err_set(err, "--%s is given twice", param->name);
	reading->shared_seen |= bit;
	return param_set(shared_options, NULL, param->name, value, reading->shared, err);
}

/* An option; value is what stood behind "=", or NULL. */
static bool read_option(struct reading *reading, const char *name, const char *value, struct err *err)
{
	const struct param *own = reading->command->options ? param_find(reading->command->options, name) : NULL;
	const struct param *param = own ? own : param_find(shared_options, name);
	if (!param)
		return unknown_option(reading->command, name, err);
	if (!value && param->kind != PARAM_FLAG && reading->next < reading->argc)
		value = reading->argv[reading->next++];
	return own ? set_own(reading, own, value, err) : set_shared(reading, param, value, err);
}

static bool read_long(struct reading *reading, const char *word, struct err *err)
{
	char name[64];
	size_t length = strcspn(word, "=");
	snprintf(name, sizeof name, "%.*s", (int)length, word);
	if (length >= sizeof name)
		return unknown_option(reading->command, word, err);
	return read_option(reading, name, word[length] ? word + length + 1 : NULL, err);
}

static bool read_argument(struct reading *reading, const char *word, struct err *err)
{
	const struct param *table = reading->command->arguments;
	const struct param *param = table;
	for (size_t i = 0; param && param->name && i < reading->arguments; i++)
		param++;
	if (!param || !param->name)
		return err_set(err, "unexpected argument \"%s\"", word);
	reading->arguments++;
	return param_set(table, "", param->name, word, reading->settings, err);
}

static bool read_word(struct reading *reading, const char *word, struct err *err)
{
	if (word[0] != '-' || !word[1])
		return read_argument(reading, word, err);
	if (word[1] == '-')
		return read_long(reading, word + 2, err);
	if (word[1] == 'o')
		return read_option(reading, "output", word[2] ? word + 2 + (word[2] == '=') : NULL, err);
	if (word[1] == 'h' && !word[2])
		return read_option(reading, "help", NULL, err);
	return err_set(err, "unknown option \"%s\" (options are written --name, but for -o and -h)", word);
}

static bool enough(const struct reading *reading, struct err *err)
{
	if (reading->arguments >= reading->command->arguments_needed)
		return true;
	return err_set(err, "%s is missing (usage: heapodds %s %s)",
		reading->command->arguments[reading->arguments].name, reading->command->name, reading->command->usage);
}

bool options_parse(const struct command *command, int argc, char **argv, struct shared_options *shared, void *settings,
	struct options_texts *texts, struct err *err)
{
	struct reading reading = {.command = command,
		.argc = argc,
		.argv = argv,
		.next = 1,
		.shared = shared,
		.settings = settings,
		.texts = texts};
	bool options = true;
	for (size_t i = 0; command->options && command->options[i].name; i++)
		assert(i < OPTIONS_MAX);
	while (reading.next < argc) {
		const char *word = argv[reading.next++];
		if (options && !strcmp(word, "--"))
			options = false;
		else if (!(options ? read_word(&reading, word, err) : read_argument(&reading, word, err)))
			return false;
	}
	return enough(&reading, err);
}

void options_free(struct options_texts *texts)
{
	for (size_t i = 0; i < OPTIONS_MAX; i++)
		free(texts->of[i]);
}

bool options_ask(int argc, char *const *argv, const char *name, const char *letter)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], name) || (letter && !strcmp(argv[i], letter)))
			return true;
	return false;
}
