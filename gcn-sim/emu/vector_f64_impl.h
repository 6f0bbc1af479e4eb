/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector arithmetic on f64, by the host's, whose rounding and denormals are MODE's. */
#ifndef HSAEMU_GCN_VECTOR_F64_IMPL_H
#define HSAEMU_GCN_VECTOR_F64_IMPL_H

#include "vector_op_impl.h"

/* ---- minimum and maximum, as for f32 --------------------------------------------------------- */

enum { QUIET_SHIFT_64 = 51 };

static inline bool is_nan64(uint64_t u)
{
	return (u & INT64_MAX) > UINT64_C(0x7ff) << 52;
}
static inline bool is_signalling64(uint64_t u)
{
	return is_nan64(u) & ((u >> QUIET_SHIFT_64 & 1) == 0);
}
static inline int64_t order64(uint64_t u)
{
	return (int64_t)(u ^ ((uint64_t)((int64_t)u >> 63) & INT64_MAX));
}
static inline uint64_t chosen64(uint64_t a, uint64_t b, bool first, bool ieee)
{
	const uint64_t quiet = UINT64_C(1) << QUIET_SHIFT_64;
	bool a_signals = ieee & is_signalling64(a), b_signals = ieee & is_signalling64(b);
	uint64_t r = first ? a : b;

	r = is_nan64(b) ? a : r;
	r = is_nan64(a) ? b : r;
	r = b_signals ? b | quiet : r;
	return a_signals ? a | quiet : r;
}

#define F64_CHOICES(X) \
	X(V_MIN_F64, F64, order64(a) < order64(b)) \
	X(V_MAX_F64, F64, order64(a) >= order64(b))
#define DEFINE_CHOICE_64(id, control, first) \
	FUNCTION(id) \
	{ \
		const bool ieee = (w->mode >> MODE_IEEE & 1) != 0; \
		struct gcn_wide r; \
		SOURCE_64(0, a); \
		SOURCE_64(1, b); \
		FOR_LANES \
		{ \
			uint64_t a = a_w.v[i], b = b_w.v[i]; \
			r.v[i] = chosen64(a, b, first, ieee); \
		} \
		put_f64(w, in, &r); \
		return gcn_next(in); \
	}

/* ---- parts ----------------------------------------------------------------------------------- */

static inline bool keeps_sources64(const struct gcn_wave *w)
{
	return (w->mode >> MODE_DENORMALS_F64 & KEEP_SOURCES) != 0;
}
static inline double flushed64(uint64_t u, bool keeps)
{
	return as_f64((u >> 52 & 0x7ff) != 0 || keeps ? u : u & UINT64_C(1) << 63);
}
static inline double fraction64(double a)
{
	double f = a - __builtin_floor(a);
	return f < 0x1.fffffffffffffp-1 ? f : f >= 1 ? 0x1.fffffffffffffp-1 : f;
}
/* Makes a denormal, by its bits, a number of the same digits that is 2^64 times as large. */
static inline double normal64(double a)
{
	return (bits_f64(a) >> 52 & 0x7ff) == 0 ? a * 0x1p64 : a;
}
static inline double mantissa64(double a)
{
	uint64_t u = bits_f64(normal64(a));

	if (a == 0 || (u >> 52 & 0x7ff) == 0x7ff)
		return a + a;
	return as_f64((u & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(0x3fe) << 52);
}
static inline uint32_t exponent64(double a)
{
	uint32_t e = (uint32_t)(bits_f64(normal64(a)) >> 52) & 0x7ff;
	uint32_t scaled = (bits_f64(a) >> 52 & 0x7ff) == 0 ? 64 : 0;

	return a == 0 || e == 0x7ff ? 0 : e - 1022 - scaled;
}
/* a * 2^n. The number is first made one between 1 and 2, which is exact, so that a single
 * product is rounded; the factors are normal whatever n is. */
static inline double scaled64(double a, uint32_t n)
{
	uint64_t u = bits_f64(normal64(a));
	int32_t e = (int32_t)(u >> 52 & 0x7ff), by = (int32_t)n < -5000  ? -5000
	                                             : (int32_t)n > 5000 ? 5000
	                                                                 : (int32_t)n;

	if (a == 0 || e == 0x7ff)
		return a + a;
	e += by - 1023 - ((bits_f64(a) >> 52 & 0x7ff) == 0 ? 64 : 0);
	e = e < -1500 ? -1500 : e > 1500 ? 1500 : e;
	double m = as_f64((u & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(1023) << 52);
	int32_t first = e / 2;
	/* of a small number the first product is exact, as it is far from the bounds */
	return m * as_f64((uint64_t)(1023 + first) << 52) *
	       as_f64((uint64_t)(1023 + e - first) << 52);
}

#define F64_2(X) \
	X(V_ADD_F64, F64, a + b) \
	X(V_MUL_F64, F64, a *b)
#define F64_PARTS(X) \
	X(V_FRACT_F64, F64, fraction64(f)) \
	X(V_FREXP_MANT_F64, F64, mantissa64(f))

#define DEFINE_PART_F64(id, control, expr) \
	FUNCTION(id) \
	{ \
		const bool keeps = keeps_sources64(w); \
		struct gcn_wide r; \
		SOURCE_64(0, a); \
		FOR_LANES \
		{ \
			double f = flushed64(a_w.v[i], keeps); \
			r.v[i] = bits_f64(expr); \
		} \
		put_f64(w, in, &r); \
		return gcn_next(in); \
	}

F64_2(DEFINE_D2)
F64_CHOICES(DEFINE_CHOICE_64)
F64_PARTS(DEFINE_PART_F64)

FUNCTION(V_FMA_F64)
{
	struct gcn_wide r;
	SOURCE_64(0, a);
	SOURCE_64(1, b);
	SOURCE_64(2, c);

	fused64(a_w.v, b_w.v, c_w.v, r.v);
	put_f64(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_FREXP_EXP_I32_F64)
{
	const bool keeps = keeps_sources64(w);
	struct gcn_lanes r;
	SOURCE_64(0, a);

	FOR_LANES r.v[i] = exponent64(flushed64(a_w.v[i], keeps));
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

FUNCTION(V_LDEXP_F64)
{
	const bool keeps = keeps_sources64(w);
	struct gcn_wide r;
	SOURCE_64(0, a);
	SOURCE_32(1, b);

	FOR_LANES r.v[i] = bits_f64(scaled64(flushed64(a_w.v[i], keeps), b_p[i]));
	put_f64(w, in, &r);
	return gcn_next(in);
}

#define F64_ROWS \
	F64_2(ROW_CONTROL) \
	ROW_CONTROL(V_FMA_F64, F64, ) \
	F64_CHOICES(ROW_CONTROL) \
	F64_PARTS(ROW_CONTROL) \
	ROW_CONTROL(V_FREXP_EXP_I32_F64, EXACT, ) \
	ROW_CONTROL(V_LDEXP_F64, F64, )

#endif
