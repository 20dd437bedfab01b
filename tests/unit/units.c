/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include "core/units.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef bool parser(const char *, const char *, uint64_t *, struct err *);

static void takes(parser *parse, const char *text, uint64_t expected)
{
	struct err err = {.set = false};
	uint64_t value = 1234567;
	check_msg(parse(text, "--rate", &value, &err), "\"%s\" was refused: %s", text, err.text);
	check_msg(value == expected, "\"%s\" is %" PRIu64 ", expected %" PRIu64, text, value, expected);
}

static void refuses(parser *parse, const char *text, const char *sentence)
{
	struct err err = {.set = false};
	uint64_t value = 1234567;
	check_msg(!parse(text, "--rate", &value, &err), "\"%s\" was taken as %" PRIu64, text, value);
	check_u64(value, 1234567);
	char expected[300];
	snprintf(expected, sizeof expected, "--rate: \"%s\" %s", text, sentence);
	check_text(err.text, expected);
}

#define NO_SIZE "is not a size (examples: 4096, 512K, 0.5M, 1e6)"
#define NO_COUNT "is not a count (examples: 1000, 1e6, 4K)"
#define LARGE "is too large (the largest is 2^63 - 1)"

TEST(units, sizes)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} cases[] = {
		{"0", 0},
		{"000", 0},
		{"007", 7},
		{"4096", 4096},
		{"37B", 37},
		{"1K", 1024},
		{"1Ki", 1024},
		{"1KiB", 1024},
		{"1kB", 1000},
		{"1KB", 1000},
		{"1M", 1048576},
		{"1MiB", 1048576},
		{"1MB", 1000000},
		{"0.5M", 524288},
		{"1.5K", 1536},
		{"1G", 1073741824},
		{"1GB", 1000000000},
		{"1T", 1099511627776},
		{"1TB", 1000000000000},
		{"1e6", 1000000},
		{"1E6", 1000000},
		{"1e+3", 1000},
		{"1500e-1", 150},
		{"1e3K", 1024000},
		{".5K", 512},
		{"2.0", 2},
		{"0.50000000000000000000000000000000000000000000000000000000000000000000000000000K", 512},
		{"0.001kB", 1},
		{"1.048576MB", 1048576},
		{"0e99999999999999999999", 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		takes(units_size, cases[i].text, cases[i].bytes);
}

/* What a double would round. */
TEST(units, sizes_are_exact)
{
	takes(units_size, "9007199254740993", 9007199254740993);
	takes(units_size, "9223372036854775807", INT64_MAX);
	takes(units_size, "9223372036854775807.000", INT64_MAX);
	takes(units_size, "0.9223372036854775807e19", INT64_MAX);
	takes(units_size, "8388607.99999999999909050529822707176208496093750T", INT64_MAX);
	takes(units_size, "0.0000000000009094947017729282379150390625T", 1);
	takes(units_size, "9007199254740.993kB", 9007199254740993);
	refuses(units_size, "0.00000000000090949470177292823791503906251T", "is not a whole number of bytes");
	refuses(units_size, "0.3", "is not a whole number of bytes");
	refuses(units_size, "0.1K", "is not a whole number of bytes");
	refuses(units_size, "1.00000000000000000000000000000000000000000000000000000000000000000000000000000000001",
		"is not a whole number of bytes");
	refuses(units_size, "1e-1", "is not a whole number of bytes");
	refuses(units_size, "1e-99999999999999999999", "is not a whole number of bytes");
	refuses(units_size, "1023e-1K", "is not a whole number of bytes");
}

TEST(units, too_large_sizes)
{
	static const char *const cases[] = {"9223372036854775808", "9223372036854775807.0e1", "8388608T", "1e19",
		"18446744073709551616", "1e99999999999999999999", "8589934592G", "9223372036.9GB",
		"1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		refuses(units_size, cases[i], LARGE);
}

TEST(units, no_sizes)
{
	static const char *const cases[] = {"", " ", " 1", "1 ", "1 K", "+1", "-1", "-0", "0x10", "nan", "inf",
		"infinity", "1.", ".", ".K", "K", "e6", "1e", "1e+", "1eK", "1k", "1m", "1g", "1b", "1KK", "1Kb",
		"1kiB", "1kb", "12Q", "1BB", "1BK", "1,000", "1_000", "1.2.3", "1%", "0b1", "1e1.5", "--1", "1K ",
		"\xd9\xa1", "1P"};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		refuses(units_size, cases[i], NO_SIZE);
	struct err err = {.set = false};
	uint64_t value;
	check(!units_size("1\n", "--rate", &value, &err));
	check_text(err.text, "--rate: \"1?\" " NO_SIZE);
}

TEST(units, counts)
{
	takes(units_count, "1000", 1000);
	takes(units_count, "1e6", 1000000);
	takes(units_count, "4K", 4096);
	takes(units_count, "0.5M", 524288);
	takes(units_count, "1G", 1073741824);
	takes(units_count, "9223372036854775807", INT64_MAX);
	refuses(units_count, "250k", NO_COUNT);
	refuses(units_count, "4KB", NO_COUNT);
	refuses(units_count, "4KiB", NO_COUNT);
	refuses(units_count, "4B", NO_COUNT);
	refuses(units_count, "0.5", "is not a whole number");
	refuses(units_count, "1e30", LARGE);
	refuses(units_count, "", NO_COUNT);
}

/* One state of a 64-bit LCG with its high bits mixed down: enough to scatter test cases. */
static uint64_t scatter(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	uint64_t x = *state ^ *state >> 32;
	return x >> (x & 63);
}

/* value in units of factor, by long division: "1.5" for 1536 and 1024. */
static void write_in_units(uint64_t value, uint64_t factor, char *out)
{
	out += sprintf(out, "%" PRIu64 ".", value / factor);
	uint64_t rest = value % factor;
	do {
		*out++ = (char)('0' + rest * 10 / factor);
		rest = rest * 10 % factor;
	} while (rest);
	*out = 0;
}

TEST(units, random_round_trips)
{
	static const struct {
		const char *name;
		uint64_t factor;
	} units[] = {{"", 1}, {"B", 1}, {"K", 1024}, {"MiB", 1 << 20}, {"G", 1 << 30}, {"kB", 1000}, {"MB", 1000000},
		{"T", UINT64_C(1) << 40}, {"TB", UINT64_C(1000000000000)}};
	uint64_t state = 1;
	for (int round = 0; round < 20000; round++) {
		uint64_t value = scatter(&state) >> 1;
		char text[100];
		sprintf(text, "%" PRIu64, value);
		takes(units_size, text, value);
		takes(units_count, text, value);
		for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
			write_in_units(value, units[i].factor, text);
			takes(units_size, strcat(text, units[i].name), value);
		}
	}
}

static void real(const char *text, double expected)
{
	struct err err = {.set = false};
	double value = -1;
	check_msg(units_real(text, "--p", &value, &err), "\"%s\" was refused: %s", text, err.text);
	check_msg(value == expected, "\"%s\" is %.17g, expected %.17g", text, value, expected);
}

TEST(units, reals)
{
	real("0", 0);
	real("0.25", .25);
	real(".25", .25);
	real("1e-3", 1e-3);
	real("25%", .25);
	real("5%", .05);
	real("12.34%", .1234);
	real("1e1%", .1);
	real("123456.789", 123456.789);
	real("1.7976931348623157e308", 1.7976931348623157e308);
	real("5e-324", 5e-324);
	real("0.1000000000000000055511151231257827021181583404541015625", .1);
	real("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899", 3.141592653589793);
}

TEST(units, no_reals)
{
	static const char *const cases[] = {"", "-1", "+1", " 1", "1 ", "nan", "inf", "0x1p3", "1.", "1e", "%", "1%%",
		"% 1", "1K", "1e999", "1e-999", "1,5"};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct err err = {.set = false};
		double value = 42;
		check_msg(!units_real(cases[i], "--p", &value, &err), "\"%s\" was taken", cases[i]);
		check(value == 42 && err.set);
	}
}

