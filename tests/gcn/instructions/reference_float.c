/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions on floats, by the text of their rows: scalar arithmetic under
 * fesetround(), with denormals flushed by hand, and wider types where a result is rounded once. */
#include <fenv.h>
#include <math.h>
#include <string.h>
#include "reference.h"

__extension__ typedef __float128 quad;

static float f32(uint64_t u)
{
	uint32_t b = (uint32_t)u;
	float f;
	memcpy(&f, &b, 4);
	return f;
}
static uint64_t u32(float f)
{
	uint32_t b;
	memcpy(&b, &f, 4);
	return b;
}
static double f64(uint64_t u)
{
	double f;
	memcpy(&f, &u, 8);
	return f;
}
static uint64_t u64(double f)
{
	uint64_t b;
	memcpy(&b, &f, 8);
	return b;
}

struct mode {
	int round;
	bool in, out; /* flushed */
};
static struct mode mode_of(const struct ref_lane *l, unsigned size)
{
	static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	unsigned r = l->mode >> (size == 32 ? 0 : 2) & 3, d = l->mode >> (size == 32 ? 4 : 6) & 3;
	return (struct mode){rounds[r], (d & 1) == 0, (d & 2) == 0};
}
static const struct mode flushing = {FE_TONEAREST, true, true};

static float in32(uint64_t u, const struct mode *m)
{
	float f = f32(u);
	return m->in && fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
}
static double in64(uint64_t u, const struct mode *m)
{
	double f = f64(u);
	return m->in && fpclassify(f) == FP_SUBNORMAL ? copysign(0, f) : f;
}
/* Rounds an exact or wider value; a result that is tiny after rounding to the full precision is
 * flushed. */
static float out32(quad x, const struct mode *m)
{
	volatile quad wide = x, larger = x * 0x1p100L;
	fesetround(m->round);
	volatile float r = (float)wide, scaled = (float)larger;
	fesetround(FE_TONEAREST);
	return m->out && (fabsf(scaled) < 0x1p-26F || fpclassify(r) == FP_SUBNORMAL) && r == r
	               ? copysignf(0, (float)r)
	               : r;
}
/* Conversions are not moved away from the rounding that is set for them. */
static double narrowed(quad x, int round)
{
	volatile quad wide = x;
	fesetround(round);
	volatile double r = (double)wide;
	fesetround(FE_TONEAREST);
	return r;
}
static double out64(quad x, double r, const struct mode *m)
{
	double scaled = narrowed(x * 0x1p900L, m->round);
	return m->out && (fabs(scaled) < 0x1p-122 || fpclassify(r) == FP_SUBNORMAL) && r == r
	               ? copysign(0, r)
	               : r;
}

/* a * b + c for 32 bits, fused or not, without the modifiers of the result. */
static float mad(float a, float b, float c, const struct mode *m)
{
	float p = out32((quad)a * b, m);
	fesetround(m->round);
	volatile float r = p, s = c;
	r += s;
	fesetround(FE_TONEAREST);
	return m->out && fabsf(r) < 0x1p-126F ? copysignf(0, r) : r;
}
static float fused(float a, float b, float c, const struct mode *m)
{
	quad exact;
	fesetround(m->round);
	volatile float x = a, y = b, z = c, r = fmaf(x, y, z);
	exact = (quad)a * b + c;
	fesetround(FE_TONEAREST);
	volatile float scaled = out32(exact * 0x1p100L, &(struct mode){m->round, false, false});
	return m->out && (fabsf(scaled) < 0x1p-26F || fpclassify(r) == FP_SUBNORMAL) && r == r
	               ? copysignf(0, r)
	               : r;
}
static double fused64(double a, double b, double c, const struct mode *m)
{
	fesetround(m->round);
	volatile double x = a, y = b, z = c, r = fma(x, y, z);
	quad exact = (quad)a * b + c;
	fesetround(FE_TONEAREST);
	return out64(exact, r, m);
}
static double add64(double a, double b, const struct mode *m)
{
	fesetround(m->round);
	volatile double x = a, y = b, r = x + y;
	fesetround(FE_TONEAREST);
	return m->out && fpclassify(r) == FP_SUBNORMAL ? copysign(0, r) : r;
}
static double mul64(double a, double b, const struct mode *m)
{
	fesetround(m->round);
	volatile double x = a, y = b, r = x * y;
	fesetround(FE_TONEAREST);
	return out64((quad)a * b, r, m);
}
static float add32(float a, float b, const struct mode *m)
{
	fesetround(m->round);
	volatile float x = a, y = b, r = x + y;
	fesetround(FE_TONEAREST);
	return m->out && fpclassify(r) == FP_SUBNORMAL ? copysignf(0, r) : r;
}
static float legacy(float a, float b, const struct mode *m)
{
	return a == 0 || b == 0 ? 0 : out32((quad)a * b, m);
}

