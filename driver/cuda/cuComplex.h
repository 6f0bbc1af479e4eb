/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Complex numbers as float2 and double2. */
#ifndef HSAEMU_CUCOMPLEX_H
#define HSAEMU_CUCOMPLEX_H
#define CU_COMPLEX_H_

#include <math.h>
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* Kernels have no builtin for it, and C had no function in 1989. */
#ifdef __CUDA__
#define HSAEMU_HYPOT(s) hypot##s
#else
#define HSAEMU_HYPOT(s) __builtin_hypot##s
#endif
/* `s` is the suffix of C's functions for the part's type. The quotient and the modulus are scaled, so that no
 * square leaves the range. */
#define HSAEMU_COMPLEX(C, T, f, s) \
	HSAEMU_BOTH C make_##C(T r, T i) { C z = {r, i}; return z; } \
	HSAEMU_BOTH T cuCreal##f(C x) { return x.x; } \
	HSAEMU_BOTH T cuCimag##f(C x) { return x.y; } \
	HSAEMU_BOTH C cuConj##f(C x) { return make_##C(x.x, -x.y); } \
	HSAEMU_BOTH C cuCadd##f(C x, C y) { return make_##C(x.x + y.x, x.y + y.y); } \
	HSAEMU_BOTH C cuCsub##f(C x, C y) { return make_##C(x.x - y.x, x.y - y.y); } \
	HSAEMU_BOTH C cuCmul##f(C x, C y) { return make_##C(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); } \
	HSAEMU_BOTH C cuCfma##f(C x, C y, C z) { return make_##C(x.x * y.x + z.x - x.y * y.y, x.x * y.y + z.y + x.y * y.x); } \
	HSAEMU_BOTH C cuCdiv##f(C x, C y) \
	{ \
		T scale = 1 / (__builtin_fabs##s(y.x) + __builtin_fabs##s(y.y)); \
		T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale, r = 1 / (c * c + d * d); \
		return make_##C((a * c + b * d) * r, (b * c - a * d) * r); \
	} \
	HSAEMU_BOTH T cuCabs##f(C x) { return HSAEMU_HYPOT(s)(x.x, x.y); }
HSAEMU_COMPLEX(cuFloatComplex, float, f, f)
HSAEMU_COMPLEX(cuDoubleComplex, double, , )
#undef HSAEMU_COMPLEX
#undef HSAEMU_HYPOT
HSAEMU_BOTH cuComplex make_cuComplex(float r, float i) { return make_cuFloatComplex(r, i); }
HSAEMU_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return make_cuFloatComplex((float)x.x, (float)x.y); }
HSAEMU_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_cuDoubleComplex(x.x, x.y); }

#endif
