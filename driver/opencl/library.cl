// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that clang declares or calls and libclc has not, mostly of half. hsaemu-cc links them to programs that call
// any: a definition in a header would hide the forms of other types, so they are a module of their own. Those
// of half are computed by those of float, in which halves and most of their sums and products are exact; here, too, a
// definition hides the other forms, so these are called by a name that is made before. Functions with pointers to
// the generic address space have the same names in LLVM IR as those with pointers to the private one.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define LIB __attribute__((overloadable, always_inline))
#define OWN static __attribute__((overloadable, always_inline))
#define SIZES(each, ...) each(, __VA_ARGS__) VECTORS(each, __VA_ARGS__)
#define VECTORS(each, ...) each(2, __VA_ARGS__) each(3, __VA_ARGS__) each(4, __VA_ARGS__) each(8, __VA_ARGS__) each(16, __VA_ARGS__)

// Between types of as many elements.
#define CAST(n, to, from) OWN to##n cast_##to(from##n x) { return __builtin_convertvector(x, to##n); }
#define CASTS(to, from) OWN to cast_##to(from x) { return (to)x; } VECTORS(CAST, to, from)
CASTS(float, half)
CASTS(half, float)
CASTS(short, int)

// ---- one, two and three arguments ----------------------------------------------------------------

#define CALL_1(n, name) OWN float##n by_##name(float##n x) { return name(x); }
#define HALF_1(n, name) LIB half##n name(half##n x) { return cast_half(by_##name(cast_float(x))); }
#define ONE(name) SIZES(CALL_1, name) SIZES(HALF_1, name)
ONE(logb)

#define CALL_2(n, name) OWN float##n by_##name(float##n x, float##n y) { return name(x, y); }
#define HALF_2(n, name) LIB half##n name(half##n x, half##n y) { return cast_half(by_##name(cast_float(x), cast_float(y))); }
#define TWO(name) SIZES(CALL_2, name) SIZES(HALF_2, name)
TWO(atan2pi)
TWO(fmax)
TWO(fmin)
TWO(max)
TWO(min)
TWO(maxmag)
TWO(minmag)
TWO(step)
#define HALF_BY(n, name) LIB half##n name(half##n x, half y) { return name(x, (half##n)y); }
VECTORS(HALF_BY, fmax)
VECTORS(HALF_BY, fmin)
VECTORS(HALF_BY, max)
VECTORS(HALF_BY, min)
#define STEP(n, name) LIB half##n name(half x, half##n y) { return name((half##n)x, y); }
VECTORS(STEP, step)

#define CALL_3(n, name) OWN float##n by_##name(float##n x, float##n y, float##n z) { return name(x, y, z); }
#define HALF_3(n, name) LIB half##n name(half##n x, half##n y, half##n z) { return cast_half(by_##name(cast_float(x), cast_float(y), cast_float(z))); }
#define THREE(name) SIZES(CALL_3, name) SIZES(HALF_3, name)
#define CALL_SMOOTHSTEP(n, name) OWN double##n by_##name(double##n x, double##n y, double##n z) { return name(x, y, z); }
VECTORS(CALL_SMOOTHSTEP, smoothstep)
THREE(mix)
THREE(clamp)
THREE(smoothstep)
#define MIX(n, name) LIB half##n name(half##n x, half##n y, half z) { return name(x, y, (half##n)z); }
VECTORS(MIX, mix)
#define CLAMP(n, name) LIB half##n name(half##n x, half y, half z) { return name(x, (half##n)y, (half##n)z); }
VECTORS(CLAMP, clamp)
#define SMOOTHSTEP(n, name) LIB half##n name(half x, half y, half##n z) { return name((half##n)x, (half##n)y, z); }
VECTORS(SMOOTHSTEP, smoothstep)
#define SMOOTHSTEP_DOUBLE(n, name) LIB double##n name(double x, double y, double##n z) { return by_##name((double##n)x, (double##n)y, z); }
VECTORS(SMOOTHSTEP_DOUBLE, smoothstep)
#define FMA(n, name) LIB half##n name(half##n x, half##n y, half##n z) { return __builtin_elementwise_fma(x, y, z); }
SIZES(FMA, fma)
SIZES(FMA, mad)

