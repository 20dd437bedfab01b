/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_POLYNOMIAL_H
#define HEAPODDS_CORE_POLYNOMIAL_H

/* c[0] + c[1] x + ... + c[n - 1] x^(n - 1), n >= 2, by Horner's rule on the even and the odd powers
 * at once: two chains of dependent operations of half the length. */
static inline double polynomial(const double *c, int n, double x)
{
	double square = x * x, even = 0, odd = 0;
	int i = n - 1;
	if (n & 1)
		even = c[i--];
	for (; i > 0; i -= 2) {
		odd = odd * square + c[i];
		even = even * square + c[i - 1];
	}
	return even + odd * x;
}

#endif
