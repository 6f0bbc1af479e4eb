/* A call of each function of OpenCL C 3.0's tables with each type: all must be there, of which the test looks at
 * the PTX. Values are those of other tests. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define AT(T) (*(volatile global T *)p)
#define KERNEL(name, ...) kernel void name(global void *p, local void *l, constant void *c) { private long q[32] = {1}; __VA_ARGS__ AT(long) = q[3]; }

#define WIDTHS(each, T, ...) each(T, , __VA_ARGS__) VECTORS(each, T, __VA_ARGS__)
#define VECTORS(each, T, ...) each(T, 2, __VA_ARGS__) each(T, 3, __VA_ARGS__) each(T, 4, __VA_ARGS__) each(T, 8, __VA_ARGS__) each(T, 16, __VA_ARGS__)
#define INTEGERS(each, ...) each(char, __VA_ARGS__) each(uchar, __VA_ARGS__) each(short, __VA_ARGS__) each(ushort, __VA_ARGS__) \
	each(int, __VA_ARGS__) each(uint, __VA_ARGS__) each(long, __VA_ARGS__) each(ulong, __VA_ARGS__)
#define FLOATS(each, ...) each(half, __VA_ARGS__) each(float, __VA_ARGS__) each(double, __VA_ARGS__)

/* ---- by type and width ------------------------------------------------------------------------------ */

#define F1(T, n, f) AT(T##n) = f(AT(T##n));
#define F2(T, n, f) AT(T##n) = f(AT(T##n), AT(T##n));
#define F3(T, n, f) AT(T##n) = f(AT(T##n), AT(T##n), AT(T##n));
#define FI(T, n, f) AT(T##n) = f(AT(T##n), AT(int##n));
#define F2_1(T, n, f) AT(T##n) = f(AT(T##n), AT(T));
#define F1_2(T, n, f) AT(T##n) = f(AT(T), AT(T##n));
#define F3_1(T, n, f) AT(T##n) = f(AT(T##n), AT(T##n), AT(T));
#define F1_11(T, n, f) AT(T##n) = f(AT(T##n), AT(T), AT(T));
#define F11_1(T, n, f) AT(T##n) = f(AT(T), AT(T), AT(T##n));
#define MATH_1(T, each) each(T, acos) each(T, acosh) each(T, acospi) each(T, asin) each(T, asinh) each(T, asinpi) each(T, atan) \
	each(T, atanh) each(T, atanpi) each(T, cbrt) each(T, ceil) each(T, cos) each(T, cosh) each(T, cospi) each(T, erfc) each(T, erf) \
	each(T, exp) each(T, exp2) each(T, exp10) each(T, expm1) each(T, fabs) each(T, floor) each(T, lgamma) each(T, log) each(T, log2) \
	each(T, log10) each(T, log1p) each(T, logb) each(T, rint) each(T, round) each(T, rsqrt) each(T, sin) each(T, sinh) each(T, sinpi) \
	each(T, sqrt) each(T, tan) each(T, tanh) each(T, tanpi) each(T, tgamma) each(T, trunc) each(T, degrees) each(T, radians) each(T, sign)
#define MATH_2(T, each) each(T, atan2) each(T, atan2pi) each(T, copysign) each(T, fdim) each(T, fmod) each(T, fmax) each(T, fmin) \
	each(T, hypot) each(T, maxmag) each(T, minmag) each(T, nextafter) each(T, pow) each(T, powr) each(T, remainder) each(T, max) \
	each(T, min) each(T, step)
