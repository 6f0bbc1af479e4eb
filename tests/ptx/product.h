/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the oracles of the product (product.def) compute with: an instruction, and floats of any
 * format in arithmetic of 113 bits, rounded to odd where it is not exact, so that a second rounding
 * is right. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
typedef int64_t s64;
typedef unsigned __int128 u128;
typedef __int128 s128;
typedef __float128 quad;

/* ---- types ----------------------------------------------------------------------------------- */

struct type {
	const char *name;
	char kind; /* u, s, b, f, p predicate; 2: pairs of the type `part` */
	int bits, fraction, bias;
	const char *part;
};

static const struct type types[] = {
	{"u8", 'u', 8, 0, 0, 0},
	{"u16", 'u', 16, 0, 0, 0},
	{"u32", 'u', 32, 0, 0, 0},
	{"u64", 'u', 64, 0, 0, 0},
	{"s8", 's', 8, 0, 0, 0},
	{"s16", 's', 16, 0, 0, 0},
	{"s32", 's', 32, 0, 0, 0},
	{"s64", 's', 64, 0, 0, 0},
	{"b16", 'b', 16, 0, 0, 0},
	{"b32", 'b', 32, 0, 0, 0},
	{"b64", 'b', 64, 0, 0, 0},
	{"pred", 'p', 1, 0, 0, 0},
	{"f16", 'f', 16, 10, 15, 0},
	{"bf16", 'f', 16, 7, 127, 0},
	{"f32", 'f', 32, 23, 127, 0},
	{"f64", 'f', 64, 52, 1023, 0},
	{"f16x2", '2', 32, 0, 0, "f16"},
	{"bf16x2", '2', 32, 0, 0, "bf16"},
	{"f32x2", '2', 64, 0, 0, "f32"},
	{"u16x2", '2', 32, 0, 0, "u16"},
	{"s16x2", '2', 32, 0, 0, "s16"},
};
enum { TYPES = sizeof types / sizeof types[0] };

