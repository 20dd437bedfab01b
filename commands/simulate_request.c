/* SPDX-License-Identifier: GPL-3.0-or-later
 * The lists in the options of simulate: strategies, rates, estimators, the number of rows. */
#include "commands/simulate.h"

#include <stdlib.h>
#include <string.h>

static bool add_strategy(struct request *request, const char *text, struct err *err)
{
	void *grown = realloc(request->spec, (request->n_spec + 1) * sizeof *request->spec);
	if (!grown)
		return err_set(err, "out of memory");
	request->spec = grown;
	if (!strategy_parse(text, &request->spec[request->n_spec], err))
		return false;
	request->n_spec++;
	return true;
}

static bool parse_strategies(struct request *request, const struct simulate *asked, struct err *err)
{
	char *copy = strdup(asked->strategy), *rest = copy;
	bool ok = copy || err_set(err, "out of memory");
	for (char *word; ok && (word = strsep(&rest, ","));) {
		if (strcmp(word, "all")) {
			ok = add_strategy(request, word, err);
			continue;
		}
		for (size_t i = 0; ok && strategies[i]; i++)
			ok = add_strategy(request, strategies[i]->name, err);
	}
	free(copy);
	return ok;
}

static bool add_rate(struct request *request, uint64_t rate, struct err *err)
{
	if (rate < 1 || rate > UINT64_C(1) << 60)
		return err_set(err, "--rate: %llu is out of range (1 byte to 2^60 bytes)", (unsigned long long)rate);
	void *grown = realloc(request->rate, (request->n_rate + 1) * sizeof *request->rate);
	if (!grown)
		return err_set(err, "out of memory");
	request->rate = grown;
	request->rate[request->n_rate++] = (double)rate;
	return true;
}

static bool add_rates(struct request *request, char *word, struct err *err)
{
	char *dots = strstr(word, "..");
	uint64_t from, to;
	if (!dots)
		return units_size(word, "--rate", &from, err) && add_rate(request, from, err);
	*dots = 0;
	if (!units_size(word, "--rate", &from, err) || !units_size(dots + 2, "--rate", &to, err))
		return false;
	if (from < 1 || from > to)
		return err_set(err, "--rate: %s..%s does not go up from at least 1 byte", word, dots + 2);
	for (uint64_t rate = from; rate <= to; rate *= 2)
		if (!add_rate(request, rate, err))
			return false;
	return true;
}

static bool parse_rates(struct request *request, const struct simulate *asked, struct err *err)
{
	char *copy = strdup(asked->rate), *rest = copy;
	bool ok = copy || err_set(err, "out of memory");
	for (char *word; ok && (word = strsep(&rest, ","));)
		ok = add_rates(request, word, err);
	free(copy);
	return ok;
}

static bool add_estimator(struct request *request, const char *name, struct err *err)
{
	const struct estimator *found = estimator_find(name);
	char known[300] = "";
	for (size_t i = 0; !found && estimators[i]; i++)
		snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "", estimators[i]->name);
	if (!found)
		return err_set(err, "--estimator: \"%s\" is no estimator (known: %s)", name, known);
	void *grown = realloc(request->estimator, (request->n_estimator + 1) * sizeof *request->estimator);
	if (!grown)
		return err_set(err, "out of memory");
	request->estimator = grown;
	request->estimator[request->n_estimator++] = found;
	return true;
}

static bool parse_estimators(struct request *request, const struct simulate *asked, struct err *err)
{
	if (!asked->estimator)
		return true;
	char *copy = strdup(asked->estimator), *rest = copy;
	bool ok = copy || err_set(err, "out of memory");
	for (char *word; ok && (word = strsep(&rest, ","));) {
		for (size_t i = 0; ok && i < request->n_estimator; i++)
			if (!strcmp(request->estimator[i]->name, word))
				ok = err_set(err, "--estimator: \"%s\" is given twice", word);
		ok = ok && add_estimator(request, word, err);
	}
	free(copy);
	return ok;
}

static bool parse_top(struct request *request, const struct simulate *asked, struct err *err)
{
	uint64_t n;
	if (!strcmp(asked->top_text, "all")) {
		request->top = SIZE_MAX;
		return true;
	}
	if (!units_count(asked->top_text, "--top", &n, err))
		return false;
	request->top = n > SIZE_MAX ? SIZE_MAX : (size_t)n;
	return true;
}

bool request_parse(struct request *request, const struct simulate *asked, struct err *err)
{
	*request = (struct request){0};
	return parse_strategies(request, asked, err) && parse_rates(request, asked, err) &&
	       parse_estimators(request, asked, err) && parse_top(request, asked, err);
}

void request_free(struct request *request)
{
	for (size_t i = 0; i < request->n_spec; i++)
		strategy_spec_free(&request->spec[i]);
	free(request->spec);
	free(request->rate);
	free(request->estimator);
	*request = (struct request){0};
}
