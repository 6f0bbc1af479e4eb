// cl_khr_fp16: functions of half and its vectors, by those of float, whose results are rounded once more.
#ifndef HSAEMU_HALF_H
#define HSAEMU_HALF_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define HSAEMU_SIZES(each, ...) \
	each(, __VA_ARGS__) \
	each(2, __VA_ARGS__) \
	each(3, __VA_ARGS__) \
	each(4, __VA_ARGS__) \
	each(8, __VA_ARGS__) \
	each(16, __VA_ARGS__)

#define HSAEMU_TO_HALF(T) HSAEMU_LIB half convert_half(T x) { return (half)x; }
HSAEMU_TO_HALF(half)
HSAEMU_TO_HALF(float)
HSAEMU_TO_HALF(double)
HSAEMU_TO_HALF(char)
HSAEMU_TO_HALF(uchar)
HSAEMU_TO_HALF(short)
HSAEMU_TO_HALF(ushort)
HSAEMU_TO_HALF(int)
HSAEMU_TO_HALF(uint)
HSAEMU_TO_HALF(long)
HSAEMU_TO_HALF(ulong)
#undef HSAEMU_TO_HALF
HSAEMU_LIB half convert_half_rte(float x) { return (half)x; }
HSAEMU_LIB half convert_half_rte(double x) { return (half)x; }
#define HSAEMU_TO_HALF(n) \
	HSAEMU_LIB half##n convert_half##n(float##n x) { return __builtin_convertvector(x, half##n); } \
	HSAEMU_LIB half##n convert_half##n(double##n x) { return __builtin_convertvector(x, half##n); } \
	HSAEMU_LIB half##n convert_half##n(int##n x) { return __builtin_convertvector(x, half##n); } \
	HSAEMU_LIB half##n convert_half##n(uint##n x) { return __builtin_convertvector(x, half##n); } \
	HSAEMU_LIB float##n hsaemu_float##n(half##n x) { return __builtin_convertvector(x, float##n); }
HSAEMU_TO_HALF(2)
HSAEMU_TO_HALF(3)
HSAEMU_TO_HALF(4)
HSAEMU_TO_HALF(8)
HSAEMU_TO_HALF(16)
#undef HSAEMU_TO_HALF
HSAEMU_LIB float hsaemu_float(half x) { return (float)x; }

// A function of a name that clang declares by itself hides the others of the name, so they are said again.
#define HSAEMU_LIBCLC __attribute__((overloadable))
#define HSAEMU_HALF_1(n, name) \
	HSAEMU_LIBCLC float##n name(float##n); \
	HSAEMU_LIBCLC double##n name(double##n); \
	HSAEMU_LIB half##n name(half##n x) { return convert_half##n(name(hsaemu_float##n(x))); }
#define HSAEMU_HALF_2(n, name) \
	HSAEMU_LIBCLC float##n name(float##n, float##n); \
	HSAEMU_LIBCLC double##n name(double##n, double##n); \
	HSAEMU_LIB half##n name(half##n x, half##n y) { return convert_half##n(name(hsaemu_float##n(x), hsaemu_float##n(y))); }
HSAEMU_SIZES(HSAEMU_HALF_1, acos)
HSAEMU_SIZES(HSAEMU_HALF_1, acosh)
HSAEMU_SIZES(HSAEMU_HALF_1, acospi)
HSAEMU_SIZES(HSAEMU_HALF_1, asin)
HSAEMU_SIZES(HSAEMU_HALF_1, asinh)
HSAEMU_SIZES(HSAEMU_HALF_1, asinpi)
HSAEMU_SIZES(HSAEMU_HALF_1, atan)
HSAEMU_SIZES(HSAEMU_HALF_1, atanh)
HSAEMU_SIZES(HSAEMU_HALF_1, atanpi)
HSAEMU_SIZES(HSAEMU_HALF_1, cbrt)
HSAEMU_SIZES(HSAEMU_HALF_1, ceil)
HSAEMU_SIZES(HSAEMU_HALF_1, cos)
HSAEMU_SIZES(HSAEMU_HALF_1, cosh)
HSAEMU_SIZES(HSAEMU_HALF_1, cospi)
HSAEMU_SIZES(HSAEMU_HALF_1, exp)
HSAEMU_SIZES(HSAEMU_HALF_1, exp2)
HSAEMU_SIZES(HSAEMU_HALF_1, exp10)
HSAEMU_SIZES(HSAEMU_HALF_1, expm1)
HSAEMU_SIZES(HSAEMU_HALF_1, fabs)
HSAEMU_SIZES(HSAEMU_HALF_1, floor)
HSAEMU_SIZES(HSAEMU_HALF_1, log)
HSAEMU_SIZES(HSAEMU_HALF_1, log2)
HSAEMU_SIZES(HSAEMU_HALF_1, log10)
HSAEMU_SIZES(HSAEMU_HALF_1, log1p)
HSAEMU_SIZES(HSAEMU_HALF_1, rint)
HSAEMU_SIZES(HSAEMU_HALF_1, round)
HSAEMU_SIZES(HSAEMU_HALF_1, rsqrt)
HSAEMU_SIZES(HSAEMU_HALF_1, sin)
HSAEMU_SIZES(HSAEMU_HALF_1, sinh)
HSAEMU_SIZES(HSAEMU_HALF_1, sinpi)
HSAEMU_SIZES(HSAEMU_HALF_1, sqrt)
HSAEMU_SIZES(HSAEMU_HALF_1, tan)
HSAEMU_SIZES(HSAEMU_HALF_1, tanh)
HSAEMU_SIZES(HSAEMU_HALF_1, trunc)
HSAEMU_SIZES(HSAEMU_HALF_1, degrees)
HSAEMU_SIZES(HSAEMU_HALF_1, radians)
HSAEMU_SIZES(HSAEMU_HALF_1, sign)
HSAEMU_SIZES(HSAEMU_HALF_2, atan2)
HSAEMU_SIZES(HSAEMU_HALF_2, copysign)
HSAEMU_SIZES(HSAEMU_HALF_2, fdim)
HSAEMU_SIZES(HSAEMU_HALF_2, fmod)
HSAEMU_SIZES(HSAEMU_HALF_2, hypot)
HSAEMU_SIZES(HSAEMU_HALF_2, pow)
HSAEMU_SIZES(HSAEMU_HALF_2, powr)
#undef HSAEMU_HALF_1
#undef HSAEMU_HALF_2
#undef HSAEMU_SIZES

#endif
