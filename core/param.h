/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_PARAM_H
#define HEAPODDS_CORE_PARAM_H

#include "core/units.h"

/* Option tables: one row per parameter of a command, a workload or a strategy. The same row
 * parses the text, checks the range, sets the default and prints the help. */
enum param_kind {
	PARAM_SIZE,   /* uint64_t, bytes with units */
	PARAM_COUNT,  /* uint64_t */
	PARAM_REAL,   /* double; "5%" is .05 */
	PARAM_TEXT,   /* const char *, points into the parsed text */
	PARAM_CHOICE, /* int, index into choices */
	PARAM_FLAG,   /* bool; takes no value on a command line, "key" or "key=yes|no" in a list */
};

struct param {
	const char *name; /* "rate"; on a command line "--rate". NULL ends a table */
	enum param_kind kind;
	size_t offset;              /* in the object that the table describes */
	const char *preset;         /* default, in the user's notation; NULL: the object keeps what it has */
	const char *help;           /* one line */
	double min, max;            /* inclusive, for numbers; max 0: no limit above */
	const char *const *choices; /* for PARAM_CHOICE, NULL-terminated */
	const char *value;          /* what help calls the value: "R", "N", "FILE" */
};

/* Writes the defaults into *object. A default that does not parse is a bug and aborts. */
void params_preset(const struct param *table, void *object);
/* Sets one parameter. what is the thing the parameter belongs to, for the error ("workload
 * uniform"); "": nothing is said but the key; NULL: the command line, where the key is called
 * "--key". value NULL: none was given, which only a FLAG takes. Unknown keys get a sentence that
 * lists the known ones. */
bool param_set(const struct param *table, const char *what, const char *key, const char *value, void *object,
	struct err *err);
/* Parses "key=value<sep>key=value" in place (text is modified and must outlive TEXT values);
 * an empty text is no parameters, a key given twice is refused. At most 64 rows a table. */
bool params_parse(const struct param *table, const char *what, char *text, char separator, void *object,
	struct err *err);
const struct param *param_find(const struct param *table, const char *name);

#endif
