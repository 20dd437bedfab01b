/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_DRAWS_H
#define HEAPODDS_CORE_DRAWS_H

#include "core/rng.h"

/* Random numbers of the laws that sampling needs. Every draw takes the generator it consumes and
 * nothing else; the common case is inline, the rare one out of line. Only pcg64 and core/elementary
 * are beneath, so the numbers are the same on every machine. C leaves the order of evaluation
 * open: never put two draws into one expression or argument list. */

/* Uniform on (0, 1], 53 bits: never 0, so that its logarithm is finite. */
static inline double draw_uniform(struct pcg64 *rng)
{
	return (double)((pcg64_next(rng) >> 11) + 1) * 0x1p-53;
}

/* Uniform on {0, ..., n - 1}, n >= 1, without bias (Lemire, ACM TOMACS 29(1), 2019): the high half
 * of x n is biased only for the 2^64 mod n smallest low halves, which are drawn again. */
static inline uint64_t draw_below(struct pcg64 *rng, uint64_t n)
{
	uint64_t value;
	uint64_t low = multiply_wide(pcg64_next(rng), n, &value);
	if (low < n) {
		uint64_t excess = -n % n;
		while (low < excess)
			low = multiply_wide(pcg64_next(rng), n, &value);
	}
	return value;
}

/* A layer of the exponential ziggurat: its width in units of 2^-53 and how many of the 2^53
 * abscissas lie under the curve over the whole height of the layer. */
struct ziggurat_layer {
	uint64_t inside;
	double width;
};
extern const struct ziggurat_layer ziggurat_layers[256];
/* The rest of draw_exponential, for a draw that fell outside. */
double draw_exponential_outside(struct pcg64 *, uint64_t bits);

/* Exponential with mean 1, in [0, infinity), by a ziggurat of 256 layers (Marsaglia, Tsang, J.
 * Stat. Software 5(8), 2000): the low 8 bits of one draw pick the layer, the upper 53 the
 * abscissa (distinct bits: sharing them is the known flaw of older ziggurats). 1.1 % of the draws
 * go outside. */
static inline double draw_exponential(struct pcg64 *rng)
{
	uint64_t bits = pcg64_next(rng);
	const struct ziggurat_layer *layer = &ziggurat_layers[bits & 255];
	if (__builtin_expect((bits >> 11) < layer->inside, 1))
		return (double)(int64_t)(bits >> 11) * layer->width;
	/* A copy, so that a loop that draws from a local generator keeps it in registers. */
	struct pcg64 copy = *rng;
	double x = draw_exponential_outside(&copy, bits);
	*rng = copy;
	return x;
}

/* -1 / log(1 - 1/mean), what draw_geometric wants for the law on {1, 2, ...} with that mean (success
 * probability 1/mean); 0 for mean <= 1, which always draws 1. mean is no NaN. */
double geometric_scale(double mean);

#define GEOMETRIC_MAX (UINT64_C(1) << 61)

/* Geometric on {1, 2, ...}: floor(E scale) + 1 with E exponential has exactly that law, as
 * P(E scale >= k) = exp(-k / scale) = (1 - 1/mean)^k. Values stop at GEOMETRIC_MAX, far below what
 * would overflow when two are added. The 53 bits of E leave gaps between the values when mean
 * passes 2^50. */
static inline uint64_t draw_geometric(struct pcg64 *rng, double scale)
{
	double wait = draw_exponential(rng) * scale;
	if (!(wait < 0x1p61)) /* also when 0 * infinity is no number */
		return GEOMETRIC_MAX;
	return (uint64_t)(int64_t)wait + 1;
}

/* Means below this are decided by one comparison nearly always. */
#define DRAW_MEAN_TINY .125
/* The rest of draw_poisson and draw_binomial: u is the floor of a uniform number to 53 bits. */
uint64_t draw_poisson_tail(struct pcg64 *, double mean, double u);
uint64_t draw_poisson_body(struct pcg64 *, double mean);
uint64_t draw_binomial_tail(struct pcg64 *, uint64_t n, double p, double u);
uint64_t draw_binomial_body(struct pcg64 *, uint64_t n, double p);

/* Poisson; 0 <= mean <= 2^60. P(N >= 1) = 1 - exp(-mean) <= mean, so a uniform number that is not
 * below a tiny mean says 0 and no exponential is computed; one that is gets 53 more bits, which
 * keeps the law right for means down to 2^-100. Below 12 the events of a Poisson process are
 * counted, from 12 Hoermann's transformed rejection takes over (PTRS, Insurance: Mathematics and
 * Economics 12, 1993). The mean is taken as the double that it is, and the value has full integer
 * resolution at any mean. */
static inline uint64_t draw_poisson(struct pcg64 *rng, double mean)
{
	if (mean >= DRAW_MEAN_TINY)
		return draw_poisson_body(rng, mean);
	double u = (double)(int64_t)(pcg64_next(rng) >> 11) * 0x1p-53;
	return u >= mean ? 0 : draw_poisson_tail(rng, mean, u);
}

/* Binomial; n <= 2^62, 0 <= p <= 1. As the Poisson law: P(N >= 1) <= n p; for n min(p, 1 - p) below
 * 12 the successes are visited one after another, from 12 Hoermann's BTRS (J. Statist. Comput.
 * Simul. 46, 1993). n p is rounded to a double: for n p = 2^60 that moves the mean by less than
 * 1e-6 standard deviations. */
static inline uint64_t draw_binomial(struct pcg64 *rng, uint64_t n, double p)
{
	double mean = (double)(int64_t)n * p;
	if (mean >= DRAW_MEAN_TINY)
		return draw_binomial_body(rng, n, p);
	double u = (double)(int64_t)(pcg64_next(rng) >> 11) * 0x1p-53;
	return u >= mean ? 0 : draw_binomial_tail(rng, n, p, u);
}

#endif
