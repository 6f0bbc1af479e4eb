/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HIP over CUDA: the language of kernels. A warp is a wavefront of 32 lanes, as it is of NVIDIA's
 * GPUs, and so is the platform that the macros name. */
#ifndef HSAEMU_HIP_RUNTIME_H
#define HSAEMU_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H

#include "hip_common.h"
#include "hip_runtime_api.h"
#include "hip_vector_types.h"

#ifdef __CUDA__
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_DYNAMIC_SHARED(type, var) extern __shared__ type var[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define hipLaunchKernelGGLInternal(kernel, grid, block, bytes, stream, ...) \
	do { \
		kernel<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__); \
	} while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// Among those lanes of a wavefront that are here. clang has functions of these names, for GPUs before sm_70.
#define __shfl(v, ...) __shfl_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_up(v, ...) __shfl_up_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_down(v, ...) __shfl_down_sync(0xffffffffu, v, __VA_ARGS__)
#define __shfl_xor(v, ...) __shfl_xor_sync(0xffffffffu, v, __VA_ARGS__)
#define __ballot(x) ((unsigned long long)__ballot_sync(__activemask(), x))
#define __any(x) __any_sync(__activemask(), x)
#define __all(x) __all_sync(__activemask(), x)
HSAEMU_MEMBER_DEVICE unsigned __lane_id() { return __nvvm_read_ptx_sreg_laneid(); }
HSAEMU_MEMBER_DEVICE long long wall_clock64() { return (long long)__nvvm_read_ptx_sreg_globaltimer(); }

template <class T> HSAEMU_MEMBER_DEVICE T unsafeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }
template <class T> HSAEMU_MEMBER_DEVICE T safeAtomicAdd(T *p, T v) { return atomicAdd(p, v); }
HSAEMU_MEMBER_DEVICE void atomicAddNoRet(float *p, float v) { atomicAdd(p, v); }
#endif

#endif
