/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of BLAS, for four types and two types of sizes: each is what the table of their
 * parameters says. */
#include "blas_impl.h"

/* ---- a parameter as an argument -------------------------------------------------------------- */

#define ARGUMENT(kind, ...) ARGUMENT_##kind(__VA_ARGS__)
#define NUMBER(KIND, number) {.kind = CUBLAS_KIND_##KIND, .value = (int64_t)(number)},
#define ADDRESS(KIND, p, ...) \
	{.kind = CUBLAS_KIND_##KIND, .value = (int64_t)(uintptr_t)(p), __VA_ARGS__},
#define ARGUMENT_OP(name) NUMBER(OP, name)
#define ARGUMENT_OP_N(name) NUMBER(OP_N, name)
#define ARGUMENT_OP_T(name) NUMBER(OP_T, name)
#define ARGUMENT_OP_C(name) NUMBER(OP_C, name)
#define ARGUMENT_FILL(name) NUMBER(FILL, name)
#define ARGUMENT_DIAG(name) NUMBER(DIAG, name)
#define ARGUMENT_SIDE(name) NUMBER(SIDE, name)
#define ARGUMENT_SIZE(name) NUMBER(SIZE, name)
#define ARGUMENT_SIZE_TO_32(name) NUMBER(SIZE_TO_32, name)
#define ARGUMENT_HEIGHT(name, least) LEADING(name, least)
#define ARGUMENT_LENGTH(name) NUMBER(LENGTH, name)
#define ARGUMENT_COUNT(name) NUMBER(COUNT, name)
#define ARGUMENT_SCALAR(name) ADDRESS(SCALAR, name)
#define ARGUMENT_REAL(name) ADDRESS(REAL, name)
#define ARGUMENT_NUMBER(name) ADDRESS(SCALAR, name)
#define ARGUMENT_ROTATION(name) ADDRESS(ROTATION, name)
#define ARGUMENT_ROTATION_OUT(name) ADDRESS(ROTATION_OUT, name)
#define ARGUMENT_IN_OUT(name) ADDRESS(SCALAR_OUT, name)
#define ARGUMENT_SECOND(name) ADDRESS(SCALAR_OUT, name)
#define ARGUMENT_REAL_OUT(name) ADDRESS(REAL_OUT, name)
#define ARGUMENT_RESULT(name) ADDRESS(RESULT, name)
#define ARGUMENT_REAL_RESULT(name) ADDRESS(REAL_RESULT, name)
#define ARGUMENT_INDEX_RESULT(name) ADDRESS(INDEX_RESULT, name, .rows = sizeof *(name))
#define LEADING(ld, height) {.kind = CUBLAS_KIND_LEADING, .value = ld, .rows = height},
#define IN_MEMORY(KIND, p, height, width, ld, distance) \
	ADDRESS(KIND, p, .rows = (height), .columns = (width), .step = (ld), .stride = (distance))
#define ARGUMENT_IN(p, ld, height, width) \
	IN_MEMORY(MATRIX, p, height, width, ld, 0) LEADING(ld, height)
#define ARGUMENT_OUT ARGUMENT_IN
#define ARGUMENT_MAYBE(p, ld, height, width) \
	IN_MEMORY(MAYBE, p, height, width, ld, 0) LEADING(ld, height)
#define ARGUMENT_VECTOR(p, inc, length) IN_MEMORY(MATRIX, p, 1, length, inc, 0) NUMBER(STEP, inc)
#define ARGUMENT_VECTOR_OUT ARGUMENT_VECTOR
#define ARGUMENT_LINE(p, inc, length) IN_MEMORY(MATRIX, p, 1, length, inc, 0) NUMBER(ANY_STEP, inc)
#define ARGUMENT_LINE_OUT ARGUMENT_LINE
#define ARGUMENT_PACKED(p, length) IN_MEMORY(MATRIX, p, length, 1, 0, 0)
#define ARGUMENT_PACKED_OUT ARGUMENT_PACKED
#define ARGUMENT_ARRAY(p, ld, height, width) \
	IN_MEMORY(ARRAY, p, height, width, ld, 0) LEADING(ld, height)
#define ARGUMENT_ARRAY_OUT ARGUMENT_ARRAY
#define ARGUMENT_ARRAY_VECTOR(p, inc, length) \
	IN_MEMORY(ARRAY, p, 1, length, inc, 0) NUMBER(STEP, inc)
#define ARGUMENT_ARRAY_VECTOR_OUT ARGUMENT_ARRAY_VECTOR
#define ARGUMENT_ARRAY_PACKED_OUT(p, length) IN_MEMORY(ARRAY, p, length, 1, 0, 0)
#define ARGUMENT_STRIDED(p, ld, distance, height, width) \
	IN_MEMORY(STRIDED, p, height, width, ld, distance) LEADING(ld, height)
#define ARGUMENT_STRIDED_OUT ARGUMENT_STRIDED
#define ARGUMENT_STRIDED_VECTOR(p, inc, distance, length) \
	IN_MEMORY(STRIDED, p, 1, length, inc, distance) NUMBER(STEP, inc)
#define ARGUMENT_STRIDED_VECTOR_OUT ARGUMENT_STRIDED_VECTOR
#define ARGUMENT_INTS(p, length) IN_MEMORY(INTS, p, length, 1, 0, length)
#define ARGUMENT_INTS_OUT ARGUMENT_INTS
#define ARGUMENT_INFO(name) ADDRESS(INFO, name)

/* ---- functions ------------------------------------------------------------------------------- */

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define FORTRAN(name) .routine = TEXT(name)
#define OWN(name) .own = HB_JOIN(cublas_own_, name)
#define HB_FUNCTION(since, NAME, name, by, routine, shape) \
	HB_##since(NAME, name, by, routine, shape)
#define DEFINE(function, NAME, by, symbol, shape) \
	cublasStatus_t HB_JOIN(HB_JOIN(cublas, function), \
		HB_SUFFIX)(cublasHandle_t handle shape(HB_DECLARE)) \
	{ \
		static const struct cublas_function f = {"cublas" TEXT(function), \
			by(NAME(symbol)), .element_bytes = sizeof(HB_T), \
			.real_bytes = sizeof(HB_R)}; \
		const struct cublas_argument arguments[] = {shape(ARGUMENT)}; \
		return cublas_call(handle, &f, arguments, ARRAY_LEN(arguments)); \
	}
#define HB_V1(NAME, name, by, routine, shape) DEFINE(NAME(name##_v2), NAME, by, routine, shape)
#define HB_V1_VALUE HB_V1
#define HB_V1_REAL HB_V1
#define HB_V1_INDEX HB_V1
#define HB_V1_ONLY(NAME, name, by, routine, shape)
#define HB_XT(NAME, name, by, routine, shape)
#define HB_V2 HB_V1
#define HB_LATER(NAME, name, by, routine, shape) DEFINE(NAME(name), NAME, by, routine, shape)
#define HB_V1_SHORT HB_V1
#define HB_LATER_SHORT HB_LATER
#define HB_I int
#define HB_SUFFIX
#include <hsaemu_cublas_functions.h>
#undef HB_I
#undef HB_SUFFIX
#undef HB_V1_SHORT
#undef HB_LATER_SHORT
#define HB_V1_SHORT(NAME, name, by, routine, shape)
#define HB_LATER_SHORT(NAME, name, by, routine, shape)
#define HB_I int64_t
#define HB_SUFFIX _64
#include <hsaemu_cublas_functions.h>
