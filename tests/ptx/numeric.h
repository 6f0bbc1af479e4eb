/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What numeric.def computes with: floats of any format rounded by search, halves, bytes. */
typedef __float128 quad;

/* ---- inputs ---------------------------------------------------------------------------------- */

static u32 mix(u32 x, u32 y)
{
	return x * 0x9e3779b1u + y;
}

/* An f32 between 2^-31 and 2^33, where the small formats lie. */
static u32 mid(u32 x, u32 y)
{
	return (mix(x, y) & 0x9fffffff) + 0x30000000;
}

/* ---- formats: patterns without sign from 0 to `top`, then infinity --------------------------- */

struct format {
	int bias, fraction;
	u32 top;
	int bits; /* with the sign */
};
static const struct format F16 = {15, 10, 0x7bff, 16}, BF16 = {127, 7, 0x7f7f, 16},
			   TF32 = {127, 10, 0x3fbff, 19}, E4M3 = {7, 3, 0x7e, 8},
			   E5M2 = {15, 2, 0x7b, 8}, E2M3 = {1, 3, 0x1f, 6}, E3M2 = {3, 2, 0x1f, 6},
			   E2M1 = {1, 1, 7, 4};

static quad pattern_value(struct format f, u32 p)
{
	u32 one = 1u << f.fraction;
	if (p < one)
		return (quad)ldexp(p, 1 - f.bias - f.fraction);
	return (quad)ldexp(one + p % one, (int)(p >> f.fraction) - f.bias - f.fraction);
}

static int q_is_nan(quad x)
{
	return x != x;
}
static int q_is_inf(quad x)
{
	return !q_is_nan(x) && q_is_nan(x - x);
}
static int q_is_minus(quad x) /* also of a NaN */
{
	u128 bits;
	memcpy(&bits, &x, sizeof bits);
	return (int)(bits >> 127);
}

/* x + y, rounded to odd: no information is lost that a later rounding needs. */
static quad q_sum(quad x, quad y)
{
	quad s = x + y, part = s - x, error = (x - (s - part)) + (y - part);
	u128 bits;
	if (q_is_nan(s - s) || error == 0)
		return s;
	memcpy(&bits, &s, sizeof bits);
	if (q_is_minus(error) != q_is_minus(s))
		bits--;
	bits |= 1;
	memcpy(&s, &bits, sizeof bits);
	return s;
}

/* mode: n to even, a away from zero when half way, z, p, m; no NaN */
static u32 round_to(struct format f, quad x, char mode)
{
	int minus = q_is_minus(x);
	quad mag = minus ? -x : x;
	u32 low = 0, high = f.top + 1, sign = minus ? 1u << (f.bits - 1) : 0;
	if (q_is_inf(x))
		return sign | high;
	while (high - low > 1) {
		u32 middle = (low + high) / 2;
		if (pattern_value(f, middle) <= mag)
			low = middle;
		else
			high = middle;
	}
	quad below = mag - pattern_value(f, low), above = pattern_value(f, low + 1) - mag;
	int up = below == 0    ? 0
	         : mode == 'n' ? below > above || (below == above && low % 2 == 1)
	         : mode == 'a' ? below >= above
	         : mode == 'p' ? !minus
	         : mode == 'm' ? minus
	                       : 0;
	return sign | (low + (u32)up);
}

/* cvt with .satfinite (f) and .relu (r); NaN gives `nan`. */
static u32 to_format(struct format f, quad x, char mode, const char *flags, u32 nan)
{
	if (q_is_nan(x))
		return nan;
	if (strchr(flags, 'r') != NULL && (x < 0 || q_is_minus(x)))
		x = 0;
	if (strchr(flags, 'f') != NULL) {
		quad most = pattern_value(f, f.top);
		x = x > most ? most : x < -most ? -most : x;
	}
	return round_to(f, x, mode);
}

static quad from_format(struct format f, u32 p)
{
	u32 mag = p & ((1u << (f.bits - 1)) - 1);
	quad v = mag > f.top + 1 || (mag == f.top + 1 && f.bits == 8 && f.fraction == 3) ? (quad)NAN
	         : mag == f.top + 1 ? (quad)INFINITY
	                            : pattern_value(f, mag);
	return p >> (f.bits - 1) & 1 ? -v : v;
}