#define CALL_ILOGB(n, name) OWN int##n by_##name(float##n x) { return name(x); }
#define HALF_ILOGB(n, name) LIB int##n name(half##n x) { return by_##name(cast_float(x)); }
SIZES(CALL_ILOGB, ilogb)
SIZES(HALF_ILOGB, ilogb)
#define NAN_OF(n, name) LIB half##n name(ushort##n x) { return as_half##n((ushort##n)(x | (ushort##n)0x7e00)); }
SIZES(NAN_OF, nan)

// ---- results behind pointers -----------------------------------------------------------------------

#define CALL_MODF(n, name) OWN float##n by_##name(float##n x, float##n *y) { return name(x, y); }
#define HALF_MODF(n, name, space) \
	LIB half##n name(half##n x, space half##n *whole) { float##n y; half##n r = cast_half(by_##name(cast_float(x), &y)); *whole = cast_half(y); return r; }
#define CALL_FREXP(n, name) OWN float##n by_##name(float##n x, int##n *y) { return name(x, y); }
#define HALF_FREXP(n, name, space) \
	LIB half##n name(half##n x, space int##n *to) { int##n y; half##n r = cast_half(by_##name(cast_float(x), &y)); *to = y; return r; }
SIZES(CALL_MODF, modf)
SIZES(CALL_FREXP, frexp)
#define POINTERS(space) SIZES(HALF_MODF, modf, space) SIZES(HALF_FREXP, frexp, space)
POINTERS(private)
POINTERS(global)
POINTERS(local)

// ---- geometry --------------------------------------------------------------------------------------

#define CALL_LENGTH(n, name) OWN float by_##name(float##n x) { return name(x); }
#define HALF_LENGTH(n, name) LIB half name(half##n x) { return (half)by_##name(cast_float(x)); }
#define CALL_DISTANCE(n, name) OWN float by_##name(float##n x, float##n y) { return name(x, y); }
#define HALF_DISTANCE(n, name) LIB half name(half##n x, half##n y) { return (half)by_##name(cast_float(x), cast_float(y)); }
#define SMALL(each, name) each(, name) each(2, name) each(3, name) each(4, name)
SMALL(CALL_LENGTH, length)
SMALL(HALF_LENGTH, length)
SMALL(CALL_DISTANCE, distance)
SMALL(HALF_DISTANCE, distance)
SMALL(CALL_1, normalize)
SMALL(HALF_1, normalize)
CALL_2(3, cross)
CALL_2(4, cross)
HALF_2(3, cross)
HALF_2(4, cross)

// ---- relations: 1 of a scalar, -1 of elements ---------------------------------------------------------

#define CALL_IS(n, name) OWN int##n by_##name(float##n x) { return name(x); }
#define HALF_IS(n, name) LIB short##n name(half##n x) { return cast_short(by_##name(cast_float(x))); }
#define IS(name) SIZES(CALL_IS, name) VECTORS(HALF_IS, name) LIB int name(half x) { return by_##name((float)x); }
IS(isfinite)
IS(isinf)
IS(isnan)
IS(signbit)
#define NORMAL(n, name) \
	LIB short##n name(half##n x) { short##n e = as_short##n(x) & (short##n)0x7c00; return (e != (short##n)0) & (e != (short##n)0x7c00); }
