/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_CLOSED_H
#define HEAPODDS_SIM_CLOSED_H

#include "core/estimator.h"
#include "sim/exact.h"
#include "sim/rows.h"
#include "strategies/strategy.h"

/* The weights of an estimator under a sampler, one per class; the sampler's laws are inside where it
 * is memoryless. weighing has room for classes->n. false, with a sentence: the estimator needs the
 * inclusion probability of a sampler that has none. */
bool weigh_classes(const struct sampler *, const struct estimator *, const struct classes *, struct weighing *weighing,
	struct err *);

/* Closed forms of every row of a dump, from the same laws; count: its objects of each class; exact has
 * room for rows->n. All NAN where the sampler is not memoryless. false: no memory. */
bool closed_rows(const struct sampler *, const struct rows *, const uint64_t *count, const struct weighing *weighing,
	struct exact *exact);

/* Expected sites that no sample falls into, and their bytes; NAN where there is no closed form. */
struct missed {
	double sites, bytes;
};
struct missed closed_missed(const struct sampler *, const struct rows *, const uint64_t *count,
	const struct weighing *weighing);

/* No closed form at all: every member NAN. */
void closed_none(struct exact *);

#endif
