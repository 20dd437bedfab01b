/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/figures.h"

#include <math.h>
#include <stdio.h>

/* A share as a percentage with as many decimals as its size deserves. */
void figure_percent(char out[FIGURE], double share)
{
	double p = 100 * share;
	if (isnan(p))
		snprintf(out, FIGURE, "-");
	else
		snprintf(out, FIGURE, fabs(p) >= 1000 ? "%.0f" : "%.2f", fabs(p) < .005 ? 0 : p); /* not "-0.00" */
}

void figure_simulated(char out[FIGURE], const struct measure *measure)
{
	char value[FIGURE / 2 - 2], se[FIGURE / 2 - 2], wide[FIGURE];
	figure_percent(wide, measure->value);
	snprintf(value, sizeof value, "%.20s", wide);
	figure_percent(wide, measure->se);
	snprintf(se, sizeof se, "%.20s", wide);
	if (isnan(measure->value))
		snprintf(out, FIGURE, "-");
	else
		snprintf(out, FIGURE, "%s ±%s", value, se);
}

/* "12.30 % ±0.20 (exact 12.31)", or what there is of it. */
void figure_sentence(char out[FIGURE_SENTENCE], const struct measure *measure)
{
	char value[FIGURE], exact[FIGURE];
	figure_simulated(value, measure);
	figure_percent(exact, measure->exact);
	if (isnan(measure->value))
		snprintf(out, FIGURE_SENTENCE, "%s %% (exact)", exact);
	else if (isnan(measure->exact))
		snprintf(out, FIGURE_SENTENCE, "%s %%", value);
	else
		snprintf(out, FIGURE_SENTENCE, "%s %% (exact %s)", value, exact);
}

/* The share of trials that saw a row. A row that was never seen shows the upper 95 % limit of its
 * chance, since 0 out of n is not 0. */
void figure_detection(char out[FIGURE], const struct measures *measures)
{
	char text[FIGURE];
	if (measures->trials && !measures->seen && measures->detection.exact != 0) {
		figure_percent(text, 1 - pow(.05, 1 / (double)measures->trials));
		snprintf(out, FIGURE, "<%.40s", text);
		return;
	}
	figure_simulated(out, &measures->detection);
}
