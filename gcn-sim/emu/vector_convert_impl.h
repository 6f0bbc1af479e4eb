/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector conversions. Floats become integers toward zero and within bounds, NaN becomes 0. */
#ifndef HSAEMU_GCN_VECTOR_CONVERT_IMPL_H
#define HSAEMU_GCN_VECTOR_CONVERT_IMPL_H

#include "soft_impl.h"
#include "vector_op_impl.h"

static inline uint32_t i32_of(double x)
{
	if (x >= 2147483648.0)
		return INT32_MAX;
	if (x <= -2147483648.0)
		return (uint32_t)INT32_MIN;
	return x == x ? (uint32_t)(int32_t)x : 0;
}
static inline uint32_t u32_of(double x)
{
	if (x >= 4294967295.0)
		return UINT32_MAX;
	return x > 0 ? (uint32_t)(int64_t)x : 0;
}
/* Bytes and normalized numbers are rounded by the host's control. */
static inline uint32_t u8_of(float x)
{
	float r = __builtin_rintf(x);
	return r > 0 ? r < 255 ? (uint32_t)(int32_t)r : 255 : 0;
}
static inline uint32_t with_byte(uint32_t old, uint32_t n, uint32_t byte)
{
	unsigned shift = 8 * (n & 3);
	return (old & ~(UINT32_C(255) << shift)) | byte << shift;
}
static inline uint32_t snorm16(float x)
{
	double y = x > -1 ? x < 1 ? (double)x : 1 : x == x ? -1 : 0;
	return (uint32_t)(int32_t)__builtin_rint(y * 32767) & 0xffff;
}
static inline uint32_t unorm16(float x)
{
	double y = x > 0 ? x < 1 ? (double)x : 1 : 0;
	return (uint32_t)(int32_t)__builtin_rint(y * 65535);
}

/* X(id, control, result): of f32, in a */
#define I32_OF_F32(X) \
	X(V_CVT_U32_F32, F32, u32_of((double)a)) \
	X(V_CVT_I32_F32, F32, i32_of((double)a)) \
	X(V_CVT_RPI_I32_F32, EXACT, i32_of(__builtin_floor((double)a + 0.5))) \
	X(V_CVT_FLR_I32_F32, EXACT, i32_of(__builtin_floor((double)a)))
#define DEFINE_I32_OF_F32(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]); \
			r.v[i] = (expr); \
		} \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}

/* of f64 */
#define I32_OF_F64(X) \
	X(V_CVT_I32_F64, F64, i32_of(a)) \
	X(V_CVT_U32_F64, F64, u32_of(a))
#define DEFINE_I32_OF_F64(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_64(0, a); \
		FOR_LANES \
		{ \
			double a = as_f64(a_w.v[i]); \
			r.v[i] = (expr); \
		} \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}

/* bits of f32, of integers */
#define F32_OF_I32(X) \
	X(V_CVT_F32_I32, F32, bits_f32((float)(int32_t)a)) \
	X(V_CVT_F32_U32, F32, bits_f32((float)(double)a)) \
	X(V_CVT_OFF_F32_I4, F32, bits_f32((float)((int32_t)(a << 28) >> 28) / 16)) \
	X(V_CVT_F32_UBYTE0, F32, bits_f32((float)(int32_t)(a & 255))) \
	X(V_CVT_F32_UBYTE1, F32, bits_f32((float)(int32_t)(a >> 8 & 255))) \
	X(V_CVT_F32_UBYTE2, F32, bits_f32((float)(int32_t)(a >> 16 & 255))) \
	X(V_CVT_F32_UBYTE3, F32, bits_f32((float)(int32_t)(a >> 24)))

/* f64 of 32 bits, in a */
#define F64_OF_32(X) \
	X(V_CVT_F64_I32, F64, (double)(int32_t)a) \
	X(V_CVT_F64_U32, F64, (double)a) \
	X(V_CVT_F64_F32, F32, (double)as_f32(a))
#define DEFINE_F64_OF_32(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_wide r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i]; \
			r.v[i] = bits_f64(expr); \
		} \
		put_f64(w, in, &r); \
		return gcn_next(in); \
	}

/* pairs of 16 bits and bytes, of f32 in a and b, or of a float in a and bits in b and c */
#define PACKED(X) \
	X(V_CVT_PKNORM_I16_F32, APPROX, snorm16(as_f32(a)) | snorm16(as_f32(b)) << 16) \
	X(V_CVT_PKNORM_U16_F32, APPROX, unorm16(as_f32(a)) | unorm16(as_f32(b)) << 16) \
	X(V_CVT_PKRTZ_F16_F32, EXACT, gcn_f16_of(a, 3, flush) | gcn_f16_of(b, 3, flush) << 16) \
	X(V_CVT_PKACCUM_U8_F32, F32, with_byte(d, b, u8_of(as_f32(a))))
#define DEFINE_PACKED(id, control, expr) \
	FUNCTION(id) \
	{ \
		const bool flush = (w->mode >> MODE_DENORMALS_F64 & KEEP_RESULTS) == 0; \
		const uint32_t *d_p = w->v[in->dst]; \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i], d = d_p[i]; \
			(void)d; \
			r.v[i] = (expr); \
		} \
		(void)flush; \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}

I32_OF_F32(DEFINE_I32_OF_F32)
I32_OF_F64(DEFINE_I32_OF_F64)
F32_OF_I32(DEFINE_B1)
F64_OF_32(DEFINE_F64_OF_32)
PACKED(DEFINE_PACKED)

FUNCTION(V_CVT_PK_U8_F32)
{
	struct gcn_lanes r;
	SOURCE_32(0, a);
	SOURCE_32(1, b);
	SOURCE_32(2, c);

	FOR_LANES r.v[i] = with_byte(c_p[i], b_p[i], u8_of(as_f32(a_p[i])));
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

FUNCTION(V_CVT_F32_F64)
{
	struct gcn_lanes r;
	SOURCE_64(0, a);

	FOR_LANES r.v[i] = bits_f32((float)as_f64(a_w.v[i]));
	put_f32(w, in, &r);
	return gcn_next(in);
}

FUNCTION(V_CVT_F16_F32)
{
	const bool flush = (w->mode >> MODE_DENORMALS_F64 & KEEP_RESULTS) == 0;
	const unsigned rounding = w->mode >> 2 & 3;
	struct gcn_lanes r;
	SOURCE_32(0, a);

	FOR_LANES r.v[i] = gcn_f16_of(a_p[i], rounding, flush);
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

FUNCTION(V_CVT_F32_F16)
{
	const bool flush = (w->mode >> MODE_DENORMALS_F64 & KEEP_SOURCES) == 0;
	struct gcn_lanes r;
	SOURCE_32(0, a);

	FOR_LANES r.v[i] = gcn_f32_of_f16(a_p[i], flush);
	put_f32(w, in, &r);
	return gcn_next(in);
}

#define CONVERSION_ROWS \
	I32_OF_F32(ROW_CONTROL) \
	I32_OF_F64(ROW_CONTROL) \
	F32_OF_I32(ROW_CONTROL) \
	F64_OF_32(ROW_CONTROL) \
	PACKED(ROW_CONTROL) \
	ROW_CONTROL(V_CVT_PK_U8_F32, F32, ) \
	ROW_CONTROL(V_CVT_F32_F64, F32, ) \
	ROW_CONTROL(V_CVT_F16_F32, EXACT, ) \
	ROW_CONTROL(V_CVT_F32_F16, F32, )

#endif
