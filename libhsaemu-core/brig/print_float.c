/* Floats as text that is readable and exact (PRM 4.8.2).
 *
 * The shortest decimal that reads back as the same bits is found by trying precisions. A decimal of
 * at most 3, 6 or 15 digits survives the way to a normal binary16, 32 or 64 and back, so that %g with
 * as many finds it if there is one; 5, 9 and 17 digits always suffice. */
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

void brig_print_float(struct buf *out, unsigned bits, uint64_t value)
{
	const struct float_format *f = bits == 16   ? &formats[0]
	                               : bits == 32 ? &formats[1]
	                                            : &formats[2];
	uint64_t sign = UINT64_C(1) << (f->bits - 1), magnitude = value & (sign - 1);
	uint64_t infinity = (sign - 1) & ~((UINT64_C(1) << f->fraction_bits) - 1);
	char text[40];

	if (magnitude >= infinity) {
		buf_printf(out, "0%c%0*llx", f->letter, (int)f->bits / 4,
			(unsigned long long)value);
		return;
	}
	double v = magnitude_value(f, magnitude);
	if (v < PLAIN_INTEGERS && v == (double)(long)v) {
		snprintf(text, sizeof text, "%.1f", v);
	} else {
		bool normal = magnitude >> f->fraction_bits != 0;
		for (unsigned digits = normal ? f->kept : 1; digits <= f->digits; digits++) {
			snprintf(text, sizeof text, "%.*g", (int)digits, v);
			if (reads_back(f, text, magnitude))
				break;
		}
	}
	if (value & sign)
		buf_u8(out, '-');
	buf_puts(out, text);
	if (strpbrk(text, ".e") == NULL)
		buf_puts(out, ".0");
	buf_u8(out, (uint8_t)f->letter);
}
