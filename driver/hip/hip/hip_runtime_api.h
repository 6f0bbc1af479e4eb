/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HIP over CUDA: the functions. Names that differ from CUDA's in their first letters only are in
 * hip_names.h, which is made of CUDA's headers; here are the others. */
#ifndef HSAEMU_HIP_RUNTIME_API_H
#define HSAEMU_HIP_RUNTIME_API_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_API_H

#include <cuda.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <string.h>
#include "hip_common.h"
#include "hip_names.h"

/* ---- types ----------------------------------------------------------------------------------- */

#define hipCtx_t CUcontext
#define hipDevice_t CUdevice
#define hipDeviceptr_t CUdeviceptr
#define hipFunction_t CUfunction
#define hipModule_t CUmodule
#define hipFuncCache_t enum cudaFuncCache
#define hipPointerAttribute_t cudaPointerAttributes
#define hipArray cudaArray
#define hipMipmappedArray cudaMipmappedArray
#define hipUUID CUuuid
#define hipJitOption CUjit_option
#define hipArray_Format CUarray_format
#define hipFunction_attribute CUfunction_attribute
#define hipPointer_attribute CUpointer_attribute
#define hip_Memcpy2D CUDA_MEMCPY2D
#define HIP_ARRAY_DESCRIPTOR CUDA_ARRAY_DESCRIPTOR
#define HIP_ARRAY3D_DESCRIPTOR CUDA_ARRAY3D_DESCRIPTOR
#define HIP_MEMCPY3D CUDA_MEMCPY3D

typedef struct {
	unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1;
	unsigned hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1;
	unsigned hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1;
	unsigned hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1;
	unsigned hasSyncThreadsExt : 1, hasSurfaceFuncs : 1, has3dGrid : 1, hasDynamicParallelism : 1;
} hipDeviceArch_t;

#ifdef __cplusplus
/* CUDA's members, with those of AMD's GPUs behind them. */
struct hipDeviceProp_t : cudaDeviceProp {
	size_t maxSharedMemoryPerMultiProcessor;
	int clockInstructionRate;
	hipDeviceArch_t arch;
	unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
	int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim;
	int cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem;
	int isLargeBar, asicRevision, gcnArch;
	char gcnArchName[256];
};
#undef hipGetDeviceProperties
static inline cudaError_t hipGetDeviceProperties(hipDeviceProp_t *prop, int device)
{
	if (prop == NULL)
		return cudaErrorInvalidValue;
	memset((void *)prop, 0, sizeof *prop);
	cudaError_t error = cudaGetDeviceProperties(prop, device);
	prop->maxSharedMemoryPerMultiProcessor = prop->sharedMemPerMultiprocessor;
	prop->clockInstructionRate = prop->clockRate;
	prop->arch = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
	return error;
}
#else
typedef struct cudaDeviceProp hipDeviceProp_t;
#endif

/* ---- functions ------------------------------------------------------------------------------- */

#ifdef __cplusplus
#define hipHostMalloc cudaMallocHost /* its flags may be left out */
#else
#define hipHostMalloc cudaHostAlloc
#endif
#define hipHostFree cudaFreeHost
#define hipMemAllocHost cudaMallocHost
#define hipMemcpyWithStream(dst, src, bytes, kind, stream) \
	(cudaMemcpyAsync(dst, src, bytes, kind, stream) == cudaSuccess ? cudaStreamSynchronize(stream) : cudaPeekAtLastError())
#define hipMemsetD32 HIP_OF_DRIVER(cuMemsetD32)
#define hipMemsetD16 HIP_OF_DRIVER(cuMemsetD16)
#define hipMemsetD8 HIP_OF_DRIVER(cuMemsetD8)
#define hipMemsetD32Async HIP_OF_DRIVER(cuMemsetD32Async)
#define hipMemsetD16Async HIP_OF_DRIVER(cuMemsetD16Async)
#define hipMemsetD8Async HIP_OF_DRIVER(cuMemsetD8Async)
#define hipDeviceGetCount cudaGetDeviceCount
#define make_hipExtent make_cudaExtent
#define make_hipPitchedPtr make_cudaPitchedPtr
#define make_hipPos make_cudaPos

