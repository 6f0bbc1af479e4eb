/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime that runs all kernels. It is started with the first context, because who only asks
 * what devices there are needs no threads. */
#include <stdio.h>
#include "build_impl.h"
#include "context_impl.h"
#include "hsaemu/unwind.h"

static pthread_mutex_t runtime_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rt *runtime; /* guarded by the lock, as is the next */
static struct gcn_device *runtime_gpu;

struct rt *ocl_runtime(void)
{
	pthread_mutex_lock(&runtime_lock);
	if (runtime == NULL)
		runtime = gcn_device_start(ocl_start(), "libhsaemu-opencl", "hsaemu", &runtime_gpu);
	struct rt *rt = runtime;
	pthread_mutex_unlock(&runtime_lock);
	return rt;
}

struct gcn_device *ocl_gpu(void)
{
	pthread_mutex_lock(&runtime_lock);
	struct gcn_device *gpu = runtime_gpu;
	pthread_mutex_unlock(&runtime_lock);
	return gpu;
}
