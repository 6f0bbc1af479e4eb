/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reciprocals, roots, powers, logarithms, sines. The hardware has them by tables, to about one
 * unit in the last place; here they are computed in f64 and rounded once, to the nearest, so
 * that f32 results are wrong by less than 0.5001 units. Denormals of f32 are flushed whatever
 * MODE says. f64 has reciprocals and roots only: 1 / x and the root are the nearest ones, 1 /
 * root is wrong by less than 1.5 units. */
#ifndef HSAEMU_GCN_VECTOR_APPROX_IMPL_H
#define HSAEMU_GCN_VECTOR_APPROX_IMPL_H

#include "vector_op_impl.h"

static inline float bounded32(float x)
{
	return x == __builtin_inff()    ? 0x1.fffffep127F
	       : x == -__builtin_inff() ? -0x1.fffffep127F
	                                : x;
}
static inline double bounded64(double x)
{
	const double most = 0x1.fffffffffffffp1023;
	return x == __builtin_inf() ? most : x == -__builtin_inf() ? -most : x;
}
/* Roots, of which the compiler makes no vectors where the rounding is not known. */
static inline void roots(const uint32_t *a, uint32_t *r)
{
#ifdef __AVX__
	for (unsigned i = 0; i < GCN_LANES; i += 8) {
		float __attribute__((vector_size(32))) x;
		memcpy(&x, &a[i], sizeof(x));
		x = __builtin_ia32_sqrtps256(x);
		memcpy(&r[i], &x, sizeof(x));
	}
#else
	FOR_LANES r[i] = bits_f32(__builtin_sqrtf(as_f32(a[i])));
#endif
}
/* 1 / root, rounded once. */
static inline void root_reciprocals(const uint32_t *a, uint32_t *r)
{
#ifdef __AVX__
	typedef float four_floats __attribute__((vector_size(16)));
	typedef double four_doubles __attribute__((vector_size(32)));
	for (unsigned i = 0; i < GCN_LANES; i += 4) {
		four_floats x;
		memcpy(&x, &a[i], sizeof(x));
		four_doubles y = __builtin_convertvector(x, four_doubles);
		x = __builtin_convertvector(1 / __builtin_ia32_sqrtpd256(y), four_floats);
		memcpy(&r[i], &x, sizeof(x));
	}
#else
	FOR_LANES r[i] = bits_f32((float)(1 / __builtin_sqrt((double)as_f32(a[i]))));
#endif
}

/* X(id, function of all lanes, what becomes of a result y of the source a) */
#define ROOTS(X) \
	X(V_SQRT_F32, roots, y) \
	X(V_RSQ_F32, root_reciprocals, y) \
	X(V_RSQ_CLAMP_F32, root_reciprocals, bounded32(y)) \
	X(V_RSQ_LEGACY_F32, root_reciprocals, a == 0 ? 0 : y)
#define DEFINE_ROOT(id, function, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		function(a_p, r.v); \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]), y = as_f32(r.v[i]); \
			(void)a; \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
#define ROOT_ROW(id, ...) ROW_CONTROL(id, APPROX, )

/* Adding this rounds to an integer, which the low bits of the sum are. */
static const double to_integer = 0x1.8p52;

static inline float power_of_two(float x)
{
	double in_bounds = x == x ? x < -200 ? -200 : x > 200 ? 200 : (double)x : 0;
	double sum = in_bounds + to_integer,
	       y = (in_bounds - (sum - to_integer)) * 0x1.62e42fefa39efp-1;
	uint64_t n = bits_f64(sum) - bits_f64(to_integer);
	double p = 1 + y / 11;

	p = 1 + y / 10 * p;
	p = 1 + y / 9 * p;
	p = 1 + y / 8 * p;
	p = 1 + y / 7 * p;
	p = 1 + y / 6 * p;
	p = 1 + y / 5 * p;
	p = 1 + y / 4 * p;
	p = 1 + y / 3 * p;
	p = 1 + y / 2 * p;
	p = 1 + y * p;
	return x == x ? (float)(p * as_f64((1023 + n) << 52)) : x + x;
}

