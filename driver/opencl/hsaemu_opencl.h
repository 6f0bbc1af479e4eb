/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// What OpenCL C has and libclc for PTX has not; hsaemu-cc includes this before every .cl file. Functions that
// clang declares by itself get their bodies here, which are always inlined.
#ifndef HSAEMU_OPENCL_H
#define HSAEMU_OPENCL_H

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnan-infinity-disabled" // -cl-finite-math-only is about the program

// What clang does not know of the device.
#define __IMAGE_SUPPORT__ 1
#define __OPENCL_VERSION__ 300
#ifndef __ENDIAN_LITTLE__
#define __ENDIAN_LITTLE__ 1
#endif

// Names of PoCL's kernel headers, which kernels that were written for it use.
#define _CL_ALWAYSINLINE __attribute__((always_inline))
#define _CL_NOINLINE __attribute__((noinline))
#define _CL_OVERLOADABLE __attribute__((overloadable))
#define _CL_CONVERGENT __attribute__((convergent))
#define _CL_READNONE __attribute__((const))
#define _CL_READONLY __attribute__((pure))
#define __IF_INT64(x) x
#define __IF_FP64(x) x
#define __IF_FP16(x) x

// The version of OpenCL C, also of the one that C++ for OpenCL stands on.
#ifndef __OPENCL_CPP_VERSION__
#define HSAEMU_OPENCL_C __OPENCL_C_VERSION__
#elif __OPENCL_CPP_VERSION__ == 100
#define HSAEMU_OPENCL_C 200
#else
#define HSAEMU_OPENCL_C 300
#endif

#define HSAEMU_LIB extern inline __attribute__((gnu_inline, always_inline, overloadable))

// Its arguments are passed as those of PTX's vprintf.
int printf(constant const char *, ...) __asm__("vprintf");

// ---- the grid ------------------------------------------------------------------------------------

// What the dispatch record has and PTX has no register for (docs/kernel-abi.md).
#define HSAEMU_QUERY_OF_DISPATCH __attribute__((const, nothrow))
HSAEMU_QUERY_OF_DISPATCH ulong hsaemu_offset_x(void) __asm__("__hsaemu_global_offset_x");
HSAEMU_QUERY_OF_DISPATCH ulong hsaemu_offset_y(void) __asm__("__hsaemu_global_offset_y");
HSAEMU_QUERY_OF_DISPATCH ulong hsaemu_offset_z(void) __asm__("__hsaemu_global_offset_z");
HSAEMU_QUERY_OF_DISPATCH uint hsaemu_work_dim(void) __asm__("__hsaemu_work_dim");

// As libclc has them, but without libclc, which takes its time.
#define HSAEMU_QUERY_OF_GRID(name, which, beyond) \
	HSAEMU_LIB size_t name(uint dim) \
	{ \
		return dim == 0 ? (size_t)__nvvm_read_ptx_sreg_##which##_x() : dim == 1 ? (size_t)__nvvm_read_ptx_sreg_##which##_y() \
			: dim == 2 ? (size_t)__nvvm_read_ptx_sreg_##which##_z() : beyond; \
	}
HSAEMU_QUERY_OF_GRID(get_local_id, tid, 0)
HSAEMU_QUERY_OF_GRID(get_group_id, ctaid, 0)
HSAEMU_QUERY_OF_GRID(get_num_groups, nctaid, 1)

HSAEMU_LIB uint get_work_dim(void) { return hsaemu_work_dim(); }
HSAEMU_LIB size_t get_global_offset(uint dim)
{
	return dim == 0 ? hsaemu_offset_x() : dim == 1 ? hsaemu_offset_y() : dim == 2 ? hsaemu_offset_z() : 0;
}
#if HSAEMU_OPENCL_C >= 200
// The last work-groups of a grid may be smaller than the others.
HSAEMU_QUERY_OF_DISPATCH uint hsaemu_global_size_x(void) __asm__("__hsaemu_global_size_x");
HSAEMU_QUERY_OF_DISPATCH uint hsaemu_global_size_y(void) __asm__("__hsaemu_global_size_y");
HSAEMU_QUERY_OF_DISPATCH uint hsaemu_global_size_z(void) __asm__("__hsaemu_global_size_z");
HSAEMU_LIB size_t get_global_size(uint dim)
{
	return dim == 0 ? hsaemu_global_size_x() : dim == 1 ? hsaemu_global_size_y() : dim == 2 ? hsaemu_global_size_z() : 1;
}
HSAEMU_QUERY_OF_GRID(get_enqueued_local_size, ntid, 1)
HSAEMU_LIB size_t get_local_size(uint dim)
{
	size_t size = get_enqueued_local_size(dim);
	return min(size, get_global_size(dim) - get_group_id(dim) * size);
}
#define hsaemu_local_size(dim) get_enqueued_local_size(dim)
#else
HSAEMU_QUERY_OF_GRID(get_local_size, ntid, 1)
HSAEMU_LIB size_t get_global_size(uint dim) { return get_num_groups(dim) * get_local_size(dim); }
#define hsaemu_local_size(dim) get_local_size(dim)
#endif
HSAEMU_LIB size_t get_global_id(uint dim)
{
	return get_global_offset(dim) + (get_group_id(dim) * hsaemu_local_size(dim) + get_local_id(dim));
}

