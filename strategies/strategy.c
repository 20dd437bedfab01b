/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strategies/strategy.h"

#include "core/names.h"
#include "strategies/parts/parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMS_MAX = 32 };

static const struct strategy *find(const char *name, size_t n)
{
	for (size_t i = 0; strategies[i]; i++)
		if (strlen(strategies[i]->name) == n && !memcmp(strategies[i]->name, name, n))
			return strategies[i];
	return NULL;
}

static bool unknown_strategy(const char *name, size_t n, struct err *err)
{
	char copy[64];
	snprintf(copy, sizeof copy, "%.*s", (int)(n < sizeof copy ? n : sizeof copy - 1), name);
	struct names names = {.text = copy};
	for (size_t i = 0; strategies[i]; i++)
		names_offer(&names, strategies[i]->name);
	return names_unknown(&names, "--strategy", "strategy", err);
}

static bool split(struct strategy_spec *spec, char *arguments, struct err *err)
{
	for (char *rest = arguments, *pair; (pair = strsep(&rest, ":"));) {
		char *equals = strchr(pair, '=');
		if (!equals || equals == pair)
			return err_set(err, "--strategy %s: \"%s\" is not key=value", spec->strategy->name, pair);
		*equals = 0;
		for (size_t i = 0; i < spec->n; i++)
			if (!strcmp(spec->given[i].key, pair))
				return err_set(err, "--strategy %s: \"%s\" is given twice", spec->strategy->name, pair);
		if (spec->n == PARAMS_MAX)
			return err_set(err, "--strategy %s: more than %d parameters", spec->strategy->name, PARAMS_MAX);
		void *grown = realloc(spec->given, (spec->n + 1) * sizeof *spec->given);
		if (!grown)
			return err_set(err, "out of memory");
		spec->given = grown;
		spec->given[spec->n++] = (struct strategy_param){strdup(pair), strdup(equals + 1)};
	}
	return true;
}

bool strategy_parse(const char *text, struct strategy_spec *spec, struct err *err)
{
	size_t n = strcspn(text, ":");
	*spec = (struct strategy_spec){.strategy = find(text, n), .text = strdup(text)};
	char *copy = strdup(text);
	bool ok = spec->strategy ? true : unknown_strategy(text, n, err);
	ok = ok && (!text[n] || split(spec, copy + n + 1, err));
	free(copy);
	/* A setting that only checks: values are wrong or right whatever the rate and the trace. */
	struct sampler sampler;
	struct trace none = {0};
	ok = ok && sampler_make(spec, 0x1p19, &none, &sampler, err);
	if (ok)
		sampler_free(&sampler);
	if (!ok)
		strategy_spec_free(spec);
	return ok;
}

void strategy_spec_free(struct strategy_spec *spec)
{
	for (size_t i = 0; i < spec->n; i++) {
		free(spec->given[i].key);
		free(spec->given[i].value);
	}
	free(spec->given);
	free(spec->text);
	*spec = (struct strategy_spec){0};
}

/* Own parameters first, then the parts of the rule, which are set once the rule is made. */
static bool own_param(const struct strategy *strategy, const struct strategy_param *given, void *params, bool *own,
	struct err *err)
{
	*own = strategy->params && param_find(strategy->params, given->key);
	return !*own || param_set(strategy->params, strategy->name, given->key, given->value, params, err);
}

static bool set_part(struct sampler *sampler, const struct strategy_param *given, struct err *err)
{
	const char *name = sampler->strategy->name;
	struct err why = {0};
	bool known = false;
	if (sampler->strategy->countdown && !part_set(&sampler->rule, given->key, given->value, &known, &why))
		return err_set(err, "--strategy %s: %s", name, why.text);
	if (!known)
		return err_set(err, "--strategy %s: no parameter \"%s\"%s", name, given->key,
			sampler->strategy->countdown ? " (parts that can be replaced: " PART_KEYS ")" : "");
	return true;
}

static bool make(const struct strategy_spec *spec, void *params, const struct trace *trace, struct sampler *sampler,
	struct err *err)
{
	const struct strategy *strategy = spec->strategy;
	bool own[PARAMS_MAX];
	if (strategy->params)
		params_preset(strategy->params, params);
	for (size_t i = 0; i < spec->n; i++)
		if (!own_param(strategy, &spec->given[i], params, &own[i], err))
			return false;
	struct setting setting = {.rate = sampler->rate,
		.trace = trace,
		.costs = spec->costs ? spec->costs : &cost_model_default,
		.params = params};
	if (strategy->countdown && !strategy->countdown(&setting, sampler, err))
		return false;
	for (size_t i = 0; i < spec->n; i++)
		if (!own[i] && !set_part(sampler, &spec->given[i], err))
			return false;
	struct err why = {0};
	if (strategy->countdown && !rule_check(&sampler->rule, sampler->rate, &why))
		return err_set(err, "--strategy %s: %s", strategy->name, why.text);
	return true;
}

bool sampler_make(const struct strategy_spec *spec, double rate, const struct trace *trace, struct sampler *sampler,
	struct err *err)
{
	*sampler = (struct sampler){.strategy = spec->strategy, .rate = rate};
	void *params = calloc(1, spec->strategy->params_size + 1);
	bool ok = params ? make(spec, params, trace, sampler, err) : err_set(err, "out of memory");
	free(params);
	if (!ok)
		sampler_free(sampler);
	return ok;
}

void sampler_free(struct sampler *sampler)
{
	free(sampler->table.size);
	free(sampler->table.p);
	column_free(&sampler->stratum);
	*sampler = (struct sampler){0};
}

const struct column *sampler_strata(const struct sampler *sampler)
{
	return sampler->rule.strata.n ? &sampler->stratum : NULL;
}

double sampler_rate(const struct sampler *sampler, unsigned stratum)
{
	return sampler->rule.strata.n ? sampler->rule.strata.rate[stratum] : sampler->rate;
}

bool sampler_memoryless(const struct sampler *sampler)
{
	return sampler->strategy->countdown ? rule_memoryless(&sampler->rule) : sampler->strategy->law != NULL;
}

bool sampler_deterministic(const struct sampler *sampler)
{
	return sampler->strategy->countdown && rule_deterministic(&sampler->rule);
}

void sampler_law(const struct sampler *sampler, uint64_t size, unsigned stratum, struct law *law)
{
	*law = (struct law){0};
	if (sampler->strategy->countdown)
		rule_law(&sampler->rule, sampler->rate, size, stratum, law);
	else if (sampler->strategy->law)
		sampler->strategy->law(sampler->rate, size, law);
}