/* ---- choices --------------------------------------------------------------------------------- */

static uint64_t quiet(uint64_t u, unsigned size)
{
	return u | UINT64_C(1) << (size == 32 ? 22 : 51);
}
static bool is_nan(uint64_t u, unsigned size)
{
	return size == 32 ? isnan(f32(u)) : isnan(f64(u));
}
static bool signals(uint64_t u, unsigned size)
{
	return is_nan(u, size) && quiet(u, size) != u;
}
static uint64_t choose(uint64_t a, uint64_t b, unsigned size, bool max, uint32_t mode)
{
	bool ieee = mode >> 9 & 1;
	if (ieee && signals(a, size))
		return quiet(a, size);
	if (ieee && signals(b, size))
		return quiet(b, size);
	if (is_nan(a, size))
		return b;
	if (is_nan(b, size))
		return a;
	double x = size == 32 ? (double)f32(a) : f64(a), y = size == 32 ? (double)f32(b) : f64(b);
	if (x == y)
		return (signbit(x) != 0) != max ? a : b;
	return (x < y) != max ? a : b;
}
static uint64_t three(const struct gcn_inst *i, const struct ref_lane *l)
{
	uint64_t a = l->x[0], b = l->x[1], c = l->x[2];
	bool max = i->row->op == GCN_OP_V_MAX3_F32;
	if (i->row->op != GCN_OP_V_MED3_F32 || is_nan(a, 32) || is_nan(b, 32) || is_nan(c, 32))
		return choose(choose(a, b, 32, max, l->mode), c, 32, max, l->mode);
	uint64_t least = choose(choose(a, b, 32, 0, 0), c, 32, 0, 0),
		 most = choose(choose(a, b, 32, 1, 0), c, 32, 1, 0);
	/* what is neither */
	uint64_t rest[3] = {a, b, c};
	for (unsigned n = 0, gone = 0; n < 3; n++)
		if (rest[n] == least && !(gone & 1)) {
			rest[n] = UINT64_MAX;
			gone |= 1;
		}
	for (unsigned n = 0, gone = 0; n < 3; n++)
		if (rest[n] == most && !gone) {
			rest[n] = UINT64_MAX;
			gone = 1;
		}
	for (unsigned n = 0; n < 3; n++)
		if (rest[n] != UINT64_MAX)
			return rest[n];
	return a;
}

/* ---- conversions ----------------------------------------------------------------------------- */

