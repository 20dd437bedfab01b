/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_EXACT_REACH_H
#define HEAPODDS_SIM_EXACT_REACH_H

#include "sim/exact_series.h"

/* How far Y = X - target goes but for probabilities of about exp(-tail). Chernoff:
 * P(Y > x) <= exp(A(u) - u x) for every u > 0, A the cumulant generating function of Y. At x =
 * (A(u) + tail) / u that is exp(-tail), and the integral beyond is at most exp(-tail) / u. A side whose
 * end Y cannot pass costs nothing. */
struct reach {
	double above, below; /* Y is within -below ... above; one of them may be negative */
	double beyond;       /* bound on E 2 (Y - above)+ + E 2 (-below - Y)+ */
};

struct reach exact_reach(const struct part *parts, size_t n, double target, double tail);

#endif
