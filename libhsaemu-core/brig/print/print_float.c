/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats as text that is readable and exact (PRM 4.8.2).
 *
 * The text is the shortest decimal that reads back as the same bits; 5, 9 and 17 digits always
 * suffice for binary16, 32 and 64. The quick way finds it by dropping digits; the sure way tries
 * one precision after the other. A decimal of at most 3, 6 or 15 digits survives being read as a
 * normal binary16, 32 or 64 and printed again, so that %e with that many digits finds it if there
 * is one. */
#include <stdio.h>
#include <stdlib.h>

#include <math.h>

#include "hsaemu/decimal.h"
#include "brig/print/print_impl.h"

/* Integers below this are printed in full. */
#define PLAIN_INTEGERS 1e7

struct float_format {
	unsigned bits, fraction_bits;
	unsigned kept, digits; /* so many decimal digits survive; so many always suffice */
	char letter;           /* letter of the suffix, and of the form that gives the bits */
};

static const struct float_format formats[] = {
	{16, 10, 3, 5, 'h'},
	{32, 23, 6, 9, 'f'},
	{64, 52, 15, 17, 'd'},
};

struct decimal {
	char digits[20];
	int count;    /* number of digits; the last one is not 0 */
	int exponent; /* exponent of the first digit */
};

/* Returns the value of a finite binary16 without its sign. */
static double half_value(uint64_t bits)
{
	int exponent = (int)(bits >> 10);
	double fraction = (double)(bits & 0x3ff);
	return exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
}

/* Returns the nearest binary16 value, ties to even. Adding and subtracting 2^52 rounds to an
 * integer. */
static double round_to_half(double x)
{
	int exponent;
	frexp(x, &exponent); /* x = f * 2^exponent, f in [0.5, 1) */
	int quantum = (exponent < -13 ? -13 : exponent) - 11;
	volatile double shifted = ldexp(x, -quantum) + 0x1p52;
	return ldexp(shifted - 0x1p52, quantum);
}

static bool reads_back(const struct float_format *f, const char *text, uint64_t magnitude)
{
	if (f->bits == 16)
		return round_to_half(strtod(text, NULL)) == half_value(magnitude);
	if (f->bits == 32) {
		float v = strtof(text, NULL);
		uint32_t bits;
		memcpy(&bits, &v, sizeof bits);
		return bits == magnitude;
	}
	double v = strtod(text, NULL);
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits == magnitude;
}

static double magnitude_value(const struct float_format *f, uint64_t magnitude)
{
	if (f->bits == 16)
		return half_value(magnitude);
	if (f->bits == 32) {
		uint32_t bits = (uint32_t)magnitude;
		float v;
		memcpy(&v, &bits, sizeof v);
		return (double)v;
	}
	double v;
	memcpy(&v, &magnitude, sizeof v);
	return v;
}

/* ---- the quick way ---------------------------------------------------------------------------
 *
 * The float times a power of ten, as a 64-bit number with `places` binary places whose integer
 * part has enough decimal digits or one more; then digits are dropped while the rest is still
 * nearer to the float than to its neighbours. Where the error of the product could matter it
 * does not decide. */

struct scaled {
	uint64_t value;
	uint64_t above, below; /* half of the gaps between the float and its neighbours */
	int places;
};

/* Sets the decimal to these digits, of which the last has the exponent. */
static void set_digits(struct decimal *x, uint64_t digits, int exponent)
{
	char text[20], *p = text + sizeof text;
	for (; digits >= 10 && digits % 10 == 0; digits /= 10)
		exponent++;
	for (; digits > 0; digits /= 10)
		*--p = (char)('0' + digits % 10);
	x->count = (int)(text + sizeof text - p);
	x->exponent = exponent + x->count - 1;
	memcpy(x->digits, p, (size_t)x->count);
}

enum verdict { NO, YES, UNSURE };

/* Returns whether the multiple of `unit` that is nearest to the value reads back as the value; *up
 * says that it is above the value. `rest` is the difference from the multiple below. */
static enum verdict try_multiple(const struct scaled *s, uint64_t rest, uint64_t unit, bool *up)
{
	*up = rest > unit - rest;
	uint64_t distance = *up ? unit - rest : rest, other = unit - distance;
	uint64_t gap = *up ? s->above : s->below;
	if (distance + DECIMAL_ERROR < gap)
		return other - distance <= 2 * DECIMAL_ERROR ? UNSURE : YES;
	/* Where the gaps differ, the multiple that is further away may read back. */
	return distance <= gap + DECIMAL_ERROR || other <= s->above + DECIMAL_ERROR ? UNSURE : NO;
}

