/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_OPTIONS_H
#define HEAPODDS_COMMANDS_OPTIONS_H

#include "commands/command.h"

/* The options that every command has. */
struct shared_options {
	int format;         /* enum output_format */
	const char *output; /* NULL: standard output */
	bool help, version;
};

extern const struct param shared_options[];

/* What parsing made and settings point into; owned. */
enum { OPTIONS_MAX = 64 };
struct options_texts {
	char *of[OPTIONS_MAX]; /* of an option that was repeated: its values joined by commas */
};

/* Reads "--name value", "--name=value", "-o FILE", "-h", flags and arguments; "--" ends the
 * options, "-" is an argument. Defaults must be set already. */
bool options_parse(const struct command *, int argc, char **argv, struct shared_options *, void *settings,
	struct options_texts *, struct err *);
void options_free(struct options_texts *);
/* Whether a word before "--" is --help or -h, or --version: they win over any error beside them. */
bool options_ask(int argc, char *const *argv, const char *name, const char *letter);

#endif