/* Functions of CUDA's driver return a CUresult, and those of HIP a hipError_t: the numbers are the
 * same. In HIP they use the device's primary context where there is no other. */
#ifdef __cplusplus
template <class F> static inline F *hsaemu_begin(F *function)
{
	CUcontext c = NULL;
	if (cuCtxGetCurrent(&c) != CUDA_SUCCESS || c == NULL)
		cudaFree(NULL);
	return function;
}
#define HIP_OF_DRIVER(function) (cudaError_t)hsaemu_begin(function)
#else
#define HIP_OF_DRIVER(function) (cudaError_t)function
#endif
#define hipInit HIP_OF_DRIVER(cuInit)
#define hipDriverGetVersion cudaDriverGetVersion
#define hipRuntimeGetVersion cudaRuntimeGetVersion
#define hipDeviceGet HIP_OF_DRIVER(cuDeviceGet)
#define hipDeviceGetName HIP_OF_DRIVER(cuDeviceGetName)
#define hipDeviceGetUuid HIP_OF_DRIVER(cuDeviceGetUuid)
#define hipDeviceTotalMem HIP_OF_DRIVER(cuDeviceTotalMem)
#define hipDeviceComputeCapability HIP_OF_DRIVER(cuDeviceComputeCapability)
#define hipDevicePrimaryCtxGetState HIP_OF_DRIVER(cuDevicePrimaryCtxGetState)
#define hipDevicePrimaryCtxRelease HIP_OF_DRIVER(cuDevicePrimaryCtxRelease)
#define hipDevicePrimaryCtxReset HIP_OF_DRIVER(cuDevicePrimaryCtxReset)
#define hipDevicePrimaryCtxRetain HIP_OF_DRIVER(cuDevicePrimaryCtxRetain)
#define hipDevicePrimaryCtxSetFlags HIP_OF_DRIVER(cuDevicePrimaryCtxSetFlags)
#define hipCtxCreate HIP_OF_DRIVER(cuCtxCreate)
#define hipCtxDestroy HIP_OF_DRIVER(cuCtxDestroy)
#define hipCtxGetCurrent HIP_OF_DRIVER(cuCtxGetCurrent)
#define hipCtxGetDevice HIP_OF_DRIVER(cuCtxGetDevice)
#define hipCtxPopCurrent HIP_OF_DRIVER(cuCtxPopCurrent)
#define hipCtxPushCurrent HIP_OF_DRIVER(cuCtxPushCurrent)
#define hipCtxSetCurrent HIP_OF_DRIVER(cuCtxSetCurrent)
#define hipCtxSynchronize HIP_OF_DRIVER(cuCtxSynchronize)
#define hipModuleLoad HIP_OF_DRIVER(cuModuleLoad)
#define hipModuleLoadData HIP_OF_DRIVER(cuModuleLoadData)
#define hipModuleLoadDataEx HIP_OF_DRIVER(cuModuleLoadDataEx)
#define hipModuleUnload HIP_OF_DRIVER(cuModuleUnload)
#define hipModuleGetFunction HIP_OF_DRIVER(cuModuleGetFunction)
#define hipModuleGetGlobal HIP_OF_DRIVER(cuModuleGetGlobal)
#define hipModuleGetTexRef HIP_OF_DRIVER(cuModuleGetTexRef)
#define hipModuleLaunchKernel HIP_OF_DRIVER(cuLaunchKernel)
#define hipModuleLaunchCooperativeKernel HIP_OF_DRIVER(cuLaunchCooperativeKernel)
#define hipModuleOccupancyMaxActiveBlocksPerMultiprocessor HIP_OF_DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor)
#define hipModuleOccupancyMaxPotentialBlockSize(grid, block, f, bytes, limit) \
	HIP_OF_DRIVER(cuOccupancyMaxPotentialBlockSize)(grid, block, f, NULL, bytes, limit)
