/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_HELP_H
#define HEAPODDS_COMMANDS_HELP_H

#include "commands/command.h"

/* The help of one command, made from its tables: usage, options with defaults, an example. */
void help_command(const struct command *, FILE *);
/* The help of the program: what the NULL-terminated commands do. */
void help_program(const struct command *const *commands, FILE *);

#endif