static uint64_t to_int(double x, double low, double high)
{
	return isnan(x) ? 0 : (uint64_t)(int64_t)(x < low ? low : x > high ? high : trunc(x));
}
static int round_of(uint32_t mode, unsigned shift)
{
	static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	return rounds[mode >> shift & 3];
}
/* The half nearest to x among all: those beside it are tried. */
static double half_value(unsigned h)
{
	double m = h & 1023;
	int e = h >> 10 & 31;
	double v = e == 31 ? 65536 : e == 0 ? ldexp(m, -24) : ldexp(m + 1024, e - 25);
	return h >> 15 ? -v : v;
}
static uint64_t to_half(uint64_t u, int round, bool flush)
{
	float f = f32(u);
	unsigned sign = u >> 16 & 0x8000, h = 0;
	double x = fabs((double)f);

	if (isnan(f))
		return sign | 0x7e00 | (u >> 13 & 0x3ff);
	if (isinf(f))
		return sign | 0x7c00;
	for (unsigned bit = 0x4000; bit != 0; bit >>= 1) /* the greatest half that is not above x */
		if ((h | bit) < 0x7c00 && half_value(h | bit) <= x)
			h |= bit;
	double low = half_value(h), high = half_value(h + 1);
	bool up = x != low &&
	          (round == FE_TONEAREST ? x - low > high - x || (x - low == high - x && h & 1)
			  : round == FE_UPWARD   ? !sign
			  : round == FE_DOWNWARD ? sign != 0
						 : false);
	if (flush && h < 0x400 && x != 0) {
		/* what is rounded to 11 bits is still tiny */
		double p = ldexp(1, ilogb(x) - 10), q = floor(x / p) * p;
		bool grows =
			q != x &&
			(round == FE_TONEAREST ? x - q > q + p - x ||
							 (x - q == q + p - x && (long)(q / p) & 1)
				: round == FE_UPWARD   ? !sign
				: round == FE_DOWNWARD ? sign != 0
						       : false);
		return (grows ? q + p : q) < 0x1p-14 ? sign : sign | 0x400;
	}
	return sign | (h + up);
}
static uint64_t from_half(uint64_t u, bool flush)
{
	uint64_t sign = (u & 0x8000) << 16;
	if ((u & 0x7c00) == 0x7c00)
		return sign | 0x7f800000 | (u & 0x3ff) << 13 | (u & 0x3ff ? 0x400000 : 0);
	if (flush && (u & 0x7c00) == 0)
		return sign;
	return u32((float)half_value(u & 0xffff));
}
static uint64_t byte_of(float x, uint32_t mode)
{
	fesetround(round_of(mode, 0));
	volatile double v = x, r = rint(v);
	fesetround(FE_TONEAREST);
	return to_int(r, 0, 255);
}
static uint64_t norm(float x, double low, double scale)
{
	double y = isnan(x) ? 0 : x < low ? low : x > 1 ? 1 : (double)x;
	return (uint64_t)(int64_t)rint(y * scale) & 0xffff;
}
static uint64_t put_byte(uint64_t old, uint64_t n, uint64_t byte)
{
	return (old & ~(UINT64_C(255) << 8 * (n & 3))) | byte << 8 * (n & 3);
}

/* ---- parts and powers ------------------------------------------------------------------------ */

static uint64_t whole(float a, float r)
{
	return isnan(a) ? u32(a) | 0x400000 : u32(r);
}
static bool parts32(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	float a = in32(l->x[0], m);
	int e = 0;

	switch (i->row->op) {
	case GCN_OP_V_FRACT_F32:
		if (!isfinite(a)) {
			l->result = u32(a - a);
			return true;
		}
		l->result = u32(fminf(out32((quad)a - floorf(a), m), 0x1.fffffep-1F));
		if (a == floorf(a) && m->round == FE_DOWNWARD)
			l->result = u32(-0.0F);
		break;
	case GCN_OP_V_TRUNC_F32:
		l->result = whole(a, truncf(a));
		break;
	case GCN_OP_V_CEIL_F32:
		l->result = whole(a, ceilf(a));
		break;
	case GCN_OP_V_FLOOR_F32:
		l->result = whole(a, floorf(a));
		break;
	case GCN_OP_V_RNDNE_F32:
		l->result = whole(a, rintf(a));
		break;
	case GCN_OP_V_FREXP_MANT_F32:
		l->result = u32(frexpf(a, &e));
		break;
	case GCN_OP_V_FREXP_EXP_I32_F32:
		frexpf(a, &e);
		l->result = isfinite(a) ? (uint32_t)e : 0;
		break;
	case GCN_OP_V_LDEXP_F32: {
		int32_t n = (int32_t)l->x[1];
		l->result = u32(out32((quad)a * (quad)ldexpl(1, n > 2000    ? 2000
								: n < -2000 ? -2000
									    : n),
			m));
		break;
	}
	default:
		return false;
	}
	return true;
}
static bool parts64(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	double a = in64(l->x[0], m), r;
	int e = 0;

	switch (i->row->op) {
	case GCN_OP_V_FRACT_F64:
		if (!isfinite(a)) {
			l->result = u64(a - a);
			return true;
		}
		r = out64((quad)a - floor(a), narrowed((quad)a - floor(a), m->round), m);
		l->result = u64(fmin(r, 0x1.fffffffffffffp-1));
		if (a == floor(a) && m->round == FE_DOWNWARD)
			l->result = u64(-0.0);
		break;
	case GCN_OP_V_FREXP_MANT_F64:
		l->result = u64(frexp(a, &e));
		break;
	case GCN_OP_V_FREXP_EXP_I32_F64:
		frexp(a, &e);
		l->result = isfinite(a) ? (uint32_t)e : 0;
		break;
	case GCN_OP_V_LDEXP_F64: {
		int32_t n = (int32_t)l->x[1];
		n = n > 5000 ? 5000 : n < -5000 ? -5000 : n;
		quad q = (quad)a * (quad)ldexpl(1, n);
		l->result = u64(out64(q, narrowed(q, m->round), m));
		break;
	}
	default:
		return false;
	}
	return true;
}

