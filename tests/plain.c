/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Runs every TEST in one process and reports in TAP. No process, signal or shared memory is
 * asked of the system, so this also runs under ThreadSanitizer and under emulation. The cost:
 * a crash ends the run (the plan, printed first, then shows that tests are missing), and a
 * check may only be made on the main thread. */
static struct plain_test *tests, **last = &tests;
static jmp_buf ending;
static enum { PASSED, FAILED, SKIPPED } outcome;
static char reason[1024];

void plain_register(struct plain_test *test)
{
	*last = test;
	last = &test->next;
}

void check_fail(const char *file, int line, const char *format, ...)
{
	int used = snprintf(reason, sizeof(reason), "%s:%d: ", file, line);
	va_list args;

	va_start(args, format);
	vsnprintf(reason + used, sizeof(reason) - (size_t)used, format, args);
	va_end(args);
	outcome = FAILED;
	longjmp(ending, 1);
}

void check_skip(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	outcome = SKIPPED;
	longjmp(ending, 1);
}

static bool run(const struct plain_test *test, int number)
{
	outcome = PASSED;
	if (setjmp(ending) == 0)
		test->run();
	printf("%sok %d - %s::%s", outcome == FAILED ? "not " : "", number, test->suite, test->name);
	if (outcome != PASSED)
		printf(outcome == SKIPPED ? " # SKIP %s" : "\n  # %s", reason);
	putchar('\n');
	fflush(stdout);
	return outcome != FAILED;
}

int main(void)
{
	bool good = true;
	int count = 0, number = 0;

	for (const struct plain_test *test = tests; test; test = test->next)
		count++;
	printf("1..%d\n", count);
	for (const struct plain_test *test = tests; test; test = test->next)
		good &= run(test, ++number);
	return good ? 0 : 1;
}
