/* Floats as text that is readable and exact (PRM 4.8.2).
 *
 * The shortest decimal that reads back as the same bits is found by trying precisions. A decimal of
 * at most 3, 6 or 15 digits survives the way to a normal binary16, 32 or 64 and back, so that %e
 * with as many finds it if there is one; 5, 9 and 17 digits always suffice. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include <math.h>

#include "print_impl.h"

/* Integers below this are printed in full. */
#define PLAIN_INTEGERS 1e7

struct float_format {
	unsigned bits, fraction_bits;
	unsigned kept, digits; /* decimal digits that survive, that suffice */
	char letter;           /* of the suffix and of the bit form */
};

static const struct float_format formats[] = {
	{16, 10, 3, 5, 'h'},
	{32, 23, 6, 9, 'f'},
	{64, 52, 15, 17, 'd'},
};

enum { MAX_DIGITS = 17 };

struct decimal {
	char digits[MAX_DIGITS];
	int count;    /* of digits; the last is not 0 */
	int exponent; /* of the first */
};

/* The value of a finite binary16 without its sign. */
static double half_value(uint64_t bits)
{
	int exponent = (int)(bits >> 10);
	double fraction = (double)(bits & 0x3ff);
	return exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
}

/* Nearest binary16 value, ties to even. Adding and subtracting 2^52 rounds to an integer. */
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
 * One multiplication or division by a power of ten in extended precision is right up to its last bit.
 * Where that bit could matter the quick way does not decide. Where long double is no more than double
 * that is always so for 64 bits. */

/* Powers of ten that a 64-bit significand holds exactly. */
static const long double powers[] = {1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L, 1e9L,
	1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L,
	1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
enum { LAST_POWER = LDBL_MANT_DIG >= 64 ? 27 : 22 };
#define LAST_BIT (2 * LDBL_EPSILON) /* relative, with a margin */

enum verdict { NO, YES, UNSURE };

static void set_digits(struct decimal *x, uint64_t digits, unsigned count, int exponent)
{
	x->exponent = exponent;
	for (unsigned i = count; i-- > 0; digits /= 10)
		x->digits[i] = (char)('0' + digits % 10);
	while (count > 1 && x->digits[count - 1] == '0')
		count--;
	x->count = (int)count;
}

/* Exponent of the first digit of v, or one beside it. */
static int first_digit(double v)
{
	int e = 0;
	if (v >= 1) {
		while (e < LAST_POWER && v >= powers[e + 1])
			e++;
		return e;
	}
	while (e < LAST_POWER && v * powers[e] < 1)
		e++;
	return -e;
}

/* x * 10^exponent */
static long double scale(long double x, int exponent)
{
	return exponent >= 0 ? x * powers[exponent] : x / powers[-exponent];
}

static double narrow(const struct float_format *f, long double x)
{
	if (f->bits == 16)
		return round_to_half((double)x);
	return f->bits == 32 ? (double)(float)x : (double)x;
}

/* Is v, rounded to `count` digits of which the first has exponent e, read back as v? */
static enum verdict try_digits(const struct float_format *f, double v, int e, unsigned count,
	uint64_t *digits)
{
	int shift = (int)count - 1 - e;
	if (shift > LAST_POWER || shift < -LAST_POWER)
		return UNSURE;
	long double scaled = scale(v, shift);
	if (scaled >= powers[count])
		return UNSURE;
	*digits = (uint64_t)scaled;
	long double beyond_half = scaled - (long double)*digits - 0.5L;
	if (fabsl(beyond_half) <= scaled * LAST_BIT)
		return UNSURE;
	*digits += beyond_half > 0;
	if ((long double)*digits < powers[count - 1] || (long double)*digits >= powers[count])
		return UNSURE;
	long double d = scale((long double)*digits, -shift), error = d * LAST_BIT;
	double low = narrow(f, d - error), high = narrow(f, d + error);
	return low != high ? UNSURE : low == v ? YES : NO;
}

static bool quick_decimal(const struct float_format *f, double v, struct decimal *out)
{
	int e = first_digit(v);
	for (unsigned count = f->kept; count <= f->digits; count++) {
		uint64_t digits;
		enum verdict good = try_digits(f, v, e, count, &digits);
		if (good == UNSURE)
			return false;
		if (good == YES) {
			set_digits(out, digits, count, e);
			return true;
		}
	}
	return false;
}

/* ---- the sure way ---------------------------------------------------------------------------- */

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
	set_digits(out, digits, count, (int)strtol(e + 1, NULL, 10));
}

/* As %g with so many digits writes it. */
static void put_decimal(const struct decimal *x, struct buf *out)
{
	bool scientific = x->exponent < -4 || x->exponent >= x->count;
	int point = scientific ? 1 : x->exponent + 1; /* digits before the point */
	if (point <= 0)
		buf_puts(out, "0.");
	for (int i = point < 0 ? point : 0; i < x->count; i++) {
		if (i == point && point > 0)
			buf_u8(out, '.');
		buf_u8(out, i < 0 ? '0' : (uint8_t)x->digits[i]);
	}
	if (scientific)
		buf_printf(out, "e%+03d", x->exponent);
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
	if (!normal || !quick_decimal(f, v, &x))
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
