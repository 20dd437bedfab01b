/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include "core/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SITE, COUNT, BYTES, NUMBER, SHARE, NOTE, HIDDEN, COLUMNS };
static const struct table_column columns[COLUMNS] = {
	[SITE] = {"site", "site", CELL_TEXT, 12},
	[COUNT] = {"allocations", "count", CELL_COUNT, 0},
	[BYTES] = {"bytes", "bytes", CELL_BYTES, 0},
	[NUMBER] = {"x", "x", CELL_NUMBER, 0},
	[SHARE] = {"detection", "seen %", CELL_PERCENT, 0},
	[NOTE] = {NULL, "note", CELL_TEXT, 0},
	[HIDDEN] = {"hidden", NULL, CELL_NUMBER, 0},
};

static struct table *example(void)
{
	struct table *table = table_new(columns, COLUMNS);
	table_row(table);
	table_text(table, SITE, "main");
	table_count(table, COUNT, 9007199254740993);
	table_count(table, BYTES, 1572864);
	table_number(table, NUMBER, .1);
	table_number(table, SHARE, .1234);
	table_text(table, NOTE, "ok");
	table_row(table);
	table_text(table, SITE, "gr\xc3\xbc\xc3\x9f\x65 from a far place");
	table_number(table, COUNT, NAN);
	table_number(table, BYTES, -3e6);
	table_number(table, NUMBER, 123456.7);
	table_number(table, SHARE, -1e-7);
	table_number(table, HIDDEN, 1. / 3);
	table_row(table);
	return table;
}

/* What a printer printed; the caller frees. */
struct capture {
	char *text;
	size_t n;
	FILE *file;
};

static FILE *begin(struct capture *capture)
{
	return capture->file = open_memstream(&capture->text, &capture->n);
}

static void expect(struct capture *capture, const char *expected)
{
	fclose(capture->file);
	check_text(capture->text, expected);
	free(capture->text);
}

TEST(table, prints_text)
{
	struct table *table = example();
	struct capture capture;
	table_print_text(table, begin(&capture));
	expect(&capture,
		"site                          count      bytes       x  seen %  note\n"
		"main          9,007,199,254,740,993   1.50 MiB     0.1   12.34  ok\n"
		"gr\xc3\xbc\xc3\x9f\x65 fro...                      -  -2.86 MiB  123457    0.00  -\n"
		"-                                 -          -       -       -  -\n");
	table_free(table);
}

TEST(table, prints_tsv)
{
	struct table *table = example();
	struct capture capture;
	table_print_tsv(table, begin(&capture), true);
	expect(&capture,
		"site\tallocations\tbytes\tx\tdetection\thidden\n"
		"main\t9007199254740993\t1572864\t0.1\t0.1234\t\n"
		"gr\xc3\xbc\xc3\x9f\x65 from a far place\t\t-3000000\t123456.7\t-1e-07\t0.333333333333\n"
		"\t\t\t\t\t\n");
	table_print_tsv(table, begin(&capture), false);
	fclose(capture.file);
	check(!strncmp(capture.text, "main\t", 5));
	free(capture.text);
	table_free(table);
}

TEST(table, prints_json)
{
	struct table *table = example();
	struct capture capture;
	json_t *json = table_json_row(table, 0);
	table_print_json(json, begin(&capture));
	expect(&capture,
		"{\n"
		"  \"site\": \"main\",\n"
		"  \"allocations\": 9007199254740993,\n"
		"  \"bytes\": 1572864,\n"
		"  \"x\": 0.1,\n"
		"  \"detection\": 0.1234,\n"
		"  \"hidden\": null\n"
		"}\n");
	json_decref(json);
	json = table_json(table);
	check_u64(json_array_size(json), 3);
	check(json_is_null(json_object_get(json_array_get(json, 1), "allocations")));
	check_u64(json_object_size(json_array_get(json, 2)), 6);
	json_decref(json);
	check_u64(table_rows(table), 3);
	table_free(table);
}

TEST(table, no_rows)
{
	struct table *table = table_new(columns, 2);
	struct capture capture;
	table_print_text(table, begin(&capture));
	expect(&capture, "site  count\n");
	table_print_tsv(table, begin(&capture), true);
	expect(&capture, "site\tallocations\n");
	json_t *json = table_json(table);
	check_u64(json_array_size(json), 0);
	json_decref(json);
	table_free(table);
}

TEST(table, a_cell_set_again_keeps_the_last)
{
	struct table *table = table_new(columns, 1);
	table_row(table);
	table_text(table, SITE, "old");
	table_text(table, SITE, "new");
	struct capture capture;
	table_print_tsv(table, begin(&capture), false);
	expect(&capture, "new\n");
	table_number(table, SITE, INFINITY);
	table_print_tsv(table, begin(&capture), false);
	expect(&capture, "\n");
	table_free(table);
}