#define ALL_1(T, f) WIDTHS(F1, T, f)
#define ALL_2(T, f) WIDTHS(F2, T, f)
#define ALL_3(T, f) WIDTHS(F3, T, f)
#define POINTER(T, n, P, space, at) AT(T##n) = fract(AT(T##n), (space T##n *)at); AT(T##n) = modf(AT(T##n), (space T##n *)at); \
	AT(T##n) = sincos(AT(T##n), (space T##n *)at); AT(T##n) = frexp(AT(T##n), (space int##n *)at); \
	AT(T##n) = lgamma_r(AT(T##n), (space int##n *)at); AT(T##n) = remquo(AT(T##n), AT(T##n), (space int##n *)at);
#define MATH(T, ...) \
	KERNEL(one_##T, MATH_1(T, ALL_1)) \
	KERNEL(two_##T, MATH_2(T, ALL_2) ALL_3(T, fma) ALL_3(T, mad) ALL_3(T, mix) ALL_3(T, clamp) ALL_3(T, smoothstep) ALL_3(T, bitselect) \
		WIDTHS(FI, T, ldexp) WIDTHS(FI, T, pown) WIDTHS(FI, T, rootn) VECTORS(F2_1, T, fmax) VECTORS(F2_1, T, fmin) \
		VECTORS(F2_1, T, max) VECTORS(F2_1, T, min) VECTORS(F1_2, T, step) VECTORS(F3_1, T, mix) VECTORS(F1_11, T, clamp) \
		VECTORS(F11_1, T, smoothstep)) \
	KERNEL(pointers_##T, WIDTHS(POINTER, T, , private, q) WIDTHS(POINTER, T, , global, p) WIDTHS(POINTER, T, , local, l))
FLOATS(MATH)

/* ---- relations, geometry, selection --------------------------------------------------------------------- */

#define IS(T, n, R) AT(R##n) = isequal(AT(T##n), AT(T##n)) + isnotequal(AT(T##n), AT(T##n)) + isgreater(AT(T##n), AT(T##n)) + \
	isgreaterequal(AT(T##n), AT(T##n)) + isless(AT(T##n), AT(T##n)) + islessequal(AT(T##n), AT(T##n)) + islessgreater(AT(T##n), AT(T##n)) + \
	isordered(AT(T##n), AT(T##n)) + isunordered(AT(T##n), AT(T##n)) + isfinite(AT(T##n)) + isinf(AT(T##n)) + isnan(AT(T##n)) + \
	isnormal(AT(T##n)) + signbit(AT(T##n)); AT(T##n) = select(AT(T##n), AT(T##n), AT(R##n)); AT(T##n) = select(AT(T##n), AT(T##n), AT(u##R##n)); \
	AT(T##n) = nan(AT(u##R##n)); AT(int##n) = ilogb(AT(T##n));
#define LONG(T, n) AT(T) = dot(AT(T##n), AT(T##n)) + length(AT(T##n)) + distance(AT(T##n), AT(T##n)); AT(T##n) = normalize(AT(T##n));
#define RELATIONS(T, R) KERNEL(relations_##T, WIDTHS(IS, T, R) LONG(T, ) LONG(T, 2) LONG(T, 3) LONG(T, 4) AT(T##3) = cross(AT(T##3), AT(T##3)); \
	AT(T##4) = cross(AT(T##4), AT(T##4));)
RELATIONS(half, short)
RELATIONS(float, int)
RELATIONS(double, long)
#define APPROXIMATE(T, f) WIDTHS(F1, float, half_##f) WIDTHS(F1, float, native_##f)
#define FAST(T, n) AT(T) = fast_length(AT(T##n)) + fast_distance(AT(T##n), AT(T##n)); AT(T##n) = fast_normalize(AT(T##n));
KERNEL(approximate, APPROXIMATE(, cos) APPROXIMATE(, exp) APPROXIMATE(, exp2) APPROXIMATE(, exp10) APPROXIMATE(, log) APPROXIMATE(, log2)
	APPROXIMATE(, log10) APPROXIMATE(, recip) APPROXIMATE(, rsqrt) APPROXIMATE(, sin) APPROXIMATE(, sqrt) APPROXIMATE(, tan)
	WIDTHS(F2, float, half_divide) WIDTHS(F2, float, native_divide) WIDTHS(F2, float, half_powr) WIDTHS(F2, float, native_powr)
	FAST(float, ) FAST(float, 2) FAST(float, 3) FAST(float, 4))

/* ---- integers ----------------------------------------------------------------------------------------------- */

#define ABS(T, n, U) AT(U##n) = abs(AT(T##n)); AT(U##n) = abs_diff(AT(T##n), AT(T##n));
#define SELECT(T, n, S, U) AT(T##n) = select(AT(T##n), AT(T##n), AT(S##n)); AT(T##n) = select(AT(T##n), AT(T##n), AT(U##n));
#define INTEGER(T, S, U) KERNEL(integer_##T, WIDTHS(ABS, T, U) WIDTHS(SELECT, T, S, U) ALL_2(T, add_sat) ALL_2(T, hadd) ALL_2(T, rhadd) \
	ALL_2(T, max) ALL_2(T, min) ALL_2(T, mul_hi) ALL_2(T, rotate) ALL_2(T, sub_sat) ALL_3(T, clamp) ALL_3(T, mad_hi) ALL_3(T, mad_sat) \
	ALL_3(T, bitselect) ALL_1(T, clz) ALL_1(T, ctz) ALL_1(T, popcount) VECTORS(F2_1, T, max) VECTORS(F2_1, T, min) VECTORS(F1_11, T, clamp))
INTEGER(char, char, uchar) INTEGER(uchar, char, uchar) INTEGER(short, short, ushort) INTEGER(ushort, short, ushort)
INTEGER(int, int, uint) INTEGER(uint, int, uint) INTEGER(long, long, ulong) INTEGER(ulong, long, ulong)
#define UPSAMPLE(T, n, U, W) AT(W##n) = upsample(AT(T##n), AT(U##n));
#define ANY(T, n, U) AT(int) = any(AT(T##n)) + all(AT(T##n));
KERNEL(widths, WIDTHS(UPSAMPLE, char, uchar, short) WIDTHS(UPSAMPLE, uchar, uchar, ushort) WIDTHS(UPSAMPLE, short, ushort, int)
	WIDTHS(UPSAMPLE, ushort, ushort, uint) WIDTHS(UPSAMPLE, int, uint, long) WIDTHS(UPSAMPLE, uint, uint, ulong) ALL_2(int, mul24)
	ALL_2(uint, mul24) ALL_3(int, mad24) ALL_3(uint, mad24) WIDTHS(ANY, char, ) WIDTHS(ANY, short, ) WIDTHS(ANY, int, ) WIDTHS(ANY, long, ))

/* ---- conversions ------------------------------------------------------------------------------------------------ */

#define CONVERT(T, n, F, how) AT(T##n) = convert_##T##n##how(AT(F##n));
#define SOME(each, T, ...) each(T, , __VA_ARGS__) each(T, 3, __VA_ARGS__)
#define ROUNDED(F, T) WIDTHS(CONVERT, T, F, ) SOME(CONVERT, T, F, _rte) SOME(CONVERT, T, F, _rtz) SOME(CONVERT, T, F, _rtp) SOME(CONVERT, T, F, _rtn)
#define SATURATED(F, T) SOME(CONVERT, T, F, _sat) SOME(CONVERT, T, F, _sat_rte) SOME(CONVERT, T, F, _sat_rtz) SOME(CONVERT, T, F, _sat_rtp) \
	SOME(CONVERT, T, F, _sat_rtn)
#define TO_INTEGER(T) KERNEL(convert_to_##T, INTEGERS(ROUNDED, T) FLOATS(ROUNDED, T) INTEGERS(SATURATED, T) FLOATS(SATURATED, T))
#define TO_FLOAT(T) KERNEL(convert_to_##T, INTEGERS(ROUNDED, T) FLOATS(ROUNDED, T))
TO_INTEGER(char) TO_INTEGER(uchar) TO_INTEGER(short) TO_INTEGER(ushort) TO_INTEGER(int) TO_INTEGER(uint) TO_INTEGER(long) TO_INTEGER(ulong)
TO_FLOAT(half) TO_FLOAT(float) TO_FLOAT(double)

/* ---- memory -------------------------------------------------------------------------------------------------------- */

#define LOAD(T, n, space, at) AT(T##n) = vload##n(1, (space T *)at);
#define STORE(T, n, space, at) vstore##n(AT(T##n), 1, (space T *)at);
#define SHUFFLE(T, n, M) AT(T##n) = shuffle(AT(T##2), AT(M##n)); AT(T##n) = shuffle(AT(T##4), AT(M##n)); AT(T##n) = shuffle(AT(T##16), AT(M##n)); \
	AT(T##n) = shuffle2(AT(T##4), AT(T##4), AT(M##n)); AT(T##n) = shuffle2(AT(T##8), AT(T##8), AT(M##n));
#define COPY(T, n, more) e = async_work_group_copy((local T##n *)l, (global T##n *)p, 4, e); e = async_work_group_copy((global T##n *)p, (local T##n *)l, 4, e); \
	e = async_work_group_strided_copy((local T##n *)l, (global T##n *)p, 4, 2, e); e = async_work_group_strided_copy((global T##n *)p, (local T##n *)l, 4, 2, e); \
	prefetch((global T##n *)p, 4);
#define MEMORY(T, M) KERNEL(memory_##T, event_t e = 0; VECTORS(LOAD, T, global, p) VECTORS(LOAD, T, local, l) VECTORS(LOAD, T, private, q) \
	VECTORS(LOAD, T, constant, c) VECTORS(STORE, T, global, p) VECTORS(STORE, T, local, l) VECTORS(STORE, T, private, q) SHUFFLE(T, 2, M) \
	SHUFFLE(T, 4, M) SHUFFLE(T, 8, M) SHUFFLE(T, 16, M) WIDTHS(COPY, T, ) wait_group_events(1, &e);)
MEMORY(char, uchar) MEMORY(uchar, uchar) MEMORY(short, ushort) MEMORY(ushort, ushort) MEMORY(int, uint) MEMORY(uint, uint)
MEMORY(long, ulong) MEMORY(ulong, ulong) MEMORY(half, ushort) MEMORY(float, uint) MEMORY(double, ulong)
#define LOAD_HALF(T, n, space, at) AT(float##n) = vload_half##n(1, (space half *)at);
#define STORE_HALF(T, n, how, space, at) vstore_half##n##how(AT(T##n), 1, (space half *)at);
#define STORES_HALF(T, space, at) WIDTHS(STORE_HALF, T, , space, at) WIDTHS(STORE_HALF, T, _rte, space, at) WIDTHS(STORE_HALF, T, _rtz, space, at) \
	WIDTHS(STORE_HALF, T, _rtp, space, at) WIDTHS(STORE_HALF, T, _rtn, space, at)
KERNEL(halves, WIDTHS(LOAD_HALF, , global, p) WIDTHS(LOAD_HALF, , local, l) WIDTHS(LOAD_HALF, , private, q) WIDTHS(LOAD_HALF, , constant, c)
	STORES_HALF(float, global, p) STORES_HALF(float, local, l) STORES_HALF(float, private, q) STORES_HALF(double, global, p))
