/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Converts between numbers, elements and text. Elements are little-endian, like x86-64. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "element_types.h"

const struct run_type_info run_types[RUN_TYPE_COUNT] = {
#define RUN_TYPE_INFO(id, name, bytes, class) {name, bytes, class},
	RUN_TYPES(RUN_TYPE_INFO)
#undef RUN_TYPE_INFO
};

const char *const run_type_names[RUN_TYPE_COUNT + 1] = {
#define RUN_TYPE_NAME(id, name, bytes, class) name,
	RUN_TYPES(RUN_TYPE_NAME)
#undef RUN_TYPE_NAME
};

enum run_type run_type_of_c(struct str name)
{
	static const struct {
		const char *name;
		enum run_type type;
	} names[] = {
		{"char", RUN_TYPE_S8},
		{"uchar", RUN_TYPE_U8},
		{"short", RUN_TYPE_S16},
		{"ushort", RUN_TYPE_U16},
		{"int", RUN_TYPE_S32},
		{"uint", RUN_TYPE_U32},
		{"unsigned", RUN_TYPE_U32},
		{"long", RUN_TYPE_S64},
		{"ulong", RUN_TYPE_U64},
		{"size_t", RUN_TYPE_U64},
		{"half", RUN_TYPE_F16},
		{"float", RUN_TYPE_F32},
		{"double", RUN_TYPE_F64},
		{"int8", RUN_TYPE_S8},
		{"uint8", RUN_TYPE_U8},
		{"int16", RUN_TYPE_S16},
		{"uint16", RUN_TYPE_U16},
		{"int32", RUN_TYPE_S32},
		{"uint32", RUN_TYPE_U32},
		{"int64", RUN_TYPE_S64},
		{"uint64", RUN_TYPE_U64},
		{"float16", RUN_TYPE_F16},
		{"float32", RUN_TYPE_F32},
		{"float64", RUN_TYPE_F64},
		{"i8", RUN_TYPE_S8},
		{"i16", RUN_TYPE_S16},
		{"i32", RUN_TYPE_S32},
		{"i64", RUN_TYPE_S64},
	};
	if (name.n > 2 && memcmp(name.p + name.n - 2, "_t", 2) == 0 && !str_is(name, "size_t"))
		name.n -= 2;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_is(name, names[i].name))
			return names[i].type;
	return RUN_TYPE_COUNT;
}

enum run_type run_type_find(struct str name)
{
	unsigned t = 0;
	while (t < RUN_TYPE_COUNT && !str_is(name, run_types[t].name))
		t++;
	return (enum run_type)t;
}

double run_to_double(struct run_number n)
{
	return n.is_float ? n.f : (double)(int64_t)n.i;
}

/* ---- half precision ------------------------------------------------------------------------- */

enum { F16_MANTISSA_BITS = 10, F16_BIAS = 15, F16_INF = 0x7c00, F16_QUIET = 0x0200 };

uint16_t run_f16_from_double(double v)
{
	uint16_t sign = signbit(v) ? 0x8000 : 0;
	double a = fabs(v);
	if (isnan(v))
		return (uint16_t)(sign | F16_INF | F16_QUIET);
	/* The largest half is 65504; from halfway to the next value on, a number rounds to
	 * infinity. */
	if (a >= 65520.0)
		return (uint16_t)(sign | F16_INF);
	int exponent;
	frexp(a, &exponent); /* a = m * 2^exponent, 0.5 <= m < 1 */
	int lowest = 1 - F16_BIAS;
	int e = a == 0 || exponent - 1 < lowest ? lowest : exponent - 1;
	/* This is the value in units of the last place; nearbyint() rounds to nearest even. */
	double units = nearbyint(ldexp(a, F16_MANTISSA_BITS - e));
	/* A carry out of the mantissa goes into the exponent by itself. */
	uint32_t h = (uint32_t)units;
	if (h >= 1u << F16_MANTISSA_BITS)
		h += (uint32_t)(e + F16_BIAS - 1) << F16_MANTISSA_BITS;
	return (uint16_t)(sign | h);
}

double run_f16_to_double(uint16_t h)
{
	int exponent = h >> F16_MANTISSA_BITS & 0x1f;
	int mantissa = h & ((1 << F16_MANTISSA_BITS) - 1);
	double v = 0;
	if (exponent == 0x1f)
		v = mantissa != 0 ? (double)NAN : (double)INFINITY;
	else if (exponent == 0)
		v = ldexp(mantissa, 1 - F16_BIAS - F16_MANTISSA_BITS);
	else
		v = ldexp(mantissa + (1 << F16_MANTISSA_BITS),
			exponent - F16_BIAS - F16_MANTISSA_BITS);
	return (h & 0x8000) != 0 ? -v : v;
}

/* ---- elements ------------------------------------------------------------------------------- */

static void store_float(void *element, enum run_type t, double v)
{
	if (t == RUN_TYPE_F64) {
		memcpy(element, &v, sizeof v);
	} else if (t == RUN_TYPE_F32) {
		float f = (float)v;
		memcpy(element, &f, sizeof f);
	} else {
		uint16_t h = run_f16_from_double(v);
		memcpy(element, &h, sizeof h);
	}
}

