/* SPDX-License-Identifier: GPL-3.0-or-later
 * A Poisson(size/rate) draw for every allocation: the law of `exponential` with real-valued gaps,
 * without its countdown. The plainest statement of that law, and what it costs to state it so. */
#include "core/draws.h"
#include "core/elementary.h"
#include "strategies/strategy.h"

struct state {
	struct pcg64 rng;
	double per_byte;
};

static void start(void *memory, double rate, const struct pcg64 *rng)
{
	struct state *state = memory;
	*state = (struct state){.rng = *rng, .per_byte = 1 / rate};
}

static uint64_t on_event(void *memory, const struct event *event)
{
	struct state *state = memory;
	return draw_poisson(&state->rng, (double)event->size * state->per_byte);
}

static void law(double rate, uint64_t size, struct law *law)
{
	double mean = (double)size / rate;
	*law = (struct law){.p = -own_expm1(-mean), .log_miss = -mean, .poisson = true, .units = size, .mean = mean};
}

const struct strategy strategy_poisson = {
	.name = "poisson",
	.summary = "a Poisson(size/rate) number of marks drawn for every allocation",
	.source = "Perfetto, docs/design-docs/heapprofd-sampling.md (the variant it argues against)",
	.estimator = "hits-times-rate",
	.state_size = sizeof(struct state),
	.start = start,
	.on_event = on_event,
	.law = law,
};