/* Functions that are near the true value. */
static bool near32(const struct gcn_inst *i, struct ref_lane *l)
{
	float a = in32(l->x[0], &flushing), r;
	long double x = a, turn = x - rintl(x);

	l->ulps = 1;
	switch (i->row->op) {
	case GCN_OP_V_EXP_F32:
		r = out32((quad)exp2l(x), &flushing);
		break;
	case GCN_OP_V_LOG_F32:
		r = (float)log2l(x);
		break;
	case GCN_OP_V_LOG_CLAMP_F32:
		r = a == 0 ? -0x1.fffffep127F : (float)log2l(x);
		break;
	case GCN_OP_V_RCP_F32:
	case GCN_OP_V_RCP_IFLAG_F32:
		r = out32(1 / (quad)a, &flushing);
		break;
	case GCN_OP_V_RCP_CLAMP_F32:
		r = out32(1 / (quad)a, &flushing);
		r = isinf(r) ? copysignf(0x1.fffffep127F, r) : r;
		break;
	case GCN_OP_V_RCP_LEGACY_F32:
		r = a == 0 ? 0 : out32(1 / (quad)a, &flushing);
		break;
	case GCN_OP_V_RSQ_F32:
		r = (float)(1 / sqrtl(x));
		break;
	case GCN_OP_V_RSQ_CLAMP_F32:
		r = (float)(1 / sqrtl(x));
		r = isinf(r) ? copysignf(0x1.fffffep127F, r) : r;
		break;
	case GCN_OP_V_RSQ_LEGACY_F32:
		r = a == 0 ? 0 : (float)(1 / sqrtl(x));
		break;
	case GCN_OP_V_SQRT_F32:
		r = sqrtf(a);
		break;
	case GCN_OP_V_SIN_F32:
		r = isfinite(a) ? fabsf(a) > 256
		                          ? 0
		                          : (float)sinl(turn * 6.283185307179586476925286766559L)
		                : NAN;
		break;
	case GCN_OP_V_COS_F32:
		r = isfinite(a) ? fabsf(a) > 256
		                          ? 1
		                          : (float)cosl(turn * 6.283185307179586476925286766559L)
		                : NAN;
		break;
	default:
		return false;
	}
	if (fabsf(a) <= 256 && i->row->op == GCN_OP_V_SIN_F32 && fabsl(turn) == 0.5L)
		r = 0;
	if (fabsf(a) <= 256 && i->row->op == GCN_OP_V_COS_F32 && fabsl(turn) == 0.25L)
		r = 0;
	if (fabsf(r) < 0x1p-126F)
		r = copysignf(0, r);
	l->result = u32(r);
	return true;
}
static bool near64(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	double a = in64(l->x[0], m), r;

	fesetround(m->round);
	volatile double x = a, one = 1, root = sqrt(x);
	switch (i->row->op) {
	case GCN_OP_V_RCP_F64:
	case GCN_OP_V_RCP_CLAMP_F64:
		r = one / x;
		break;
	case GCN_OP_V_RSQ_F64:
	case GCN_OP_V_RSQ_CLAMP_F64:
		r = one / root;
		break;
	case GCN_OP_V_SQRT_F64:
		r = root;
		break;
	default:
		fesetround(FE_TONEAREST);
		return false;
	}
	fesetround(FE_TONEAREST);
	if (m->out && fpclassify(r) == FP_SUBNORMAL)
		r = copysign(0, r);
	if ((i->row->op == GCN_OP_V_RCP_CLAMP_F64 || i->row->op == GCN_OP_V_RSQ_CLAMP_F64) &&
		isinf(r))
		r = copysign(0x1.fffffffffffffp1023, r);
	l->result = u64(r);
	return true;
}

/* ---- division -------------------------------------------------------------------------------- */

