/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floats, comparisons and conversions: what product.def computes with. */
#include <math.h>

/* ---- arithmetic ------------------------------------------------------------------------------ */

static quad square_root(quad x)
{
	if (!(x > 0) || is_inf(x))
		return x < 0 ? (quad)NAN : x;
	quad r = (quad)sqrtl((long double)x);
	for (int i = 0; i < 3; i++)
		r = (r + x / r) / 2;
	return r;
}

static quad exact(const struct form *f, const quad v[], char mode)
{
	return is_root(f, "add")     ? sum(v[0], v[1], mode)
	       : is_root(f, "sub")   ? sum(v[0], -v[1], mode)
	       : is_root(f, "mul")   ? v[0] * v[1]
	       : is_root(f, "div")   ? v[0] / v[1]
	       : is_root(f, "rcp")   ? (quad)1 / v[0]
	       : is_root(f, "sqrt")  ? square_root(v[0])
	       : is_root(f, "rsqrt") ? (quad)1 / square_root(v[0])
	                             : sum(v[0] * v[1], v[2], mode); /* fma, mad */
}

static u64 finished(const struct form *f, const struct type *t, u64 r)
{
	bool minus = (r & sign_bit(t)) != 0;
	if (has(f, "ftz") && is_subnormal_of(t, r))
		r &= sign_bit(t);
	if (is_nan_of(t, r))
		return has(f, "sat") ? 0 : r;
	u64 one = (u64)t->bias << t->fraction;
	if (has(f, "sat"))
		return minus ? 0 : r > one ? one : r;
	return has(f, "relu") && minus ? 0 : r;
}

/* Sources are of the last type, save that the last source of mixed precision is as the result. */
static bool float_arith(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *to = part_of(f->types[0]), *from = part_of(last_type(f));
	int sources = is_root(f, "fma") || is_root(f, "mad")                           ? 3
	              : is_root(f, "rcp") || is_root(f, "sqrt") || is_root(f, "rsqrt") ? 1
	                                                                               : 2;
	*out = 0;
	for (int at = 0; at < f->types[0]->bits; at += to->bits) {
		quad v[3];
		for (int i = 0; i < sources; i++) {
			const struct type *t = f->type_count > 1 && i < sources - 1 ? from : to;
			v[i] = value(t, (in[i] >> at) & mask_of(t->bits));
			v[i] = has(f, "ftz") ? flushed(t, v[i]) : v[i];
		}
		u64 r = rounded(to, exact(f, v, rounding(f)), rounding(f));
		*out |= finished(f, to, r) << at;
	}
	return true;
}

static bool float_sign(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = part_of(f->types[0]);
	*out = 0;
	for (int at = 0; at < f->types[0]->bits; at += t->bits) {
		u64 v = in[0] >> at & mask_of(t->bits), sign = v & sign_bit(t);
		if (has(f, "ftz") && is_subnormal_of(t, v))
			v = sign;
		u64 mag = v & ~sign_bit(t);
		*out |= (is_root(f, "abs") ? mag : mag | (sign ^ sign_bit(t))) << at;
	}
	return true;
}

static bool float_copysign(const struct form *f, const u64 in[], u64 *out)
{
	u64 sign = sign_bit(f->types[0]);
	*out = (in[0] & sign) |
	       (in[1] & (sign - 1)); /* the sign of the first, the number of the second */
	return true;
}

static bool float_testp(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	u64 mag = in[0] & (sign_bit(t) - 1), inf = exponent_all(t);
	bool subnormal = mag != 0 && is_subnormal_of(t, mag);
	*out = has(f, "finite")       ? mag < inf
	       : has(f, "infinite")   ? mag == inf
	       : has(f, "number")     ? mag <= inf
	       : has(f, "notanumber") ? mag > inf
	       : has(f, "subnormal")  ? subnormal
	                              : mag < inf && !subnormal; /* zeros are normal */
	return true;
}

/* ---- extremes -------------------------------------------------------------------------------- */

static u64 extreme(const struct form *f, const struct type *t, u64 a, u64 b)
{
	u64 sign = sign_bit(t), nan = sign - 1;
	bool flip = has(f, "xorsign") && ((a ^ b) & sign) != 0;
	if (has(f, "ftz")) {
		a = is_subnormal_of(t, a) ? a & sign : a;
		b = is_subnormal_of(t, b) ? b & sign : b;
	}
	if (has(f, "abs"))
		a &= ~sign, b &= ~sign;
	bool nan_a = is_nan_of(t, a), nan_b = is_nan_of(t, b);
	if (nan_a && nan_b)
		return nan;
	if (nan_a || nan_b) {
		if (has(f, "NaN"))
			return nan;
		return (nan_a ? b : a) | (flip ? sign : 0);
	}
	s128 x = (a & sign) != 0 ? -(s128)(a & ~sign) - 1 : (s128)a,
	     y = (b & sign) != 0 ? -(s128)(b & ~sign) - 1 : (s128)b;
	return ((x < y) == is_root(f, "min") ? a : b) | (flip ? sign : 0);
}

static bool float_extreme(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = part_of(f->types[0]);
	*out = 0;
	for (int at = 0; at < f->types[0]->bits; at += t->bits) {
		u64 mask = mask_of(t->bits);
		*out |= extreme(f, t, in[0] >> at & mask, in[1] >> at & mask) << at;
	}
	return true;
}

static bool float_extreme3(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	*out = extreme(f, t, extreme(f, t, in[0], in[1]), in[2]);
	return true;
}

