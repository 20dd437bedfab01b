/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void check_u64_at(const char *file, int line, const char *what, uint64_t actual, uint64_t expected)
{
	if (actual != expected)
		check_fail(file, line, "%s is %" PRIu64 ", not %" PRIu64, what, actual, expected);
}

void check_text_at(const char *file, int line, const char *what, const char *actual, const char *expected)
{
	if (!actual || !expected) {
		if (actual != expected)
			check_fail(file, line, "%s is %s, not %s", what, actual ? actual : "NULL",
				expected ? expected : "NULL");
	} else if (strcmp(actual, expected) != 0) {
		check_fail(file, line, "%s is \"%s\", not \"%s\"", what, actual, expected);
	}
}

void check_near_at(const char *file, int line, const char *what, double actual, double expected, double relative)
{
	double miss = fabs(actual - expected);

	/* Equality first: it is the only way two infinities agree. The negated comparison
	 * makes a NaN on either side a failure. */
	if (actual != expected && !(miss <= relative * fabs(expected)))
		check_fail(file, line, "%s is %.17g, not %.17g (off by %.3g, allowed %.3g)", what, actual, expected,
			miss, relative * fabs(expected));
}
