/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strategies/parts/size_table.h"
#include "tests/check.h"
#include "tests/unit/files.h"

#include <stdlib.h>
#include <string.h>

static bool read_text(const char *text, struct size_table *table, struct err *err)
{
	struct scratch scratch;
	scratch_make(&scratch, text, strlen(text));
	bool ok = size_table_read(scratch.path, table, err);
	scratch_remove(&scratch);
	return ok;
}

static void forget(struct size_table *table)
{
	free(table->size);
	free(table->p);
}

TEST(size_table, a_probability_holds_from_its_size_up_to_the_next)
{
	struct size_table table;
	check(read_text("# comment\n16\t.25\n\n4K, 50%\n1M 1\n", &table, NULL));
	check_u64(table.n, 3);
	static const struct {
		uint64_t size;
		double p;
	} expected[] = {{0, .25}, {16, .25}, {4095, .25}, {4096, .5}, {1048575, .5}, {1048576, 1}, {UINT64_MAX, 1}};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		check(size_table_p(&table, expected[i].size) == expected[i].p);
	forget(&table);
}

TEST(size_table, a_header_says_which_columns)
{
	struct size_table table;
	check(read_text("a\tp\tl\tsize\n9\t.125\t9\t64\n9\t1\t9\t128\n", &table, NULL));
	check(table.n == 2 && table.size[0] == 64 && table.p[0] == .125 && table.size[1] == 128 && table.p[1] == 1);
	forget(&table);
}

TEST(size_table, refuses_nonsense_and_names_the_line)
{
	static const char *const bad[][2] = {{"16 .5\n8 .5\n", "line 2"}, {"16 .5\n16 .5\n", "line 2"},
		{"16 1.5\n", "1.5"}, {"16\n", "line 1"}, {"x .5\n", "x .5"}, {"16 nan\n", "nan"}, {"", "no size"},
		{"# only words\n", "no size"}, {"size p\n", "no size"}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct size_table table;
		struct err err = {0};
		check_msg(!read_text(bad[i][0], &table, &err), "\"%s\" is taken", bad[i][0]);
		check_msg(strstr(err.text, bad[i][1]), "%s", err.text);
		check(table.n == 0 && !table.size && !table.p);
	}
}
