/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_STRATEGIES_PARTS_PARTS_H
#define HEAPODDS_STRATEGIES_PARTS_PARTS_H

#include "core/rule.h"
#include <stddef.h>

/* The parts that countdown rules are made of; each array ends with NULL. */
extern const struct gap_law gap_geometric, gap_floor_plus_one, gap_exponential, gap_floor, gap_uniform, gap_fixed,
	gap_never;
extern const struct cost cost_bytes, cost_one, cost_table, cost_strata;
extern const struct bypass bypass_none, bypass_at_rate, bypass_99;

/* The mean gap that goes with the costs table and strata. */
#define HAZARD_UNIT 0x1p40

extern const struct gap_law *const gap_laws[];
extern const struct cost *const costs[];
extern const struct bypass *const bypasses[];

/* A part that chooses: the words for the values of its enum, in their order. Ends with key NULL. */
struct part_choice {
	const char *key, *summary;
	const char *const *words;
	size_t offset; /* in struct rule */
};
extern const struct part_choice part_choices[];

/* Replaces one part of a rule by name: gap, cost, bypass, edge, after, spare, first, scope.
 * known is false when key names no part (then nothing is done and the return is true). */
bool part_set(struct rule *, const char *key, const char *value, bool *known, struct err *err);
/* "gap, cost, ...": the keys part_set knows. */
#define PART_KEYS "gap, cost, bypass, edge, after, spare, first, scope"

#endif
