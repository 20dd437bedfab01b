/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_CLOSED_TOTAL_H
#define HEAPODDS_SIM_CLOSED_TOTAL_H

#include "core/estimator.h"
#include "core/lane.h"
#include "sim/exact.h"
#include "sim/rows.h"
#include "strategies/strategy.h"

/* The exact bias of estimators that book a sample with all bytes since the last one, under a memoryless
 * sampler. The bytes waiting before row i follow A_i = s_i + (1 - p_{i-1}) A_{i-1}, and p_i A_i of
 * them are booked at row i: decisions do not look at what waits. Bias in bytes and objects is
 * filled in; variances involve all pairs of rows and stay NAN. lanes NULL: no bias either
 * (a dump). O(rows of the trace). false: no
 * memory. */
bool closed_running_total(const struct rows *, const struct lanes *, const struct weighing *weighing,
	struct exact *exact);

#endif
