/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Complex numbers as float2 and double2.
#ifndef HSAEMU_CUCOMPLEX_H
#define HSAEMU_CUCOMPLEX_H

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// `s` is the suffix of C's functions for the part's type. The quotient and the modulus are scaled, so that no
// square leaves the range.
#define HSAEMU_COMPLEX(C, T, f, s) \
	HSAEMU_BOTH T cuCreal##f(C x) { return x.x; } \
	HSAEMU_BOTH T cuCimag##f(C x) { return x.y; } \
	HSAEMU_BOTH C cuConj##f(C x) { return {x.x, -x.y}; } \
	HSAEMU_BOTH C cuCadd##f(C x, C y) { return {x.x + y.x, x.y + y.y}; } \
	HSAEMU_BOTH C cuCsub##f(C x, C y) { return {x.x - y.x, x.y - y.y}; } \
	HSAEMU_BOTH C cuCmul##f(C x, C y) { return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x}; } \
	HSAEMU_BOTH C cuCfma##f(C x, C y, C z) { return {x.x * y.x + z.x - x.y * y.y, x.x * y.y + z.y + x.y * y.x}; } \
	HSAEMU_BOTH C cuCdiv##f(C x, C y) \
	{ \
		T scale = 1 / (__builtin_fabs##s(y.x) + __builtin_fabs##s(y.y)); \
		T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale, r = 1 / (c * c + d * d); \
		return {(a * c + b * d) * r, (b * c - a * d) * r}; \
	} \
	HSAEMU_BOTH T cuCabs##f(C x) { return ::hypot##s(x.x, x.y); }
HSAEMU_COMPLEX(cuFloatComplex, float, f, f)
HSAEMU_COMPLEX(cuDoubleComplex, double, , )
#undef HSAEMU_COMPLEX
HSAEMU_BOTH cuFloatComplex make_cuFloatComplex(float r, float i) { return {r, i}; }
HSAEMU_BOTH cuDoubleComplex make_cuDoubleComplex(double r, double i) { return {r, i}; }
HSAEMU_BOTH cuComplex make_cuComplex(float r, float i) { return {r, i}; }
HSAEMU_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return {(float)x.x, (float)x.y}; }
HSAEMU_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return {x.x, x.y}; }

#endif
