/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include "core/table.h"
#include "core/text.h"
#include <stdlib.h>
#include <string.h>

TEST(text, valid_is_what_jansson_takes)
{
	static const char *const bad[] = {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80",
		"\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "\xe2", "\xf0\x9f\x98",
		"\xc3("};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		unsigned code;
		check(text_character(bad[i], &code) == -1);
		check(!json_string(bad[i]));
		json_t *json = table_json_text(bad[i]);
		check(json && strstr(json_string_value(json), "\xef\xbf\xbd"));
		json_decref(json);
	}
	/* every byte pair, alone and behind a lead byte */
	for (unsigned i = 1; i < 65536; i++) {
		char text[] = {(char)0xe1, (char)(i >> 8), (char)i, 0};
		char *valid = text_valid(text + (i & 1));
		json_t *json = json_string(valid);
		check_msg(json, "%04x", i);
		json_decref(json);
		free(valid);
	}
}

TEST(text, measures_width)
{
	check_u64(text_width(""), 0);
	check_u64(text_width("abc"), 3);
	check_u64(text_width("gr\xc3\xbc\xc3\x9f\x65"), 5);
	check_u64(text_width("e\xcc\x81"), 1);                /* e and a combining acute */
	check_u64(text_width("\xe6\x97\xa5\xe6\x9c\xac"), 4); /* two ideographs */
	check_u64(text_width("\xff\xff"), 2);
	check_u64(text_width("\xf0\x9f\x98\x80"), 2);
}

TEST(text, cuts)
{
	static const struct {
		const char *text;
		unsigned columns;
		const char *shown;
	} cases[] = {
		{"abcdefgh", 0, "abcdefgh"},
		{"abcdefgh", 8, "abcdefgh"},
		{"abcdefgh", 7, "abcd..."},
		{"abcdefgh", 1, "a..."},
		{"abcd", 4, "abcd"},
		{"abcd", 3, "abcd"},
		{"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 5, "\xe6\x97\xa5..."},
		{"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 4, "..."},
		{"a\x1b[0m\xc2\x9b", 0, "a?[0m?"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *shown = text_shown(cases[i].text, cases[i].columns);
		check_text(shown, cases[i].shown);
		free(shown);
	}
}
