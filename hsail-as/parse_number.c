/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses integer and floating-point constants (PRM 4.8.1, 4.8.2). All conversions round to nearest
 * even, and only once. Hexadecimal constants are rounded here. A decimal constant is rounded here
 * if a quick approximation (decimal.h) is certain to give the right result; otherwise the C library
 * rounds it to f64 or f32. An f16 is rounded a second time, from the f64; this would go wrong only
 * if the f64 lay exactly between two f16, and in that case the digits of the literal decide. */
#include <stdio.h>
#include <stdlib.h>
#include "hsaemu/decimal.h"
#include "parse_number_impl.h"

struct float_format {
	uint16_t type;
	int precision; /* bits of the significand, including the hidden bit */
	int emax;      /* the largest exponent, which is also the bias */
	unsigned hex_digits;
};
static const struct float_format formats[] = {
	{BRIG_TYPE_F16, 11, 15, 4},
	{BRIG_TYPE_F32, 24, 127, 8},
	{BRIG_TYPE_F64, 53, 1023, 16},
};

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return (c | 0x20) - 'a' + 10;
}

static bool is_hex(struct str s)
{
	return s.n > 1 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x';
}

enum as_number_fault as_parse_integer(struct str s, uint64_t *value)
{
	unsigned base = 10;
	uint64_t v = 0;
	if (is_hex(s)) {
		base = 16;
		s = str_skip(s, 2);
	} else if (s.n > 1 && s.p[0] == '0') {
		base = 8;
	}
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = (unsigned)hex_digit(s.p[i]);
		if (digit >= base)
			return AS_NUMBER_OCTAL;
		if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, digit, &v))
			return AS_NUMBER_RANGE;
	}
	*value = v;
	return AS_NUMBER_OK;
}

static uint64_t infinity(const struct float_format *f)
{
	return (uint64_t)(2 * f->emax + 1) << (f->precision - 1);
}

/* Returns the encoding nearest to m * 2^e, where m is not 0. `sticky` means that the exact value is
 * a little larger than m * 2^e. */
static uint64_t round_to(const struct float_format *f, uint64_t m, int64_t e, bool sticky)
{
	int p = f->precision, emin = 1 - f->emax;
	int zeros = __builtin_clzll(m);
	m <<= zeros;
	e += 63 - zeros; /* exponent of the leading bit */
	if (e > f->emax)
		return infinity(f);
	if (e < emin - p)
		return 0;
	int keep = e >= emin ? p : p - (int)(emin - e);
	uint64_t q = keep == 0 ? 0 : m >> (64 - keep);
	uint64_t rest = m << keep, half = UINT64_C(1) << 63;
	if (rest > half || (rest == half && (sticky || (q & 1) != 0)))
		q++;
	if (e < emin)
		return q;
	/* q includes the hidden bit, which adds 1 to the exponent field; a carry out of q adds 1 as
	 * well. */
	return ((uint64_t)(e - emin) << (p - 1)) + q;
}

/* Reads an exponent. Large exponents are clamped, to a value far beyond the range of any format. */
static int64_t parse_exponent(struct str s)
{
	bool negative = s.n > 0 && s.p[0] == '-';
	int64_t v = 0;
	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = str_skip(s, 1);
	for (size_t i = 0; i < s.n && v < INT32_MAX; i++)
		v = v * 10 + (s.p[i] - '0');
	return negative ? -v : v;
}

static uint64_t parse_hex(const struct float_format *f, struct str s)
{
	uint64_t m = 0;
	int64_t e = 0;
	bool sticky = false, fraction = false;
	size_t i = 2;
	for (; (s.p[i] | 0x20) != 'p'; i++) {
		if (s.p[i] == '.') {
			fraction = true;
			continue;
		}
		if (fraction)
			e -= 4;
		if (m < UINT64_C(1) << 60) {
			m = m * 16 + (unsigned)hex_digit(s.p[i]);
		} else {
			sticky |= s.p[i] != '0';
			e += 4;
		}
	}
	e += parse_exponent(str_skip(s, i + 1));
	return m == 0 ? 0 : round_to(f, m, e, sticky);
}

/* A decimal's digits without the point, the exponent and leading zeros. The value is 0.DIGITS times
 * ten to the power of `point`. */
struct decimal {
	struct str s; /* begins at the first significant digit */
	int64_t point;
};

static struct decimal decimal_of(struct str s)
{
	size_t digits = s.n, dot = s.n, first = 0;
	int64_t e = 0;
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] | 0x20) == 'e') {
			digits = i;
			e = parse_exponent(str_skip(s, i + 1));
			break;
		}
	for (size_t i = 0; i < digits; i++)
		if (s.p[i] == '.')
			dot = i;
	if (dot > digits)
		dot = digits;
	while (first < digits && (s.p[first] == '0' || s.p[first] == '.'))
		first++;
	int64_t point = first <= dot ? (int64_t)(dot - first) : -(int64_t)(first - dot - 1);
	return (struct decimal){{s.p + first, digits - first}, point + e};
}

static char next_digit(struct str *s)
{
	if (s->n > 0 && s->p[0] == '.')
		*s = str_skip(*s, 1);
	if (s->n == 0)
		return '0';
	char c = s->p[0];
	*s = str_skip(*s, 1);
	return c;
}

