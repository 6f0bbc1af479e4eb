/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of functions, variables and types: clang's in CUDA C++, nothing elsewhere. */
#ifndef HSAEMU_HOST_DEFINES_H
#define HSAEMU_HOST_DEFINES_H
#define __HOST_DEFINES_H__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __device_builtin__
#define __cudart_builtin__
#define __specialization_static static
#define __grid_constant__

#ifdef __CUDA__
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
/* Host code has a variable of its own, where the kernels' is as well. The alignment, which nothing
 * else has, tells hsaemu-cc of it. */
#define __managed__ __attribute__((device, aligned(2048)))
#else
#define __global__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#define __managed__
#endif

/* For what both sides have, where there are two. */
#define HSAEMU_BOTH static __inline__ __attribute__((always_inline)) __host__ __device__
#define HSAEMU_MEMBER __inline__ __attribute__((always_inline)) __host__ __device__
#define HSAEMU_MEMBER_DEVICE __inline__ __attribute__((always_inline)) __device__

#endif

/* Some headers take these two away and expect them back. */
#ifndef __host__
#ifdef __CUDA__
#define __host__ __attribute__((host))
#else
#define __host__
#endif
#endif
#ifndef __device__
#ifdef __CUDA__
#define __device__ __attribute__((device))
#else
#define __device__
#endif
#endif
