/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// CUDA C++ for clang without anything of the CUDA toolkit: what cuda_runtime.h, which hsaemu-cc
// includes before every .cu file, begins with.
//
// clang's own headers bring threadIdx, the mathematical functions and most intrinsics, on top of
// some 400 functions __nv_*, which NVIDIA's bitcode library has and hsaemu_libdevice.h makes of
// libclc. The rest, atomics and what both sides have, is in the other hsaemu_*.h.
#ifndef HSAEMU_CUDA_H
#define HSAEMU_CUDA_H

#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 140
#define __HSAEMU_CUDA__ 1

#include "host_defines.h"

// clang's wrapper of <new>, which others include, wants these.
extern "C" __device__ void free(void *) __attribute__((nothrow));
extern "C" __device__ void *malloc(__SIZE_TYPE__) __attribute__((nothrow)) __attribute__((malloc));

// libstdc++ has no __float128 for CUDA. The forward declarations have to come before cmath.
#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__ 1
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// As a macro, so that programs may have a function of their own of this name.
#ifdef __noinline__
#undef __noinline__
#endif
#define __noinline__ __attribute__((noinline))

#include "vector_functions.h"
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>
#include "hsaemu_libdevice.h"
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include "hsaemu_system.h"
#include <__clang_cuda_cmath.h>
// Of vectors it has sums from sm_90 on, which are lost where the result is not used; hsaemu_atomic.h has others.
#define atomicAdd hsaemu_unused_add
#define atomicAdd_block hsaemu_unused_add_block
#define atomicAdd_system hsaemu_unused_add_system
// Those of warps have mask and value the wrong way round; hsaemu_device.h has others.
#define __reduce_add_sync hsaemu_unused_reduce_add
#define __reduce_min_sync hsaemu_unused_reduce_min
#define __reduce_max_sync hsaemu_unused_reduce_max
#define __reduce_and_sync hsaemu_unused_reduce_and
#define __reduce_or_sync hsaemu_unused_reduce_or
#define __reduce_xor_sync hsaemu_unused_reduce_xor
#include <__clang_cuda_intrinsics.h>
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#undef atomicAdd
#undef atomicAdd_block
#undef atomicAdd_system
#include <__clang_cuda_complex_builtins.h>
#include "hsaemu_device.h"
#include "hsaemu_integer.h"
#include "hsaemu_atomic.h"
#include "hsaemu_atomic_orders.h"
#include "hsaemu_host_math.h"

#endif
