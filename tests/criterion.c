/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The two ways a test ends early, told to Criterion; tests/plain.c has the same two. */
void check_fail(const char *file, int line, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	cr_assert_fail("%s:%d: %s", file, line, text);
	abort();
}

void check_skip(const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	cr_skip_test("%s", text);
	abort();
}
