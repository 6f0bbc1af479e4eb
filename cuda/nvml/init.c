/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVML's beginning and end, and its devices, which are the driver's. */
#include <pthread.h>
#include "nvml_impl.h"

#define NVML_NAME "libnvidia-ml"
enum { MAX_DEVICES = 16 }; /* of the driver */

/* Guards the following; devices do not change after the first nvmlInit(). */
static pthread_mutex_t nvml_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned nvml_users;
static struct nvmlDevice_st nvml_devices[MAX_DEVICES];
static unsigned nvml_devices_count;

nvmlReturn_t nvml_error(CUresult error)
{
	switch ((int)error) {
	case CUDA_SUCCESS:
		return NVML_SUCCESS;
	case CUDA_ERROR_OUT_OF_MEMORY:
		return NVML_ERROR_MEMORY;
	case CUDA_ERROR_NOT_INITIALIZED:
		return NVML_ERROR_DRIVER_NOT_LOADED;
	case CUDA_ERROR_NO_DEVICE:
		return NVML_ERROR_GPU_NOT_FOUND;
	}
	return NVML_ERROR_UNKNOWN;
}

static CUresult find_devices(void)
{
	int count = 0;
	CUresult error = culib_enter(NVML_NAME);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuDeviceGetCount)(&count);
	for (int i = 0; error == CUDA_SUCCESS && i < count && i < MAX_DEVICES; i++)
		error = DRIVER(cuDeviceGet)(&nvml_devices[i].device, i);
	if (error == CUDA_SUCCESS)
		nvml_devices_count = count < MAX_DEVICES ? (unsigned)count : MAX_DEVICES;
	return error;
}

nvmlReturn_t nvmlInitWithFlags(unsigned flags)
{
	const unsigned known = NVML_INIT_FLAG_NO_GPUS | NVML_INIT_FLAG_NO_ATTACH;
	if ((flags & ~known) != 0)
		return NVML_ERROR_INVALID_ARGUMENT;
	CUresult error = CUDA_SUCCESS;
	pthread_mutex_lock(&nvml_lock);
	if (nvml_devices_count == 0)
		error = find_devices();
	if (error == CUDA_ERROR_NO_DEVICE && (flags & NVML_INIT_FLAG_NO_GPUS) != 0)
		error = CUDA_SUCCESS;
	if (error == CUDA_SUCCESS)
		nvml_users++;
	pthread_mutex_unlock(&nvml_lock);
	return nvml_error(error);
}

nvmlReturn_t nvmlInit_v2(void)
{
	return nvmlInitWithFlags(0);
}

nvmlReturn_t nvmlInit(void)
{
	return nvmlInitWithFlags(0);
}

nvmlReturn_t nvmlShutdown(void)
{
	nvmlReturn_t result = NVML_ERROR_UNINITIALIZED;
	pthread_mutex_lock(&nvml_lock);
	if (nvml_users > 0) {
		nvml_users--;
		result = NVML_SUCCESS;
	}
	pthread_mutex_unlock(&nvml_lock);
	return result;
}

/* ---- what the other files ask ---------------------------------------------------------------- */

nvmlReturn_t nvml_check(void)
{
	pthread_mutex_lock(&nvml_lock);
	bool is_in_use = nvml_users > 0;
	pthread_mutex_unlock(&nvml_lock);
	return is_in_use ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

nvmlReturn_t nvml_check_device(const void *any)
{
	nvmlReturn_t error = nvml_check();
	if (error != NVML_SUCCESS)
		return error;
	for (unsigned i = 0; i < nvml_devices_count; i++)
		if (any == &nvml_devices[i])
			return NVML_SUCCESS;
	return NVML_ERROR_INVALID_ARGUMENT;
}

unsigned nvml_device_count(void)
{
	return nvml_devices_count;
}

nvmlDevice_t nvml_device(unsigned index)
{
	return &nvml_devices[index];
}