#define hipFuncGetAttribute HIP_OF_DRIVER(cuFuncGetAttribute)
#define hipMemcpyHtoD HIP_OF_DRIVER(cuMemcpyHtoD)
#define hipMemcpyDtoH HIP_OF_DRIVER(cuMemcpyDtoH)
#define hipMemcpyDtoD HIP_OF_DRIVER(cuMemcpyDtoD)
#define hipMemcpyHtoDAsync HIP_OF_DRIVER(cuMemcpyHtoDAsync)
#define hipMemcpyDtoHAsync HIP_OF_DRIVER(cuMemcpyDtoHAsync)
#define hipMemcpyDtoDAsync HIP_OF_DRIVER(cuMemcpyDtoDAsync)
#define hipMemcpyParam2D HIP_OF_DRIVER(cuMemcpy2D)
#define hipMemGetAddressRange HIP_OF_DRIVER(cuMemGetAddressRange)
#define hipPointerGetAttribute HIP_OF_DRIVER(cuPointerGetAttribute)
#define hipArrayCreate HIP_OF_DRIVER(cuArrayCreate)
#define hipArray3DCreate HIP_OF_DRIVER(cuArray3DCreate)
#define hipArrayDestroy HIP_OF_DRIVER(cuArrayDestroy)
#define hipStreamWaitValueGte CU_STREAM_WAIT_VALUE_GEQ
#define hipStreamWaitValueEq CU_STREAM_WAIT_VALUE_EQ
#define hipStreamWaitValueAnd CU_STREAM_WAIT_VALUE_AND
#define hipStreamWaitValueNor CU_STREAM_WAIT_VALUE_NOR
#define HIP_LAUNCH_PARAM_BUFFER_POINTER CU_LAUNCH_PARAM_BUFFER_POINTER
#define HIP_LAUNCH_PARAM_BUFFER_SIZE CU_LAUNCH_PARAM_BUFFER_SIZE
#define HIP_LAUNCH_PARAM_END CU_LAUNCH_PARAM_END

#ifdef __cplusplus
static inline const char *hipDrvGetErrorName(cudaError_t error) { return cudaGetErrorName(error); }
#endif

/* HIP's have addresses for pointers; a mask, which CUDA's do not have, has to be all ones. */
#ifdef __cplusplus
#define HSAEMU_BY_DEFAULT(value) = value
#else
#define HSAEMU_BY_DEFAULT(value)
#endif
static inline cudaError_t hipStreamWriteValue32(cudaStream_t stream, void *p, unsigned value,
	unsigned flags HSAEMU_BY_DEFAULT(0))
{
	return HIP_OF_DRIVER(cuStreamWriteValue32)(stream, (CUdeviceptr)p, value, flags);
}
static inline cudaError_t hipStreamWriteValue64(cudaStream_t stream, void *p, cuuint64_t value,
	unsigned flags HSAEMU_BY_DEFAULT(0))
{
	return HIP_OF_DRIVER(cuStreamWriteValue64)(stream, (CUdeviceptr)p, value, flags);
}
static inline cudaError_t hipStreamWaitValue32(cudaStream_t stream, void *p, unsigned value, unsigned flags,
	unsigned mask HSAEMU_BY_DEFAULT(~0u))
{
	if (mask != ~0u)
		return cudaErrorNotSupported;
	return HIP_OF_DRIVER(cuStreamWaitValue32)(stream, (CUdeviceptr)p, value, flags);
}
static inline cudaError_t hipStreamWaitValue64(cudaStream_t stream, void *p, cuuint64_t value, unsigned flags,
	cuuint64_t mask HSAEMU_BY_DEFAULT(~(cuuint64_t)0))
{
	if (mask != ~(cuuint64_t)0)
		return cudaErrorNotSupported;
	return HIP_OF_DRIVER(cuStreamWaitValue64)(stream, (CUdeviceptr)p, value, flags);
}

/* ---- flags of AMD's that change nothing here -------------------------------------------------- */

#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined
#define hipHostMallocNumaUser 0
#define hipHostMallocCoherent 0
#define hipHostMallocNonCoherent 0
#define hipEventReleaseToDevice 0
#define hipEventReleaseToSystem 0
#define hipEventDisableSystemFence 0
#define hipStreamPerThread cudaStreamPerThread

/* ---- errors ---------------------------------------------------------------------------------- */

