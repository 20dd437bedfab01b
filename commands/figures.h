/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_COMMANDS_FIGURES_H
#define HEAPODDS_COMMANDS_FIGURES_H

#include "sim/measures.h"

/* How people see a measure: shares as percentages, a simulated value with its standard error. */
enum { FIGURE = 48, FIGURE_SENTENCE = 3 * FIGURE };

void figure_percent(char out[FIGURE], double share);                     /* 12.30 */
void figure_simulated(char out[FIGURE], const struct measure *);         /* 12.30 ±0.20 */
void figure_sentence(char out[FIGURE_SENTENCE], const struct measure *); /* 12.30 ±0.20 % (exact 12.31) */
/* The share of trials that saw a row; below an upper 95 % limit where none did: 0 of n is not 0. */
void figure_detection(char out[FIGURE], const struct measures *);

#endif
