/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_RULE_H
#define HEAPODDS_CORE_RULE_H

#include "core/err.h"
#include "core/law.h"
#include <stddef.h>

struct countdown;

/* A countdown rule is a sampler as a tuple of parts: nearly every sampler in the field is one.
 * Allocations cost units; a gap is drawn; each allocation takes its cost from what is left of the
 * gap and is sampled when its cost reaches it. Every part left out (0 or NULL) is the ideal one.
 *
 * Parts that compute are constant objects, found by name. */

struct rule;

/* What an allocation costs, in units. NULL function: its size in bytes. The cost is at most
 * COST_MAX. stratum is the group that the allocation belongs to (struct strata), 0 without groups. */
struct cost {
	const char *name, *summary;
	uint64_t (*of)(const struct rule *, uint64_t size, unsigned stratum);
};

/* Groups of allocations that are sampled at rates of their own: what a rule that looks at more than
 * the size (the index, the thread, the time) is made of. */
enum { STRATA_MAX = 8 };
struct strata {
	unsigned n;              /* 0: none, else 1 ... STRATA_MAX */
	double rate[STRATA_MAX]; /* bytes */
};

/* Inclusion probabilities by size: p[i] holds for sizes from size[i] to size[i + 1] - 1, p[0] below
 * size[0] too. Sizes ascend, 0 <= p <= 1. */
struct size_table {
	size_t n;
	uint64_t *size;
	double *p;
};

double size_table_p(const struct size_table *, uint64_t size); /* n > 0 */

/* The law of the gap between sample points. mean is in units of cost, >= 1. */
struct gap_law {
	const char *name, *summary, *source;
	/* A constant that draw wants and that depends on the mean only; NULL: the mean itself. */
	double (*scale)(double mean);
	/* Draws a gap >= 0: whole, unless real is set. Uses countdown_exponential and the like. */
	double (*draw)(struct countdown *);
	/* P(gap > x) for whole x >= 0. */
	double (*survival)(double mean, double x);
	/* ln P(no mark in one unit) where the law is memoryless from the first unit, that is where
	 * survival(x) = exp(x * log_miss); NULL: the chance depends on what came before. */
	double (*log_miss)(double mean);
	/* P(a mark in one unit) for the same laws, out of own functions only (draws use it). */
	double (*unit_p)(double mean);
	/* The mean of the law as drawn, where it is not the mean asked for; NULL: it is. */
	double (*mean)(double mean);
	/* The variance of a gap, for laws with memory; NULL: 0, or a memoryless law. */
	double (*variance)(double mean);
	bool deterministic; /* draws nothing: every trial is the same */
	bool real;          /* marks fall anywhere on the line, several into one unit: their number is Poisson */
};

/* Allocations recorded for certain, with their true size: those of at least from(rate) bytes. */
struct bypass {
	const char *name, *summary, *source;
	uint64_t (*from)(double rate);
};

#define NEVER UINT64_MAX /* a threshold that no size reaches */
#define COST_MAX (UINT64_C(1) << 60)

/* Parts that choose. */
enum edge {
	AT_ZERO,    /* sampled when the count reaches 0: cost >= what is left of the gap */
	BELOW_ZERO, /* sampled when the count falls below 0: one unit later */
};
enum after {
	REDRAW, /* the rest of the allocation is let off and a new gap starts behind it */
	CARRY,  /* one new gap, started at the mark: it may be used up at once */
	COVER,  /* gaps are drawn until one reaches past the allocation: each is a mark */
};
enum spare {       /* what a bypassed allocation does to the count */
	UNTOUCHED, /* nothing */
	COUNTED,   /* it costs; marks due inside it fall to the next counted allocation */
	DRAINED,   /* it costs; marks inside it are drawn and dropped */
};
enum first {
	FIRST_DRAWN, /* the first gap is drawn like any other */
	FIRST_ZERO,  /* the first allocation is sampled */
	FIRST_RATE,  /* the first gap is the rate itself */
};
enum scope {
	PER_PROCESS, /* one countdown */
	PER_THREAD,
};

struct rule {
	const struct cost *cost;
	const struct gap_law *gap;
	const struct bypass *bypass;
	enum edge edge;
	enum after after;
	enum spare spare;
	enum first first;
	enum scope scope;
	double mean;         /* of the gaps, in units; 0: the rate */
	uint64_t exact_from; /* sizes from here on are recorded for certain; 0: as bypass says */
	struct strata strata;
	const struct size_table *table; /* for the cost by table; owned by the sampler */
};

/* The mean of the gaps in units of cost at a rate in bytes. */
static inline double rule_mean(const struct rule *rule, double rate)
{
	return rule->mean > 0 ? rule->mean : rate;
}

/* The smallest size that is recorded for certain; NEVER: none. */
uint64_t rule_exact_from(const struct rule *, double rate);

/* Refuses, with a sentence, parts that contradict each other at this rate (units of cost). */
bool rule_check(const struct rule *, double rate, struct err *);

/* Whether every allocation is sampled with a chance that depends on its own size and the rate
 * only: derived from the parts. Then Horvitz-Thompson weights are exact and closed forms exist. */
bool rule_memoryless(const struct rule *);

/* Whether allocations of this size are recorded for certain, past the countdown. */
bool rule_bypasses(const struct rule *, double rate, uint64_t size);

/* Whether every trial is the same. */
bool rule_deterministic(const struct rule *);

/* The law of one allocation. Under a rule that is not memoryless there is none: then only units,
 * exact, gap_mean and unit_bytes are set. */
void rule_law(const struct rule *, double rate, uint64_t size, unsigned stratum, struct law *);

static inline uint64_t rule_cost(const struct rule *rule, uint64_t size, unsigned stratum)
{
	return rule->cost && rule->cost->of ? rule->cost->of(rule, size, stratum) : size;
}

#endif
