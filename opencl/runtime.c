/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime that runs all kernels. It is started with the first context, because who only asks
 * what devices there are needs no threads. */
#include <stdio.h>
#include "build_impl.h"
#include "context_impl.h"
#include "hsaemu/unwind.h"

static void lint(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "libhsaemu-opencl: %s\n", line);
}

static pthread_mutex_t runtime_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rt *runtime; /* guarded by the lock, as is the next */
static struct gcn_device *runtime_gpu;

static void make_gpu(void *arg)
{
	static const struct diag_options quiet = {.tool = "hsaemu", .error_limit = 20};
	const struct gcn_device_options *o = arg;
	struct diag d;
	diag_init(&d, &quiet);
	if (!gcn_device_new(o, &runtime_gpu, &d))
		diag_flush(&d, stderr); /* the error of a context cannot say it */
	diag_release(&d);
}

/* Starts the runtime; false when there is no memory, or no threads. The lock is held. */
static bool start(void)
{
	const struct rt_environment *e = ocl_start();
	struct gcn_device_options gpu = {.model = rt_environment_deep_model(e->deep)};
	struct rt_options o = {.lint = e->lint != 0 ? lint : NULL, .orders_prints = true};
	rt_environment_apply(e, &o);
	gcn_device_set_threads(gpu.model, &o);
	if (gpu.model != NULL && runtime_gpu == NULL &&
		(ocl_work_run(make_gpu, &gpu) != CL_SUCCESS || runtime_gpu == NULL))
		return false;
	if (runtime_gpu != NULL) {
		o.inspect = gcn_device_inspect;
		o.inspect_arg = runtime_gpu;
	}
	if (rt_new(&o, &runtime) == HSA_STATUS_SUCCESS)
		return true;
	runtime = NULL;
	return false;
}

struct rt *ocl_runtime(void)
{
	pthread_mutex_lock(&runtime_lock);
	struct rt *rt = runtime != NULL || start() ? runtime : NULL;
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
