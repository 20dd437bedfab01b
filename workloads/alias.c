/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/alias.h"

#include <stdlib.h>

/* Pairs each column below the mean with one above it, which gives away what the first lacks. */
static void pair(struct alias *alias, uint32_t *low, uint32_t *high)
{
	uint32_t lows = 0, highs = 0;
	for (uint32_t i = 0; i < alias->n; i++) {
		if (alias->column[i].keep < 1)
			low[lows++] = i;
		else
			high[highs++] = i;
	}
	while (lows > 0 && highs > 0) {
		uint32_t poor = low[--lows], rich = high[highs - 1];
		alias->column[poor].other = rich;
		alias->column[rich].keep -= 1 - alias->column[poor].keep;
		if (alias->column[rich].keep < 1) {
			highs--;
			low[lows++] = rich;
		}
	}
	/* Only rounding leaves a column without a partner: it is full. */
	while (lows > 0)
		alias->column[low[--lows]].keep = 1;
	while (highs > 0)
		alias->column[high[--highs]].keep = 1;
}

bool alias_init(struct alias *alias, const double *weight, uint32_t n)
{
	uint32_t *lists = malloc(2 * (size_t)n * sizeof *lists);
	*alias = (struct alias){.n = n, .column = malloc(n * sizeof *alias->column)};
	if (!lists || !alias->column) {
		free(lists);
		alias_free(alias);
		return false;
	}
	double sum = 0;
	for (uint32_t i = 0; i < n; i++)
		sum += weight[i];
	for (uint32_t i = 0; i < n; i++) {
		alias->column[i].keep = weight[i] / sum * n;
		alias->column[i].other = i;
	}
	pair(alias, lists, lists + n);
	free(lists);
	return true;
}

void alias_free(struct alias *alias)
{
	free(alias->column);
	*alias = (struct alias){0};
}