static u32 f16_to(quad x, char mode, const char *flags)
{
	return to_format(F16, x, mode, flags, 0x7fff);
}
static u32 bf16_to(quad x, char mode, const char *flags)
{
	return to_format(BF16, x, mode, flags, 0x7fff);
}
static u32 tf32_to(float x, char mode, const char *flags)
{
	return to_format(TF32, x, mode, flags, 0x3ffff) << 13 | (isnan(x) ? 0x1fff : 0);
}

static quad half_value(char type, u32 bits)
{
	return type == 'h' ? (quad)half_of((u16)bits) : bf16(bits & 0xffff);
}

/* ---- pairs of small floats ------------------------------------------------------------------- */

static u32 mini_pair(struct format f, float high, float low, const char *flags)
{
	u32 nan = f.bits == 8 ? 0x7f : f.top;
	char all[4] = "f";
	strcat(all, flags);
	return to_format(f, high, 'n', all, nan) << (f.bits == 4 ? 4 : 8) |
	       to_format(f, low, 'n', all, nan);
}

static u32 mini_pair_h(struct format f, u32 pair, const char *flags)
{
	return mini_pair(f, half_of((u16)(pair >> 16)), half_of((u16)pair), flags);
}

static u32 mini_widen(struct format f, u32 pair, const char *flags)
{
	u32 mask = (1u << f.bits) - 1, step = f.bits == 4 ? 4 : 8;
	return f16_to(from_format(f, pair >> step & mask), 'n', flags) << 16 |
	       f16_to(from_format(f, pair & mask), 'n', flags);
}

static u32 ue8m0(u32 x, char mode, int finite)
{
	u32 mag = x & 0x7fffffff, e = mag >> 23;
	if (mag > 0x7f800000)
		return 0xff;
	if (mode == 'p' && e < 255 && (mag & 0x7fffff) != 0 && mag > 0x400000)
		e++;
	return finite && e == 255 ? 254 : e;
}
static u32 ue8m0_widen(u32 e)
{
	e &= 255;
	return e == 255 ? 0x7fff : e == 0 ? 0x40 : e << 7;
}

/* ---- arithmetic of halves -------------------------------------------------------------------- */

static quad q_pick(int is_min, quad x, quad y)
{
	if (q_is_nan(x) || q_is_nan(y))
		return q_is_nan(x) ? y : x;
	if (x == y)
		return q_is_minus(x) == is_min ? x : y;
	return (x < y) == is_min ? x : y;
}

/* A signalling NaN made quiet, by the pattern of infinity. */
static u32 q16(u32 x, u32 inf)
{
	return (x & 0x7fff) > inf ? x | ((inf & -inf) >> 1) : x;
}
static u32 q32(u32 x, u32 inf)
{
	return q16(x & 0xffff, inf) | q16(x >> 16, inf) << 16;
}

/* flags: N .NaN, x .xorsign.abs, a .abs */
static quad q_extremum(int is_min, quad x, quad y, const char *flags)
{
	int sign = q_is_minus(x) != q_is_minus(y);
	if (strpbrk(flags, "xa") != NULL) {
		x = q_is_minus(x) ? -x : x;
		y = q_is_minus(y) ? -y : y;
	}
	quad r = q_pick(is_min, x, y);
	if (strchr(flags, 'N') != NULL && (q_is_nan(x) || q_is_nan(y)))
		return (quad)NAN;
	return strchr(flags, 'x') != NULL && sign ? -r : r;
}

static quad q_flush(char type, quad x)
{
	quad least = type == 'h' ? (quad)0x1p-14 : (quad)0x1p-126;
	return x > -least && x < least ? (q_is_minus(x) ? -(quad)0 : (quad)0) : x;
}

/* One lane: type h f16, b bf16; flags of q_extremum and: z .ftz, s .sat, r .relu. */
static u32 half_op(char type, const char *op, const char *flags, u32 x, u32 y, u32 z)
{
	quad p = half_value(type, x), q = half_value(type, y), r = half_value(type, z);
	int ftz = strchr(flags, 'z') != NULL;
	if (ftz)
		p = q_flush(type, p), q = q_flush(type, q), r = q_flush(type, r);
	quad v = strcmp(op, "add") == 0   ? q_sum(p, q)
	         : strcmp(op, "sub") == 0 ? q_sum(p, -q)
	         : strcmp(op, "mul") == 0 ? p * q
	         : strcmp(op, "fma") == 0 ? q_sum(p * q, r)
	                                  : q_extremum(strcmp(op, "min") == 0, p, q, flags);
	if (strchr(flags, 's') != NULL)
		v = q_is_nan(v) || q_is_minus(v) ? 0 : v > 1 ? 1 : v;
	u32 out = (type == 'h' ? f16_to : bf16_to)(v, 'n', flags);
	if (ftz && (out & 0x7fff) < 0x400)
		out &= 0x8000;
	return out;
}

