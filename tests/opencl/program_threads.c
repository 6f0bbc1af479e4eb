/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two hundred threads that build, of one context: some the same program, some their own. */
#include <pthread.h>
#include "cl_program.h"

enum { THREADS = 200, SOURCES = 4 };

static cl_context context;
static cl_program shared;

static void *build_own(void *arg)
{
	char source[128];
	size_t number = (size_t)(uintptr_t)arg;
	snprintf(source, sizeof source, "kernel void k%zu(global int *o) { *o = %zu; }\n",
		number % SOURCES, number % SOURCES);
	cl_program p = of_source(context, source);
	build(p, NULL);
	size_t count = 0;
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
	EXPECT(count == 1);
	cl_int error = cl()->clBuildProgram(shared, 0, NULL, NULL, NULL, NULL);
	EXPECT(error == CL_SUCCESS || error == CL_INVALID_OPERATION);
	OK(cl()->clReleaseProgram(p));
	return NULL;
}

int main(void)
{
	static pthread_t threads[THREADS];
	char folder[] = "cacheXXXXXX";
	need_clang();
	/* the same is compiled once, or once for each CPU */
	EXPECT(mkdtemp(folder) != NULL && setenv("HSAEMU_CACHE_DIR", folder, 1) == 0);
	EXPECT(unsetenv("HSAEMU_CACHE") == 0);
	context = new_context();
	shared = of_source(context, "kernel void k() { }\n");
	for (uintptr_t i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, build_own, (void *)i) == 0);
	for (size_t i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
	expect_kernels(shared, 1, "k");
	OK(cl()->clReleaseProgram(shared));
	OK(cl()->clReleaseContext(context));
	return 0;
}