static bool divide32(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	float s = f32(l->x[0]), d = f32(l->x[1]), n = f32(l->x[2]);
	int ed = (int)(l->x[1] >> 23 & 255), en = (int)(l->x[2] >> 23 & 255);
	quad q = (quad)n / d, r = 1 / (quad)d, tiny = 0x1p-126L;
	quad a = in32(l->x[0], m), b = in32(l->x[1], m), c = in32(l->x[2], m);
	bool is_d = (uint32_t)l->x[0] == (uint32_t)l->x[1],
	     is_n = (uint32_t)l->x[0] == (uint32_t)l->x[2];
	float qf = (float)q, rf = (float)r;
	bool small_q = fabsf(qf) < (float)tiny, small_r = rf != 0 && fabsf(rf) < (float)tiny;
	int k = 0;

	switch (i->row->op) {
	case GCN_OP_V_DIV_SCALE_F32:
		l->has_mask = true;
		l->carry = 0;
		if (n == 0 || d == 0) {
			l->result = u32(NAN);
			return true;
		}
		if (en - ed >= 96) {
			l->carry = 1;
			k = is_d ? 64 : 0;
		} else if (ed == 0)
			k = 64;
		else if (small_r && small_q) {
			l->carry = 1;
			k = is_d ? -64 : 0;
		} else if (small_r)
			k = -64;
		else if (small_q) {
			l->carry = 1;
			k = is_n ? 64 : 0;
		} else if (en <= 23)
			k = 64;
		l->result = k == 0 ? (uint32_t)l->x[0] : u32(ldexpf(s, k));
		return true;
	case GCN_OP_V_DIV_FMAS_F32:
		if (!l->vcc || !isfinite(s) || !isfinite(d) || !isfinite(n))
			l->result = u32(fused((float)a, (float)b, (float)c, m));
		else {
			fesetround(m->round);
			quad x = (a * b + c) * (en > 127 ? 0x1p64L : 0x1p-64L);
			l->result = u32(out32(x, m));
		}
		return true;
	case GCN_OP_V_DIV_FIXUP_F32: {
		bool neg = signbit(d) != signbit(n);
		float v = copysignf(s, neg ? -1.0F : 1.0F);
		if (isnan(n))
			l->result = quiet((uint32_t)l->x[2], 32);
		else if (isnan(d))
			l->result = quiet((uint32_t)l->x[1], 32);
		else if ((n == 0 && d == 0) || (isinf(n) && isinf(d)))
			l->result = 0xffc00000;
		else if (d == 0 || isinf(n))
			l->result = u32(neg ? -INFINITY : INFINITY);
		else if (isinf(d) || n == 0 || en - ed < -150)
			l->result = u32(neg ? -0.0F : 0.0F);
		else
			l->result = u32(isnan(s) ? (neg ? -INFINITY : INFINITY) : v);
		return true;
	}
	default:
		return false;
	}
}

/* An exact sum of a product and a number, in fixed point: words of 32 bits, the lowest bit is
 * 2^-2300. */
enum { WORDS = 150, LOWEST = -2300 };
struct fixed {
	uint32_t w[WORDS];
};
static void add_at(struct fixed *f, uint64_t m, int e)
{
	unsigned at = (unsigned)(e - LOWEST) / 32, by = (unsigned)(e - LOWEST) % 32;
	__extension__ unsigned __int128 x = (unsigned __int128)m << by;
	uint64_t carry = 0;
	for (unsigned n = at; n < WORDS; n++) {
		carry += (uint64_t)f->w[n] + (uint32_t)x;
		f->w[n] = (uint32_t)carry;
		carry >>= 32;
		x >>= 32;
	}
}
static void negate(struct fixed *f)
{
	uint64_t carry = 1;
	for (unsigned n = 0; n < WORDS; n++) {
		carry += (uint32_t)~f->w[n];
		f->w[n] = (uint32_t)carry;
		carry >>= 32;
	}
}
static double fixed_to_f64(struct fixed f, int scale, const struct mode *m, bool zero_sign)
{
	bool neg = f.w[WORDS - 1] >> 31, rest = false;
	if (neg)
		negate(&f);
	int top = WORDS * 32 - 1;
	while (top >= 0 && (f.w[top / 32] >> top % 32 & 1) == 0)
		top--;
	if (top < 0)
		return zero_sign ? -0.0 : 0.0;
	/* 100 bits, and whether there are more, become a quad that is rounded once */
	quad x = 0;
	for (int n = top; n >= 0; n--) {
		bool bit = f.w[n / 32] >> n % 32 & 1;
		if (n > top - 100)
			x = 2 * x + bit;
		else
			rest |= bit;
	}
	int low = top > 99 ? top - 99 : 0;
	x = 2 * x + rest;
	int e = low - 1 + LOWEST + scale;
	/* in two steps, for the range of long double's powers */
	x *= (quad)ldexpl(1, e);
	x = neg ? -x : x;
	return out64(x, narrowed(x, m->round), m);
}
static double scaled_sum(double a, double b, double c, int scale, const struct mode *m)
{
	struct fixed f;
	int ea, eb, ec;
	double ma = frexp(fabs(a), &ea), mb = frexp(fabs(b), &eb), mc = frexp(fabs(c), &ec);
	__extension__ unsigned __int128 p =
		(unsigned __int128)(uint64_t)ldexp(ma, 53) * (uint64_t)ldexp(mb, 53);

	memset(&f, 0, sizeof(f));
	add_at(&f, (uint64_t)p, ea + eb - 106);
	add_at(&f, (uint64_t)(p >> 64), ea + eb - 42);
	bool pneg = signbit(a) != signbit(b), p0 = a == 0 || b == 0;
	if (pneg)
		negate(&f);
	if (signbit(c)) {
		negate(&f);
		add_at(&f, (uint64_t)ldexp(mc, 53), ec - 53);
		negate(&f);
	} else {
		add_at(&f, (uint64_t)ldexp(mc, 53), ec - 53);
	}
	bool zero_sign = p0 && c == 0 && pneg == (signbit(c) != 0) ? pneg : m->round == FE_DOWNWARD;
	return fixed_to_f64(f, scale, m, zero_sign);
}

