/* SPDX-License-Identifier: GPL-3.0-or-later
 * tests/data/checks.tsv: reference values, evaluated elsewhere with 50 digits from the formula in the last column,
 * against what the project computes. Columns: id, kind, inputs, value, relative tolerance, formula. The tolerance
 * is 1e-11; smaller where one function call makes the value, larger where double precision leaves fewer digits (a
 * difference of nearly equal numbers) or a series has an error bound. It follows from the value, not from what
 * the code happens to reach. */
#include "tests/unit/checks.h"
#include "tests/unit/files.h"

#include <math.h>
#include <string.h>

/* Rows of the table: one that is lost fails. */
enum { ROWS = 180, COLUMNS = 6 };

struct check_row {
	const char *id, *kind, *value, *tolerance, *formula;
	char *inputs;
};

/* Cuts a line up at its tabs. */
static bool split(char *line, struct check_row *row)
{
	char *cell[COLUMNS + 1];
	int n = 0;
	for (char *rest = line; rest && n <= COLUMNS;)
		cell[n++] = strsep(&rest, "\t");
	if (n != COLUMNS)
		return false;
	*row = (struct check_row){.id = cell[0],
		.kind = cell[1],
		.inputs = cell[2],
		.value = cell[3],
		.tolerance = cell[4],
		.formula = cell[5]};
	return *row->id && *row->formula;
}

static bool number(const char *text, double *value)
{
	char *end;
	*value = strtod(text, &end);
	return end != text && !*end && isfinite(*value);
}

/* Appends what is wrong with a row, if anything. */
static void judge(const struct check_row *row, char *wrong, size_t room)
{
	double found = NAN, expected, tolerance;
	struct err err = {0};
	char text[600] = "";
	if (!number(row->value, &expected) || !number(row->tolerance, &tolerance) || tolerance < 0 || tolerance > 1e-9)
		snprintf(text, sizeof text, "; %s: no number, or a tolerance that checks nothing", row->id);
	else if (!check_value(row->kind, row->inputs, &found, &err))
		snprintf(text, sizeof text, "; %s: %s", row->id, err.text);
	else if (!(fabs(found - expected) <= tolerance * fabs(expected)))
		snprintf(text, sizeof text, "; %s: %.17g, not %s (off by %.2g, allowed %s)", row->id, found, row->value,
			fabs(found / expected - 1), row->tolerance);
	size_t used = strlen(wrong);
	snprintf(wrong + used, room - used, "%s", text);
}

TEST(checks, table)
{
	size_t n;
	int rows = -1; /* the head */
	char *content = slurp(DATA "checks.tsv", &n), wrong[900] = "", *copy = calloc(n + 1, 1);
	check(copy);
	memcpy(copy, content, n);
	for (char *rest = copy, *line; (line = strsep(&rest, "\n")) && *line; rows++) {
		struct check_row row = {0};
		check_msg(split(line, &row), "line %d has not %d cells", rows + 2, COLUMNS);
		if (rows >= 0)
			judge(&row, wrong, sizeof wrong);
	}
	free(content);
	free(copy);
	check_msg(!*wrong, "%s", wrong + strlen("; "));
	check_u64((uint64_t)rows, ROWS);
}

/* What the reader does not understand must fail, or a row with a slip of the pen would check nothing. */
TEST(checks, refuses_what_it_cannot_read)
{
	/* Kind, inputs, what the sentence says. */
	static const char *const rows[][3] = {
		{"detectoin", "strategy=poisson rate=8 workload=cycle:a=8", "is no kind"},
		{"detection", "strategy=poisson rate=8", "needs the words"},
		{"detection", "", "means nothing"},
		{"detection", "strategy=poisson rate=8 workload=cycle:a=8 size=8", "means nothing"},
		{"detection", "strategy=poisson rate=8 workload=cycle:a=8 ", "means nothing"},
		{"detection", "strategy=poisson rate=8 rate=8 workload=cycle:a=8", "needs the words"},
		{"cv", "strategy=poisson estimator=none rate=8 workload=cycle:a=8", "is no estimator"},
		{"cv", "strategy=poison estimator=raw rate=8 workload=cycle:a=8", "unknown strategy"},
		{"cv", "strategy=poisson estimator=raw rate=8x workload=cycle:a=8", "8x"},
		{"cv", "strategy=poisson estimator=raw rate=8 workload=cycle:a", "is not SITE=SIZE"},
		{"inclusion", "strategy=per-byte:gap=uniform rate=8 size=8", "not memoryless"},
		{"stationary", "strategy=per-byte:bypass=at-rate rate=8 size=8", "only plain gaps"},
		{"stationary", "strategy=per-byte:gap=uniform:after=carry rate=8 size=8", "only after="},
		{"survival", "strategy=poisson rate=8 size=8", "has no gaps"},
		{"replay-bytes", "strategy=per-byte estimator=raw rate=8 workload=cycle:a=8 site=a", "random numbers"},
		{"replay-bias", "strategy=per-byte:gap=fixed estimator=raw rate=8 workload=cycle:a=8 site=b",
			"no site"},
		{"replay-bytes", "strategy=per-byte:gap=fixed estimator=raw rate=8 workload=cycle:a=8 site=b",
			"no site"},
		{"merged-mean", "a=1,2 b=1;2", "no list"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *kind = rows[i][0], *text = rows[i][1];
		char inputs[200];
		double value;
		struct err err = {0};
		snprintf(inputs, sizeof inputs, "%s", text);
		check_msg(!check_value(kind, inputs, &value, &err), "%s %s is accepted", kind, text);
		check_msg(strstr(err.text, rows[i][2]), "%s %s: %s", kind, text, err.text);
	}
}
