/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written by core/elementary.py: do not edit. */
/* clang-format off */
#ifndef HEAPODDS_CORE_ELEMENTARY_TERMS_H
#define HEAPODDS_CORE_ELEMENTARY_TERMS_H

/* log 2 in two parts: k * LN2_HIGH is exact for |k| < 2^13. */
#define LN2_HIGH 0x1.62e42fefa2000p-1
#define LN2_LOW 0x1.9ef35793c7673p-41
#define LN2_INVERSE 0x1.71547652b82fep+0

/* log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2) for |s| <= 3 - 2 sqrt 2 */
static const double log_terms[7] = {
	0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2, 0x1.c71c62e5800a1p-3,
	0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3, 0x1.2b584aae78a57p-3,
};

/* exp(r) = 1 + r + r^2 / 2 + r^3 P(r) for |r| <= (log 2) / 2 */
static const double exp_terms[10] = {
	0x1.5555555555556p-3, 0x1.5555555555555p-5, 0x1.11111111109b5p-7, 0x1.6c16c16c167e2p-10,
	0x1.a01a01a7c2efep-13, 0x1.a01a01a47a591p-16, 0x1.71de0db2f6b19p-19, 0x1.27e4e1f7222cbp-22,
	0x1.af389ecfc4b9cp-26, 0x1.1f66d948a47d2p-29,
};

/* log k! = log(sqrt(2 pi k) (k / e)^k) + P(1 / k^2) / k: B_{2i} / (2i (2i - 1)) */
static const double stirling_terms[6] = {
	0x1.5555555555555p-4, -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11, -0x1.3813813813814p-11,
	0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10,
};

/* the same correction for k = 1 ... 15 ([0] is not used) */
static const double stirling_small[16] = {
	0x0.0p+0, 0x1.4c071bcda0a5bp-4, 0x1.52a9b923ea649p-5, 0x1.c579a268d80b3p-6,
	0x1.54a2662fd78a9p-6, 0x1.10b4e513fcbedp-6, 0x1.c6b167bebdf36p-7, 0x1.85d4d612e4a86p-7,
	0x1.552805e7b3076p-7, 0x1.2f4871b12ab64p-7, 0x1.10f9d4c0743a7p-7, 0x1.f0593088014f8p-8,
	0x1.c7018733aa9c6p-8, 0x1.a40514700f36cp-8, 0x1.86076c002d4a7p-8, 0x1.6c08f6f194a10p-8,
};

#endif