TEST(units, random_reals_are_correctly_rounded)
{
	uint64_t state = 2;
	for (int round = 0; round < 20000; round++) {
		double expected = (double)scatter(&state) * exp2((double)(scatter(&state) % 200) - 100);
		char text[64];
		snprintf(text, sizeof text, "%.17g", expected);
		real(text, expected);
	}
}

static void size_shows(double bytes, const char *expected)
{
	char out[UNITS_ROOM];
	units_print_size(out, bytes);
	check_text(out, expected);
}

TEST(units, prints_sizes)
{
	size_shows(0, "0 B");
	size_shows(37, "37 B");
	size_shows(37.25, "37.2 B");
	size_shows(.0123, "0.0123 B");
	size_shows(1023, "1023 B");
	size_shows(1024, "1.00 KiB");
	size_shows(512 * 1024, "512 KiB");
	size_shows(1.5 * 1024 * 1024, "1.50 MiB");
	size_shows(10235, "10.0 KiB");
	size_shows(1023.4 * 1024, "1023 KiB");
	size_shows(1023.6 * 1024, "1.00 MiB");
	size_shows(9.994 * 1024, "9.99 KiB");
	size_shows(9.996 * 1024, "10.0 KiB");
	size_shows(99.96 * 1024, "100 KiB");
	size_shows(-1536, "-1.50 KiB");
	size_shows(0x1p63, "8.00 EiB");
	size_shows(1e30, "8.674e+11 EiB");
	size_shows(-1e300, "-8.674e+281 EiB");
	size_shows(NAN, "-");
	size_shows(-INFINITY, "-");
}

static void count_shows(double count, const char *expected)
{
	char out[UNITS_ROOM];
	units_print_count(out, count);
	check_text(out, expected);
}

TEST(units, prints_counts)
{
	count_shows(0, "0");
	count_shows(999, "999");
	count_shows(1000, "1,000");
	count_shows(123456, "123,456");
	count_shows(1000000, "1,000,000");
	count_shows(-1234.4, "-1,234");
	count_shows(-.2, "0");
	count_shows(.5, "1");
	count_shows(1e30, "1e+30");
	count_shows(INFINITY, "-");
	char out[UNITS_ROOM];
	units_print_whole(out, UINT64_MAX);
	check_text(out, "18,446,744,073,709,551,615");
}
