/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include "core/param.h"
#include <stddef.h>
#include <string.h>

struct object {
	uint64_t size, count;
	double real;
	const char *text;
	int choice;
	bool flag;
	double kept;
};

static const char *const choices[] = {"total", "live", NULL};
static const struct param table[] = {
	{.name = "size", .kind = PARAM_SIZE, .offset = offsetof(struct object, size), .preset = "512K", .min = 1},
	{.name = "count",
		.kind = PARAM_COUNT,
		.offset = offsetof(struct object, count),
		.preset = "1e3",
		.min = 2,
		.max = 5000},
	{.name = "real", .kind = PARAM_REAL, .offset = offsetof(struct object, real), .preset = "5%", .max = 1},
	{.name = "text", .kind = PARAM_TEXT, .offset = offsetof(struct object, text), .preset = "hello"},
	{.name = "choice",
		.kind = PARAM_CHOICE,
		.offset = offsetof(struct object, choice),
		.preset = "live",
		.choices = choices},
	{.name = "flag", .kind = PARAM_FLAG, .offset = offsetof(struct object, flag), .preset = "no"},
	{.name = "kept", .kind = PARAM_REAL, .offset = offsetof(struct object, kept)},
	{.name = NULL},
};

static struct object preset(void)
{
	struct object object;
	memset(&object, 0x55, sizeof object);
	object.kept = 7;
	params_preset(table, &object);
	return object;
}

TEST(param, presets)
{
	struct object object = preset();
	check_u64(object.size, 524288);
	check_u64(object.count, 1000);
	check(object.real == .05);
	check_text(object.text, "hello");
	check_u64((uint64_t)object.choice, 1);
	check(!object.flag);
	check(object.kept == 7);
}

TEST(param, parses_a_list)
{
	struct object object = preset();
	struct err err = {.set = false};
	char text[] = "size=4K:count=7:real=.5:text=a=b:choice=total:flag:kept=2";
	check_msg(params_parse(table, "thing", text, ':', &object, &err), "%s", err.text);
	check_u64(object.size, 4096);
	check_u64(object.count, 7);
	check(object.real == .5);
	check_text(object.text, "a=b");
	check_u64((uint64_t)object.choice, 0);
	check(object.flag);
	check(object.kept == 2);
}

TEST(param, text_points_into_the_list)
{
	struct object object = preset();
	struct err err = {.set = false};
	char text[] = "text=abc,flag=yes";
	check(params_parse(table, "thing", text, ',', &object, &err));
	check(object.text == text + 5);
	check_text(object.text, "abc");
}

TEST(param, an_empty_list_changes_nothing)
{
	struct object object = preset();
	struct err err = {.set = false};
	char text[] = "";
	check(params_parse(table, "thing", text, ':', &object, &err));
	check_u64(object.size, 524288);
}

static void list_fails(const char *list, const char *sentence)
{
	struct object object = preset();
	struct err err = {.set = false};
	char text[100];
	strcpy(text, list);
	check_msg(!params_parse(table, "workload uniform", text, ':', &object, &err), "\"%s\" was taken", list);
	check_text(err.text, sentence);
}

TEST(param, refuses_bad_lists)
{
	list_fails("foo=1",
		"workload uniform: unknown parameter \"foo\" (known: size, count, real, text, choice, flag, kept)");
	list_fails("cuont=1",
		"workload uniform: unknown parameter \"cuont\", did you mean \"count\"? "
		"(known: size, count, real, text, choice, flag, kept)");
	list_fails("size=1:size=1", "workload uniform: parameter \"size\" is given twice");
	list_fails("flag:size=1:flag", "workload uniform: parameter \"flag\" is given twice");
	list_fails("size", "workload uniform: size needs a value");
	list_fails("size=", "workload uniform: size: \"\" is not a size (examples: 4096, 512K, 0.5M, 1e6)");
	list_fails("=3", "workload uniform: a parameter without a name (write key=value)");
	list_fails("size=1::count=3", "workload uniform: a parameter without a name (write key=value)");
	list_fails("size=1:", "workload uniform: a parameter without a name (write key=value)");
	list_fails("size =1",
		"workload uniform: unknown parameter \"size \", did you mean \"size\"? "
		"(known: size, count, real, text, choice, flag, kept)");
	list_fails("flag=maybe", "workload uniform: flag: \"maybe\" is neither yes nor no");
	list_fails("choice=lvie",
		"workload uniform: choice: unknown value \"lvie\", did you mean \"live\"? (known: total, live)");
	list_fails("choice", "workload uniform: choice needs a value");
}

TEST(param, checks_ranges)
{
	list_fails("size=0", "workload uniform: size: \"0\" is below the least value, 1");
	list_fails("count=1", "workload uniform: count: \"1\" is below the least value, 2");
	list_fails("count=5001", "workload uniform: count: \"5001\" is above the largest value, 5000");
	list_fails("real=101%", "workload uniform: real: \"101%\" is above the largest value, 1");
	struct object object = preset();
	struct err err = {.set = false};
	char text[] = "size=1:count=5000:real=100%";
	check_msg(params_parse(table, "thing", text, ':', &object, &err), "%s", err.text);
	char least[] = "count=2:real=0:kept=1e300:size=9223372036854775807";
	check_msg(params_parse(table, "thing", least, ':', &object, &err), "%s", err.text);
	check_u64(object.size, INT64_MAX);
}

TEST(param, speaks_of_the_command_line)
{
	struct object object = preset();
	struct err err = {.set = false};
	check(!param_set(table, NULL, "size", "12Q", &object, &err));
	check_text(err.text, "--size: \"12Q\" is not a size (examples: 4096, 512K, 0.5M, 1e6)");
	err.set = false;
	check(!param_set(table, NULL, "size", NULL, &object, &err));
	check_text(err.text, "--size needs a value");
	err.set = false;
	check(!param_set(table, "", "size", "x", &object, &err));
	check_text(err.text, "size: \"x\" is not a size (examples: 4096, 512K, 0.5M, 1e6)");
	check_u64(object.size, 524288);
	check(param_set(table, NULL, "flag", NULL, &object, NULL) && object.flag);
	check(param_set(table, NULL, "flag", "no", &object, NULL) && !object.flag);
}

TEST(param, finds)
{
	check(param_find(table, "real") == table + 2);
	check(!param_find(table, "rea"));
	check(!param_find(table, ""));
}
