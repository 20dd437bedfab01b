/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/draws.h"
#include "core/elementary.h"
#include "core/ziggurat.h"

double draw_exponential_outside(struct pcg64 *rng, uint64_t bits)
{
	double before = 0;
	for (;;) {
		unsigned i = bits & 255;
		double x = (double)(int64_t)(bits >> 11) * ziggurat_layers[i].width;
		if ((bits >> 11) < ziggurat_layers[i].inside)
			return before + x;
		if (i == 0) {
			/* The tail: what is left of an exponential that passed the end is
			 * exponential again. */
			before += ziggurat_end;
		} else {
			/* The corner: x counts when a height drawn within the layer is under the curve. */
			double low = ziggurat_heights[i], high = ziggurat_heights[i + 1];
			if (low + draw_uniform(rng) * (high - low) <= own_exp(-x))
				return before + x;
		}
		bits = pcg64_next(rng);
	}
}

double geometric_scale(double mean)
{
	return mean <= 1 ? 0 : -1 / own_log1p(-1 / mean);
}
