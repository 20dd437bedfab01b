/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/table.h"

#include "core/text.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { PRECISION = 12 };

/* Rounded here, not only when printed, so that whoever reads the document in memory sees what the
 * reader of the file sees. */
static double rounded(double value)
{
	char digits[32];
	snprintf(digits, sizeof digits, "%.*g", PRECISION, value);
	return strtod(digits, NULL);
}

json_t *table_json_number(double value, enum cell_style style)
{
	if (!isfinite(value))
		return json_null();
	bool whole = (style == CELL_COUNT || style == CELL_BYTES) && value == floor(value);
	/* Beyond 2^63 there is no JSON integer that every reader takes. */
	if (whole && fabs(value) < 0x1p63)
		return json_integer((json_int_t)value);
	return json_real(rounded(value) + 0.0); /* -0 becomes 0 */
}

json_t *table_json_text(const char *text)
{
	char *valid = text_valid(text);
	assert(valid && "memory for a text");
	json_t *json = json_string(valid);
	free(valid);
	return json;
}

void table_print_json(const json_t *document, FILE *out)
{
	/* 12 digits print a number that was rounded to 12 as its shortest form: 0.1 and not
	 * 0.10000000000000001. */
	json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(PRECISION));
	putc('\n', out);
}
