/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_NAMES_H
#define HEAPODDS_CORE_NAMES_H

#include "core/err.h"

/* The sentence for a name that nobody knows: offer every known name, then refuse.
 *	struct names names = {.text = "poison"};
 *	for (...) names_offer(&names, strategy->name);
 *	return names_unknown(&names, "--strategy", "strategy", err);
 * says: --strategy: unknown strategy "poison", did you mean "poisson"? (known: per-byte, poisson) */
struct names {
	const char *text;    /* what the user wrote */
	const char *nearest; /* the known name that looks like it; NULL: none does */
	unsigned distance;
	char known[320]; /* cut when there are many */
};

/* The name must live as long as *names. */
void names_offer(struct names *, const char *name);
/* what as in param_set, NULL for nothing; always returns false. */
bool names_unknown(const struct names *, const char *what, const char *noun, struct err *);

#endif
