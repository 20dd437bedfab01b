/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strategies/parts/parts.h"

#include "core/names.h"
#include <string.h>

/* Parts that choose: the words for the values of each enum, in its order. */

static const char *const edges[] = {"at-zero", "below-zero", NULL};
static const char *const afters[] = {"redraw", "carry", "cover", NULL};
static const char *const spares[] = {"untouched", "counted", "drained", NULL};
static const char *const firsts[] = {"drawn", "zero", "rate", NULL};
static const char *const scopes[] = {"process", "thread", NULL};

static bool choose(const char *key, const char *value, const char *const *words, int *chosen, struct err *err)
{
	struct names names = {.text = value};
	for (int i = 0; words[i]; i++) {
		names_offer(&names, words[i]);
		*chosen = i;
		if (!strcmp(words[i], value))
			return true;
	}
	return names_unknown(&names, NULL, key, err);
}

/* The objects begin with their name: one search serves all kinds of parts. */
static bool find(const char *key, const char *value, const void *const *parts, const void **found, struct err *err)
{
	struct names names = {.text = value};
	for (size_t i = 0; parts[i]; i++) {
		const char *name = *(const char *const *)parts[i];
		names_offer(&names, name);
		*found = parts[i];
		if (!strcmp(name, value))
			return true;
	}
	return names_unknown(&names, NULL, key, err);
}

static bool find_part(struct rule *rule, const char *key, const char *value, bool *known, struct err *err)
{
	const void *found = NULL;
	*known = true;
	if (!strcmp(key, "gap")) {
		bool ok = find(key, value, (const void *const *)gap_laws, &found, err);
		rule->gap = ok ? found : rule->gap;
		return ok;
	}
	if (!strcmp(key, "cost")) {
		bool ok = find(key, value, (const void *const *)costs, &found, err);
		rule->cost = ok ? found : rule->cost;
		return ok;
	}
	if (!strcmp(key, "bypass")) {
		bool ok = find(key, value, (const void *const *)bypasses, &found, err);
		rule->bypass = !ok ? rule->bypass : found == &bypass_none ? NULL : found;
		return ok;
	}
	*known = false;
	return true;
}

bool part_set(struct rule *rule, const char *key, const char *value, bool *known, struct err *err)
{
	int chosen = 0;
	*known = true;
	if (!strcmp(key, "edge"))
		return choose(key, value, edges, &chosen, err) && (rule->edge = (enum edge)chosen, true);
	if (!strcmp(key, "after"))
		return choose(key, value, afters, &chosen, err) && (rule->after = (enum after)chosen, true);
	if (!strcmp(key, "spare"))
		return choose(key, value, spares, &chosen, err) && (rule->spare = (enum spare)chosen, true);
	if (!strcmp(key, "first"))
		return choose(key, value, firsts, &chosen, err) && (rule->first = (enum first)chosen, true);
	if (!strcmp(key, "scope"))
		return choose(key, value, scopes, &chosen, err) && (rule->scope = (enum scope)chosen, true);
	return find_part(rule, key, value, known, err);
}
