/* SPDX-License-Identifier: GPL-3.0-or-later
 * Gap laws: how far it is to the next sample point, in units of cost. */
#include "core/countdown.h"
#include "core/elementary.h"
#include "strategies/parts/parts.h"

#include <math.h>

/* Geometric from 1 with p = 1/mean: each unit is a trial of its own. */
static double geometric_draw(struct countdown *countdown)
{
	return floor(countdown_exponential(countdown) * countdown->scale) + 1;
}

static double geometric_log_miss(double mean)
{
	return own_log1p(-1 / mean);
}

static double geometric_survival(double mean, double x)
{
	return x > 0 ? exp(x * geometric_log_miss(mean)) : 1;
}

static double geometric_unit_p(double mean)
{
	return 1 / mean;
}

const struct gap_law gap_geometric = {
	.name = "geometric",
	.summary = "whole, from 1: every unit is a trial with p = 1/mean",
	.source = "Vitter 1987 by analogy; jemalloc 295e4894 src/prof.c",
	.scale = geometric_scale,
	.draw = geometric_draw,
	.survival = geometric_survival,
	.log_miss = geometric_log_miss,
	.unit_p = geometric_unit_p,
};

/* Exponential arrivals on the real line; a unit is hit when an arrival falls into it. */
static double exponential_draw(struct countdown *countdown)
{
	return countdown_exponential(countdown) * countdown->mean;
}

static double exponential_log_miss(double mean)
{
	return -1 / mean;
}

static double exponential_survival(double mean, double x)
{
	return exp(-x / mean);
}

static double exponential_unit_p(double mean)
{
	return -own_expm1(-1 / mean);
}

const struct gap_law gap_exponential = {
	.name = "exponential",
	.summary = "real-valued: several marks may fall into one unit",
	.source = "the Poisson process that the whole-numbered laws round",
	.draw = exponential_draw,
	.survival = exponential_survival,
	.log_miss = exponential_log_miss,
	.unit_p = exponential_unit_p,
	.real = true,
};

/* The floor of an exponential plus one is geometric with p = 1 - exp(-1/mean), not 1/mean: its
 * inclusion probabilities are those of the exponential, its mean is about half a unit longer. */
static double floor_plus_one_draw(struct countdown *countdown)
{
	return floor(countdown_exponential(countdown) * countdown->mean) + 1;
}

static double floor_plus_one_mean(double mean)
{
	return 1 / exponential_unit_p(mean);
}

const struct gap_law gap_floor_plus_one = {
	.name = "floor+1",
	.summary = "an exponential, rounded down, plus 1",
	.mean = floor_plus_one_mean,
	.source = "google/perfetto ec5d16b14b src/profiling/memory/sampler.cc",
	.draw = floor_plus_one_draw,
	.survival = exponential_survival,
	.log_miss = exponential_log_miss,
	.unit_p = exponential_unit_p,
};

/* Without the "+ 1" a gap can be 0: the allocation behind a sampled one is hit one unit too
 * often, 12.5 % too often at 8 bytes, and no test of a long stream of equal sizes shows it. */
static double floor_draw(struct countdown *countdown)
{
	return floor(countdown_exponential(countdown) * countdown->mean);
}

static double floor_survival(double mean, double x)
{
	return exp(-(x + 1) / mean);
}

static double floor_mean(double mean)
{
	return floor_plus_one_mean(mean) - 1;
}

static double floor_variance(double mean)
{
	double p = exponential_unit_p(mean);
	return (1 - p) / (p * p);
}

const struct gap_law gap_floor = {
	.variance = floor_variance,
	.mean = floor_mean,
	.name = "floor",
	.summary = "an exponential, rounded down: may be 0",
	.source = "gperftools and others, samplers that forget the + 1",
	.draw = floor_draw,
	.survival = floor_survival,
};

/* Any whole number from 1 to twice the mean less one. */
static double uniform_draw(struct countdown *countdown)
{
	uint64_t top = (uint64_t)(2 * countdown->mean) - 1;
	return (double)(draw_below(&countdown->rng, top) + 1);
}

static double uniform_survival(double mean, double x)
{
	double top = floor(2 * mean) - 1;
	return x < 1 ? 1 : x < top ? 1 - floor(x) / top : 0;
}

static double uniform_mean(double mean)
{
	return floor(2 * mean) / 2;
}

static double uniform_variance(double mean)
{
	double top = floor(2 * mean) - 1;
	return (top * top - 1) / 12;
}

const struct gap_law gap_uniform = {
	.variance = uniform_variance,
	.mean = uniform_mean,
	.name = "uniform",
	.summary = "whole, uniform on 1 ... 2 mean - 1",
	.source = "the model behind pprof's heap profile format, version 1",
	.draw = uniform_draw,
	.survival = uniform_survival,
};

static double fixed_draw(struct countdown *countdown)
{
	return floor(countdown->mean);
}

static double fixed_survival(double mean, double x)
{
	return x < floor(mean);
}

static double fixed_mean(double mean)
{
	return floor(mean);
}

const struct gap_law gap_fixed = {
	.mean = fixed_mean,
	.name = "fixed",
	.deterministic = true,
	.summary = "always the mean: systematic sampling, resonates with periodic programs",
	.source = "accumulators with a threshold",
	.draw = fixed_draw,
	.survival = fixed_survival,
};

/* Nothing is ever hit: what samples by size alone is this law and a bypass. */
static double never_draw(struct countdown *countdown)
{
	(void)countdown;
	return 0x1p61;
}

static double never_survival(double mean, double x)
{
	(void)mean;
	(void)x;
	return 1;
}

static double zero(double mean)
{
	(void)mean;
	return 0;
}

const struct gap_law gap_never = {
	.name = "never",
	.deterministic = true,
	.summary = "no mark at all: only bypassed allocations are recorded",
	.source = "samplers with a size cut-off and nothing else",
	.draw = never_draw,
	.survival = never_survival,
	.log_miss = zero,
	.unit_p = zero,
};

const struct gap_law *const gap_laws[] = {
	&gap_geometric,
	&gap_exponential,
	&gap_floor_plus_one,
	&gap_floor,
	&gap_uniform,
	&gap_fixed,
	&gap_never,
	NULL,
};
