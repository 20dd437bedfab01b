/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_CORE_DEVIANCE_H
#define HEAPODDS_CORE_DEVIANCE_H

/* Parts of Poisson and binomial probabilities that stay accurate for large counts, where the
 * textbook's k log(mean) - mean - log k! is the small difference of huge numbers (Loader, Fast and
 * accurate computation of binomial probabilities, 2000). */

/* x log(x / mean) + mean - x >= 0 for x, mean > 0; difference is x - mean, which the caller may
 * know better than the subtraction of two rounded numbers. */
double deviance(double x, double mean, double difference);

/* log k! - log(sqrt(2 pi k) (k / e)^k) for a whole k >= 1, to 2e-16. */
double stirling_error(double k);

#endif
