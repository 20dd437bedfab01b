/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_ELEMENTARY_H
#define HEAPODDS_CORE_ELEMENTARY_H

/* log, exp, log1p and expm1 with the same bits on every machine, compiler and C library: additions,
 * multiplications and divisions of doubles in a fixed order, bit patterns, and nothing of libm. They
 * need IEEE doubles, round to nearest, gradual underflow, and -ffp-contract=off (a fused
 * multiply-add would change the last bit).
 *
 * Error: at most 1.5 units in the last place over the whole range, subnormal arguments and results
 * included (the largest that the tests find: log .82, exp .76, log1p .82, expm1 .86). Arguments
 * outside the domain give NaN; infinities and zeros follow C99 annex F (the sign of zero too); every
 * NaN result is the same positive quiet NaN. errno and the floating-point flags mean nothing. */
double own_log(double x);
double own_exp(double x);
double own_log1p(double x); /* log(1 + x), accurate near 0 */
double own_expm1(double x); /* exp(x) - 1, accurate near 0 */

#endif
