/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector comparisons: a predicate for each lane, whose bits become a mask in scalar registers
 * and, by the forms with X, EXEC as well. The signalling forms signal nothing. */
#ifndef HSAEMU_GCN_VECTOR_COMPARE_IMPL_H
#define HSAEMU_GCN_VECTOR_COMPARE_IMPL_H

#include "vector_op_impl.h"

/* X(name, predicate, ...), of floats. Every comparison is written so that it is false of NaN. */
#define FLOAT_PREDICATES(X, ...) \
	X(F, 0, __VA_ARGS__) \
	X(LT, a < b, __VA_ARGS__) \
	X(EQ, a == b, __VA_ARGS__) \
	X(LE, a <= b, __VA_ARGS__) \
	X(GT, a > b, __VA_ARGS__) \
	X(LG, (a < b) | (a > b), __VA_ARGS__) \
	X(GE, a >= b, __VA_ARGS__) \
	X(O, (a == a) & (b == b), __VA_ARGS__) \
	X(U, (a != a) | (b != b), __VA_ARGS__) \
	X(NGE, !(a >= b), __VA_ARGS__) \
	X(NLG, !((a < b) | (a > b)), __VA_ARGS__) \
	X(NGT, !(a > b), __VA_ARGS__) \
	X(NLE, !(a <= b), __VA_ARGS__) \
	X(NEQ, !(a == b), __VA_ARGS__) \
	X(NLT, !(a < b), __VA_ARGS__) \
	X(TRU, 1, __VA_ARGS__)

#define INTEGER_PREDICATES(X, ...) \
	X(F, 0, __VA_ARGS__) \
	X(LT, a < b, __VA_ARGS__) \
	X(EQ, a == b, __VA_ARGS__) \
	X(LE, a <= b, __VA_ARGS__) \
	X(GT, a > b, __VA_ARGS__) \
	X(NE, a != b, __VA_ARGS__) \
	X(GE, a >= b, __VA_ARGS__) \
	X(T, 1, __VA_ARGS__)

/* The sources of a type, in a_s and b_s, and how a lane of them is read. */
#define SOURCES_32 \
	SOURCE_32(0, a); \
	SOURCE_32(1, b)
#define SOURCES_64 \
	SOURCE_64(0, a); \
	SOURCE_64(1, b)
#define LANE_F32(name) float name = as_f32(name##_p[i])
#define LANE_F64(name) double name = as_f64(name##_w.v[i])
#define LANE_I32(name) int32_t name = (int32_t)name##_p[i]
#define LANE_U32(name) uint32_t name = name##_p[i]
#define LANE_I64(name) int64_t name = (int64_t)name##_w.v[i]
#define LANE_U64(name) uint64_t name = name##_w.v[i]

#define DEFINE_COMPARISON(id, predicate, size, lane, after) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCES_##size; \
		FOR_LANES \
		{ \
			lane(a); \
			lane(b); \
			(void)a, (void)b; \
			r.v[i] = (predicate) ? UINT32_MAX : 0; \
		} \
		gcn_put_bits(w, in->dst, &r); \
		after; \
		return gcn_next(in); \
	}
#define SET_EXEC gcn_set_pair(w, GCN_CODE_EXEC, gcn_pair(w, in->dst))