/* Drops as many digits as possible. Returns how many were dropped, or -1 when that is unsure. */
static int drop_digits(const struct scaled *s, uint64_t *digits)
{
	uint64_t below = s->value >> s->places, unit = UINT64_C(1) << s->places;
	uint64_t rest = s->value & (unit - 1);
	for (int dropped = 0;; dropped++) {
		bool up;
		enum verdict good = try_multiple(s, rest, unit, &up);
		if (good == UNSURE)
			return -1;
		if (good == NO)
			return dropped - 1;
		*digits = below + up;
		rest += below % 10 * unit;
		below /= 10;
		if (unit > UINT64_MAX / 10)
			return dropped;
		unit *= 10;
	}
}

/* Finds the shortest decimal, unless that is unsure: then it returns false. `magnitude` is
 * normal. */
static bool quick_decimal(const struct float_format *f, uint64_t magnitude, struct decimal *out)
{
	int bias = (1 << (f->bits - f->fraction_bits - 2)) - 1;
	uint64_t hidden = UINT64_C(1) << f->fraction_bits, digits = 0;
	uint64_t m = (magnitude & (hidden - 1)) | hidden;
	int e = (int)(magnitude >> f->fraction_bits) - bias;            /* of the leading bit */
	int power = (int)f->digits - 1 - ((e * 78913) >> 18), exponent; /* log10(2) * 2^18 */
	struct scaled s = {.value = decimal_scale(m, power, &exponent)};
	s.places = -(exponent + e - (int)f->fraction_bits);
	s.above = s.value / m / 2;
	s.below = m == hidden ? s.above / 2 : s.above;
	int dropped = s.places < 1 || s.places > 63 ? -1 : drop_digits(&s, &digits);
	if (dropped < 0)
		return false;
	set_digits(out, digits, dropped - power);
	return true;
}

/* ---- the sure way --------------------------------------------------------------------------- */

static void find_decimal(const struct float_format *f, double v, uint64_t magnitude,
	struct decimal *out)
{
	char text[40]; /* d.ddde+xx */
	bool normal = magnitude >> f->fraction_bits != 0;
	unsigned count = normal ? f->kept : 1;
	for (;; count++) {
		snprintf(text, sizeof text, "%.*e", (int)count - 1, v);
		if (reads_back(f, text, magnitude) || count == f->digits)
			break;
	}
	char *e = strchr(text, 'e');
	uint64_t digits = 0;
	for (const char *p = text; p < e; p++)
		if (*p != '.')
			digits = digits * 10 + (unsigned)(*p - '0');
	set_digits(out, digits, (int)strtol(e + 1, NULL, 10) - (int)count + 1);
}

static void put_exponent(int exponent, struct buf *out)
{
	unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
	buf_puts(out, exponent < 0 ? "e-" : "e+");
	if (magnitude < 10)
		buf_u8(out, '0');
	buf_decimal(out, magnitude);
}

/* Writes the number as %g would with as many digits as the decimal has. */
static void put_decimal(const struct decimal *x, struct buf *out)
{
	bool scientific = x->exponent < -4 || x->exponent >= x->count;
	int point = scientific ? 1 : x->exponent + 1; /* number of digits before the point */
	char text[40], *p = text;
	if (point <= 0) {
		memcpy(p, "0.000", 5);
		p += 2 - point;
	}
	for (int i = 0; i < x->count; i++) {
		if (i == point && point > 0)
			*p++ = '.';
		*p++ = x->digits[i];
	}
	buf_append(out, text, (size_t)(p - text));
	if (scientific)
		put_exponent(x->exponent, out);
	else if (x->count == point)
		buf_puts(out, ".0");
}

static void put_finite(const struct float_format *f, uint64_t magnitude, struct buf *out)
{
	bool normal = magnitude >> f->fraction_bits != 0;
	struct decimal x;
	double v = magnitude_value(f, magnitude);
	if (v < PLAIN_INTEGERS && v == (double)(long)v) {
		buf_decimal(out, (uint64_t)v);
		buf_puts(out, ".0");
		return;
	}
	if (!normal || !quick_decimal(f, magnitude, &x))
		find_decimal(f, v, magnitude, &x);
	put_decimal(&x, out);
}

void brig_print_float(struct buf *out, unsigned bits, uint64_t value)
{
	const struct float_format *f = bits == 16   ? &formats[0]
	                               : bits == 32 ? &formats[1]
	                                            : &formats[2];
	uint64_t sign = UINT64_C(1) << (f->bits - 1), magnitude = value & (sign - 1);
	uint64_t infinity = (sign - 1) & ~((UINT64_C(1) << f->fraction_bits) - 1);

	if (magnitude >= infinity) {
		buf_printf(out, "0%c%0*llx", f->letter, (int)f->bits / 4,
			(unsigned long long)value);
		return;
	}
	if (value & sign)
		buf_u8(out, '-');
	put_finite(f, magnitude, out);
	buf_u8(out, (uint8_t)f->letter);
}