static bool divide64(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	double s = f64(l->x[0]), d = f64(l->x[1]), n = f64(l->x[2]);
	int ed = (int)(l->x[1] >> 52 & 2047), en = (int)(l->x[2] >> 52 & 2047), k = 0;
	double q = n / d, r = 1 / d;
	bool small_q = fabs(q) < 0x1p-1022, small_r = r != 0 && fabs(r) < 0x1p-1022;

	switch (i->row->op) {
	case GCN_OP_V_DIV_SCALE_F64:
		l->has_mask = true;
		l->carry = 0;
		if (n == 0 || d == 0) {
			l->result = u64((double)NAN);
			return true;
		}
		if (en - ed >= 768) {
			l->carry = 1;
			k = l->x[0] == l->x[1] ? 128 : 0;
		} else if (ed == 0)
			k = 128;
		else if (small_r && small_q) {
			l->carry = 1;
			k = l->x[0] == l->x[1] ? -128 : 0;
		} else if (small_r)
			k = -128;
		else if (small_q) {
			l->carry = 1;
			k = l->x[0] == l->x[2] ? 128 : 0;
		} else if (en <= 53)
			k = 128;
		l->result = k == 0 ? l->x[0] : u64(ldexp(s, k));
		return true;
	case GCN_OP_V_DIV_FMAS_F64: {
		double a = in64(l->x[0], m), b = in64(l->x[1], m), c = in64(l->x[2], m);
		if (!l->vcc || !isfinite(s) || !isfinite(d) || !isfinite(n))
			l->result = u64(fused64(a, b, c, m));
		else
			l->result = u64(scaled_sum(a, b, c, en > 1023 ? 128 : -128, m));
		return true;
	}
	case GCN_OP_V_DIV_FIXUP_F64: {
		bool neg = signbit(d) != signbit(n);
		if (isnan(n))
			l->result = quiet(l->x[2], 64);
		else if (isnan(d))
			l->result = quiet(l->x[1], 64);
		else if ((n == 0 && d == 0) || (isinf(n) && isinf(d)))
			l->result = UINT64_C(0xfff8) << 48;
		else if (d == 0 || isinf(n))
			l->result = u64(neg ? -(double)INFINITY : (double)INFINITY);
		else if (isinf(d) || n == 0 || en - ed < -1075)
			l->result = u64(neg ? -0.0 : 0.0);
		else if (isnan(s))
			l->result = u64(neg ? -(double)INFINITY : (double)INFINITY);
		else
			l->result = u64(copysign(s, neg ? -1.0 : 1.0));
		return true;
	}
	default:
		return false;
	}
}

/* ---- all ------------------------------------------------------------------------------------- */