// cl_khr_kernel_clock: PTX's timer, which all compute units share.
#define HSAEMU_CLOCK(scope) \
	HSAEMU_LIB ulong clock_read_##scope(void) { ulong t; __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; } \
	HSAEMU_LIB uint2 clock_read_hilo_##scope(void) { return as_uint2(clock_read_##scope()); }
HSAEMU_CLOCK(device)
HSAEMU_CLOCK(work_group)
HSAEMU_CLOCK(sub_group)
#define cl_khr_kernel_clock 1
#define cl_khr_int64 1 // in no standard; PoCL defines it
#define cl_amd_fp64 1
#define cl_amd_printf 1

// ---- native functions: PTX's approximations ------------------------------------------------------

// LLVM's generic functions, which libclc uses for these, stop its code generator for PTX.
float hsaemu_sin(float x) __asm__("llvm.nvvm.sin.approx.f");
float hsaemu_cos(float x) __asm__("llvm.nvvm.cos.approx.f");
float hsaemu_exp2(float x) __asm__("llvm.nvvm.ex2.approx.f");
float hsaemu_log2(float x) __asm__("llvm.nvvm.lg2.approx.f");

#define HSAEMU_WIDEN(name, call, T) \
	HSAEMU_LIB T##2 name(T##2 x) { return (T##2)(call(x.x), call(x.y)); } \
	HSAEMU_LIB T##3 name(T##3 x) { return (T##3)(call(x.x), call(x.y), call(x.z)); } \
	HSAEMU_LIB T##4 name(T##4 x) { return (T##4)(name(x.lo), name(x.hi)); } \
	HSAEMU_LIB T##8 name(T##8 x) { return (T##8)(name(x.lo), name(x.hi)); } \
	HSAEMU_LIB T##16 name(T##16 x) { return (T##16)(name(x.lo), name(x.hi)); }
#define HSAEMU_NATIVE(name, value) \
	HSAEMU_LIB float name(float x) { return value; } \
	HSAEMU_WIDEN(name, name, float)
HSAEMU_NATIVE(native_sin, hsaemu_sin(x))
HSAEMU_NATIVE(native_cos, hsaemu_cos(x))
HSAEMU_NATIVE(native_tan, hsaemu_sin(x) / hsaemu_cos(x))
HSAEMU_NATIVE(native_exp2, hsaemu_exp2(x))
HSAEMU_NATIVE(native_exp, hsaemu_exp2(x * 0x1.715476p+0f))
HSAEMU_NATIVE(native_exp10, hsaemu_exp2(x * 0x1.a934fp+1f))
HSAEMU_NATIVE(native_log2, hsaemu_log2(x))
HSAEMU_NATIVE(native_log, hsaemu_log2(x) * 0x1.62e43p-1f)
HSAEMU_NATIVE(native_log10, hsaemu_log2(x) * 0x1.344136p-2f)
#define HSAEMU_POWER(T) HSAEMU_LIB T native_powr(T x, T y) { return native_exp2(y * native_log2(x)); }
HSAEMU_POWER(float)
HSAEMU_POWER(float2)
HSAEMU_POWER(float3)
HSAEMU_POWER(float4)
HSAEMU_POWER(float8)
HSAEMU_POWER(float16)

// ---- what libclc has not right: hsaemu_math.h ------------------------------------------------------

