/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a thread has: its device, and its last error (CUDA runtime API, "Error Handling", "Device
 * Management"). Its context is the driver's current one, which the program may have set itself; if
 * there is none, it is the device's primary context. */
#include "runtime_impl.h"

static _Thread_local struct {
	int device;
	cudaError_t last;
} cudart_thread;

/* The primary contexts that the runtime has retained, each once. */
static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext primaries[CUDART_MAX_DEVICES];

static CUresult retain(int device, CUcontext *out)
{
	unsigned flags;
	int active = 0;
	CUresult error = CUDA_SUCCESS;
	pthread_mutex_lock(&primary_lock);
	/* the program may have reset it by the driver's own function */
	if (primaries[device] != NULL &&
		DRIVER(cuDevicePrimaryCtxGetState)(device, &flags, &active) == CUDA_SUCCESS &&
		active == 0)
		primaries[device] = NULL;
	if (primaries[device] == NULL)
		error = DRIVER(cuDevicePrimaryCtxRetain)(&primaries[device], device);
	*out = primaries[device];
	pthread_mutex_unlock(&primary_lock);
	return error;
}

cudaError_t cudart_primary(int device, CUcontext *out)
{
	return (cudaError_t)retain(device, out);
}

static CUresult use_primary(int device)
{
	CUcontext c;
	CUresult error = retain(device, &c);
	return error == CUDA_SUCCESS ? DRIVER(cuCtxSetCurrent)(c) : error;
}

cudaError_t cudart_enter(void)
{
	CUcontext c = NULL;
	unsigned long long id;
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return error;
	CUresult r = DRIVER(cuCtxGetCurrent)(&c);
	/* a context that was reset is still the thread's current one */
	if (r == CUDA_SUCCESS && (c == NULL || DRIVER(cuCtxGetId)(c, &id) != CUDA_SUCCESS))
		r = use_primary(cudart_thread.device);
	return (cudaError_t)r;
}

cudaError_t cudart_leave(cudaError_t error)
{
	if (error != cudaSuccess)
		cudart_thread.last = error;
	return error;
}

/* Returns the device of the thread's context, or else the one that it has chosen. */
int cudart_device(void)
{
	CUdevice d;
	if (DRIVER(cuCtxGetDevice)(&d) == CUDA_SUCCESS)
		return d;
	return cudart_thread.device;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* What a kernel has failed with stays until the device is reset. */
static cudaError_t last_error(void)
{
	CUcontext c = NULL;
	if (cudart_thread.last == cudaSuccess && cudart_driver_is_there() == cudaSuccess &&
		DRIVER(cuCtxGetCurrent)(&c) == CUDA_SUCCESS && c != NULL) {
		unsigned flags;
		CUresult error = DRIVER(cuStreamGetFlags)(NULL, &flags);
		return (cudaError_t)error;
	}
	return cudart_thread.last;
}

cudaError_t CUDARTAPI cudaGetLastError(void)
{
	cudaError_t error = last_error();
	cudart_thread.last = cudaSuccess;
	return error;
}

cudaError_t CUDARTAPI cudaPeekAtLastError(void)
{
	return last_error();
}

/* ---- devices --------------------------------------------------------------------------------- */

static cudaError_t check_device(int device)
{
	int count = 0;
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return error;
	DRIVER(cuDeviceGetCount)(&count);
	return device >= 0 && device < count ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t CUDARTAPI cudaSetDevice(int device)
{
	cudaError_t error = check_device(device);
	if (error == cudaSuccess)
		error = (cudaError_t)use_primary(device);
	if (error == cudaSuccess)
		cudart_thread.device = device;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetDevice(int *device)
{
	cudaError_t error = cudart_driver_is_there();
	if (device == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		*device = cudart_device();
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned deviceFlags, unsigned flags)
{
	CUcontext c;
	cudaError_t error = check_device(device);
	if (error == cudaSuccess && flags != 0)
		error = (cudaError_t)DRIVER(cuDevicePrimaryCtxSetFlags)(device, deviceFlags);
	if (error == cudaSuccess)
		error = (cudaError_t)retain(device, &c);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaSetDeviceFlags(unsigned flags)
{
	cudaError_t error = cudart_driver_is_there();
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuDevicePrimaryCtxSetFlags)(cudart_device(),
			flags & ~(unsigned)cudaDeviceMapHost);
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetDeviceFlags(unsigned *flags)
{
	int active;
	cudaError_t error = cudart_driver_is_there();
	if (flags == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuDevicePrimaryCtxGetState)(cudart_device(), flags,
			&active);
	if (error == cudaSuccess)
		*flags |= cudaDeviceMapHost;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaDeviceReset(void)
{
	cudaError_t error = cudart_driver_is_there();
	if (error != cudaSuccess)
		return cudart_leave(error);
	int device = cudart_device();
	cudart_modules_forget(device);
	pthread_mutex_lock(&primary_lock);
	primaries[device] = NULL;
	error = (cudaError_t)DRIVER(cuDevicePrimaryCtxReset)(device);
	pthread_mutex_unlock(&primary_lock);
	cudart_thread.last = cudaSuccess;
	return cudart_leave(error);
}
