/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/param.h"

#include "core/names.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct param *param_find(const struct param *table, const char *name)
{
	for (; table->name; table++)
		if (!strcmp(table->name, name))
			return table;
	return NULL;
}

static bool unknown(const struct param *table, const char *what, const char *key, struct err *err)
{
	struct names names = {.text = key};
	for (; table->name; table++)
		names_offer(&names, table->name);
	return names_unknown(&names, what, what ? "parameter" : "option", err);
}

static bool in_range(const struct param *param, double number, const char *text, const char *name, struct err *err)
{
	if (number < param->min)
		return err_set(err, "%s: \"%s\" is below the least value, %.12g", name, text, param->min);
	if (param->max != 0 && number > param->max)
		return err_set(err, "%s: \"%s\" is above the largest value, %.12g", name, text, param->max);
	return true;
}

static bool set_whole(const struct param *param, const char *name, const char *text, uint64_t *out, struct err *err)
{
	uint64_t value;
	bool parsed =
		param->kind == PARAM_SIZE ? units_size(text, name, &value, err) : units_count(text, name, &value, err);
	if (!parsed || !in_range(param, (double)value, text, name, err))
		return false;
	*out = value;
	return true;
}

static bool set_real(const struct param *param, const char *name, const char *text, double *out, struct err *err)
{
	double value;
	if (!units_real(text, name, &value, err) || !in_range(param, value, text, name, err))
		return false;
	*out = value;
	return true;
}

static bool set_choice(const struct param *param, const char *name, const char *text, int *out, struct err *err)
{
	struct names names = {.text = text};
	for (int i = 0; param->choices[i]; i++) {
		if (!strcmp(param->choices[i], text)) {
			*out = i;
			return true;
		}
		names_offer(&names, param->choices[i]);
	}
	return names_unknown(&names, name, "value", err);
}

static bool set_flag(const char *name, const char *text, bool *out, struct err *err)
{
	if (text && strcmp(text, "yes") && strcmp(text, "no"))
		return err_set(err, "%s: \"%s\" is neither yes nor no", name, text);
	*out = !text || !strcmp(text, "yes");
	return true;
}

static bool set(const struct param *param, const char *name, const char *value, void *field, struct err *err)
{
	if (!value && param->kind != PARAM_FLAG)
		return err_set(err, "%s needs a value", name);
	switch (param->kind) {
	case PARAM_SIZE:
	case PARAM_COUNT: return set_whole(param, name, value, field, err);
	case PARAM_REAL: return set_real(param, name, value, field, err);
	case PARAM_TEXT: *(const char **)field = value; return true;
	case PARAM_CHOICE: return set_choice(param, name, value, field, err);
	case PARAM_FLAG: return set_flag(name, value, field, err);
	}
	assert(!"a kind of parameter");
	return false;
}

bool param_set(const struct param *table, const char *what, const char *key, const char *value, void *object,
	struct err *err)
{
	const struct param *param = param_find(table, key);
	if (!param)
		return unknown(table, what, key, err);
	char name[128];
	snprintf(name, sizeof name, "%s%s%s", what ? what : "--", what && *what ? ": " : "", key);
	return set(param, name, value, (char *)object + param->offset, err);
}

void params_preset(const struct param *table, void *object)
{
	for (const struct param *param = table; param->name; param++) {
		bool good = !param->preset || param_set(table, "default", param->name, param->preset, object, NULL);
		assert(good && "a default that parses");
		(void)good;
	}
}

bool params_parse(const struct param *table, const char *what, char *text, char separator, void *object,
	struct err *err)
{
	uint64_t seen = 0;
	for (char *next = *text ? text : NULL; next;) {
		char *key = next, *end = strchr(key, separator);
		next = end ? end + 1 : NULL;
		if (end)
			*end = 0;
		char *value = strchr(key, '=');
		if (value)
			*value++ = 0;
		if (!*key)
			return err_set(err, "%s: a parameter without a name (write key=value)", what);
		if (!param_set(table, what, key, value, object, err))
			return false;
		size_t index = (size_t)(param_find(table, key) - table);
		assert(index < 64);
		if (seen >> index & 1)
			return err_set(err, "%s: parameter \"%s\" is given twice", what, key);
		seen |= UINT64_C(1) << index;
	}
	return true;
}
