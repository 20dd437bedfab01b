/* SPDX-License-Identifier: GPL-3.0-or-later
 * The lists in the options of simulate: strategies, estimators, the number of rows. */
#include "commands/rates.h"
#include "commands/simulate.h"
#include "core/names.h"

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
			ok = strategies[i]->needs || add_strategy(request, strategies[i]->name, err);
	}
	free(copy);
	return ok;
}

static bool find_estimator(const char *name, const struct estimator **found, struct err *err)
{
	struct names names = {.text = name};
	*found = estimator_find(name);
	for (size_t i = 0; !*found && estimators[i]; i++)
		names_offer(&names, estimators[i]->name);
	return *found || names_unknown(&names, "--estimator", "estimator", err);
}

static bool add_estimator(struct request *request, const char *name, struct err *err)
{
	const struct estimator *found;
	if (!find_estimator(name, &found, err))
		return false;
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

/* One side of --compare: STRATEGY[@ESTIMATOR]. */
static bool add_side(struct request *request, char *word, struct err *err)
{
	char *at = strchr(word, '@');
	if (request->n_spec == 2)
		return err_set(err, "--compare: \"%s\" is a third strategy: it takes two", word);
	if (at)
		*at = 0;
	if (!add_strategy(request, word, err))
		return false;
	const struct strategy *strategy = request->spec[request->n_spec - 1].strategy;
	return find_estimator(at ? at + 1 : strategy->estimator, &request->compared[request->n_spec - 1], err);
}

static bool parse_compare(struct request *request, const struct simulate *asked, struct err *err)
{
	if (asked->estimator)
		return err_set(err, "--estimator: with --compare it is written STRATEGY@ESTIMATOR");
	char *copy = strdup(asked->compare), *rest = copy;
	bool ok = copy ? true : err_set(err, "out of memory");
	for (char *word; ok && (word = strsep(&rest, ","));)
		ok = add_side(request, word, err);
	free(copy);
	return ok &&
		(request->n_spec == 2 || err_set(err, "--compare: \"%s\" is not two strategies, A,B", asked->compare));
}

static bool parse_costs(struct request *request, const struct simulate *asked, struct err *err)
{
	request->costs = cost_model_default;
	return (!asked->alloc_cost || cost_model_set_groups(&request->costs, asked->alloc_cost, "--alloc-cost", err)) &&
		(!asked->sample_cost ||
			cost_model_set_sample(&request->costs, asked->sample_cost, "--sample-cost", err));
}

bool request_parse(struct request *request, const struct simulate *asked, struct err *err)
{
	*request = (struct request){0};
	bool ok = (asked->compare ? parse_compare(request, asked, err) : parse_strategies(request, asked, err)) &&
		rates_parse(asked->rate, &request->rate, &request->n_rate, err) &&
		parse_estimators(request, asked, err) && parse_top(request, asked, err) &&
		parse_costs(request, asked, err);
	/* Strategies that match an overhead look at the costs. */
	for (size_t i = 0; ok && i < request->n_spec; i++)
		request->spec[i].costs = &request->costs;
	return ok;
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