static bool arithmetic32(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	struct mode flush = {m->round, true, true};
	float a = in32(l->x[0], m), b = in32(l->x[1], m), c = in32(l->x[2], m), r;
	float fa = in32(l->x[0], &flush), fb = in32(l->x[1], &flush), fc = in32(l->x[2], &flush),
	      fd = in32(l->x[3], &flush);

	switch (i->row->op) {
	case GCN_OP_V_ADD_F32:
		r = add32(a, b, m);
		break;
	case GCN_OP_V_SUB_F32:
		r = add32(a, -b, m);
		break;
	case GCN_OP_V_SUBREV_F32:
		r = add32(b, -a, m);
		break;
	case GCN_OP_V_MUL_F32:
		r = out32((quad)a * b, m);
		break;
	case GCN_OP_V_MUL_LEGACY_F32:
		r = legacy(a, b, m);
		break;
	case GCN_OP_V_MAC_F32:
		r = mad(fa, fb, fd, &flush);
		break;
	case GCN_OP_V_MAD_F32:
	case GCN_OP_V_MADMK_F32:
	case GCN_OP_V_MADAK_F32:
		r = mad(fa, fb, fc, &flush);
		break;
	case GCN_OP_V_MAC_LEGACY_F32:
		r = fa == 0 || fb == 0 ? add32(0, fd, &flush) : mad(fa, fb, fd, &flush);
		break;
	case GCN_OP_V_MAD_LEGACY_F32:
		r = fa == 0 || fb == 0 ? add32(0, fc, &flush) : mad(fa, fb, fc, &flush);
		break;
	case GCN_OP_V_FMA_F32:
		r = fused(a, b, c, m);
		break;
	case GCN_OP_V_MIN_F32:
		l->result = choose(l->x[0], l->x[1], 32, false, l->mode);
		return true;
	case GCN_OP_V_MAX_F32:
		l->result = choose(l->x[0], l->x[1], 32, true, l->mode);
		return true;
	case GCN_OP_V_MIN3_F32:
	case GCN_OP_V_MAX3_F32:
	case GCN_OP_V_MED3_F32:
		l->result = three(i, l);
		return true;
	case GCN_OP_V_MIN_LEGACY_F32:
		l->result = a < b ? l->x[0] : l->x[1];
		return true;
	case GCN_OP_V_MAX_LEGACY_F32:
		l->result = a >= b ? l->x[0] : l->x[1];
		return true;
	case GCN_OP_V_CVT_F32_I32:
		r = out32((quad)(int32_t)l->x[0], m);
		break;
	case GCN_OP_V_CVT_F32_U32:
		r = out32((quad)(uint32_t)l->x[0], m);
		break;
	case GCN_OP_V_CVT_F32_F64:
		r = out32((quad)in64(l->x[0], m), m);
		break;
	case GCN_OP_V_CVT_F32_F16:
		l->result = from_half(l->x[0], (l->mode >> 6 & 1) == 0);
		return true;
	case GCN_OP_V_CVT_OFF_F32_I4:
		r = (float)((int)((l->x[0] & 15) ^ 8) - 8) / 16;
		break;
	case GCN_OP_V_CVT_F32_UBYTE0:
		r = (float)(l->x[0] & 255);
		break;
	case GCN_OP_V_CVT_F32_UBYTE1:
		r = (float)(l->x[0] >> 8 & 255);
		break;
	case GCN_OP_V_CVT_F32_UBYTE2:
		r = (float)(l->x[0] >> 16 & 255);
		break;
	case GCN_OP_V_CVT_F32_UBYTE3:
		r = (float)(l->x[0] >> 24 & 255);
		break;
	default:
		return parts32(i, l, m) || near32(i, l) || divide32(i, l, m);
	}
	l->result = u32(r);
	return true;
}
static bool arithmetic64(const struct gcn_inst *i, struct ref_lane *l, const struct mode *m)
{
	double a = in64(l->x[0], m), b = in64(l->x[1], m), c = in64(l->x[2], m), r;

	switch (i->row->op) {
	case GCN_OP_V_ADD_F64:
		r = add64(a, b, m);
		break;
	case GCN_OP_V_MUL_F64:
		r = mul64(a, b, m);
		break;
	case GCN_OP_V_FMA_F64:
		r = fused64(a, b, c, m);
		break;
	case GCN_OP_V_MIN_F64:
		l->result = choose(l->x[0], l->x[1], 64, false, l->mode);
		return true;
	case GCN_OP_V_MAX_F64:
		l->result = choose(l->x[0], l->x[1], 64, true, l->mode);
		return true;
	case GCN_OP_V_CVT_F64_I32:
		r = (double)(int32_t)l->x[0];
		break;
	case GCN_OP_V_CVT_F64_U32:
		r = (double)(uint32_t)l->x[0];
		break;
	case GCN_OP_V_CVT_F64_F32: {
		struct mode narrow = mode_of(l, 32);
		r = (double)in32(l->x[0], &narrow);
		break;
	}
	default:
		return parts64(i, l, m) || near64(i, l, m) || divide64(i, l, m);
	}
	l->result = u64(r);
	return true;
}
static bool to_integers(const struct gcn_inst *i, struct ref_lane *l)
{
	struct mode m32 = mode_of(l, 32), m64 = mode_of(l, 64);
	double a = (double)f32(l->x[0]), d = f64(l->x[0]);
	int half_round = round_of(l->mode, 2);
	bool half_flush = m64.out;

	switch (i->row->op) {
	case GCN_OP_V_CVT_U32_F32:
		l->result = to_int(a, 0, 4294967295.0);
		break;
	case GCN_OP_V_CVT_I32_F32:
		l->result = to_int(a, -2147483648.0, 2147483647.0);
		break;
	case GCN_OP_V_CVT_U32_F64:
		l->result = to_int(d, 0, 4294967295.0);
		break;
	case GCN_OP_V_CVT_I32_F64:
		l->result = to_int(d, -2147483648.0, 2147483647.0);
		break;
	case GCN_OP_V_CVT_RPI_I32_F32:
		l->result = to_int(floor(a + 0.5), -2147483648.0, 2147483647.0);
		break;
	case GCN_OP_V_CVT_FLR_I32_F32:
		l->result = to_int(floor(a), -2147483648.0, 2147483647.0);
		break;
	case GCN_OP_V_CVT_F16_F32:
		l->result = to_half(l->x[0], half_round, half_flush);
		break;
	case GCN_OP_V_CVT_PKRTZ_F16_F32:
		l->result = to_half(l->x[0], FE_TOWARDZERO, half_flush) |
		            to_half(l->x[1], FE_TOWARDZERO, half_flush) << 16;
		break;
	case GCN_OP_V_CVT_PKNORM_I16_F32:
		l->result = norm((float)a, -1, 32767) | norm(f32(l->x[1]), -1, 32767) << 16;
		break;
	case GCN_OP_V_CVT_PKNORM_U16_F32:
		l->result = norm((float)a, 0, 65535) | norm(f32(l->x[1]), 0, 65535) << 16;
		break;
	case GCN_OP_V_CVT_PKACCUM_U8_F32:
		l->result = put_byte(l->x[3], l->x[1], byte_of(in32(l->x[0], &m32), l->mode));
		break;
	case GCN_OP_V_CVT_PK_U8_F32:
		l->result = put_byte(l->x[2], l->x[1], byte_of(in32(l->x[0], &m32), l->mode));
		break;
	default:
		return false;
	}
	l->result = (uint32_t)l->result;
	return true;
}