#define DEFINE_FLOAT(name, predicate, type, size) \
	DEFINE_COMPARISON(V_CMP_##name##_##type, predicate, size, LANE_##type, ) \
	DEFINE_COMPARISON(V_CMPX_##name##_##type, predicate, size, LANE_##type, SET_EXEC) \
	DEFINE_COMPARISON(V_CMPS_##name##_##type, predicate, size, LANE_##type, ) \
	DEFINE_COMPARISON(V_CMPSX_##name##_##type, predicate, size, LANE_##type, SET_EXEC)
#define DEFINE_INTEGER(name, predicate, type, size) \
	DEFINE_COMPARISON(V_CMP_##name##_##type, predicate, size, LANE_##type, ) \
	DEFINE_COMPARISON(V_CMPX_##name##_##type, predicate, size, LANE_##type, SET_EXEC)

FLOAT_PREDICATES(DEFINE_FLOAT, F32, 32)
FLOAT_PREDICATES(DEFINE_FLOAT, F64, 64)
INTEGER_PREDICATES(DEFINE_INTEGER, I32, 32)
INTEGER_PREDICATES(DEFINE_INTEGER, U32, 32)
INTEGER_PREDICATES(DEFINE_INTEGER, I64, 64)
INTEGER_PREDICATES(DEFINE_INTEGER, U64, 64)

/* The class of a float as a bit: 0 signalling NaN, 1 quiet NaN, 2 -infinity, 3 -normal, 4
 * -denormal, 5 -0, 6 +0 and so on. `magnitude` has the exponent from bit `mantissa` on. */
static inline unsigned class_of(bool negative, uint64_t magnitude, unsigned mantissa,
	uint64_t infinity)
{
	unsigned size = magnitude == 0               ? 0
	                : magnitude >> mantissa == 0 ? 1
	                : magnitude < infinity       ? 2
	                                             : 3;

	if (magnitude > infinity)
		return magnitude >> (mantissa - 1) & 1;
	return negative ? 5 - size : 6 + size;
}
static inline unsigned class_f32(uint32_t u)
{
	return class_of(u >> 31 != 0, u & INT32_MAX, 23, 0x7f800000);
}
static inline unsigned class_f64(uint64_t u)
{
	return class_of(u >> 63 != 0, u & INT64_MAX, 52, UINT64_C(0x7ff) << 52);
}

#define DEFINE_CLASS(id, source, lane, class_, after) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		source; \
		SOURCE_32(1, b); \
		FOR_LANES r.v[i] = (b_p[i] >> class_(lane) & 1) != 0 ? UINT32_MAX : 0; \
		gcn_put_bits(w, in->dst, &r); \
		after; \
		return gcn_next(in); \
	}
DEFINE_CLASS(V_CMP_CLASS_F32, SOURCE_32(0, a), a_p[i], class_f32, )
DEFINE_CLASS(V_CMPX_CLASS_F32, SOURCE_32(0, a), a_p[i], class_f32, SET_EXEC)
DEFINE_CLASS(V_CMP_CLASS_F64, SOURCE_64(0, a), a_w.v[i], class_f64, )
DEFINE_CLASS(V_CMPX_CLASS_F64, SOURCE_64(0, a), a_w.v[i], class_f64, SET_EXEC)

#define FLOAT_ROW(name, predicate, type) \
	ROW_CONTROL(V_CMP_##name##_##type, type, ) \
	ROW_CONTROL(V_CMPX_##name##_##type, type, ) \
	ROW_CONTROL(V_CMPS_##name##_##type, type, ) \
	ROW_CONTROL(V_CMPSX_##name##_##type, type, )
#define INTEGER_ROW(name, predicate, type) \
	SINGLE(V_CMP_##name##_##type) \
	SINGLE(V_CMPX_##name##_##type)
#define COMPARISON_ROWS \
	FLOAT_PREDICATES(FLOAT_ROW, F32) \
	FLOAT_PREDICATES(FLOAT_ROW, F64) \
	INTEGER_PREDICATES(INTEGER_ROW, I32) \
	INTEGER_PREDICATES(INTEGER_ROW, U32) \
	INTEGER_PREDICATES(INTEGER_ROW, I64) \
	INTEGER_PREDICATES(INTEGER_ROW, U64) \
	SINGLE(V_CMP_CLASS_F32) \
	SINGLE(V_CMPX_CLASS_F32) \
	SINGLE(V_CMP_CLASS_F64) \
	SINGLE(V_CMPX_CLASS_F64)

#endif