static bool integer_of(struct run_number n, uint64_t *out)
{
	*out = n.i;
	if (!n.is_float)
		return true;
	if (!(n.f >= -0x1p63 && n.f < 0x1p64) || n.f != trunc(n.f))
		return false;
	*out = n.f < 0 ? (uint64_t)(int64_t)n.f : (uint64_t)n.f;
	return true;
}

bool run_store(void *element, enum run_type t, struct run_number n)
{
	uint32_t bytes = run_types[t].bytes;
	uint64_t v = 0;
	if (run_types[t].class == RUN_FLOAT) {
		store_float(element, t, run_to_double(n));
		return true;
	}
	if (!integer_of(n, &v))
		return false;
	unsigned bits = 8 * bytes;
	if (bits < 64 && v >> bits != 0 && v >> (bits - 1) != UINT64_MAX >> (bits - 1))
		return false;
	memcpy(element, &v, bytes); /* works because elements are little-endian */
	return true;
}

struct run_number run_load(const void *element, enum run_type t)
{
	uint64_t v = 0;
	memcpy(&v, element, run_types[t].bytes);
	if (run_types[t].class == RUN_FLOAT) {
		float f;
		double d;
		memcpy(&f, &v, sizeof f);
		memcpy(&d, &v, sizeof d);
		return run_float(t == RUN_TYPE_F64   ? d
				 : t == RUN_TYPE_F32 ? (double)f
						     : run_f16_to_double((uint16_t)v));
	}
	if (run_types[t].class == RUN_SIGNED) {
		unsigned unused = 64 - 8 * run_types[t].bytes;
		v = (uint64_t)((int64_t)(v << unused) >> unused);
	}
	return run_int(v);
}

/* Appends whole numbers below 1e15 in full, and others with the fewest digits that read back as the
 * same element. */
static void format_float(const void *element, enum run_type t, double v, struct buf *out)
{
	char text[40];
	if (isnan(v)) {
		buf_puts(out, signbit(v) ? "-nan" : "nan");
		return;
	}
	if (v == trunc(v) && fabs(v) < 1e15) {
		buf_printf(out, "%.0f", v);
		return;
	}
	/* Every normal number keeps `sure` digits, but a subnormal number may keep fewer. */
	double smallest = t == RUN_TYPE_F64 ? 0x1p-1022 : t == RUN_TYPE_F32 ? 0x1p-126 : 0x1p-14;
	int sure = t == RUN_TYPE_F64 ? 15 : t == RUN_TYPE_F32 ? 6 : 3;
	for (int digits = fabs(v) < smallest ? 1 : sure;; digits++) {
		uint64_t back = 0;
		snprintf(text, sizeof text, "%.*g", digits, v);
		store_float(&back, t, strtod(text, NULL));
		if (digits >= 17 || memcmp(&back, element, run_types[t].bytes) == 0)
			break;
	}
	buf_puts(out, text);
}

void run_format(const void *element, enum run_type t, struct buf *out)
{
	struct run_number n = run_load(element, t);
	switch (run_types[t].class) {
	case RUN_UNSIGNED:
		buf_printf(out, "%llu", (unsigned long long)n.i);
		break;
	case RUN_SIGNED:
		buf_printf(out, "%lld", (long long)n.i);
		break;
	case RUN_BITS:
		buf_printf(out, "0x%0*llx", (int)(2 * run_types[t].bytes), (unsigned long long)n.i);
		break;
	case RUN_FLOAT:
		format_float(element, t, n.f, out);
		break;
	}
}

/* ---- text to number ------------------------------------------------------------------------- */

static bool parse_integer(struct str s, uint64_t *out)
{
	unsigned base = 10;
	uint64_t v = 0;
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] == 'x' || s.p[1] == 'X')) {
		base = 16;
		s = str_skip(s, 2);
	}
	for (size_t i = 0; i < s.n; i++) {
		unsigned c = (unsigned char)s.p[i];
		unsigned digit = c >= '0' && c <= '9'                 ? c - '0'
		                 : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
		                                                      : 99;
		if (digit >= base || v > (UINT64_MAX - digit) / base)
			return false;
		v = v * base + digit;
	}
	*out = v;
	return s.n != 0;
}

bool run_parse_number(struct str s, struct run_number *out)
{
	enum { LONGEST = 100 };
	bool negative = s.n != 0 && s.p[0] == '-';
	struct str digits = negative || (s.n != 0 && s.p[0] == '+') ? str_skip(s, 1) : s;
	uint64_t v = 0;
	if (parse_integer(digits, &v)) {
		*out = run_int(negative ? 0 - v : v);
		return true;
	}
	char text[LONGEST + 1], *end = NULL;
	if (digits.n == 0 || digits.n > LONGEST || digits.p[0] == '+' || digits.p[0] == '-' ||
		digits.p[0] == ' ')
		return false;
	memcpy(text, digits.p, digits.n);
	text[digits.n] = '\0';
	double f = strtod(text, &end);
	*out = run_float(negative ? -f : f);
	return end == text + digits.n;
}
