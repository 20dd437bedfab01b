/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strategies/parts/parts.h"

#include "core/names.h"
#include <stddef.h>
#include <string.h>

static const char *const edges[] = {"at-zero", "below-zero", NULL};
static const char *const afters[] = {"redraw", "carry", "cover", NULL};
static const char *const spares[] = {"untouched", "counted", "drained", NULL};
static const char *const firsts[] = {"drawn", "zero", "rate", NULL};
static const char *const scopes[] = {"process", "thread", NULL};

const struct part_choice part_choices[] = {
	{"edge", "when the count falls on the allocation: reaching 0, or below it", edges, offsetof(struct rule, edge)},
	{"after", "what follows a sample: a new gap behind it, one from the mark, or gaps until it is covered", afters,
		offsetof(struct rule, after)},
	{"spare", "what a bypassed allocation does to the count", spares, offsetof(struct rule, spare)},
	{"first", "the first gap: drawn, 0, or the rate", firsts, offsetof(struct rule, first)},
	{"scope", "one count for the process or one a thread", scopes, offsetof(struct rule, scope)},
	{.key = NULL},
};

static bool choose(struct rule *rule, const struct part_choice *choice, const char *value, struct err *err)
{
	struct names names = {.text = value};
	for (unsigned i = 0; choice->words[i]; i++) {
		if (!strcmp(choice->words[i], value)) {
			memcpy((char *)rule + choice->offset, &i, sizeof i); /* every enum here is an unsigned */
			return true;
		}
		names_offer(&names, choice->words[i]);
	}
	return names_unknown(&names, NULL, choice->key, err);
}

/* The objects begin with their name: one search serves all kinds of parts. */
static const void *find(const char *key, const char *value, const void *const *parts, struct err *err)
{
	struct names names = {.text = value};
	for (size_t i = 0; parts[i]; i++) {
		const char *name = *(const char *const *)parts[i];
		if (!strcmp(name, value))
			return parts[i];
		names_offer(&names, name);
	}
	names_unknown(&names, NULL, key, err);
	return NULL;
}

static bool set_object(struct rule *rule, const char *key, const char *value, bool *known, struct err *err)
{
	const void *const *parts = !strcmp(key, "gap") ? (const void *const *)gap_laws
		: !strcmp(key, "cost")                 ? (const void *const *)costs
		: !strcmp(key, "bypass")               ? (const void *const *)bypasses
						       : NULL;
	*known = parts != NULL;
	const void *found = parts ? find(key, value, parts, err) : NULL;
	if (!found)
		return !parts;
	if (!strcmp(key, "gap"))
		rule->gap = found;
	else if (!strcmp(key, "cost"))
		rule->cost = found;
	else
		rule->bypass = found == &bypass_none ? NULL : found;
	return true;
}

bool part_set(struct rule *rule, const char *key, const char *value, bool *known, struct err *err)
{
	*known = true;
	for (const struct part_choice *choice = part_choices; choice->key; choice++)
		if (!strcmp(key, choice->key))
			return choose(rule, choice, value, err);
	return set_object(rule, key, value, known, err);
}