#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorNotInitialized cudaErrorInitializationError
#define hipErrorDeinitialized cudaErrorCudartUnloading
#define hipErrorInvalidImage cudaErrorInvalidKernelImage
#define hipErrorInvalidContext cudaErrorDeviceUninitialized
#define hipErrorInvalidKernelFile cudaErrorInvalidPtx
#define hipErrorInvalidHandle cudaErrorInvalidResourceHandle
#define hipErrorNotFound cudaErrorSymbolNotFound
#define hipErrorNoBinaryForGpu cudaErrorNoKernelImageForDevice
#define hipErrorMapFailed cudaErrorMapBufferObjectFailed
#define hipErrorUnmapFailed cudaErrorUnmapBufferObjectFailed
#define hipErrorLaunchTimeOut cudaErrorLaunchTimeout
#define hipErrorRuntimeMemory cudaErrorUnknown
#define hipErrorRuntimeOther cudaErrorUnknown
#define hipErrorTbd cudaErrorUnknown

/* ---- numbers --------------------------------------------------------------------------------- */

#define HIP_R_16F CUDA_R_16F
#define HIP_C_16F CUDA_C_16F
#define HIP_R_16BF CUDA_R_16BF
#define HIP_C_16BF CUDA_C_16BF
#define HIP_R_32F CUDA_R_32F
#define HIP_C_32F CUDA_C_32F
#define HIP_R_64F CUDA_R_64F
#define HIP_C_64F CUDA_C_64F
#define HIP_R_8I CUDA_R_8I
#define HIP_R_8U CUDA_R_8U
#define HIP_R_32I CUDA_R_32I
#define HIP_R_32U CUDA_R_32U
#define HIP_AD_FORMAT_UNSIGNED_INT8 CU_AD_FORMAT_UNSIGNED_INT8
#define HIP_AD_FORMAT_UNSIGNED_INT16 CU_AD_FORMAT_UNSIGNED_INT16
#define HIP_AD_FORMAT_UNSIGNED_INT32 CU_AD_FORMAT_UNSIGNED_INT32
#define HIP_AD_FORMAT_SIGNED_INT8 CU_AD_FORMAT_SIGNED_INT8
#define HIP_AD_FORMAT_SIGNED_INT16 CU_AD_FORMAT_SIGNED_INT16
#define HIP_AD_FORMAT_SIGNED_INT32 CU_AD_FORMAT_SIGNED_INT32
#define HIP_AD_FORMAT_HALF CU_AD_FORMAT_HALF
#define HIP_AD_FORMAT_FLOAT CU_AD_FORMAT_FLOAT
#define HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
#define HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
#define HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES
#define HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES
#define HIP_FUNC_ATTRIBUTE_NUM_REGS CU_FUNC_ATTRIBUTE_NUM_REGS
#define HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

/* ---- what a device is ------------------------------------------------------------------------ */

/* Where HIP's name of an attribute is another one than CUDA's, beside its first letters. */
#define hipDeviceAttribute_t enum cudaDeviceAttr
#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeMaxBlocksPerMultiProcessor cudaDevAttrMaxBlocksPerMultiprocessor
#define hipDeviceAttributeMemoryBusWidth cudaDevAttrGlobalMemoryBusWidth
#define hipDeviceAttributeKernelExecTimeout cudaDevAttrKernelExecTimeout
#define hipDeviceAttributePciDomainID cudaDevAttrPciDomainId
#define hipDeviceAttributeUnifiedAddressing cudaDevAttrUnifiedAddressing
#define hipDeviceAttributeSharedMemPerBlockOptin cudaDevAttrMaxSharedMemoryPerBlockOptin
#define hipDeviceAttributeSharedMemPerMultiprocessor cudaDevAttrMaxSharedMemoryPerMultiprocessor
#define hipDeviceAttributeRegsPerMultiprocessor cudaDevAttrMaxRegistersPerMultiprocessor
#define hipDeviceAttributeReservedSharedMemPerBlock cudaDevAttrReservedSharedMemoryPerBlock
#define hipDeviceAttributeL2CacheSize cudaDevAttrL2CacheSize
#define hipDeviceAttributePersistingL2CacheMaxSize cudaDevAttrMaxPersistingL2CacheSize
#define hipDeviceAttributeAsyncEngineCount cudaDevAttrAsyncEngineCount

#endif