/* The modifiers of a result. */
static uint64_t modified(const struct gcn_inst *i, const struct ref_lane *l, unsigned size,
	const struct mode *m)
{
	static const double factors[] = {1, 2, 4, 0.5};
	uint64_t u = l->result;
	bool applies = (l->mode >> 9 & 1) == 0 && m->in && m->out;

	if (i->omod != 0 && applies && size == 32)
		u = u32(out32((quad)in32(u, m) * factors[i->omod], m));
	if (i->omod != 0 && applies && size == 64)
		u = u64(mul64(in64(u, m), factors[i->omod], m));
	if (!i->clamp)
		return u;
	if (is_nan(u, size))
		return l->mode >> 8 & 1 ? 0 : u;
	double x = size == 32 ? (double)f32(u) : f64(u);
	if (x > 0 && x < 1)
		return u;
	return x >= 1 ? (size == 32 ? u32(1) : u64(1)) : 0;
}

bool reference_float(const struct gcn_inst *i, struct ref_lane *l)
{
	enum gcn_type type = i->operands[0].type;
	unsigned size = type == GCN_TYPE_F64 ? 64 : 32;
	struct mode m = mode_of(l, size), m32 = mode_of(l, 32), m64 = mode_of(l, 64);

	if (to_integers(i, l))
		return true;
	if (i->row->op == GCN_OP_V_FREXP_EXP_I32_F32)
		return parts32(i, l, &m32);
	if (i->row->op == GCN_OP_V_FREXP_EXP_I32_F64)
		return parts64(i, l, &m64);
	if (type != GCN_TYPE_F32 && type != GCN_TYPE_F64)
		return false;
	if (!(size == 32 ? arithmetic32(i, l, &m) : arithmetic64(i, l, &m)))
		return false;
	l->result = modified(i, l, size, &m);
	return true;
}