static u32 pair_op(char type, const char *op, const char *flags, u32 x, u32 y, u32 z)
{
	return half_op(type, op, flags, x & 0xffff, y & 0xffff, z & 0xffff) |
	       half_op(type, op, flags, x >> 16, y >> 16, z >> 16) << 16;
}

/* ---- others ---------------------------------------------------------------------------------- */

static int compare(const char *cmp, quad x, quad y)
{
	int unordered = q_is_nan(x) || q_is_nan(y), u = cmp[2] == 'u';
	if (strcmp(cmp, "num") == 0 || strcmp(cmp, "nan") == 0)
		return unordered == (cmp[1] == 'a');
	if (unordered)
		return u;
	return cmp[0] == 'e'   ? x == y
	       : cmp[0] == 'n' ? x != y
	       : cmp[0] == 'l' ? (cmp[1] == 't' ? x < y : x <= y)
	                       : (cmp[1] == 't' ? x > y : x >= y);
}

static u32 set_pair(char type, const char *cmp, u32 x, u32 y, u32 flag)
{
	u32 low = compare(cmp, half_value(type, x), half_value(type, y)) ? flag : 0;
	u32 high = compare(cmp, half_value(type, x >> 16), half_value(type, y >> 16)) ? flag : 0;
	return low | high << 16;
}

static u32 fns(u32 mask, u32 base, s32 offset)
{
	int pos = (int)base, inc = offset > 0 ? 1 : -1;
	s64 count = (offset < 0 ? -(s64)offset : offset) - 1;
	if (offset == 0)
		return mask >> base & 1 ? base : 0xffffffff;
	for (; pos >= 0 && pos < 32; pos += inc)
		if ((mask >> pos & 1) != 0 && count-- == 0)
			return (u32)pos;
	return 0xffffffff;
}

static u32 prmt_mode(u32 x, u32 y, const char *const selectors[4], u32 c)
{
	return prmt(x, y, (u32)strtoul(selectors[c & 3], NULL, 16));
}

static u32 dp(u32 x, u32 y, u32 z, int wide, int x_signed, int y_signed, int from)
{
	for (int i = 0; i < (wide ? 2 : 4); i++) {
		s64 p = wide ? (x_signed ? (s16)(x >> 16 * i) : (u16)(x >> 16 * i))
		             : (x_signed ? (s8)(x >> 8 * i) : (u8)(x >> 8 * i));
		u32 byte = y >> 8 * (i + from);
		s64 q = y_signed ? (s8)byte : (u8)byte;
		z += (u32)(p * q);
	}
	return z;
}

static u32 szext(u32 x, u32 n, int is_signed)
{
	if (n >= 32)
		return x;
	if (n == 0)
		return 0;
	return is_signed ? (u32)((s32)(x << (32 - n)) >> (32 - n)) : x & ((1u << n) - 1);
}

static s64 pack2(u32 c, s32 x, s32 y, int bits, int is_signed)
{
	s64 low = is_signed ? -(1 << (bits - 1)) : 0, high = (1 << (bits - is_signed)) - 1;
	u32 m = (1u << bits) - 1;
	return c << 2 * bits | ((u32)clamp(x, low, high) & m) << bits |
	       ((u32)clamp(y, low, high) & m);
}

static u32 flush32(u32 x)
{
	return bits32(flush(f32_of(x)));
}

/* Both f32s of a pair; NaN is 1. */
static u64 pair32(char op, int mode, u64 x, u64 y, u64 z)
{
	u64 r = 0;
	for (int i = 0; i < 64; i += 32) {
		float v = round_f32(mode, op, f32_of((u32)(x >> i)), f32_of((u32)(y >> i)),
			f32_of((u32)(z >> i)));
		r |= (u64)(isnan(v) ? 1 : bits32(v)) << i;
	}
	return r;
}
