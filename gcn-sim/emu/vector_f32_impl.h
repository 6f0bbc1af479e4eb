/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector arithmetic on f32, by the host's, whose rounding and denormals are MODE's. */
#ifndef HSAEMU_GCN_VECTOR_F32_IMPL_H
#define HSAEMU_GCN_VECTOR_F32_IMPL_H

#include "vector_op_impl.h"

static inline float legacy_product(float a, float b)
{
	return a == 0 || b == 0 ? 0 : a * b;
}

/* ---- minimum and maximum, which know no flushing --------------------------------------------- */

static inline bool is_nan32(uint32_t u)
{
	return (u & INT32_MAX) > 0x7f800000;
}
static inline bool is_signalling32(uint32_t u)
{
	return is_nan32(u) & ((u & 0x400000) == 0);
}
/* Returns a number by which floats are in order, -0 before +0. */
static inline int32_t order32(uint32_t u)
{
	return (int32_t)(u ^ ((uint32_t)((int32_t)u >> 31) & INT32_MAX));
}
/* Chooses one of two by `first`; of a NaN and a number the number, and in IEEE mode a signalling
 * NaN, which becomes quiet. */
static inline uint32_t chosen32(uint32_t a, uint32_t b, bool first, uint32_t ieee)
{
	const uint32_t quiet = 0x400000;
	bool a_signals = (ieee != 0) & is_signalling32(a),
	     b_signals = (ieee != 0) & is_signalling32(b);
	uint32_t r = first ? a : b;

	r = is_nan32(b) ? a : r;
	r = is_nan32(a) ? b : r;
	r = b_signals ? b | quiet : r;
	return a_signals ? a | quiet : r;
}
static inline uint32_t min32(uint32_t a, uint32_t b, uint32_t ieee)
{
	return chosen32(a, b, order32(a) < order32(b), ieee);
}
static inline uint32_t max32(uint32_t a, uint32_t b, uint32_t ieee)
{
	return chosen32(a, b, order32(a) >= order32(b), ieee);
}
static inline uint32_t min3_32(uint32_t a, uint32_t b, uint32_t c, uint32_t ieee)
{
	return min32(min32(a, b, ieee), c, ieee);
}
static inline uint32_t max3_32(uint32_t a, uint32_t b, uint32_t c, uint32_t ieee)
{
	return max32(max32(a, b, ieee), c, ieee);
}
static inline uint32_t med3_32(uint32_t a, uint32_t b, uint32_t c, uint32_t ieee)
{
	uint32_t least = min3_32(a, b, c, ieee),
		 middle = max32(min32(a, b, ieee), min32(max32(a, b, ieee), c, ieee), ieee);

	uint32_t nan = (uint32_t)is_nan32(a) | (uint32_t)is_nan32(b) | (uint32_t)is_nan32(c);
	return nan != 0 ? least : middle;
}

/* ---- integral values and parts --------------------------------------------------------------- */

/* Returns a source as the mode has it: denormals are 0 where they are flushed. The functions
 * below do not look at the host's control. */
static inline float flushed32(uint32_t u, bool keeps)
{
	return as_f32((u & 0x7f800000) != 0 || keeps ? u : u & 0x80000000);
}
static inline bool keeps_sources32(const struct gcn_wave *w)
{
	return (w->mode >> MODE_DENORMALS_F32 & KEEP_SOURCES) != 0;
}
/* The result r of rounding f to an integer; a NaN becomes quiet whatever the host's rounding
 * does. */