TEST(table, many_rows)
{
	struct table *table = table_new(columns, 2);
	for (uint64_t i = 0; i < 1000; i++) {
		table_row(table);
		table_text(table, SITE, "s");
		table_count(table, COUNT, i);
	}
	json_t *json = table_json(table);
	for (size_t i = 0; i < 1000; i++)
		check_u64((uint64_t)json_integer_value(json_object_get(json_array_get(json, i), "allocations")), i);
	json_decref(json);
	table_free(table);
}

/* A name of a recorded program may hold anything but a zero byte. */
TEST(table, any_bytes)
{
	struct table *table = table_new(columns, 1);
	char every[256];
	for (int i = 1; i < 256; i++)
		every[i - 1] = (char)i;
	every[255] = 0;
	table_row(table);
	table_text(table, SITE, every);
	json_t *json = table_json_row(table, 0);
	check(json_is_string(json_object_get(json, "site")));
	json_decref(json);
	table_row(table);
	table_text(table, SITE, "a\tb\nc\\d\re\xff");
	struct capture capture;
	table_print_tsv(table, begin(&capture), false);
	fclose(capture.file);
	check_text(strchr(capture.text, (char)0xff) + 2, "a\\tb\\nc\\\\d\\re\xff\n");
	free(capture.text);
	table_print_text(table, begin(&capture));
	expect(&capture, "site\n?????????...\na?b?c\\d?e\xef\xbf\xbd\n");
	table_free(table);
}

static void number_shows(double value, enum cell_style style, const char *expected)
{
	const struct table_column column = {"x", "x", style, 0};
	struct table *table = table_new(&column, 1);
	table_row(table);
	table_number(table, 0, value);
	struct capture capture;
	table_print_text(table, begin(&capture));
	fclose(capture.file);
	char *cell = strchr(capture.text, '\n') + 1;
	cell[strlen(cell) - 1] = 0;
	check_text(cell, expected);
	free(capture.text);
	table_free(table);
}

TEST(table, numbers_in_text)
{
	number_shows(0, CELL_NUMBER, "0");
	number_shows(-0.0, CELL_NUMBER, "0");
	number_shows(.000012345, CELL_NUMBER, "1.234e-05");
	number_shows(12.3456, CELL_NUMBER, "12.35");
	number_shows(1234.56, CELL_NUMBER, "1235");
	number_shows(1e12, CELL_NUMBER, "1e+12");
	number_shows(1, CELL_PERCENT, "100.00");
	number_shows(-.00001, CELL_PERCENT, "0.00");
	number_shows(-.0001, CELL_PERCENT, "-0.01");
	number_shows(1e300, CELL_PERCENT, "1e+302");
	number_shows(1234.5, CELL_COUNT, "1,235");
	number_shows(37, CELL_BYTES, "37 B");
	number_shows(NAN, CELL_BYTES, "-");
}

static void json_shows(json_t *json, const char *expected)
{
	struct capture capture;
	table_print_json(json, begin(&capture));
	expect(&capture, expected);
	json_decref(json);
}

TEST(table, numbers_in_json)
{
	json_shows(json_pack("[o]", table_json_number(.1, CELL_NUMBER)), "[\n  0.1\n]\n");
	json_shows(json_pack("[o]", table_json_number(1. / 3, CELL_PERCENT)), "[\n  0.333333333333\n]\n");
	json_shows(json_pack("[o]", table_json_number(5, CELL_COUNT)), "[\n  5\n]\n");
	json_shows(json_pack("[o]", table_json_number(5.5, CELL_COUNT)), "[\n  5.5\n]\n");
	json_shows(json_pack("[o]", table_json_number(1e15, CELL_BYTES)), "[\n  1000000000000000\n]\n");
	json_shows(json_pack("[o]", table_json_number(-0.0, CELL_NUMBER)), "[\n  0.0\n]\n");
	json_shows(json_pack("[o]", table_json_number(INFINITY, CELL_NUMBER)), "[\n  null\n]\n");
	json_t *real = table_json_number(2. / 3, CELL_NUMBER);
	check(json_real_value(real) == .666666666667);
	json_decref(real);
	const struct table_column column = {"n", "n", CELL_BYTES, 0};
	struct table *table = table_new(&column, 1);
	table_row(table);
	table_count(table, 0, INT64_MAX);
	json_shows(table_json_row(table, 0), "{\n  \"n\": 9223372036854775807\n}\n");
	table_free(table);
}

TEST(table, write_errors_reach_the_caller)
{
	FILE *full = fopen("/dev/full", "w");
	if (!full)
		check_skip("no /dev/full");
	struct table *table = example();
	setvbuf(full, NULL, _IONBF, 0);
	table_print_text(table, full);
	check(ferror(full));
	clearerr(full);
	table_print_tsv(table, full, true);
	check(ferror(full));
	fclose(full);
	table_free(table);
}