static inline float logarithm(float x)
{
	uint64_t u = bits_f64((double)x);
	/* the number is m * 2^e, with m between the roots of 1/2 and of 2 */
	int64_t e = (int64_t)(u - UINT64_C(0x3fe6a09e667f3bcd)) >> 52;
	double m = as_f64(u - ((uint64_t)e << 52)), s = (m - 1) / (m + 1), z = s * s;
	double p = 1.0 / 15;

	p = 1.0 / 13 + z * p;
	p = 1.0 / 11 + z * p;
	p = 1.0 / 9 + z * p;
	p = 1.0 / 7 + z * p;
	p = 1.0 / 5 + z * p;
	p = 1.0 / 3 + z * p;
	p = 1.0 + z * p;
	float r = (float)((double)(int32_t)e + s * p * 0x1.71547652b82fep+1);
	r = x == 0 ? -__builtin_inff() : r;
	r = x < 0 ? __builtin_nanf("") : r;
	return x < __builtin_inff() ? r : x + x;
}

/* Sine of 2 pi x, or the cosine when `quarter` is 1. Where |x| > 256 the hardware gives those of
 * 0. */
static inline float sine(float x, unsigned quarter)
{
	double xd = x > -257 && x < 257 ? (double)x : 0;
	double turn = xd - ((xd + to_integer) - to_integer), sum = 4 * turn + to_integer;
	double y = (turn - (sum - to_integer) / 4) * 0x1.921fb54442d18p+2, z = y * y;
	unsigned n = ((unsigned)bits_f64(sum) + quarter) & 3;
	double s = 1 - z / 156 * (1 - z / 210), c = 1 - z / 132 * (1 - z / 182);

	s = 1 - z / 110 * s;
	s = 1 - z / 72 * s;
	s = 1 - z / 42 * s;
	s = 1 - z / 20 * s;
	s = 1 - z / 6 * s;
	c = 1 - z / 90 * c;
	c = 1 - z / 56 * c;
	c = 1 - z / 30 * c;
	c = 1 - z / 12 * c;
	c = 1 - z / 2 * c;
	double r = (n & 1) != 0 ? c : y * s;
	r = (n & 2) != 0 ? -r : r;
	r = x > 256 || x < -256 ? quarter : r;
	return x - x == 0 ? (float)r : x - x;
}

#define APPROX_F32(X) \
	X(V_EXP_F32, APPROX, power_of_two(a)) \
	X(V_LOG_F32, APPROX, logarithm(a)) \
	X(V_LOG_CLAMP_F32, APPROX, a == 0 ? -0x1.fffffep127F : logarithm(a)) \
	X(V_RCP_F32, APPROX, 1 / a) \
	X(V_RCP_IFLAG_F32, APPROX, 1 / a) \
	X(V_RCP_CLAMP_F32, APPROX, bounded32(1 / a)) \
	X(V_RCP_LEGACY_F32, APPROX, a == 0 ? 0 : 1 / a) \
	X(V_SIN_F32, APPROX, sine(a, 0)) \
	X(V_COS_F32, APPROX, sine(a, 1))
#define APPROX_F64(X) \
	X(V_RCP_F64, F64, 1 / a) \
	X(V_RCP_CLAMP_F64, F64, bounded64(1 / a)) \
	X(V_RSQ_F64, F64, 1 / __builtin_sqrt(a)) \
	X(V_RSQ_CLAMP_F64, F64, bounded64(1 / __builtin_sqrt(a))) \
	X(V_SQRT_F64, F64, __builtin_sqrt(a))

APPROX_F32(DEFINE_F1)
ROOTS(DEFINE_ROOT)
APPROX_F64(DEFINE_D1)

#define APPROX_ROWS APPROX_F32(ROW_CONTROL) APPROX_F64(ROW_CONTROL) ROOTS(ROOT_ROW)

#endif
