/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each instruction form of PTX on edge values: writes forms.ptx (a kernel for each form), forms.run
 * and, computed here in plain C from the PTX ISA, what the kernels must store.
 *
 *   I(name, PTX, expression)   result %r0, 32 bits      L: %d0, 64 bits      H: %h0, 16 bits
 *   P(name, PTX, expression)   result %p0               S: %f0, an f32       D: %g0, an f64
 *   X(name, PTX, expression)   result %f0, approximate: 1e-6 * max(1, |value|)
 *
 * The forms are those of FORMS ("forms.def" unless the compiler is told otherwise), which may have
 * more functions in ORACLES, PTX of the module in the macro MODULE, and its .version and .target in
 * DIRECTIVES. Where the PTX names them: %xg is the address of 32 bytes of an item's own in global
 * memory, %rs (32 bits) and %xs (64) in shared and %xl in local memory; group_cell is shared by a
 * work-group of 256; words, halves and bytes are constants, start is a global.
 *
 * Inputs are three 64-bit numbers: %d1 %d2 %d3; %r, %h, %f, %g and %p are their low bits as other
 * registers. In expressions A B C are the numbers, a b c their low 32 bits, sa sb sc signed, ha hb
 * hc 16 bits, sha shb shc those signed, fa fb fc as f32, da db dc as f64. */
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef int64_t s64;
typedef int32_t s32;
typedef int16_t s16;
typedef int8_t s8;
typedef unsigned __int128 u128;
typedef __int128 s128;

static float f32_of(u32 b)
{
	float f;
	memcpy(&f, &b, 4);
	return f;
}
static u32 bits32(float f)
{
	u32 b;
	memcpy(&b, &f, 4);
	return b;
}
static double f64_of(u64 b)
{
	double f;
	memcpy(&f, &b, 8);
	return f;
}
static u64 bits64(double f)
{
	u64 b;
	memcpy(&b, &f, 8);
	return b;
}
static float flush(float f)
{
	return fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
}
static float sat(float f)
{
	return f > 0 ? (f < 1 ? f : 1) : 0;
}

static float round_f32(int mode, char op, float x, float y, float z)
{
	volatile float a = x, b = y, c = z, r = 0;
	fesetround(mode);
	r = op == '+'   ? a + b
	    : op == '-' ? a - b
	    : op == '*' ? a * b
	    : op == '/' ? a / b
	    : op == 'q' ? sqrtf(a)
	                : fmaf(a, b, c);
	fesetround(FE_TONEAREST);
	return r;
}

static double round_f64(int mode, char op, double x, double y, double z)
{
	volatile double a = x, b = y, c = z, r = 0;
	fesetround(mode);
	r = op == '+'   ? a + b
	    : op == '-' ? a - b
	    : op == '*' ? a * b
	    : op == '/' ? a / b
	    : op == 'q' ? sqrt(a)
	                : fma(a, b, c);
	fesetround(FE_TONEAREST);
	return r;
}

static float f32_from(int mode, double x)
{
	volatile float r;
	fesetround(mode);
	r = (float)x;
	fesetround(FE_TONEAREST);
	return r;
}
static float f32_from_s(int mode, s64 x)
{
	volatile float r;
	volatile s64 v = x;
	fesetround(mode);
	r = (float)v;
	fesetround(FE_TONEAREST);
	return r;
}
static float f32_from_u(int mode, u64 x)
{
	volatile float r;
	volatile u64 v = x;
	fesetround(mode);
	r = (float)v;
	fesetround(FE_TONEAREST);
	return r;
}
static double f64_from_s(int mode, s64 x)
{
	volatile double r;
	volatile s64 v = x;
	fesetround(mode);
	r = (double)v;
	fesetround(FE_TONEAREST);
	return r;
}
static double f64_from_u(int mode, u64 x)
{
	volatile double r;
	volatile u64 v = x;
	fesetround(mode);
	r = (double)v;
	fesetround(FE_TONEAREST);
	return r;
}

static double integral(int mode, double x)
{
	fesetround(mode);
	volatile double r = nearbyint(x);
	fesetround(FE_TONEAREST);
	return r;
}

