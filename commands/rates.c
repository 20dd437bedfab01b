/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/rates.h"

#include "core/units.h"
#include <stdlib.h>
#include <string.h>

static bool add(uint64_t bytes, double **rate, size_t *n, struct err *err)
{
	if (bytes < 1 || bytes > UINT64_C(1) << 60)
		return err_set(err, "--rate: %llu is out of range (1 byte to 2^60 bytes)", (unsigned long long)bytes);
	void *grown = realloc(*rate, (*n + 1) * sizeof **rate);
	if (!grown)
		return err_set(err, "out of memory");
	*rate = grown;
	(*rate)[(*n)++] = (double)bytes;
	return true;
}

static bool add_word(char *word, double **rate, size_t *n, struct err *err)
{
	char *dots = strstr(word, "..");
	uint64_t from, to;
	if (!dots)
		return units_size(word, "--rate", &from, err) && add(from, rate, n, err);
	*dots = 0;
	if (!units_size(word, "--rate", &from, err) || !units_size(dots + 2, "--rate", &to, err))
		return false;
	if (from < 1 || from > to)
		return err_set(err, "--rate: \"%s..%s\" does not go up from at least 1 byte", word, dots + 2);
	for (uint64_t bytes = from; bytes <= to; bytes *= 2)
		if (!add(bytes, rate, n, err))
			return false;
	return true;
}

bool rates_parse(const char *text, double **rate, size_t *n, struct err *err)
{
	char *copy = strdup(text), *rest = copy;
	bool ok = copy ? true : err_set(err, "out of memory");
	for (char *word; ok && (word = strsep(&rest, ","));)
		ok = add_word(word, rate, n, err);
	free(copy);
	return ok;
}
