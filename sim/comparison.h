/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_SIM_COMPARISON_H
#define HEAPODDS_SIM_COMPARISON_H

#include "sim/experiment.h"

/* Two samplers on the same trials: each trial replays both with the same random numbers, so that
 * what they have in common cancels. Ratios are of means over trials, A over B. */
struct ratio {
	double value, se, exact; /* se: delta method on the paired trials; NAN where there is none */
};

struct row_ratios {
	struct ratio mse, mape; /* of the estimated bytes against the truth */
};

/* Both experiments have run on the same trace and view, with one estimator each; dump: which of the view, not
 * peak-seen. ratios has a place for each row of the dump. false: no memory. */
bool comparison_run(const struct experiment *a, const struct experiment *b, size_t dump, const struct effort *,
	struct row_ratios *ratios);

#endif