/* Compares two positive decimals by their digits; returns a number less than, equal to or greater
 * than 0. */
static int decimal_cmp(struct str left, struct str right)
{
	struct decimal a = decimal_of(left), b = decimal_of(right);
	if (a.point != b.point)
		return a.point < b.point ? -1 : 1;
	while (a.s.n > 0 || b.s.n > 0) {
		int c = next_digit(&a.s) - next_digit(&b.s);
		if (c != 0)
			return c;
	}
	return 0;
}

static uint64_t bits_of(double d)
{
	uint64_t bits;
	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static uint64_t parse_half(const struct float_format *f, struct str s)
{
	char exact[64];
	double d = strtod(s.p, NULL);
	uint64_t bits = bits_of(d);
	if (d == 0 || d >= 65536.0)
		return d == 0 ? 0 : round_to(f, 1, f->emax + 1, false);
	int64_t e = (int64_t)(bits >> 52) - 1075;
	uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
	if (bits >> 52 == 0)
		return 0; /* such a number is far below the least f16 */
	/* A number that lies exactly between two f16 is a multiple of 2^-25, so 25 decimal places
	 * print it exactly. */
	snprintf(exact, sizeof exact, "%.25f", d);
	int side = decimal_cmp(s, str_from(exact));
	return round_to(f, m * 4 - (side < 0), e - 2, side > 0);
}

/* ---- the quick way -------------------------------------------------------------------------- */

enum { MAX_DIGITS = 19 }; /* so many digits fit 64 bits */

/* Reads a decimal as *m * 10^*n, where *m has its digits without the point. Returns false when
 * there are too many digits. */
static bool read_decimal(struct str s, uint64_t *m, int64_t *n)
{
	uint64_t v = 0;
	int64_t e = 0;
	unsigned digits = 0;
	bool fraction = false;
	size_t i = 0;
	for (; i < s.n; i++) {
		unsigned d = (unsigned char)s.p[i] - '0';
		if (d <= 9) {
			v = v * 10 + d;
			digits += v != 0;
			e -= fraction;
		} else if (s.p[i] == '.') {
			fraction = true;
		} else {
			break;
		}
	}
	if (digits > MAX_DIGITS)
		return false;
	if (i < s.n) {
		bool negative = s.p[++i] == '-';
		int64_t x = 0;
		for (i += negative || s.p[i] == '+'; i < s.n && x < INT32_MAX; i++)
			x = x * 10 + (s.p[i] - '0');
		e += negative ? -x : x;
	}
	*m = v;
	*n = e;
	return true;
}

/* Approximates a decimal by *significand * 2^*exponent, where the significand has 64 bits. Returns
 * true when the decimal certainly rounds to `precision` bits as the approximation does, that is,
 * when the bits that rounding drops are far enough from a half. Returns false for 0, too, and when
 * the decimal has too many digits or too large an exponent. */
static bool quick_decimal(struct str s, int precision, uint64_t *significand, int *exponent)
{
	int64_t n;
	uint64_t m, half = UINT64_C(1) << (63 - precision);
	if (!read_decimal(s, &m, &n) || m == 0 || n < DECIMAL_FIRST_POWER || n > DECIMAL_LAST_POWER)
		return false;
	*significand = decimal_scale(m, (int)n, exponent);
	uint64_t dropped = *significand & (2 * half - 1);
	return (dropped > half ? dropped - half : half - dropped) > DECIMAL_ERROR;
}

static uint64_t parse_decimal(const struct float_format *f, struct str s)
{
	uint64_t m;
	int e;
	if (quick_decimal(s, f->precision, &m, &e) && e + 63 >= 1 - f->emax)
		return round_to(f, m, e, false);
	if (f->type == BRIG_TYPE_F16)
		return parse_half(f, s);
	if (f->type == BRIG_TYPE_F64)
		return bits_of(strtod(s.p, NULL));
	float single = strtof(s.p, NULL);
	uint32_t bits;
	memcpy(&bits, &single, sizeof bits);
	return bits;
}

static const struct float_format *format_of(char letter)
{
	switch (letter | 0x20) {
	case 'h':
		return &formats[0];
	case 'f':
		return &formats[1];
	case 'd':
		return &formats[2];
	}
	return NULL;
}

enum as_number_fault as_parse_float(struct str s, struct as_literal *out)
{
	const struct float_format *f = s.n > 2 && s.p[0] == '0' ? format_of(s.p[1]) : NULL;
	if (f != NULL) {
		out->type = f->type;
		if (s.n - 2 != f->hex_digits)
			return AS_NUMBER_DIGITS;
		for (size_t i = 2; i < s.n; i++)
			out->bits = out->bits * 16 + (unsigned)hex_digit(s.p[i]);
		return AS_NUMBER_OK;
	}
	/* The last character is a suffix or a decimal digit. It cannot be a hexadecimal digit: a
	 * hexadecimal constant must have an exponent, whose digits are decimal. */
	f = format_of(s.p[s.n - 1]);
	if (f != NULL)
		s.n--;
	else
		f = &formats[2];
	out->type = f->type;
	out->bits = is_hex(s) ? parse_hex(f, s) : parse_decimal(f, s);
	return out->bits == infinity(f) ? AS_NUMBER_OVERFLOW : AS_NUMBER_OK;
}
