/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/estimator.h"

#include <string.h>

const struct estimator *estimator_find(const char *name)
{
	for (size_t i = 0; estimators[i]; i++)
		if (!strcmp(estimators[i]->name, name))
			return estimators[i];
	return NULL;
}