static inline float whole32(float f, float r)
{
	return f != f ? f + f : r;
}
static inline float fraction32(float a)
{
	float f = a - __builtin_floorf(a);
	return f < 0x1.fffffep-1F ? f : f >= 1 ? 0x1.fffffep-1F : f;
}
static inline float mantissa32(float a)
{
	double d = (double)a;
	uint64_t u = bits_f64(d);

	if (d == 0 || (u >> 52 & 0x7ff) == 0x7ff)
		return a + a; /* quiet, too */
	return (float)as_f64((u & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(0x3fe) << 52);
}
static inline uint32_t exponent32(float a)
{
	double d = (double)a;
	uint64_t e = bits_f64(d) >> 52 & 0x7ff;

	return d == 0 || e == 0x7ff ? 0 : (uint32_t)e - 1022;
}
/* a * 2^n: in f64 it has no bounds that matter, and is rounded once. */
static inline float scaled32(float a, uint32_t n)
{
	int32_t by = (int32_t)n < -600 ? -600 : (int32_t)n > 600 ? 600 : (int32_t)n;
	return (float)((double)a * as_f64((uint64_t)(1023 + by) << 52));
}

#define F32_2(X) \
	X(V_ADD_F32, F32, a + b) \
	X(V_SUB_F32, F32, a - b) \
	X(V_SUBREV_F32, F32, b - a) \
	X(V_MUL_F32, F32, a *b) \
	X(V_MUL_LEGACY_F32, F32, legacy_product(a, b))
#define F32_2D(X) \
	X(V_MAC_F32, MAD, a *b + d) \
	X(V_MAC_LEGACY_F32, MAD, legacy_product(a, b) + d)
#define F32_3(X) \
	X(V_MAD_F32, MAD, a *b + c) \
	X(V_MADMK_F32, MAD, a *b + c) \
	X(V_MADAK_F32, MAD, a *b + c) \
	X(V_MAD_LEGACY_F32, MAD, legacy_product(a, b) + c)
#define F32_BITS_2(X) \
	X(V_MIN_F32, F32, min32(a, b, ieee)) \
	X(V_MAX_F32, F32, max32(a, b, ieee)) \
	X(V_MIN_LEGACY_F32, F32, as_f32(a) < as_f32(b) ? a : b) \
	X(V_MAX_LEGACY_F32, F32, as_f32(a) >= as_f32(b) ? a : b) \
	X(V_LDEXP_F32, F32, bits_f32(scaled32(as_f32(a), b)))
#define F32_BITS_3(X) \
	X(V_MIN3_F32, F32, min3_32(a, b, c, ieee)) \
	X(V_MAX3_F32, F32, max3_32(a, b, c, ieee)) \
	X(V_MED3_F32, F32, med3_32(a, b, c, ieee))

/* X(id, result of f, which is the source with its denormals flushed or not) */
#define F32_PARTS(X) \
	X(V_FRACT_F32, F32, fraction32(f)) \
	X(V_TRUNC_F32, F32, whole32(f, __builtin_truncf(f))) \
	X(V_CEIL_F32, F32, whole32(f, __builtin_ceilf(f))) \
	X(V_RNDNE_F32, F32, whole32(f, __builtin_roundevenf(f))) \
	X(V_FLOOR_F32, F32, whole32(f, __builtin_floorf(f))) \
	X(V_FREXP_MANT_F32, F32, mantissa32(f))

#define DEFINE_PART_F32(id, control, expr) \
	FUNCTION(id) \
	{ \
		const bool keeps = keeps_sources32(w); \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			float f = flushed32(a_p[i], keeps); \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}

F32_2(DEFINE_F2)
F32_2D(DEFINE_F2D)
F32_3(DEFINE_F3)
F32_BITS_2(DEFINE_B2)
F32_BITS_3(DEFINE_B3)
F32_PARTS(DEFINE_PART_F32)

FUNCTION(V_FMA_F32)
{
	struct gcn_lanes r;
	SOURCE_32(0, a);
	SOURCE_32(1, b);
	SOURCE_32(2, c);

	fused32(a_p, b_p, c_p, r.v);
	put_f32(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_FREXP_EXP_I32_F32)
{
	const bool keeps = keeps_sources32(w);
	struct gcn_lanes r;
	SOURCE_32(0, a);

	FOR_LANES r.v[i] = exponent32(flushed32(a_p[i], keeps));
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

#define F32_ROWS \
	F32_2(ROW_CONTROL) \
	F32_2D(ROW_CONTROL) \
	F32_3(ROW_CONTROL) \
	F32_BITS_2(ROW_CONTROL) \
	F32_BITS_3(ROW_CONTROL) \
	F32_PARTS(ROW_CONTROL) \
	ROW_CONTROL(V_FMA_F32, F32, ) \
	ROW_CONTROL(V_FREXP_EXP_I32_F32, EXACT, )

#endif