/* ---- comparison ------------------------------------------------------------------------------ */

static bool holds(const struct form *f, bool less, bool equal, bool unordered)
{
	if (has(f, "num"))
		return !unordered;
	if (has(f, "nan"))
		return unordered;
	if (unordered)
		return has(f, "equ") || has(f, "neu") || has(f, "ltu") || has(f, "leu") ||
		       has(f, "gtu") || has(f, "geu");
	return has(f, "eq") || has(f, "equ")                   ? equal
	       : has(f, "ne") || has(f, "neu")                 ? !equal
	       : has(f, "lt") || has(f, "ltu") || has(f, "lo") ? less
	       : has(f, "le") || has(f, "leu") || has(f, "ls") ? less || equal
	       : has(f, "gt") || has(f, "gtu") || has(f, "hi") ? !less && !equal
	                                                       : !less;
}

static bool compared(const struct form *f, const struct type *t, u64 a, u64 b)
{
	if (t->kind == 'f') {
		quad x = value(t, a & mask_of(t->bits)), y = value(t, b & mask_of(t->bits));
		if (has(f, "ftz"))
			x = flushed(t, x), y = flushed(t, y);
		return holds(f, x < y, x == y, is_nan(x) || is_nan(y));
	}
	return holds(f, integer(t, a) < integer(t, b), integer(t, a) == integer(t, b), false);
}

static bool combined(const struct form *f, bool r, bool c)
{
	return has(f, "and") ? r && c : has(f, "or") ? r || c : has(f, "xor") ? r != c : r;
}

/* bit 0 is p, bit 1 q */
static bool compare_predicates(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = last_type(f), *part = part_of(t);
	bool c = in[2] & 1, r = compared(f, part, in[0], in[1]);
	bool q = t != part ? compared(f, part, in[0] >> 16, in[1] >> 16) : !r;
	*out = (u64)combined(f, r, c) | (u64)combined(f, q, c) << 1;
	return true;
}

static u64 true_of(const struct type *t)
{
	return t->kind == 'f' ? (u64)t->bias << t->fraction : mask_of(t->bits);
}

static bool compare_value(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *to = f->types[0], *from = f->types[1], *part = part_of(from);
	u64 truth = from == part ? true_of(to) : to->kind == '2' ? true_of(part_of(to)) : 0xffff;
	*out = 0;
	for (int at = 0; at < from->bits; at += part->bits)
		if (combined(f, compared(f, part, in[0] >> at, in[1] >> at), in[2] & 1))
			*out |= truth << at;
	return true;
}

static bool select_by_sign(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *c = f->types[1];
	bool first = signed_of(in[2], 32) >= 0;
	if (c->kind == 'f') {
		quad x = value(c, in[2] & 0xffffffff);
		first = (has(f, "ftz") ? flushed(c, x) : x) >= 0;
	}
	*out = (first ? in[0] : in[1]) & mask_of(f->types[0]->bits);
	return true;
}

/* ---- conversion ------------------------------------------------------------------------------ */

static s128 integer_of(quad x)
{
	return (s128)x;
}

static u64 float_to_int(const struct form *f, const struct type *to, const struct type *from,
	quad x)
{
	(void)f;
	if (is_nan(x)) /* 0, or the highest bit for f64 and to 64 bits */
		return from->bits == 64 || to->bits == 64 ? (u64)1 << (to->bits - 1) : 0;
	quad r = integral(x, rounding(f)), low = (quad)least(to), high = (quad)most(to);
	return (u64)(r <= low      ? least(to)
		       : r >= high ? most(to)
				   : integer_of(r)) &
	       mask_of(to->bits);
}

static bool is_integral_rounding(const struct form *f)
{
	return has(f, "rni") || has(f, "rzi") || has(f, "rmi") || has(f, "rpi");
}

static bool convert(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *to = f->types[0], *from = f->types[1];
	if (to->kind != 'f' && from->kind != 'f') {
		s128 v = integer(from, in[0]);
		*out = (u64)(has(f, "sat") ? clamped(v, least(to), most(to)) : v) &
		       mask_of(to->bits);
		return true;
	}
	quad x = from->kind == 'f' ? value(from, in[0] & mask_of(from->bits))
	                           : (quad)integer(from, in[0]);
	bool ftz = has(f, "ftz");
	if (ftz && from->kind == 'f' && from->bits == 32)
		x = flushed(from, x);
	if (to->kind != 'f') {
		*out = float_to_int(f, to, from, x);
		return true;
	}
	if (is_integral_rounding(f))
		x = integral(x, rounding(f));
	u64 r = rounded(to, x, rounding(f)), inf = exponent_all(to);
	if (ftz && to->bits == 32 && is_subnormal_of(to, r))
		r &= sign_bit(to);
	if (has(f, "satfinite") && (r & (sign_bit(to) - 1)) == inf)
		r--;
	u64 one = (u64)to->bias << to->fraction;
	bool minus = (r & sign_bit(to)) != 0, nan = is_nan_of(to, r);
	if (has(f, "sat"))
		r = nan || minus ? 0 : r > one ? one : r;
	*out = has(f, "relu") && minus ? 0 : r;
	return true;
}

/* d of two f32, the first to the high half */
static bool convert_pair(const struct form *f, const u64 in[], u64 *out)
{
	struct form one = *f;
	u64 low = 0, high = 0;
	one.types[0] = part_of(f->types[0]);
	convert(&one, in, &high);
	convert(&one, in + 1, &low);
	*out = high << 16 | low;
	return true;
}
