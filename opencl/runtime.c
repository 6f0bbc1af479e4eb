/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime that runs all kernels. It is started with the first context, because who only asks
 * what devices there are needs no threads. */
#include <stdio.h>
#include "context_impl.h"

static void lint(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "libhsaemu-opencl: %s\n", line);
}

struct rt *ocl_runtime(void)
{
	static pthread_mutex_t runtime_lock = PTHREAD_MUTEX_INITIALIZER;
	static struct rt *runtime;
	const struct rt_environment *e = ocl_start();
	struct rt_options o = {.lint = e->lint != 0 ? lint : NULL, .orders_prints = true};
	rt_environment_apply(e, &o);
	pthread_mutex_lock(&runtime_lock);
	if (runtime == NULL && rt_new(&o, &runtime) != HSA_STATUS_SUCCESS)
		runtime = NULL;
	struct rt *rt = runtime;
	pthread_mutex_unlock(&runtime_lock);
	return rt;
}
