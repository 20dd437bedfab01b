/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/names.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 }; /* longer texts get no suggestion */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b (the optimal
 * string alignment distance, three rows of the table at a time). */
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned rows[3][LONGEST + 1];
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		now[0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++) {
			now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = least(now[j], before[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

void names_offer(struct names *names, const char *name)
{
	size_t used = strlen(names->known);
	snprintf(names->known + used, sizeof names->known - used, "%s%s", used ? ", " : "", name);
	if (used + strlen(name) + 2 >= sizeof names->known)
		strcpy(names->known + sizeof names->known - sizeof "...", "...");
	size_t length = strlen(names->text), name_length = strlen(name);
	if (length > LONGEST || name_length > LONGEST)
		return;
	unsigned distance = edit_distance(names->text, length, name, name_length);
	bool alike = distance <= 1 + length / 4 && distance < least((unsigned)length, (unsigned)name_length);
	if (alike && (!names->nearest || distance < names->distance)) {
		names->nearest = name;
		names->distance = distance;
	}
}

bool names_unknown(const struct names *names, const char *what, const char *noun, struct err *err)
{
	const char *colon = what ? ": " : "";
	if (!what)
		what = "";
	if (names->nearest)
		return err_set(err, "%s%sunknown %s \"%.60s\", did you mean \"%s\"? (known: %s)", what, colon, noun,
			names->text, names->nearest, names->known);
	return err_set(err, "%s%sunknown %s \"%.60s\" (known: %s)", what, colon, noun, names->text, names->known);
}
