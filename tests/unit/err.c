/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include "core/err.h"
#include "core/names.h"
#include <string.h>

TEST(err, fills_and_returns_false)
{
	struct err err = {.set = false};
	check(!err_set(&err, "%s, line %d: %s", "a.trace", 7, "bad"));
	check(err.set);
	check_text(err.text, "a.trace, line 7: bad");
}

TEST(err, first_error_stays)
{
	struct err err = {.set = false};
	err_set(&err, "first");
	check(!err_set(&err, "second"));
	check_text(err.text, "first");
}

TEST(err, nobody_listens)
{
	check(!err_set(NULL, "%s", "lost"));
}

TEST(err, is_one_line_and_harmless)
{
	struct err err = {.set = false};
	err_set(&err, "%s",
		"a\nb\tc\x1b[31md\x7f"
		"e\xc2\x9b"
		"f \xc3\xa9");
	check_text(err.text, "a?b?c?[31md?e??f \xc3\xa9");
}

TEST(err, cuts_between_characters)
{
	for (size_t shift = 0; shift < 4; shift++) {
		char text[1000] = "xxx";
		for (size_t i = shift; i + 2 < sizeof text - 1; i += 2)
			memcpy(text + i, "\xc3\xa9", 3);
		struct err err = {.set = false};
		err_set(&err, "%s", text);
		size_t length = strlen(err.text);
		check(length < sizeof err.text && length > sizeof err.text - 6);
		check_text(err.text + length - 3, "...");
		check((unsigned char)err.text[length - 4] == 0xa9);
	}
}

TEST(err, longest_text_is_not_cut)
{
	struct err err = {.set = false};
	char text[sizeof err.text];
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = 0;
	err_set(&err, "%s", text);
	check_text(err.text, text);
}

static const char *unknown(const char *text, struct err *err)
{
	struct names names = {.text = text};
	names_offer(&names, "per-byte");
	names_offer(&names, "poisson");
	names_offer(&names, "all");
	*err = (struct err){.set = false};
	check(!names_unknown(&names, "--strategy", "strategy", err));
	return err->text;
}

TEST(names, suggests_what_looks_alike)
{
	struct err err;
	check_text(unknown("poison", &err),
		"--strategy: unknown strategy \"poison\", did you mean \"poisson\"? (known: per-byte, poisson, all)");
	check(strstr(unknown("per_byte", &err), "did you mean \"per-byte\"?"));
	check(strstr(unknown("per-btye", &err), "did you mean \"per-byte\"?"));
	check(strstr(unknown("lal", &err), "did you mean \"all\"?"));
}

TEST(names, suggests_nothing_far_fetched)
{
	struct err err;
	check_text(unknown("jemalloc", &err),
		"--strategy: unknown strategy \"jemalloc\" (known: per-byte, poisson, all)");
	check(!strstr(unknown("", &err), "did you mean"));
	check(!strstr(unknown("x", &err), "did you mean"));
	check(!strstr(unknown("foo", &err), "did you mean"));
	check(!strstr(unknown("axx", &err), "did you mean"));
}

TEST(names, many_names_are_cut)
{
	struct names names = {.text = "nothing"};
	for (int i = 0; i < 100; i++)
		names_offer(&names, "a-long-name");
	struct err err = {.set = false};
	names_unknown(&names, NULL, "thing", &err);
	check(strlen(names.known) == sizeof names.known - 1);
	check(strstr(err.text, "...)"));
	check(!strncmp(err.text, "unknown thing \"nothing\" (known: ", 32));
}
