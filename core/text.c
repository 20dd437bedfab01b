/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The length that the first byte announces; 0: no first byte. */
static int announced(unsigned char first)
{
	return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

int text_character(const char *text, unsigned *code)
{
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *byte = (const unsigned char *)text;
	int length = announced(*byte);
	if (*byte == 0 || length == 0)
		return *byte == 0 ? 0 : -1;
	unsigned value = length == 1 ? *byte : *byte & (0x7fU >> length);
	for (int i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return -1;
		value = value << 6 | (byte[i] & 0x3f);
	}
	if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		return -1;
	*code = value;
	return length;
}

struct range {
	unsigned first, last;
};

static bool among(const struct range *ranges, size_t n, unsigned code)
{
	for (size_t i = 0; i < n; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return false;
}

/* The blocks that matter for names; the whole of Unicode's tables would be 100 times as long. */
static unsigned columns_of(unsigned code)
{
	static const struct range none[] = {{0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
	static const struct range two[] = {{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xac00, 0xd7a3},
		{0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
		{0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
	if (code < 0x300)
		return 1;
	if (among(none, sizeof none / sizeof *none, code))
		return 0;
	return among(two, sizeof two / sizeof *two, code) ? 2 : 1;
}

size_t text_width(const char *text)
{
	size_t width = 0;
	unsigned code;
	for (int length; (length = text_character(text, &code)) != 0; text += length < 0 ? 1 : length)
		width += length < 0 ? 1 : columns_of(code);
	return width;
}

char *text_valid(const char *text)
{
	char *copy = malloc(strlen(text) * strlen(REPLACEMENT) + 1), *end = copy;
	if (!copy)
		return NULL;
	unsigned code;
	for (int length; (length = text_character(text, &code)) != 0; text += length < 0 ? 1 : length) {
		if (length < 0)
			end = stpcpy(end, REPLACEMENT);
		else
			end = mempcpy(end, text, (size_t)length);
	}
	*end = 0;
	return copy;
}

/* In place: "?" is never longer than what it replaces. */
static void replace_controls(char *text)
{
	char *end = text;
	unsigned code;
	for (int length; (length = text_character(text, &code)) != 0; text += length) {
		bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
		if (control)
			*end++ = '?';
		else
			for (int i = 0; i < length; i++)
				*end++ = text[i];
	}
	*end = 0;
}

static void cut(char *text, size_t columns)
{
	size_t keep = (columns < 4 ? 4 : columns) - 3, width = 0;
	unsigned code;
	for (int length; (length = text_character(text, &code)) != 0; text += length) {
		width += columns_of(code);
		if (width > keep)
			break;
	}
	strcpy(text, "...");
}

char *text_shown(const char *text, unsigned columns)
{
	char *valid = text_valid(text);
	if (!valid)
		return NULL;
	replace_controls(valid);
	if (columns == 0 || text_width(valid) <= (columns < 4 ? 4 : columns))
		return valid;
	/* Wide characters are at least as many bytes as columns, so what is cut off leaves room. */
	cut(valid, columns);
	return valid;
}