static const struct type *type_named(const char *name)
{
	for (int i = 0; i < TYPES; i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	return NULL;
}

/* Of a pair, else the type itself. */
static const struct type *part_of(const struct type *t)
{
	return t->kind == '2' ? type_named(t->part) : t;
}

static u64 mask_of(int bits)
{
	return bits == 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
}

static s64 signed_of(u64 v, int bits)
{
	return (s64)(v << (64 - bits)) >> (64 - bits);
}

/* An integer's value, which 65 bits hold. */
static s128 integer(const struct type *t, u64 v)
{
	v &= mask_of(t->bits);
	return t->kind == 's' ? (s128)signed_of(v, t->bits) : (s128)v;
}

static s128 least(const struct type *t)
{
	return t->kind == 's' ? -((s128)1 << (t->bits - 1)) : 0;
}

static s128 most(const struct type *t)
{
	return ((s128)1 << (t->bits - (t->kind == 's'))) - 1;
}

static s128 clamped(s128 v, s128 low, s128 high)
{
	return v < low ? low : v > high ? high : v;
}

/* ---- instructions ---------------------------------------------------------------------------- */

enum { MOST_WORDS = 12, MOST_SOURCES = 5 };

struct form {
	char text[80];              /* "add.rn.f32" */
	char words[MOST_WORDS][16]; /* "add", "rn", "f32" */
	int word_count;
	const struct type *types[3]; /* those among the words */
	int type_count;
	u64 imm; /* of an operand that is a constant */
};

static bool has(const struct form *f, const char *word)
{
	for (int i = 1; i < f->word_count; i++)
		if (strcmp(f->words[i], word) == 0)
			return true;
	return false;
}

static bool is_root(const struct form *f, const char *root)
{
	return strcmp(f->words[0], root) == 0;
}

static char rounding(const struct form *f)
{
	return has(f, "rz") || has(f, "rzi")   ? 'z'
	       : has(f, "rm") || has(f, "rmi") ? 'm'
	       : has(f, "rp") || has(f, "rpi") ? 'p'
	       : has(f, "rna")                 ? 'a'
	                                       : 'n';
}

/* ---- floats ---------------------------------------------------------------------------------- */

static u128 quad_bits(quad x)
{
	u128 b;
	memcpy(&b, &x, sizeof b);
	return b;
}

static quad quad_of(u128 b)
{
	quad x;
	memcpy(&x, &b, sizeof x);
	return x;
}

static bool is_nan(quad x)
{
	return x != x;
}
static bool is_inf(quad x)
{
	return !is_nan(x) && is_nan(x - x);
}
static bool is_minus(quad x) /* also of a NaN */
{
	return quad_bits(x) >> 127 != 0;
}

static u64 sign_bit(const struct type *t)
{
	return (u64)1 << (t->bits - 1);
}

static u64 exponent_all(const struct type *t)
{
	return sign_bit(t) - ((u64)1 << t->fraction);
}

static bool is_nan_of(const struct type *t, u64 v)
{
	return (v & (sign_bit(t) - 1)) > exponent_all(t);
}

static bool is_subnormal_of(const struct type *t, u64 v)
{
	return (v & exponent_all(t)) == 0;
}

/* The number that the bits are. */
static quad value(const struct type *t, u64 v)
{
	u64 sign = sign_bit(t), mag = v & (sign - 1), one = (u64)1 << t->fraction;
	u128 s = (v & sign) != 0 ? (u128)1 << 127 : 0;
	int e = (int)(mag >> t->fraction);
	u64 m = mag & (one - 1);
	if (mag >= exponent_all(t))
		return quad_of(s | (u128)0x7fff << 112 | (u128)m << (112 - t->fraction));
	if (e == 0) {
		quad r = (quad)m; /* units of 2^(1 - bias - fraction) */
		quad unit = quad_of((u128)(16383 + 1 - t->bias - t->fraction) << 112);
		r *= unit;
		return s != 0 ? -r : r;
	}
	return quad_of(s | (u128)(e - t->bias + 16383) << 112 | (u128)m << (112 - t->fraction));
}

/* The bits of x: n to even, a away from zero when half way, z, p, m. NaN is all ones, without
 * sign. */
static u64 rounded(const struct type *t, quad x, char mode)
{
	u128 b = quad_bits(x);
	bool minus = b >> 127 != 0;
	u64 sign = minus ? sign_bit(t) : 0, inf = exponent_all(t);
	int e = (int)(b >> 112 & 0x7fff) - 16383;
	if (is_nan(x))
		return sign_bit(t) - 1;
	if (is_inf(x))
		return sign | inf;
	if (x == 0)
		return sign;
	int tiny = 1 - t->bias > e ? 1 - t->bias - e : 0;
	int shift = 112 - t->fraction + tiny;
	shift = shift > 120 ? 120 : shift;
	u128 m = (b & (((u128)1 << 112) - 1)) | (u128)1 << 112, half = (u128)1 << (shift - 1);
	u128 rest = m & (2 * half - 1);
	u64 whole = (u64)(m >> shift);
	bool up = rest == 0     ? false
	          : mode == 'n' ? rest > half || (rest == half && whole % 2 == 1)
	          : mode == 'a' ? rest >= half
	          : mode == 'p' ? !minus
	          : mode == 'm' ? minus
	                        : false;
	bool outward =
		mode == 'n' || mode == 'a' || (mode == 'p' && !minus) || (mode == 'm' && minus);
	if (e > t->bias)
		return sign | (outward ? inf : inf - 1);
	u64 bits = tiny != 0 ? whole + up : ((u64)(e + t->bias - 1) << t->fraction) + whole + up;
	return sign | (bits >= inf && !outward ? inf - 1 : bits);
}

static quad flushed(const struct type *t, quad x)
{
	return is_subnormal_of(t, rounded(t, x, 'z')) ? (is_minus(x) ? -(quad)0 : (quad)0) : x;
}

/* A result that is not exact: the last bit says so. `error` is what x lacks. */
static quad odd(quad x, quad error)
{
	u128 b = quad_bits(x);
	if (error == 0 || is_nan(x - x))
		return x;
	if (is_minus(error) != is_minus(x))
		b--;
	return quad_of(b | 1);
}

static quad sum(quad x, quad y, char mode)
{
	quad s = x + y, part = s - x;
	if (s == 0 && is_minus(x) != is_minus(y))
		return mode == 'm' ? -(quad)0 : (quad)0;
	return is_nan(s - s) ? s : odd(s, (x - (s - part)) + (y - part));
}

static quad truncated(quad x)
{
	u128 b = quad_bits(x);
	int e = (int)(b >> 112 & 0x7fff) - 16383;
	if (e < 0)
		return is_minus(x) ? -(quad)0 : (quad)0;
	return e >= 112 ? x : quad_of(b & ~((((u128)1) << (112 - e)) - 1));
}

/* To an integral number. */
static quad integral(quad x, char mode)
{
	quad t = truncated(x), rest = x - t, one = is_minus(x) ? -(quad)1 : (quad)1;
	if (is_nan(x - x) || rest == 0)
		return x;
	quad mag = rest < 0 ? -rest : rest;
	bool up = mode == 'n'   ? mag > (quad)0.5 || (mag == (quad)0.5 && truncated(t / 2) * 2 != t)
	          : mode == 'p' ? !is_minus(x)
	          : mode == 'm' ? is_minus(x)
	                        : false;
	return up ? t + one : t;
}