VECTORS(NORMAL, isnormal)
LIB int isnormal(half x) { int e = as_short(x) & 0x7c00; return e != 0 && e != 0x7c00; }
#define CALL_RELATION(n, name) OWN int##n by_##name(float##n x, float##n y) { return name(x, y); }
#define HALF_RELATION(n, name) LIB short##n name(half##n x, half##n y) { return cast_short(by_##name(cast_float(x), cast_float(y))); }
#define RELATION(name) \
	SIZES(CALL_RELATION, name) VECTORS(HALF_RELATION, name) LIB int name(half x, half y) { return by_##name((float)x, (float)y); }
RELATION(isequal)
RELATION(isnotequal)
RELATION(isgreater)
RELATION(isgreaterequal)
RELATION(isless)
RELATION(islessequal)
RELATION(islessgreater)
RELATION(isordered)
RELATION(isunordered)

// ---- bits ----------------------------------------------------------------------------------------------

#define BITSELECT(n, name) \
	LIB half##n name(half##n x, half##n y, half##n z) { ushort##n a = as_ushort##n(x), b = as_ushort##n(y), c = as_ushort##n(z); return as_half##n((ushort##n)((a & ~c) | (b & c))); }
SIZES(BITSELECT, bitselect)
#define SELECT(n, T) LIB half##n select(half##n x, half##n y, T##n c) { return as_short##n(c) < (short##n)0 ? y : x; }
VECTORS(SELECT, short)
VECTORS(SELECT, ushort)
LIB half select(half x, half y, short c) { return c ? y : x; }
LIB half select(half x, half y, ushort c) { return c ? y : x; }

#define CALL_SHUFFLE(n, m) \
	OWN ushort##n by_shuffle(ushort##m x, ushort##n at) { return shuffle(x, at); } \
	OWN ushort##n by_shuffle2(ushort##m x, ushort##m y, ushort##n at) { return shuffle2(x, y, at); }
#define HALF_SHUFFLE(n, m) \
	LIB half##n shuffle(half##m x, ushort##n at) { return as_half##n(by_shuffle(as_ushort##m(x), at)); } \
	LIB half##n shuffle2(half##m x, half##m y, ushort##n at) { return as_half##n(by_shuffle2(as_ushort##m(x), as_ushort##m(y), at)); }
#define EVEN(each, m) each(2, m) each(4, m) each(8, m) each(16, m)
#define SHUFFLES(each) EVEN(each, 2) EVEN(each, 4) EVEN(each, 8) EVEN(each, 16)
SHUFFLES(CALL_SHUFFLE)
SHUFFLES(HALF_SHUFFLE)

// ---- memory ----------------------------------------------------------------------------------------------

#define LOAD(n, space) LIB half##n vload##n(size_t at, const space half *p) { return as_half##n(by_vload##n(at, (const space ushort *)p)); }
#define CALL_LOAD(n, space) OWN ushort##n by_vload##n(size_t at, const space ushort *p) { return vload##n(at, p); }
#define STORE(n, space) LIB void vstore##n(half##n v, size_t at, space half *p) { by_vstore##n(as_ushort##n(v), at, (space ushort *)p); }
#define CALL_STORE(n, space) OWN void by_vstore##n(ushort##n v, size_t at, space ushort *p) { vstore##n(v, at, p); }
#define SPACES(each) VECTORS(each, private) VECTORS(each, global) VECTORS(each, local)
SPACES(CALL_LOAD)
VECTORS(CALL_LOAD, constant)
SPACES(LOAD)
VECTORS(LOAD, constant)
SPACES(CALL_STORE)
SPACES(STORE)

#define CALL_COPY(n, name) \
	OWN event_t by_copy(local short##n *to, const global short##n *from, size_t count, event_t e) { return async_work_group_copy(to, from, count, e); } \
	OWN event_t by_copy(global short##n *to, const local short##n *from, size_t count, event_t e) { return async_work_group_copy(to, from, count, e); } \
	OWN event_t by_strided(local short##n *to, const global short##n *from, size_t count, size_t step, event_t e) { return async_work_group_strided_copy(to, from, count, step, e); } \
	OWN event_t by_strided(global short##n *to, const local short##n *from, size_t count, size_t step, event_t e) { return async_work_group_strided_copy(to, from, count, step, e); }
#define HALF_COPY(n, name) \
	LIB event_t async_work_group_copy(local half##n *to, const global half##n *from, size_t count, event_t e) { return by_copy((local short##n *)to, (const global short##n *)from, count, e); } \
	LIB event_t async_work_group_copy(global half##n *to, const local half##n *from, size_t count, event_t e) { return by_copy((global short##n *)to, (const local short##n *)from, count, e); } \
	LIB event_t async_work_group_strided_copy(local half##n *to, const global half##n *from, size_t count, size_t step, event_t e) { return by_strided((local short##n *)to, (const global short##n *)from, count, step, e); } \
	LIB event_t async_work_group_strided_copy(global half##n *to, const local half##n *from, size_t count, size_t step, event_t e) { return by_strided((global short##n *)to, (const local short##n *)from, count, step, e); } \
	LIB void prefetch(const global half##n *p, size_t count) { }
SIZES(CALL_COPY, copy)

// Vectors of three lie in memory like those of four.
#define EACH_TYPE(each) each(char) each(uchar) each(short) each(ushort) each(int) each(uint) each(long) each(ulong) each(float) each(double)
#define CALL_COPY_4(T) \
	OWN event_t by_four(local T##4 *to, const global T##4 *from, size_t count, event_t e) { return async_work_group_copy(to, from, count, e); } \
	OWN event_t by_four(global T##4 *to, const local T##4 *from, size_t count, event_t e) { return async_work_group_copy(to, from, count, e); } \
	OWN event_t by_four(local T##4 *to, const global T##4 *from, size_t count, size_t step, event_t e) { return async_work_group_strided_copy(to, from, count, step, e); } \
	OWN event_t by_four(global T##4 *to, const local T##4 *from, size_t count, size_t step, event_t e) { return async_work_group_strided_copy(to, from, count, step, e); }
EACH_TYPE(CALL_COPY_4)
#define COPY_3(T) \
	LIB event_t async_work_group_copy(local T##3 *to, const global T##3 *from, size_t count, event_t e) { return by_four((local T##4 *)to, (const global T##4 *)from, count, e); } \
	LIB event_t async_work_group_copy(global T##3 *to, const local T##3 *from, size_t count, event_t e) { return by_four((global T##4 *)to, (const local T##4 *)from, count, e); } \
	LIB event_t async_work_group_strided_copy(local T##3 *to, const global T##3 *from, size_t count, size_t step, event_t e) { return by_four((local T##4 *)to, (const global T##4 *)from, count, step, e); } \
	LIB event_t async_work_group_strided_copy(global T##3 *to, const local T##3 *from, size_t count, size_t step, event_t e) { return by_four((global T##4 *)to, (const local T##4 *)from, count, step, e); } \
	LIB void prefetch(const global T##3 *p, size_t count) { }
EACH_TYPE(COPY_3)
SIZES(HALF_COPY, copy)

// ---- generic pointers ------------------------------------------------------------------------------------

// What clang calls for to_global(), to_local() and to_private(). Private pointers have the form of generic ones.
#define OF_SPACE(space, ptx) \
	OWN space void *at_##space(private void *p) { space void *at; __asm__("cvta.to." ptx ".u64 %0, %1;" : "=l"(at) : "l"(p)); return at; }
OF_SPACE(global, "global")
OF_SPACE(local, "shared")
#define TO_SPACE(space, is, at) __attribute__((always_inline)) space void *__to_##space(private void *p) { return is(p) ? at(p) : (space void *)0; }
TO_SPACE(global, __nvvm_isspacep_global, at_global)
TO_SPACE(local, __nvvm_isspacep_shared, at_local)
TO_SPACE(private, __nvvm_isspacep_local, )

// ---- conversions -------------------------------------------------------------------------------------------

#define CALL_CONVERT(n, to, T, how) OWN T##n by_##to##how(float##n x) { return convert_##T##n##how(x); }
#define HALF_CONVERT(n, to, T, how) LIB T##n convert_##T##n##how(half##n x) { return by_##to##how(cast_float(x)); }
#define CONVERT(T, how) SIZES(CALL_CONVERT, T, T, how) SIZES(HALF_CONVERT, T, T, how)
#define CONVERT_FLOAT(T) CONVERT(T, ) CONVERT(T, _rte) CONVERT(T, _rtz) CONVERT(T, _rtp) CONVERT(T, _rtn)
#define CONVERT_INTEGER(T) CONVERT_FLOAT(T) CONVERT(T, _sat) CONVERT(T, _sat_rte) CONVERT(T, _sat_rtz) CONVERT(T, _sat_rtp) CONVERT(T, _sat_rtn)
CONVERT_FLOAT(float)
CONVERT_FLOAT(double)
CONVERT_INTEGER(char)
CONVERT_INTEGER(uchar)
CONVERT_INTEGER(short)
CONVERT_INTEGER(ushort)
CONVERT_INTEGER(int)
CONVERT_INTEGER(uint)
CONVERT_INTEGER(long)
CONVERT_INTEGER(ulong)