#define HSAEMU_MATH(T) HSAEMU_LIB T
#define HSAEMU_RAW(T) T __attribute__((const, nothrow))
#define HSAEMU_TABLE static __constant const
typedef ulong hsaemu_unsigned_64;
HSAEMU_LIB double hsaemu_double_of_bits(long bits) { return as_double(bits); }
HSAEMU_LIB ulong hsaemu_bits_of_double(double x) { return as_ulong(x); }
HSAEMU_LIB float hsaemu_float_of_bits(uint bits) { return as_float(bits); }
HSAEMU_LIB uint hsaemu_bits_of_float(float x) { return as_uint(x); }
HSAEMU_LIB float hsaemu_root(float x) { return __nvvm_sqrt_rn_f(x); }
#define HSAEMU_ROOT hsaemu_root
#define hsaemu_mul_hi(x, y) mul_hi((ulong)(x), (ulong)(y))
#define hsaemu_leading_zeroes(x) (int)clz((ulong)(x))
#include "../hsaemu_math.h"

// Under other names than libclc's, which they call.
#define HSAEMU_OWN(name) \
	float __attribute__((overloadable)) name(float x) __asm__("hsaemu_own_" #name "f"); \
	double __attribute__((overloadable)) name(double x) __asm__("hsaemu_own_" #name); \
	HSAEMU_LIB float name(float x) { return hsaemu_##name##f(x); } \
	HSAEMU_LIB double name(double x) { return hsaemu_##name(x); } \
	HSAEMU_WIDEN(name, name, float) \
	HSAEMU_WIDEN(name, name, double)
HSAEMU_OWN(acos)
HSAEMU_OWN(asin)
HSAEMU_OWN(atan)
HSAEMU_OWN(atanpi)
HSAEMU_OWN(cos)
HSAEMU_OWN(cosh)
HSAEMU_OWN(cospi)
HSAEMU_OWN(erf)
HSAEMU_OWN(erfc)
HSAEMU_OWN(exp)
HSAEMU_OWN(exp10)
HSAEMU_OWN(exp2)
HSAEMU_OWN(expm1)
HSAEMU_OWN(lgamma)
HSAEMU_OWN(log)
HSAEMU_OWN(log10)
HSAEMU_OWN(log1p)
HSAEMU_OWN(log2)
HSAEMU_OWN(sin)
HSAEMU_OWN(sinh)
HSAEMU_OWN(sinpi)
HSAEMU_OWN(tan)
HSAEMU_OWN(tanh)
HSAEMU_OWN(tanpi)
HSAEMU_OWN(tgamma)
#undef HSAEMU_OWN

// Of two arguments, element by element; S2 to S16 are the vectors of the second one.
#define HSAEMU_WIDEN_2(name, call, T, S) \
	HSAEMU_LIB T##2 name(T##2 x, S##2 y) { return (T##2)(call(x.x, y.x), call(x.y, y.y)); } \
	HSAEMU_LIB T##3 name(T##3 x, S##3 y) { return (T##3)(call(x.x, y.x), call(x.y, y.y), call(x.z, y.z)); } \
	HSAEMU_LIB T##4 name(T##4 x, S##4 y) { return (T##4)(name(x.lo, y.lo), name(x.hi, y.hi)); } \
	HSAEMU_LIB T##8 name(T##8 x, S##8 y) { return (T##8)(name(x.lo, y.lo), name(x.hi, y.hi)); } \
	HSAEMU_LIB T##16 name(T##16 x, S##16 y) { return (T##16)(name(x.lo, y.lo), name(x.hi, y.hi)); }
#define HSAEMU_WIDEN_BY(name, T) \
	HSAEMU_LIB T##2 name(T##2 x, int n) { return name(x, (int2)n); } \
	HSAEMU_LIB T##3 name(T##3 x, int n) { return name(x, (int3)n); } \
	HSAEMU_LIB T##4 name(T##4 x, int n) { return name(x, (int4)n); } \
	HSAEMU_LIB T##8 name(T##8 x, int n) { return name(x, (int8)n); } \
	HSAEMU_LIB T##16 name(T##16 x, int n) { return name(x, (int16)n); }
#define HSAEMU_OWN_2(name, T, S, own) \
	T __attribute__((overloadable)) name(T x, S y) __asm__("hsaemu_own_" #own); \
	HSAEMU_LIB T name(T x, S y) { return hsaemu_##own(x, y); } \
	HSAEMU_WIDEN_2(name, name, T, S)
#define hsaemu_rootn hsaemu_raw_rootn
HSAEMU_OWN_2(atan2, float, float, atan2f)
HSAEMU_OWN_2(atan2, double, double, atan2)
HSAEMU_OWN_2(hypot, float, float, hypotf)
HSAEMU_OWN_2(hypot, double, double, hypot)
HSAEMU_OWN_2(pow, float, float, powf)
HSAEMU_OWN_2(pow, double, double, pow)
HSAEMU_OWN_2(powr, float, float, powrf)
HSAEMU_OWN_2(powr, double, double, powr)
HSAEMU_OWN_2(pown, float, int, pownf)
HSAEMU_OWN_2(pown, double, int, pown)
HSAEMU_OWN_2(fmod, float, float, fmodf)
HSAEMU_OWN_2(fmod, double, double, fmod)
HSAEMU_OWN_2(remainder, float, float, remainderf)
HSAEMU_OWN_2(remainder, double, double, remainder)
HSAEMU_OWN_2(nextafter, float, float, nextafterf)
HSAEMU_OWN_2(nextafter, double, double, nextafter)
HSAEMU_OWN_2(rootn, float, int, rootnf)
HSAEMU_OWN_2(rootn, double, int, rootn)
HSAEMU_OWN_2(ldexp, float, int, ldexpf)
HSAEMU_OWN_2(ldexp, double, int, ldexp)
HSAEMU_WIDEN_BY(ldexp, float)
HSAEMU_WIDEN_BY(ldexp, double)
#undef HSAEMU_OWN_2

// Pointers to the generic and to the private address space have one name in LLVM IR, so these have names of ours.
#define HSAEMU_WITH_POINTER(T, name, P, space) T __attribute__((overloadable)) name(T x, space P *to) __asm__("hsaemu_own_" #space "_" #name "_" #T);
#define HSAEMU_SINCOS(T, space) HSAEMU_WITH_POINTER(T, sincos, T, space) HSAEMU_LIB T sincos(T x, space T *c) { *c = cos(x); return sin(x); }
#define HSAEMU_LGAMMA_R(T, space) \
	HSAEMU_WITH_POINTER(T, lgamma_r, int, space) \
	HSAEMU_LIB T lgamma_r(T x, space int *sign) \
	{ \
		T half_down = floor(x) / 2; \
		*sign = x < 0 && half_down != floor(half_down) || x == 0 && signbit(x) ? -1 : 1; \
		return lgamma(x); \
	} \
	HSAEMU_WITH_POINTER(T##2, lgamma_r, int2, space) HSAEMU_LIB T##2 lgamma_r(T##2 x, space int2 *sign) { int a, b; T##2 r = (T##2)(lgamma_r(x.x, &a), lgamma_r(x.y, &b)); *sign = (int2)(a, b); return r; } \
	HSAEMU_WITH_POINTER(T##4, lgamma_r, int4, space) HSAEMU_LIB T##4 lgamma_r(T##4 x, space int4 *sign) { int2 a, b; T##4 r = (T##4)(lgamma_r(x.lo, &a), lgamma_r(x.hi, &b)); *sign = (int4)(a, b); return r; } \
	HSAEMU_WITH_POINTER(T##3, lgamma_r, int3, space) HSAEMU_LIB T##3 lgamma_r(T##3 x, space int3 *sign) { int4 a; T##4 r = lgamma_r((T##4)(x, 1), &a); *sign = a.xyz; return r.xyz; } \
	HSAEMU_WITH_POINTER(T##8, lgamma_r, int8, space) HSAEMU_LIB T##8 lgamma_r(T##8 x, space int8 *sign) { int4 a, b; T##8 r = (T##8)(lgamma_r(x.lo, &a), lgamma_r(x.hi, &b)); *sign = (int8)(a, b); return r; } \
	HSAEMU_WITH_POINTER(T##16, lgamma_r, int16, space) HSAEMU_LIB T##16 lgamma_r(T##16 x, space int16 *sign) { int8 a, b; T##16 r = (T##16)(lgamma_r(x.lo, &a), lgamma_r(x.hi, &b)); *sign = (int16)(a, b); return r; }
#define HSAEMU_WITH_QUOTIENT(T, P, space) T __attribute__((overloadable)) remquo(T x, T y, space P *to) __asm__("hsaemu_own_" #space "_remquo_" #T);
#define HSAEMU_REMQUO(T, space) \
	HSAEMU_WITH_QUOTIENT(T, int, space) \
	HSAEMU_LIB T remquo(T x, T y, space int *to) { struct hsaemu_quotient q = hsaemu_remquo(x, y); *to = q.bits; return (T)q.rest; } \
	HSAEMU_REMQUO_HALVES(T, 2, int, x, y, int2, space) \
	HSAEMU_REMQUO_HALVES(T, 4, int2, lo, hi, int4, space) \
	HSAEMU_WITH_QUOTIENT(T##3, int3, space) \
	HSAEMU_LIB T##3 remquo(T##3 x, T##3 y, space int3 *to) { int4 q; T##4 r = remquo((T##4)(x, 1), (T##4)(y, 1), &q); *to = q.xyz; return r.xyz; } \
	HSAEMU_REMQUO_HALVES(T, 8, int4, lo, hi, int8, space) \
	HSAEMU_REMQUO_HALVES(T, 16, int8, lo, hi, int16, space)
#define HSAEMU_REMQUO_HALVES(T, n, P, l, h, Q, space) \
	HSAEMU_WITH_QUOTIENT(T##n, Q, space) \
	HSAEMU_LIB T##n remquo(T##n x, T##n y, space Q *to) { P a, b; T##n r = (T##n)(remquo(x.l, y.l, &a), remquo(x.h, y.h, &b)); *to = (Q)(a, b); return r; }
// With the sign of zeroes and infinities.
#define HSAEMU_FRACT(T, space) \
	HSAEMU_WITH_POINTER(T, fract, T, space) \
	HSAEMU_LIB T fract(T x, space T *whole) \
	{ \
		T down = floor(x), r = fmin(x - down, (T)HSAEMU_BELOW_1); \
		*whole = down; \
		r = (x == (T)0) | isinf(x) ? copysign((T)0, x) : r; \
		return isnan(x) ? x : r; \
	}
#define HSAEMU_EACH_WIDTH(each, T, space) each(T, space) each(T##2, space) each(T##3, space) each(T##4, space) each(T##8, space) each(T##16, space)
#define HSAEMU_POINTERS(space) \
	HSAEMU_EACH_WIDTH(HSAEMU_SINCOS, float, space) \
	HSAEMU_EACH_WIDTH(HSAEMU_SINCOS, double, space) \
	HSAEMU_LGAMMA_R(float, space) \
	HSAEMU_LGAMMA_R(double, space) \
	HSAEMU_REMQUO(float, space) \
	HSAEMU_REMQUO(double, space)
HSAEMU_POINTERS(private)
HSAEMU_POINTERS(global)
HSAEMU_POINTERS(local)
#define HSAEMU_FRACTS(T) HSAEMU_EACH_WIDTH(HSAEMU_FRACT, T, private) HSAEMU_EACH_WIDTH(HSAEMU_FRACT, T, global) HSAEMU_EACH_WIDTH(HSAEMU_FRACT, T, local)
#define HSAEMU_BELOW_1 0x1.fffffep-1f
HSAEMU_FRACTS(float)
#undef HSAEMU_BELOW_1
#define HSAEMU_BELOW_1 0x1.fffffffffffffp-1
HSAEMU_FRACTS(double)
#if defined(__opencl_c_generic_address_space) || HSAEMU_OPENCL_C == 200
HSAEMU_POINTERS(generic)
HSAEMU_EACH_WIDTH(HSAEMU_FRACT, double, generic)
#undef HSAEMU_BELOW_1
#define HSAEMU_BELOW_1 0x1.fffffep-1f
HSAEMU_EACH_WIDTH(HSAEMU_FRACT, float, generic)
#endif
#undef HSAEMU_BELOW_1

// Products of vectors longer than the standard has.
#define HSAEMU_DOT(T) \
	T __attribute__((overloadable, const)) dot(T, T); \
	T __attribute__((overloadable, const)) dot(T##2, T##2); \
	T __attribute__((overloadable, const)) dot(T##3, T##3); \
	T __attribute__((overloadable, const)) dot(T##4, T##4); \
	HSAEMU_LIB T dot(T##8 x, T##8 y) { return dot(x.lo, y.lo) + dot(x.hi, y.hi); } \
	HSAEMU_LIB T dot(T##16 x, T##16 y) { return dot(x.lo, y.lo) + dot(x.hi, y.hi); }
HSAEMU_DOT(float)
HSAEMU_DOT(double)

// ---- boxes copied by a work-group ------------------------------------------------------------------

// cl_khr_extended_async_copies. Offsets and lengths are in elements; work-items take bytes in turns, and
// wait_group_events() waits for all. A line of the box has `line` bytes.
#define HSAEMU_LOCAL_ID ((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0))
#define HSAEMU_LOCAL_SIZE (get_local_size(0) * get_local_size(1) * get_local_size(2))
#define HSAEMU_COPY_BOX(to_space, from_space) \
	HSAEMU_LIB event_t async_work_group_copy_3D3D(to_space void *dst, size_t dst_offset, const from_space void *src, size_t src_offset, \
		size_t element, size_t elements, size_t lines, size_t planes, size_t src_line, size_t src_plane, size_t dst_line, size_t dst_plane, event_t e) \
	{ \
		to_space uchar *to = (to_space uchar *)dst + dst_offset * element; \
		const from_space uchar *from = (const from_space uchar *)src + src_offset * element; \
		size_t line = elements * element, step = HSAEMU_LOCAL_SIZE; \
		for (size_t z = 0; z < planes; z++) \
			for (size_t y = 0; y < lines; y++) \
				for (size_t x = HSAEMU_LOCAL_ID; x < line; x += step) \
					to[(z * dst_plane + y * dst_line) * element + x] = from[(z * src_plane + y * src_line) * element + x]; \
		return e; \
	} \
	HSAEMU_LIB event_t async_work_group_copy_2D2D(to_space void *dst, size_t dst_offset, const from_space void *src, size_t src_offset, \
		size_t element, size_t elements, size_t lines, size_t src_line, size_t dst_line, event_t e) \
	{ \
		return async_work_group_copy_3D3D(dst, dst_offset, src, src_offset, element, elements, lines, 1, src_line, 0, dst_line, 0, e); \
	}
HSAEMU_COPY_BOX(local, global)
HSAEMU_COPY_BOX(global, local)
#define cl_khr_extended_async_copies 1

// ---- integers to floats, rounded down and to zero: libclc is wrong where the nearest float is no integer of the type ----

#define HSAEMU_CONVERT_FORMS(T, way, S) \
	T __attribute__((overloadable, const)) convert_##T##way(S); \
	T##2 __attribute__((overloadable, const)) convert_##T##2##way(S##2); \
	T##3 __attribute__((overloadable, const)) convert_##T##3##way(S##3); \
	T##4 __attribute__((overloadable, const)) convert_##T##4##way(S##4); \
	T##8 __attribute__((overloadable, const)) convert_##T##8##way(S##8); \
	T##16 __attribute__((overloadable, const)) convert_##T##16##way(S##16);
#define HSAEMU_CONVERT(T, way, S, operation, to, from) \
	HSAEMU_LIB T convert_##T##way(S x) { T y; __asm__(operation " %0, %1;" : to(y) : from(x)); return y; } \
	HSAEMU_LIB T##2 convert_##T##2##way(S##2 x) { return (T##2)(convert_##T##way(x.x), convert_##T##way(x.y)); } \
	HSAEMU_LIB T##3 convert_##T##3##way(S##3 x) { return (T##3)(convert_##T##2##way(x.xy), convert_##T##way(x.z)); } \
	HSAEMU_LIB T##4 convert_##T##4##way(S##4 x) { return (T##4)(convert_##T##2##way(x.lo), convert_##T##2##way(x.hi)); } \
	HSAEMU_LIB T##8 convert_##T##8##way(S##8 x) { return (T##8)(convert_##T##4##way(x.lo), convert_##T##4##way(x.hi)); } \
	HSAEMU_LIB T##16 convert_##T##16##way(S##16 x) { return (T##16)(convert_##T##8##way(x.lo), convert_##T##8##way(x.hi)); }
#define HSAEMU_CONVERT_OTHERS(T, way) \
	HSAEMU_CONVERT_FORMS(T, way, char) \
	HSAEMU_CONVERT_FORMS(T, way, uchar) \
	HSAEMU_CONVERT_FORMS(T, way, short) \
	HSAEMU_CONVERT_FORMS(T, way, ushort) \
	HSAEMU_CONVERT_FORMS(T, way, float) \
	HSAEMU_CONVERT_FORMS(T, way, double)
#define HSAEMU_CONVERTS(way, mode) \
	HSAEMU_CONVERT_OTHERS(float, way) \
	HSAEMU_CONVERT(float, way, int, "cvt." mode ".f32.s32", "=f", "r") \
	HSAEMU_CONVERT(float, way, uint, "cvt." mode ".f32.u32", "=f", "r") \
	HSAEMU_CONVERT(float, way, long, "cvt." mode ".f32.s64", "=f", "l") \
	HSAEMU_CONVERT(float, way, ulong, "cvt." mode ".f32.u64", "=f", "l") \
	HSAEMU_CONVERT_OTHERS(double, way) \
	HSAEMU_CONVERT_FORMS(double, way, int) \
	HSAEMU_CONVERT_FORMS(double, way, uint) \
	HSAEMU_CONVERT(double, way, long, "cvt." mode ".f64.s64", "=d", "l") \
	HSAEMU_CONVERT(double, way, ulong, "cvt." mode ".f64.u64", "=d", "l")
HSAEMU_CONVERTS(_rtn, "rm")
HSAEMU_CONVERTS(_rtz, "rz")

// ---- halves in memory, rounded up and down, which libclc has wrong below the smallest half ----------------

#define HSAEMU_HALF_BITS(T, way, mode, type, constraint) \
	HSAEMU_LIB ushort hsaemu_half_##way(T x) { ushort bits; __asm__("cvt." mode ".f16." type " %0, %1;" : "=h"(bits) : constraint(x)); return bits; }
HSAEMU_HALF_BITS(float, rtp, "rp", "f32", "f")
HSAEMU_HALF_BITS(float, rtn, "rm", "f32", "f")
HSAEMU_HALF_BITS(double, rtp, "rp", "f64", "d")
HSAEMU_HALF_BITS(double, rtn, "rm", "f64", "d")
#define HSAEMU_STORE_AS_HALF(T, name, space, action) \
	void __attribute__((overloadable)) name(T x, size_t at, space half *p) __asm__("hsaemu_own_" #space "_" #name "_" #T); \
	HSAEMU_LIB void name(T x, size_t at, space half *p) { action; }
#define HSAEMU_STORE_HALVES(T, way, space) \
	HSAEMU_STORE_AS_HALF(T, vstore_half_##way, space, ((space ushort *)p)[at] = hsaemu_half_##way(x)) \
	HSAEMU_STORE_AS_HALF(T##2, vstore_half2_##way, space, vstore_half_##way(x.x, at * 2, p); vstore_half_##way(x.y, at * 2 + 1, p)) \
	HSAEMU_STORE_AS_HALF(T##3, vstore_half3_##way, space, vstore_half_##way(x.x, at * 3, p); vstore_half_##way(x.y, at * 3 + 1, p); vstore_half_##way(x.z, at * 3 + 2, p)) \
	HSAEMU_STORE_AS_HALF(T##4, vstore_half4_##way, space, vstore_half2_##way(x.lo, at * 2, p); vstore_half2_##way(x.hi, at * 2 + 1, p)) \
	HSAEMU_STORE_AS_HALF(T##8, vstore_half8_##way, space, vstore_half4_##way(x.lo, at * 2, p); vstore_half4_##way(x.hi, at * 2 + 1, p)) \
	HSAEMU_STORE_AS_HALF(T##16, vstore_half16_##way, space, vstore_half8_##way(x.lo, at * 2, p); vstore_half8_##way(x.hi, at * 2 + 1, p)) \
	HSAEMU_STORE_AS_HALF(T, vstorea_half_##way, space, vstore_half_##way(x, at, p)) \
	HSAEMU_STORE_AS_HALF(T##2, vstorea_half2_##way, space, vstore_half2_##way(x, at, p)) \
	HSAEMU_STORE_AS_HALF(T##3, vstorea_half3_##way, space, vstore_half2_##way(x.lo, at * 2, p); vstore_half_##way(x.z, at * 4 + 2, p)) \
	HSAEMU_STORE_AS_HALF(T##4, vstorea_half4_##way, space, vstore_half4_##way(x, at, p)) \
	HSAEMU_STORE_AS_HALF(T##8, vstorea_half8_##way, space, vstore_half8_##way(x, at, p)) \
	HSAEMU_STORE_AS_HALF(T##16, vstorea_half16_##way, space, vstore_half16_##way(x, at, p))
#define HSAEMU_STORES(space) \
	HSAEMU_STORE_HALVES(float, rtp, space) \
	HSAEMU_STORE_HALVES(float, rtn, space) \
	HSAEMU_STORE_HALVES(double, rtp, space) \
	HSAEMU_STORE_HALVES(double, rtn, space)
HSAEMU_STORES(private)
HSAEMU_STORES(global)
HSAEMU_STORES(local)
#if defined(__opencl_c_generic_address_space) || HSAEMU_OPENCL_C == 200
HSAEMU_STORES(generic)
#endif

// ---- atomics of 64 bits ----------------------------------------------------------------------------

#define HSAEMU_ATOM(T, name, op, space, s) \
	int __attribute__((overloadable)) name(volatile space int *, int); \
	uint __attribute__((overloadable)) name(volatile space uint *, uint); \
	HSAEMU_LIB T name(volatile space T *p, T v) \
	{ \
		T old; \
		__asm__ volatile("atom." s "." op " %0, [%1], %2;" : "=l"(old) : "l"(p), "l"(v) : "memory"); \
		return old; \
	}
#define HSAEMU_ATOM_STEP(T, name, by, space, s) \
	int __attribute__((overloadable)) name(volatile space int *); \
	uint __attribute__((overloadable)) name(volatile space uint *); \
	HSAEMU_LIB T name(volatile space T *p) { return atom_add(p, (T)by); }
#define HSAEMU_ATOMS(T, suffix, space, s) \
	HSAEMU_ATOM(T, atom_add, "add.u64", space, s) \
	HSAEMU_ATOM(T, atom_xchg, "exch.b64", space, s) \
	HSAEMU_ATOM(T, atom_min, "min." suffix, space, s) \
	HSAEMU_ATOM(T, atom_max, "max." suffix, space, s) \
	HSAEMU_ATOM(T, atom_and, "and.b64", space, s) \
	HSAEMU_ATOM(T, atom_or, "or.b64", space, s) \
	HSAEMU_ATOM(T, atom_xor, "xor.b64", space, s) \
	HSAEMU_ATOM_STEP(T, atom_inc, 1, space, s) \
	HSAEMU_ATOM_STEP(T, atom_dec, -1, space, s) \
	int __attribute__((overloadable)) atom_sub(volatile space int *, int); \
	uint __attribute__((overloadable)) atom_sub(volatile space uint *, uint); \
	HSAEMU_LIB T atom_sub(volatile space T *p, T v) { return atom_add(p, (T)-v); } \
	int __attribute__((overloadable)) atom_cmpxchg(volatile space int *, int, int); \
	uint __attribute__((overloadable)) atom_cmpxchg(volatile space uint *, uint, uint); \
	HSAEMU_LIB T atom_cmpxchg(volatile space T *p, T expected, T v) \
	{ \
		T old; \
		__asm__ volatile("atom." s ".cas.b64 %0, [%1], %2, %3;" : "=l"(old) : "l"(p), "l"(expected), "l"(v) : "memory"); \
		return old; \
	}
HSAEMU_ATOMS(long, "s64", global, "global")
HSAEMU_ATOMS(long, "s64", local, "shared")
HSAEMU_ATOMS(ulong, "u64", global, "global")
HSAEMU_ATOMS(ulong, "u64", local, "shared")

// ---- integers ------------------------------------------------------------------------------------

#define HSAEMU_MAD_HI(T) HSAEMU_LIB T mad_hi(T x, T y, T z) { return mul_hi(x, y) + z; }
#define HSAEMU_MAD_HIS(T) HSAEMU_MAD_HI(T) HSAEMU_MAD_HI(T##2) HSAEMU_MAD_HI(T##3) HSAEMU_MAD_HI(T##4) HSAEMU_MAD_HI(T##8) HSAEMU_MAD_HI(T##16)
HSAEMU_MAD_HIS(char)
HSAEMU_MAD_HIS(uchar)
HSAEMU_MAD_HIS(short)
HSAEMU_MAD_HIS(ushort)
HSAEMU_MAD_HIS(int)
HSAEMU_MAD_HIS(uint)
HSAEMU_MAD_HIS(long)
HSAEMU_MAD_HIS(ulong)

// cl_khr_integer_dot_product, packed.
#define HSAEMU_DOT_PACKED(R, name, A, B) \
	HSAEMU_LIB R dot_4x8packed_##name(uint a, uint b) \
	{ \
		A x = as_##A(a); \
		B y = as_##B(b); \
		return (R)x.x * (R)y.x + (R)x.y * (R)y.y + (R)x.z * (R)y.z + (R)x.w * (R)y.w; \
	} \
	HSAEMU_LIB R dot_acc_sat_4x8packed_##name(uint a, uint b, R c) { return add_sat(dot_4x8packed_##name(a, b), c); }
HSAEMU_DOT_PACKED(int, ss_int, char4, char4)
HSAEMU_DOT_PACKED(int, su_int, char4, uchar4)
HSAEMU_DOT_PACKED(int, us_int, uchar4, char4)
HSAEMU_DOT_PACKED(uint, uu_uint, uchar4, uchar4)

#ifdef cl_khr_fp16
#include "hsaemu_half.h"
#endif
#include "hsaemu_images.h"

#if HSAEMU_OPENCL_C >= 200
#include "hsaemu_opencl2.h"
#endif

#pragma clang diagnostic pop

#endif
