/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked of devices and set in them (CUDA runtime API, "Device Management", "Peer Device
 * Memory Access", "Version Management"). */
#include <string.h>
#pragma GCC visibility push(default)
#include <cuda_gl_interop.h>
#pragma GCC visibility pop
#include "runtime_impl.h"

enum { RUNTIME_VERSION = 12000 };

cudaError_t CUDARTAPI cudaDriverGetVersion(int *driverVersion)
{
	cudaError_t error = cudart_driver_is_there();
	if (driverVersion == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	*driverVersion = 0;
	if (error == cudaSuccess)
		DRIVER(cuDriverGetVersion)(driverVersion);
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaRuntimeGetVersion(int *runtimeVersion)
{
	if (runtimeVersion == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	*runtimeVersion = RUNTIME_VERSION;
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDeviceCount(int *count)
{
	cudaError_t error = cudart_driver_is_there();
	if (count == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	*count = 0;
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceGetCount)(count));
}

cudaError_t CUDARTAPI cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceGetAttribute)(value, (CUdevice_attribute)attr, device));
}

/* ---- properties ------------------------------------------------------------------------------ */

static int attribute(CUdevice_attribute which, int device)
{
	int value = 0;
	DRIVER(cuDeviceGetAttribute)(&value, which, device);
	return value;
}

static void fill(struct cudaDeviceProp *p, int device)
{
	DRIVER(cuDeviceGetName)(p->name, sizeof p->name, device);
	DRIVER(cuDeviceGetUuid)((CUuuid *)&p->uuid, device);
	DRIVER(cuDeviceTotalMem)(&p->totalGlobalMem, device);
#define PROPERTY(member, attribute_) \
	p->member = (__typeof__(p->member))attribute(CU_DEVICE_ATTRIBUTE_##attribute_, device);
#include "properties.def"
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
	CUdevice d;
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	CUresult r = DRIVER(cuDeviceGet)(&d, device);
	if (prop == NULL || r != CUDA_SUCCESS)
		return cudart_leave(prop == NULL ? cudaErrorInvalidValue : (cudaError_t)r);
	memset(prop, 0, sizeof *prop);
	fill(prop, d);
	return cudart_leave(cudaSuccess);
}

/* All devices are alike. */
cudaError_t CUDARTAPI cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
	if (device == NULL || prop == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	*device = 0;
	return cudart_leave(cudart_driver_is_there());
}

cudaError_t CUDARTAPI cudaSetValidDevices(int *device_arr, int len)
{
	int count;
	cudaError_t error = cudaGetDeviceCount(&count);
	if (error == cudaSuccess && (len < 0 || (device_arr == NULL && len != 0)))
		error = cudaErrorInvalidValue;
	for (int i = 0; i < len && error == cudaSuccess; i++)
		if (device_arr[i] < 0 || device_arr[i] >= count)
			error = cudaErrorInvalidDevice;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceGetPCIBusId)(pciBusId, len, device));
}

cudaError_t CUDARTAPI cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceGetByPCIBusId)(device, pciBusId));
}

/* ---- the current device ---------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaDeviceSynchronize(void)
{
	CUDART_CALL(DRIVER(cuCtxSynchronize)());
}

cudaError_t CUDARTAPI cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	CUDART_CALL(DRIVER(cuCtxSetLimit)((CUlimit)limit, value));
}

cudaError_t CUDARTAPI cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
{
	CUDART_CALL(DRIVER(cuCtxGetLimit)(pValue, (CUlimit)limit));
}

cudaError_t CUDARTAPI cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig)
{
	CUDART_CALL(DRIVER(cuCtxSetCacheConfig)((CUfunc_cache)cacheConfig));
}

cudaError_t CUDARTAPI cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
	CUDART_CALL(DRIVER(cuCtxGetCacheConfig)((CUfunc_cache *)pCacheConfig));
}

cudaError_t CUDARTAPI cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	CUDART_CALL(DRIVER(cuCtxSetSharedMemConfig)((CUsharedconfig)config));
}

cudaError_t CUDARTAPI cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
{
	CUDART_CALL(DRIVER(cuCtxGetSharedMemConfig)((CUsharedconfig *)pConfig));
}

cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
	CUDART_CALL(DRIVER(cuCtxGetStreamPriorityRange)(leastPriority, greatestPriority));
}

cudaError_t CUDARTAPI cudaCtxResetPersistingL2Cache(void)
{
	CUDART_CALL(DRIVER(cuCtxResetPersistingL2Cache)());
}

/* ---- names of before ------------------------------------------------------------------------- */

/* OpenGL's programs choose their device by it; nothing else of theirs is there. */
cudaError_t CUDARTAPI cudaGLSetGLDevice(int device)
{
	return cudaSetDevice(device);
}

cudaError_t CUDARTAPI cudaThreadSynchronize(void)
{
	return cudaDeviceSynchronize();
}

cudaError_t CUDARTAPI cudaThreadExit(void)
{
	return cudaDeviceReset();
}

cudaError_t CUDARTAPI cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
	return cudaDeviceSetLimit(limit, value);
}

cudaError_t CUDARTAPI cudaThreadGetLimit(size_t *pValue, enum cudaLimit limit)
{
	return cudaDeviceGetLimit(pValue, limit);
}

cudaError_t CUDARTAPI cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig)
{
	return cudaDeviceSetCacheConfig(cacheConfig);
}

cudaError_t CUDARTAPI cudaThreadGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
	return cudaDeviceGetCacheConfig(pCacheConfig);
}

/* ---- peers ----------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceCanAccessPeer)(canAccessPeer, device, peerDevice));
}

cudaError_t CUDARTAPI cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
	int srcDevice, int dstDevice)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuDeviceGetP2PAttribute)(value, (CUdevice_P2PAttribute)attr,
		srcDevice, dstDevice));
}

/* ---- profilers ------------------------------------------------------------------------------- */

cudaError_t CUDARTAPI cudaProfilerStart(void)
{
	return cudart_leave(cudart_enter());
}

cudaError_t CUDARTAPI cudaProfilerStop(void)
{
	return cudart_leave(cudart_enter());
}
