/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuInit(), and what all devices have in common: the environment and the runtime. The runtime is
 * started with the first context, because who only asks what devices there are needs no threads. */
#include <stdlib.h>
#include "context_impl.h"
#include "hsaemu/gcn_device.h"

enum { DRIVER_VERSION = 13000 };

static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rt *runtime; /* guarded by the lock, as are the next */
static struct gcn_device *runtime_gpu;

static struct cu_device devices[CU_MAX_DEVICES];
static struct rt_environment environment;
static atomic_uint device_count; /* 0 before cuInit(), and where the process sees none */

void cu_lock(void)
{
	pthread_mutex_lock(&driver_lock);
}

void cu_unlock(void)
{
	pthread_mutex_unlock(&driver_lock);
}

static void read_environment(void)
{
	unsigned numbers[CU_MAX_DEVICES];
	rt_environment_read("libcuda", &environment);
	unsigned count = cu_visible_devices(getenv("CUDA_VISIBLE_DEVICES"),
		(unsigned)environment.cuda_devices, numbers);
	for (unsigned i = 0; i < count; i++) {
		devices[i].ordinal = (CUdevice)i;
		devices[i].number = numbers[i];
	}
	atomic_store(&device_count, count);
}

const struct rt_environment *cu_environment(void)
{
	static pthread_once_t environment_once = PTHREAD_ONCE_INIT;
	pthread_once(&environment_once, read_environment);
	return &environment;
}

CUresult CUDAAPI cuInit(unsigned flags)
{
	if (flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	cu_environment();
	return cu_device_count() == 0 ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
	if (version == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	*version = DRIVER_VERSION;
	return CUDA_SUCCESS;
}

unsigned cu_device_count(void)
{
	return atomic_load(&device_count);
}

struct cu_device *cu_device_find(CUdevice ordinal, CUresult *error)
{
	unsigned count = cu_device_count();
	*error = count == 0 ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_INVALID_DEVICE;
	if (ordinal < 0 || (unsigned)ordinal >= count)
		return NULL;
	*error = CUDA_SUCCESS;
	return &devices[ordinal];
}

/* ---- the runtime ----------------------------------------------------------------------------- */

struct rt *cu_runtime(void)
{
	if (runtime == NULL)
		runtime = gcn_device_start(cu_environment(), "libcuda", "libcuda", &runtime_gpu);
	return runtime;
}

struct gcn_device *cu_gpu(void)
{
	return runtime_gpu;
}
