/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HEAPODDS_TESTS_CHECK_H
#define HEAPODDS_TESTS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

/* A test is a plain function. TEST(suite, name) { body } hands it to Criterion, or, compiled with
 * HEAPODDS_PLAIN_RUNNER, to the plain runner of tests/plain.c, which runs where Criterion cannot
 * (ThreadSanitizer, emulated machines). The body is the same and knows neither. */
#ifdef HEAPODDS_PLAIN_RUNNER
struct plain_test {
	const char *suite, *name;
	void (*run)(void);
	struct plain_test *next;
};
void plain_register(struct plain_test *);
#define TEST(suite_, name_) \
	static void suite_##_##name_(void); \
	__attribute__((constructor)) static void register_##suite_##_##name_(void) \
	{ \
		static struct plain_test test = {.suite = #suite_, .name = #name_, .run = suite_##_##name_}; \
		plain_register(&test); \
	} \
	static void suite_##_##name_(void)
#else
#include <criterion/criterion.h>
#define TEST(suite_, name_) Test(suite_, name_)
#endif

/* Each check ends the test with a message when it does not hold. */
__attribute__((noreturn, format(printf, 3, 4))) void check_fail(const char *file, int line, const char *format, ...);
/* Ends the test as skipped, saying why. */
__attribute__((noreturn, format(printf, 1, 2))) void check_skip(const char *format, ...);

#define check(condition) \
	do { \
		if (!(condition)) \
			check_fail(__FILE__, __LINE__, "%s", #condition); \
	} while (0)
#define check_msg(condition, ...) \
	do { \
		if (!(condition)) \
			check_fail(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)
/* Equal integers; equal texts; |actual - expected| <= relative * |expected|. */
#define check_u64(actual, expected) check_u64_at(__FILE__, __LINE__, #actual, actual, expected)
#define check_text(actual, expected) check_text_at(__FILE__, __LINE__, #actual, actual, expected)
#define check_near(actual, expected, relative) check_near_at(__FILE__, __LINE__, #actual, actual, expected, relative)
void check_u64_at(const char *file, int line, const char *what, uint64_t actual, uint64_t expected);
void check_text_at(const char *file, int line, const char *what, const char *actual, const char *expected);
void check_near_at(const char *file, int line, const char *what, double actual, double expected, double relative);

#endif
