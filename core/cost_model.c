/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cost_model.h"

#include "core/units.h"
#include <stdlib.h>
#include <string.h>

const struct cost_model cost_model_default = {
	.n = 2,
	.from = {0, 14 * 1024 + 1},
	.ns = {20, 500},
	.sample_ns = 5000,
};

size_t cost_model_group(const struct cost_model *model, uint64_t size)
{
	size_t group = model->n - 1;
	while (group > 0 && size < model->from[group])
		group--;
	return group;
}

/* Longer than anything that could be meant, and far from where sums of times overflow. */
#define TIME_MAX_NS 1e15

/* A number and a unit; no unit is nanoseconds. */
static bool parse_time(const char *text, const char *what, double *ns, struct err *err)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1}};
	size_t n = strlen(text), i = 0;
	while (strlen(units[i].unit) > n || strcmp(text + n - strlen(units[i].unit), units[i].unit))
		i++;
	char *number = strndup(text, n - strlen(units[i].unit));
	double value = 0;
	struct err why = {0};
	/* A share is a number everywhere else. */
	bool ok = number && !strchr(number, '%') && units_real(number, what, &value, &why);
	free(number);
	*ns = value * units[i].ns;
	if (!ok)
		return err_set(err, "%s: \"%s\" is not a time (examples: 5us, 300ns, 1.5ms)", what, text);
	return *ns <= TIME_MAX_NS || err_set(err, "%s: \"%s\" is too long a time", what, text);
}

static bool add(struct cost_model *model, char *word, const char *what, struct err *err)
{
	char *colon = strchr(word, ':');
	uint64_t from;
	double ns;
	if (!colon)
		return err_set(err, "%s: \"%s\" is not SIZE:NANOSECONDS", what, word);
	*colon = 0;
	if (!units_size(word, what, &from, err) || !parse_time(colon + 1, what, &ns, err))
		return false;
	if (!(ns > 0))
		return err_set(err, "%s: \"%s\": an allocation takes some time", what, colon + 1);
	if (model->n == COST_GROUPS_MAX)
		return err_set(err, "%s: more than %d sizes", what, COST_GROUPS_MAX);
	if (model->n && from <= model->from[model->n - 1])
		return err_set(err, "%s: \"%s\": sizes must ascend", what, word);
	model->from[model->n] = from;
	model->ns[model->n++] = ns;
	return true;
}

bool cost_model_set_groups(struct cost_model *model, const char *text, const char *what, struct err *err)
{
	char *copy = strdup(text), *rest = copy;
	bool ok = copy ? true : err_set(err, "out of memory");
	model->n = 0;
	for (char *word; ok && (word = strsep(&rest, ","));)
		ok = add(model, word, what, err);
	free(copy);
	model->from[0] = 0; /* below the first size its cost holds too */
	return ok;
}

bool cost_model_set_sample(struct cost_model *model, const char *text, const char *what, struct err *err)
{
	return parse_time(text, what, &model->sample_ns, err);
}