/* Float to integer: rounds, saturates; NaN gives `nan`. */
static u64 to_int(int mode, double x, int bits, int is_signed, u64 nan)
{
	if (isnan(x))
		return nan;
	double r = integral(mode, x), low = is_signed ? -ldexp(1, bits - 1) : 0,
	       high = ldexp(1, is_signed ? bits - 1 : bits);
	u64 mask = bits == 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
	if (r < low)
		return (is_signed ? (u64)1 << (bits - 1) : 0) & mask;
	if (r >= high)
		return is_signed ? mask >> 1 : mask;
	return (is_signed ? (u64)(s64)r : (u64)r) & mask;
}

static float min_f32(float x, float y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y ? (signbit(x) ? x : y) : x < y ? x : y;
}
static float max_f32(float x, float y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y ? (signbit(x) ? y : x) : x > y ? x : y;
}
static double min_f64(double x, double y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y ? (signbit(x) ? x : y) : x < y ? x : y;
}
static double max_f64(double x, double y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y ? (signbit(x) ? y : x) : x > y ? x : y;
}

static u64 shl(u64 x, u32 n, u32 w)
{
	return n >= w ? 0 : x << n;
}
static u64 shr(u64 x, u32 n, u32 w)
{
	return n >= w ? 0 : x >> n;
}
static s64 sar(s64 x, u32 n, u32 w)
{
	return n >= w ? x >> (w - 1) : x >> n;
}
static s64 clamp(s64 x, s64 lo, s64 hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

static u64 bfe(u64 x, u32 pos, u32 len, int width, int is_signed)
{
	u64 r = 0;
	int msb = width - 1;
	pos &= 255;
	len &= 255;
	int sign_at = (int)pos + (int)len - 1 < msb ? (int)pos + (int)len - 1 : msb;
	u64 sign = !is_signed || len == 0 ? 0 : x >> sign_at & 1;
	for (int i = 0; i <= msb; i++) {
		u64 bit = i < (int)len && (int)pos + i <= msb ? x >> (pos + (u32)i) & 1 : sign;
		r |= bit << i;
	}
	return r;
}

static u64 bfi(u64 x, u64 base, u32 pos, u32 len, int width)
{
	pos &= 255;
	len &= 255;
	for (int i = 0; i < (int)len && (int)pos + i < width; i++) {
		u64 m = (u64)1 << (pos + (u32)i);
		base = (x >> i & 1) != 0 ? base | m : base & ~m;
	}
	return base;
}

static u32 bfind(u64 x, int width, int is_signed)
{
	if (is_signed && (x >> (width - 1) & 1) != 0)
		x = ~x;
	for (int i = width - 1; i >= 0; i--)
		if ((x >> i & 1) != 0)
			return (u32)i;
	return 0xffffffff;
}

static u32 prmt(u32 x, u32 y, u32 sel)
{
	u64 all = (u64)y << 32 | x;
	u32 r = 0;
	for (int i = 0; i < 4; i++) {
		u32 n = sel >> (4 * i) & 15;
		u8 byte = (u8)(all >> (8 * (n & 7)));
		if ((n & 8) != 0)
			byte = (byte & 0x80) != 0 ? 0xff : 0;
		r |= (u32)byte << (8 * i);
	}
	return r;
}

static u32 lop3(u32 x, u32 y, u32 z, u32 lut)
{
	u32 r = 0;
	for (int i = 0; i < 32; i++)
		r |= (lut >> ((x >> i & 1) * 4 + (y >> i & 1) * 2 + (z >> i & 1)) & 1) << i;
	return r;
}

/* ---- halves: f16 and bf16, as bits; every NaN is 0x7fff ---- */

typedef __float128 wide; /* exact for sums and products of halves */

static u32 half_bits(_Float16 h)
{
	u16 b;
	memcpy(&b, &h, 2);
	return b;
}
static _Float16 half_of(u16 b)
{
	_Float16 h;
	memcpy(&h, &b, 2);
	return h;
}
static wide f16(u16 b)
{
	return (float)half_of(b);
}
static u32 half_of_f32(float f)
{
	return isnan(f) ? 0x7fff : half_bits((_Float16)f);
}

/* Rounds to a format with `mantissa` bits and exponents up to `bias`. */
static u32 narrow(int mode, wide x, int mantissa, int bias)
{
	if (x != x)
		return 0x7fff;
	u32 sign = signbit((double)x) ? 0x8000 : 0, exponent_all = (2 * bias + 1) << mantissa;
	wide m = sign ? -x : x;
	if (m == 0)
		return sign;
	if (m == (wide)INFINITY)
		return sign | exponent_all;
	int e = 0; /* m is 2^e at least, or subnormal */
	wide power = 1;
	for (; power * 2 <= m && e <= bias; e++)
		power *= 2;
	for (; power > m && e > 1 - bias; e--)
		power /= 2;
	bool away = mode == FE_TONEAREST || mode == (sign ? FE_DOWNWARD : FE_UPWARD);
	u32 too_large = sign | (away ? exponent_all : exponent_all - 1);
	if (e > bias)
		return too_large;
	wide units = m / power * (1 << mantissa); /* of the last place */
	u32 whole = (u32)units, up = 0;
	wide rest = units - whole;
	if (mode == FE_TONEAREST)
		up = rest > 0.5 || (rest == 0.5 && (whole & 1) != 0);
	else
		up = rest > 0 && mode == (sign ? FE_DOWNWARD : FE_UPWARD);
	u32 bits = ((u32)(e + bias) << mantissa) + whole + up - (1u << mantissa);
	if (whole < 1u << mantissa && e == 1 - bias)
		bits = whole + up; /* subnormal */
	return bits >= exponent_all ? too_large : sign | bits;
}
static u32 h_of(int mode, wide x)
{
	return narrow(mode, x, 10, 15);
}
static u32 h_round(wide x)
{
	return h_of(FE_TONEAREST, x);
}
static u32 x2(u32 low, u32 high)
{
	return (low & 0xffff) | high << 16;
}
static u16 h_flush(u16 b)
{
	return (b & 0x7c00) == 0 ? b & 0x8000 : b;
}
static u32 h_relu(u32 b)
{
	return b == 0x7fff ? b : (b & 0x8000) != 0 ? 0 : b;
}
static u32 h_sat(u32 b)
{
	return b == 0x7fff || (b & 0x8000) != 0 ? 0 : b > 0x3c00 ? 0x3c00 : b;
}
static u32 h_nan(u32 b)
{
	return (b & 0x7fff) > 0x7c00 ? 0x7fff : b;
} /* NaN payloads are free */
static u32 h_add(u16 x, u16 y)
{
	return h_round(f16(x) + f16(y));
}
static u32 h_sub(u16 x, u16 y)
{
	return h_round(f16(x) - f16(y));
}
static u32 h_mul(u16 x, u16 y)
{
	return h_round(f16(x) * f16(y));
}
static u32 h_fma(u16 x, u16 y, u16 z)
{
	return h_round(f16(x) * f16(y) + f16(z));
}

/* The smaller (larger) of two floats of `width` bits as bits, `inf` those of infinity. */
static u64 pick(u64 x, u64 y, bool larger, int width, u64 inf)
{
	u64 sign = (u64)1 << (width - 1), m = sign - 1;
	bool nan_x = (x & m) > inf, nan_y = (y & m) > inf;
	if (nan_x || nan_y)
		return !nan_x ? x : !nan_y ? y : m;
	s64 order_x = (x & sign) != 0 ? -(s64)(x & m) - 1 : (s64)x;
	s64 order_y = (y & sign) != 0 ? -(s64)(y & m) - 1 : (s64)y;
	return (order_x < order_y) != larger ? x : y;
}
static u32 h_min(u16 x, u16 y)
{
	return (u32)pick(x, y, false, 16, 0x7c00);
}
static u32 h_max(u16 x, u16 y)
{
	return (u32)pick(x, y, true, 16, 0x7c00);
}
static u32 b_min(u16 x, u16 y)
{
	return (u32)pick(x, y, false, 16, 0x7f80);
}
static u32 b_max(u16 x, u16 y)
{
	return (u32)pick(x, y, true, 16, 0x7f80);
}
static u32 s_min(u32 x, u32 y)
{
	return (u32)pick(x, y, false, 32, 0x7f800000);
}
static u32 s_max(u32 x, u32 y)
{
	return (u32)pick(x, y, true, 32, 0x7f800000);
}
static bool h_is_nan(u16 x)
{
	return (x & 0x7fff) > 0x7c00;
}
static bool b_is_nan(u16 x)
{
	return (x & 0x7fff) > 0x7f80;
}
static bool s_is_nan(u32 x)
{
	return (x & 0x7fffffff) > 0x7f800000;
}
static wide bf16(u16 b)
{
	return f32_of((u32)b << 16);
}
static u32 b_of(int mode, wide x)
{
	return narrow(mode, x, 7, 127);
}
static u32 b_round(wide x)
{
	return b_of(FE_TONEAREST, x);
}
static u32 b_fma(u16 x, u16 y, u16 z)
{
	return b_round(bf16(x) * bf16(y) + bf16(z));
}

static u32 brev(u32 x)
{
	u32 r = 0;
	for (int i = 0; i < 32; i++)
		r |= (x >> i & 1) << (31 - i);
	return r;
}
static u64 brev64(u64 x)
{
	return (u64)brev((u32)x) << 32 | brev((u32)(x >> 32));
}
static u32 sadd(s64 x)
{
	return (u32)clamp(x, INT32_MIN, INT32_MAX);
}

#ifndef DIRECTIVES
#define DIRECTIVES ".version 8.6\n.target sm_100a\n"
#endif
#ifndef FORMS
#define FORMS "forms.def"
#endif
#ifdef ORACLES
#include ORACLES
#endif

struct form {
	const char *name, *ptx;
	char kind;
	u64 (*compute)(u64 A, u64 B, u64 C);
};

#define VARS \
	u32 a = (u32)A, b = (u32)B, c = (u32)C; \
	s32 sa = (s32)a, sb = (s32)b, sc = (s32)c; \
	u16 ha = (u16)A, hb = (u16)B, hc = (u16)C; \
	s16 sha = (s16)ha, shb = (s16)hb, shc = (s16)hc; \
	float fa = f32_of(a), fb = f32_of(b), fc = f32_of(c); \
	double da = f64_of(A), db = f64_of(B), dc = f64_of(C); \
	(void)a, (void)b, (void)c, (void)sa, (void)sb, (void)sc, (void)ha, (void)hb, (void)hc; \
	(void)sha, (void)shb, (void)shc, (void)fa, (void)fb, (void)fc, (void)da, (void)db, (void)dc;
#define FORM(name, expr) \
	static u64 f_##name(u64 A, u64 B, u64 C) \
	{ \
		VARS(void) A; \
		(void)B; \
		(void)C; \
		return expr; \
	}
#define I(name, ptx, expr) FORM(name, (u32)(expr))
#define L(name, ptx, expr) FORM(name, (u64)(expr))
#define H(name, ptx, expr) FORM(name, (u16)(expr))
#define P(name, ptx, expr) FORM(name, (expr) ? 1 : 0)
#define S(name, ptx, expr) FORM(name, bits32(expr))
#define D(name, ptx, expr) FORM(name, bits64(expr))
#define X(name, ptx, expr) FORM(name, bits32(expr))
#include FORMS
#undef I
#undef L
#undef H
#undef P
#undef S
#undef D
#undef X

static const struct form forms[] = {
#define ROW(name, ptx, kind) {#name, ptx, kind, f_##name},
#define I(name, ptx, expr) ROW(name, ptx, 'r')
#define L(name, ptx, expr) ROW(name, ptx, 'd')
#define H(name, ptx, expr) ROW(name, ptx, 'h')
#define P(name, ptx, expr) ROW(name, ptx, 'p')
#define S(name, ptx, expr) ROW(name, ptx, 'f')
#define D(name, ptx, expr) ROW(name, ptx, 'g')
#define X(name, ptx, expr) ROW(name, ptx, 'x')
#include FORMS
};
enum { FORM_COUNT = sizeof forms / sizeof forms[0], COUNT = 4096 };

static u64 in[3][COUNT];

static u64 next_random(u64 *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	*s ^= *s << 17;
	return *s;
}

/* PTX leaves open what becomes of signalling NaNs. */
static u64 quiet(u64 v)
{
	if (isnan(f64_of(v)))
		v |= (u64)1 << 51;
	if (isnan(f32_of((u32)v)))
		v |= 1u << 22;
	return v;
}

static void make_inputs(void)
{
	static const u32 edges[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 0x7f,
		0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff,
		0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x3f800000, 0xbf800000,
		0x3fc00000, 0x40200000, 0xc0200000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00400000,
		0x80400000, 0x00800000, 0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000,
		0xdf000000, 0x3f7fffff, 0x42ff0000, 0x43800000, 0x477fe000, 0x33800000, 0x3e800000,
		0x4b000001, 0x00018400, 0x3f803f80, 0x3c003c00, 0x7bff0001, 0xfc007c00, 0x12345678,
		0xdeadbeef, 0x00ff00ff};
	static const u64 wide[] = {0, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
		0x7ff8000000000000, 0x0008000000000000, 0x3ff0000000000000, 0xbff8000000000000,
		0x4004000000000000, 0x41e0000000000000, 0xc1e0000000100000, 0x41f0000000000000,
		0x43e0000000000000, 0xc3e0000000000001, 0x43f0000000000000, 0x47efffffe0000001,
		0x36a0000000000000, 0x7fffffffffffffff, 0xffffffffffffffff, 0x100000000};
	enum { EDGES = sizeof edges / sizeof edges[0], WIDE = sizeof wide / sizeof wide[0] };
	u64 s = 88172645463325252u;
	for (int i = 0; i < COUNT; i++)
		for (int k = 0; k < 3; k++) {
			u64 r = next_random(&s);
			u64 low = r % 8 < 7 ? edges[r / 8 % EDGES] : r >> 32;
			u64 high = r >> 8 & 3;
			in[k][i] = high == 0   ? low
			           : high == 1 ? wide[r / 1024 % WIDE]
			           : high == 2 ? low << 32 | edges[r / 4096 % EDGES]
			                       : low | ~(u64)0 << 32;
		}
	for (int i = 0; i < EDGES * EDGES && i < COUNT; i++) {
		in[0][i] = (in[0][i] & ~(u64)0xffffffff) | edges[i / EDGES];
		in[1][i] = (in[1][i] & ~(u64)0xffffffff) | edges[i % EDGES];
	}
	for (int i = 0; i < 3 * COUNT; i++)
		in[i / COUNT][i % COUNT] = quiet(in[i / COUNT][i % COUNT]);
}

static void write_file(const char *name, const void *bytes, size_t n)
{
	FILE *f = fopen(name, "wb");
	if (f == NULL || fwrite(bytes, 1, n, f) != n || fclose(f) != 0) {
		perror(name);
		exit(1);
	}
}

static void write_expected(const struct form *f)
{
	static u64 wide[COUNT];
	static u32 narrow[COUNT];
	char name[80];
	snprintf(name, sizeof name, "%s.bin", f->name);
	for (int i = 0; i < COUNT; i++) {
		wide[i] = f->compute(in[0][i], in[1][i], in[2][i]);
		narrow[i] = (u32)wide[i];
	}
	if (f->kind == 'd' || f->kind == 'g')
		write_file(name, wide, sizeof wide);
	else
		write_file(name, narrow, sizeof narrow);
}

static void write_module(FILE *ptx)
{
	fprintf(ptx,
		DIRECTIVES ".address_size 64\n"
			   ".global .align 32 .b8 scratch[%d];\n"
			   ".const .align 4 .u32 words[4] = {10, 0xffffffff, 30, 0x80000000};\n"
			   ".const .align 2 .s16 halves[4] = {-1, 2, -3, 32767};\n"
			   ".const .b8 bytes[4] = {255, 127, 128};\n"
			   ".global .align 8 .u64 start = 0x123456789abcdef0;\n",
		COUNT * 32);
#ifdef MODULE
	fputs(MODULE, ptx);
#endif
}

static void write_own_memory(FILE *ptx, const char *body)
{
	if (strstr(body, "%xg") != NULL)
		fprintf(ptx, "\t.reg .b64 %%xg;\n\tmov.u64 %%xg, scratch;\n"
			     "\tmad.wide.u32 %%xg, %%r4, 32, %%xg;\n");
	if (strstr(body, "%rs") != NULL || strstr(body, "%xs") != NULL)
		fprintf(ptx,
			"\t.reg .b32 %%rs;\n\t.reg .b64 %%xs;\n"
			"\t.shared .align 32 .b8 shared_cells[8192];\n\tmov.u32 %%rs, shared_cells;\n"
			"\tmad.lo.u32 %%rs, %%r1, 32, %%rs;\n\tcvt.u64.u32 %%xs, %%rs;\n");
	if (strstr(body, "group_cell") != NULL)
		fprintf(ptx, "\t.shared .align 8 .b8 group_cell[8];\n");
	if (strstr(body, "%xl") != NULL)
		fprintf(ptx, "\t.reg .b64 %%xl;\n\t.local .align 32 .b8 local_cell[32];\n"
			     "\tmov.u64 %%xl, local_cell;\n");
}

static void write_kernel(FILE *ptx, const struct form *f)
{
	fprintf(ptx,
		".visible .entry t_%s(.param .u64 pa, .param .u64 pb, .param .u64 pc, "
		".param .u64 po) .reqntid 256\n{\n"
		"\t.reg .b64 %%d<8>, %%x<8>;\n\t.reg .b32 %%r<8>;\n\t.reg .b16 %%h<8>;\n"
		"\t.reg .f32 %%f<8>;\n\t.reg .f64 %%g<8>;\n\t.reg .pred %%p<8>;\n"
		"\tmov.u32 %%r1, %%tid.x;\n\tmov.u32 %%r2, %%ctaid.x;\n\tmov.u32 %%r3, %%ntid.x;\n"
		"\tmad.lo.s32 %%r4, %%r2, %%r3, %%r1;\n\tmul.wide.u32 %%x0, %%r4, 8;\n",
		f->name);
	write_own_memory(ptx, f->ptx);
	for (int k = 1; k <= 3; k++)
		fprintf(ptx,
			"\tld.param.u64 %%x%d, [p%c];\n\tadd.s64 %%x%d, %%x%d, %%x0;\n"
			"\tld.global.u64 %%d%d, [%%x%d];\n\tcvt.u32.u64 %%r%d, %%d%d;\n"
			"\tcvt.u16.u64 %%h%d, %%d%d;\n\tmov.b32 %%f%d, %%r%d;\n"
			"\tmov.b64 %%g%d, %%d%d;\n\tand.b32 %%r7, %%r%d, 1;\n"
			"\tsetp.ne.u32 %%p%d, %%r7, 0;\n",
			k, 'a' + k - 1, k, k, k, k, k, k, k, k, k, k, k, k, k, k);
	fprintf(ptx, "\tld.param.u64 %%x4, [po];\n\t%s\n", f->ptx);
	bool wide = f->kind == 'd' || f->kind == 'g';
	if (f->kind == 'h')
		fprintf(ptx, "\tcvt.u32.u16 %%r0, %%h0;\n");
	if (f->kind == 'p')
		fprintf(ptx, "\tselp.u32 %%r0, 1, 0, %%p0;\n");
	fprintf(ptx,
		"\tmul.wide.u32 %%x5, %%r4, %d;\n\tadd.s64 %%x4, %%x4, %%x5;\n"
		"\tst.global.%s [%%x4], %s;\n\tret;\n}\n",
		wide ? 8 : 4,
		strchr("fx", f->kind) ? "f32"
		: f->kind == 'g'      ? "f64"
		: wide                ? "u64"
				      : "u32",
		strchr("fx", f->kind) ? "%f0"
		: f->kind == 'g'      ? "%g0"
		: wide                ? "%d0"
				      : "%r0");
}

static void write_run(FILE *run, int first, int step)
{
	fprintf(run, "run forms {\n\timage \"forms.img\"\n");
	for (int k = 0; k < 3; k++)
		fprintf(run, "\tbuffer in%d u64[]: @\"in%d.bin\"\n", k, k);
	for (int i = first; i < FORM_COUNT; i += step) {
		const struct form *f = &forms[i];
		const char *type = strchr("fx", f->kind) ? "f32"
		                   : f->kind == 'g'      ? "f64"
		                   : f->kind == 'd'      ? "u64"
		                                         : "u32";
		fprintf(run,
			"\tbuffer %s %s[%d]\n\tdispatch &t_%s grid(%d) group(256) "
			"args(in0, in1, in2, %s)\n\tcheck %s: @\"%s.bin\"%s\n",
			f->name, type, COUNT, f->name, COUNT, f->name, f->name, f->name,
			f->kind == 'x' ? " within 0.000001" : "");
	}
	fprintf(run, "}\n");
}

int main(int argc, char **argv)
{
	int first = 0, step = 1; /* of the forms: "first/step" */
	if (argc > 1 && sscanf(argv[1], "%d/%d", &first, &step) != 2)
		return 2;
	make_inputs();
	for (int k = 0; k < 3; k++) {
		char name[16];
		snprintf(name, sizeof name, "in%d.bin", k);
		write_file(name, in[k], sizeof in[k]);
	}
	FILE *ptx = fopen("forms.ptx", "w"), *run = fopen("forms.run", "w");
	if (ptx == NULL || run == NULL) {
		perror("forms");
		return 1;
	}
	write_module(ptx);
	for (int i = first; i < FORM_COUNT; i += step) {
		write_expected(&forms[i]);
		write_kernel(ptx, &forms[i]);
	}
	write_run(run, first, step);
	return fclose(ptx) != 0 || fclose(run) != 0;
}
