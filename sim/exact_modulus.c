/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/exact_modulus.h"

#include <math.h>

/* Counts below which a power is taken by multiplication: of any p, and where the series serves too. */
#define POWER_MAX 32768
#define POWER_FASTER 4
#define SERIES_MAX 12 /* terms: enough for p up to about .03 */

/* Sines and cosines of half the angles t * weight: 1 - cos(angle) = 2 sine^2 keeps its digits when
 * counts in the millions multiply it. */
struct turns {
	double sine[MODULUS_BLOCK], cosine[MODULUS_BLOCK];
};

/* The first block turns by little, and there the arguments of large counts need every digit. */
static void turns_direct(double half_step, double k, struct turns *turns)
{
	for (int j = 0; j < MODULUS_BLOCK; j++)
		sincos(half_step * (k + 2 * j), &turns->sine[j], &turns->cosine[j]);
}

/* Later ones are rotated from a fresh start each, so errors do not build up; by doubling what is there,
 * so that no rotation waits for the one before. */
static void turns_rotated(double half_step, double k, struct turns *turns)
{
	double sine, cosine;

	sincos(half_step * k, &turns->sine[0], &turns->cosine[0]);
	sincos(2 * half_step, &sine, &cosine);
	for (int have = 1; have < MODULUS_BLOCK; have *= 2) {
		for (int j = 0; j < have; j++) {
			turns->sine[have + j] = turns->sine[j] * cosine + turns->cosine[j] * sine;
			turns->cosine[have + j] = turns->cosine[j] * cosine - turns->sine[j] * sine;
		}
		double twice = 2 * sine * cosine;
		cosine = 1 - 2 * sine * sine;
		sine = twice;
	}
}

/* ln phi = mean (exp(i angle) - 1). */
static void add_poisson(const struct counts *law, const struct turns *turns, struct modulus *modulus)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		modulus->log[j] -= 2 * law->mean * turns->sine[j] * turns->sine[j];
		modulus->argument[j] += 2 * law->mean * turns->sine[j] * turns->cosine[j];
	}
}

/* Functions kept as complex numbers: few large objects, whose powers are cheaper than logarithms. */
struct product {
	double re[MODULUS_BLOCK], im[MODULUS_BLOCK];
};

static void multiply(struct product *product, const struct product *by)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double re = product->re[j] * by->re[j] - product->im[j] * by->im[j];
		product->im[j] = product->re[j] * by->im[j] + product->im[j] * by->re[j];
		product->re[j] = re;
	}
}

/* phi = (1 + z)^n by repeated squaring. */
static void multiply_binomial(const struct counts *law, const struct turns *turns, struct product *product)
{
	struct product power;

	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double s = turns->sine[j], c = turns->cosine[j];
		power.re[j] = 1 - 2 * law->p * s * s;
		power.im[j] = 2 * law->p * s * c;
	}
	for (unsigned n = (unsigned)law->n; n > 0; n >>= 1) {
		if (n & 1)
			multiply(product, &power);
		if (n > 1)
			multiply(&power, &power);
	}
}

/* ln phi = n ln(1 + z), z = p (exp(i angle) - 1). */
static void add_binomial(const struct counts *law, const struct turns *turns, struct modulus *modulus)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double s = turns->sine[j], c = turns->cosine[j];
		modulus->log[j] += .5 * law->n * log1p(-4 * law->p * law->q * s * s);
		modulus->argument[j] += law->n * atan2(2 * law->p * s * c, 1 - 2 * law->p * s * s);
	}
}

/* The same by the series z - z^2/2 + z^3/3 ..., several times as fast. */
static void add_rare(const struct counts *law, int terms, const struct turns *turns, struct modulus *modulus)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double x = -2 * law->p * turns->sine[j] * turns->sine[j];
		double y = 2 * law->p * turns->sine[j] * turns->cosine[j];
		double re = 1. / terms, im = 0;
		for (int m = terms - 1; m > 0; m--) {
			double product = re * x - im * y;
			im = -(re * y + im * x);
			re = 1. / m - product;
		}
		modulus->log[j] += law->n * (re * x - im * y);
		modulus->argument[j] += law->n * (re * y + im * x);
	}
}

/* Terms that the series needs, 0 if too many. While |phi| is not negligible, n |z|^2 stays below 90 p,
 * and |z| <= 2 p: the next term, n |z|^(terms + 1), is then below 90 p (2 p)^(terms - 1). */
static int series_terms(double p)
{
	double next = 90 * p * 2 * p;

	for (int terms = 2; terms <= SERIES_MAX; terms++, next *= 2 * p)
		if (next < 1e-13)
			return terms;
	return 0;
}

static void add_part(const struct part *part, const struct turns *turns, struct modulus *modulus,
	struct product *product)
{
	const struct counts *law = &part->law;
	int terms = isinf(law->n) ? 0 : series_terms(law->p);

	if (isinf(law->n))
		add_poisson(law, turns, modulus);
	else if (law->n < (terms > 0 ? POWER_FASTER : POWER_MAX))
		multiply_binomial(law, turns, product);
	else if (terms > 0)
		add_rare(law, terms, turns, modulus);
	else
		add_binomial(law, turns, modulus);
}

static bool negligible(const struct modulus *modulus, const struct product *product, double limit)
{
	double least = exp(2 * limit);

	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double square = product->re[j] * product->re[j] + product->im[j] * product->im[j];
		if (modulus->log[j] > limit && square > least)
			return false;
	}
	return true;
}

static void add_product(const struct product *product, struct modulus *modulus)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double square = product->re[j] * product->re[j] + product->im[j] * product->im[j];
		modulus->log[j] += .5 * log(square);
		modulus->argument[j] += atan2(product->im[j], product->re[j]);
	}
}

static void start(const struct grid *grid, double k, struct modulus *modulus, struct product *product)
{
	for (int j = 0; j < MODULUS_BLOCK; j++) {
		double x = grid->blur * grid->step * (k + 2 * j);
		modulus->log[j] = -.5 * x * x;
		modulus->argument[j] = 0;
		product->re[j] = 1;
		product->im[j] = 0;
	}
}

double modulus_block(const struct part *parts, size_t n, const struct grid *grid, double k, struct modulus *modulus)
{
	struct product product;
	size_t i = 0;

	start(grid, k, modulus, &product);
	while (i < n) {
		struct turns turns;
		double half_step = .5 * grid->step * parts[i].weight;
		if (k == 1 || grid->direct)
			turns_direct(half_step, k, &turns);
		else
			turns_rotated(half_step, k, &turns);
		add_part(&parts[i++], &turns, modulus, &product);
		if (negligible(modulus, &product, grid->negligible))
			break;
	}
	add_product(&product, modulus);
	return (double)i * MODULUS_BLOCK;
}
