/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ABI of CUDA 12 in our headers: layouts and values, as constants. */
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stddef.h>

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)
#define AT(type, member, bytes) _Static_assert(offsetof(type, member) == (bytes), #type "." #member)
#define IS(name, value) _Static_assert((long long)(name) == (value), #name)
#define ALIGNED(type, bytes) _Static_assert(_Alignof(type) == (bytes), #type)

#include "cuda_abi_driver.h"
#include "cuda_abi_runtime.h"
#include "cuda_abi_values.h"

ALIGNED(uchar2, 2);
ALIGNED(char3, 1);
ALIGNED(char4, 4);
ALIGNED(short2, 4);
ALIGNED(ushort4, 8);
ALIGNED(int2, 8);
ALIGNED(uint3, 4);
ALIGNED(int4, 16);
ALIGNED(long2, 16);
ALIGNED(ulong4, 16);
ALIGNED(longlong4, 16);
ALIGNED(float2, 8);
ALIGNED(float3, 4);
ALIGNED(float4, 16);
ALIGNED(double2, 16);
ALIGNED(double4, 16);
ALIGNED(CUtensorMap, 64);

IS(CUDA_VERSION, 12000);
IS(CUDART_VERSION, 12000);
IS(cudaHostAllocPortable, 1);
IS(cudaHostAllocMapped, 2);
IS(cudaHostAllocWriteCombined, 4);
IS(cudaHostRegisterIoMemory, 4);
IS(cudaHostRegisterReadOnly, 8);
IS(cudaMemAttachGlobal, 1);
IS(cudaMemAttachHost, 2);
IS(cudaMemAttachSingle, 4);
IS(cudaStreamNonBlocking, 1);
IS(cudaEventBlockingSync, 1);
IS(cudaEventDisableTiming, 2);
IS(cudaEventInterprocess, 4);
IS(cudaDeviceScheduleBlockingSync, 4);
IS(cudaDeviceMapHost, 8);
IS(cudaArrayLayered, 1);
IS(cudaArraySurfaceLoadStore, 2);
IS(cudaArrayCubemap, 4);
IS(cudaArrayTextureGather, 8);
IS(cudaCpuDeviceId, -1);
IS(cudaInvalidDeviceId, -2);
IS(cudaTextureTypeCubemap, 12);
IS(cudaTextureType2DLayered, 242);
IS(cudaSurfaceTypeCubemapLayered, 252);
IS(CU_MEMHOSTALLOC_DEVICEMAP, 2);
IS(CU_MEMHOSTREGISTER_READ_ONLY, 8);
IS(CUDA_ARRAY3D_TEXTURE_GATHER, 8);
IS(CU_TRSF_NORMALIZED_COORDINATES, 2);
IS(CU_TRSF_SRGB, 16);
IS(CU_IPC_HANDLE_SIZE, 64);
