/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool continues(unsigned char byte)
{
	return (byte & 0xc0) == 0x80;
}

/* A file name may hold a newline or an escape sequence: an error is one line, and harmless on a
 * terminal. The C1 controls are two bytes in UTF-8, c2 80 ... c2 9f. */
static void defuse(char *text)
{
	for (unsigned char *at = (unsigned char *)text; *at; at++) {
		if (*at < 0x20 || *at == 0x7f)
			*at = '?';
		else if (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
			at[0] = at[1] = '?';
	}
}

/* Ends a text that did not fit with "...", in front of a character and not inside it. */
static void cut(char *text, size_t room)
{
	size_t end = room - sizeof "...";
	while (end > 0 && continues((unsigned char)text[end]))
		end--;
	strcpy(text + end, "...");
}

bool err_set(struct err *err, const char *format, ...)
{
	if (!err || err->set)
		return false;
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(err->text, sizeof err->text, format, arguments);
	va_end(arguments);
	if (length < 0)
		strcpy(err->text, "an error that cannot be put into words");
	else if ((size_t)length >= sizeof err->text)
		cut(err->text, sizeof err->text);
	defuse(err->text);
	err->set = true;
	return false;
}
