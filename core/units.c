/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A whole number below 2^63 written with a unit of at most 2^40 has at most 47 significant digits
 * (63 + 40 * log2(5) bits); whoever writes more cannot mean one. */
enum { DIGITS = 64, EXPONENT_LIMIT = 100000 };

/* A number as written: 0.digits * 10^point, the digits without leading and trailing zeros. */
struct decimal {
	unsigned char digit[DIGITS];
	unsigned n;
	long point;
	bool longer; /* has more significant digits than fit */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void decimal_push(struct decimal *decimal, char c)
{
	if (decimal->n == 0 && c == '0')
		decimal->point--; /* balances the caller's count of digits in front of the point */
	else if (decimal->n < DIGITS)
		decimal->digit[decimal->n++] = (unsigned char)(c - '0');
	else
		decimal->longer |= c != '0';
}

static const char *scan_digits(struct decimal *decimal, const char *at, bool whole)
{
	for (; is_digit(*at); at++) {
		decimal_push(decimal, *at);
		decimal->point += whole;
	}
	return at;
}

/* [eE][+-]digits; an "e" that no digit follows is left to the caller, who knows no such suffix. */
static const char *scan_exponent(struct decimal *decimal, const char *at)
{
	if (*at != 'e' && *at != 'E')
		return at;
	bool negative = at[1] == '-';
	const char *digits = at + 1 + (at[1] == '-' || at[1] == '+');
	if (!is_digit(*digits))
		return at;
	long exponent = 0;
	for (at = digits; is_digit(*at); at++)
		if (exponent < EXPONENT_LIMIT)
			exponent = exponent * 10 + (*at - '0');
	decimal->point += negative ? -exponent : exponent;
	return at;
}

/* Reads digits[.digits][e[+-]digits] or .digits and returns what follows; NULL: no number. No
 * sign, no blanks, no hexadecimal, no words: strtod would take them all. */
static const char *scan(const char *text, struct decimal *decimal)
{
	*decimal = (struct decimal){.n = 0};
	const char *at = scan_digits(decimal, text, true);
	if (*at == '.') {
		if (!is_digit(at[1]))
			return NULL;
		at = scan_digits(decimal, at + 1, false);
	}
	if (at == text)
		return NULL;
	at = scan_exponent(decimal, at);
	while (decimal->n > 0 && decimal->digit[decimal->n - 1] == 0)
		decimal->n--;
	return at;
}

/* The factor of a suffix; 0: there is no such suffix. */
static uint64_t suffix(const char *text, bool bytes)
{
	static const char letters[] = "KMGT";
	if (!*text)
		return 1;
	if (bytes && !strcmp(text, "B"))
		return 1;
	if (bytes && !strcmp(text, "kB"))
		return 1000;
	const char *letter = strchr(letters, *text);
	if (!letter)
		return 0;
	unsigned power = (unsigned)(letter - letters) + 1;
	if (bytes && !strcmp(text + 1, "B")) {
		uint64_t factor = 1;
		while (power--)
			factor *= 1000;
		return factor;
	}
	bool binary = !text[1] || !strcmp(text + 1, "i") || (bytes && !strcmp(text + 1, "iB"));
	return binary ? UINT64_C(1) << (10 * power) : 0;
}

enum outcome { EXACT, NOT_WHOLE, TOO_LARGE };

/* Long multiplication of the digits; returns what comes to stand in front of them. */
static uint64_t scale(struct decimal *decimal, uint64_t factor)
{
	uint64_t carry = 0; /* below the factor, at most 2^40 */
	for (unsigned i = decimal->n; i-- > 0; carry /= 10) {
		carry += decimal->digit[i] * factor;
		decimal->digit[i] = (unsigned char)(carry % 10);
	}
	return carry;
}

/* decimal * factor on the decimal digits: a double would round whole numbers above 2^53, and with
 * them a fraction of a large unit. */
static enum outcome multiply(struct decimal decimal, uint64_t factor, uint64_t *value)
{
	if (decimal.n > 0 && decimal.point > 19)
		return TOO_LARGE;
	if (decimal.longer)
		return NOT_WHOLE;
	uint64_t front = scale(&decimal, factor);
	long n = decimal.n;
	for (long i = decimal.point < 0 ? 0 : decimal.point; i < n; i++)
		if (decimal.digit[i])
			return NOT_WHOLE;
	for (long i = decimal.point; i < 0 && front; i++, front /= 10)
		if (front % 10)
			return NOT_WHOLE;
	for (long i = 0; i < decimal.point && (front || i < n); i++) {
		unsigned digit = i < n ? decimal.digit[i] : 0;
		if (front > ((uint64_t)INT64_MAX - digit) / 10)
			return TOO_LARGE;
		front = front * 10 + digit;
	}
	*value = front;
	return EXACT;
}

static bool whole(const char *text, const char *what, bool bytes, uint64_t *value, struct err *err)
{
	struct decimal decimal;
	const char *end = scan(text, &decimal);
	uint64_t factor = end ? suffix(end, bytes) : 0;
	if (!factor)
		return err_set(err, "%s: \"%s\" is not a %s (examples: %s)", what, text, bytes ? "size" : "count",
			bytes ? "4096, 512K, 0.5M, 1e6" : "1000, 1e6, 4K");
	switch (multiply(decimal, factor, value)) {
	case EXACT: return true;
	case NOT_WHOLE: return err_set(err, "%s: \"%s\" is not a whole number%s", what, text, bytes ? " of bytes" : "");
	default: return err_set(err, "%s: \"%s\" is too large (the largest is 2^63 - 1)", what, text);
	}
}

bool units_size(const char *text, const char *what, uint64_t *bytes, struct err *err)
{
	return whole(text, what, true, bytes, err);
}

bool units_count(const char *text, const char *what, uint64_t *count, struct err *err)
{
	return whole(text, what, false, count, err);
}

bool units_real(const char *text, const char *what, double *value, struct err *err)
{
	struct decimal decimal;
	const char *end = scan(text, &decimal);
	bool percent = end && *end == '%';
	if (!end || end[percent])
		return err_set(err, "%s: \"%s\" is not a number (examples: 0.25, 1e-3, 25%%)", what, text);
	/* The percent sign goes into the exponent: dividing by 100 would round a second time. */
	char plain[DIGITS + 32] = "0.0";
	for (unsigned i = 0; i < decimal.n; i++)
		plain[2 + i] = (char)('0' + decimal.digit[i]);
	if (decimal.n > 0)
		snprintf(plain + 2 + decimal.n, sizeof plain - 2 - decimal.n, "e%ld", decimal.point - 2 * percent);
	double result = strtod(plain, NULL);
	if (!isfinite(result) || (result == 0 && decimal.n > 0))
		return err_set(err, "%s: \"%s\" is too %s for a number", what, text, result > 0 ? "large" : "small");
	*value = result;
	return true;
}

/* Three significant digits, or four where the whole part has four. */
static void print_digits(char out[UNITS_ROOM], double value, const char *unit)
{
	if (value >= 9999.5)
		snprintf(out, UNITS_ROOM, "%.4g %s", value, unit);
	else
		snprintf(out, UNITS_ROOM, "%.*f %s", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, unit);
}

void units_print_size(char out[UNITS_ROOM], double bytes)
{
	static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	enum { LAST = sizeof names / sizeof *names - 1 };
	if (!isfinite(bytes)) {
		strcpy(out, "-");
		return;
	}
	char positive[UNITS_ROOM];
	double value = fabs(bytes);
	unsigned unit = 0;
	/* Not 1024: 1023.7 KiB would be printed as 1024 KiB. */
	for (; value >= 1023.5 && unit < LAST; value /= 1024)
		unit++;
	if (unit == 0 && value == floor(value))
		snprintf(positive, sizeof positive, "%.0f B", value);
	else if (unit == 0 && value < 1)
		snprintf(positive, sizeof positive, "%.3g B", value);
	else
		print_digits(positive, value, names[unit]);
	snprintf(out, UNITS_ROOM, "%s%.*s", bytes < 0 ? "-" : "", UNITS_ROOM - 2, positive);
}

void units_print_whole(char out[UNITS_ROOM], uint64_t count)
{
	char digits[UNITS_ROOM];
	int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
	for (int i = 0; i < n; i++) {
		*out++ = digits[i];
		if (i + 1 < n && (n - i - 1) % 3 == 0)
			*out++ = ',';
	}
	*out = 0;
}

void units_print_count(char out[UNITS_ROOM], double count)
{
	if (!isfinite(count)) {
		strcpy(out, "-");
		return;
	}
	double rounded = floor(fabs(count) + .5);
	if (rounded >= 0x1p63) {
		snprintf(out, UNITS_ROOM, "%.4g", count);
		return;
	}
	if (count < 0 && rounded > 0)
		*out++ = '-';
	units_print_whole(out, (uint64_t)rounded);
}
