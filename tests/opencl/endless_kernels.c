/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main() returns while a kernel runs that has no end: the process ends all the same, whether the
 * client has released its objects or not. */
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_program.h"

enum { LIMIT_SECONDS = 60 }; /* on a machine with much else to do */

static const char source[] = "kernel void loop(volatile global int *p)\n"
			     "{\n"
			     "	while (p[0] != 12345) p[1]++;\n"
			     "}\n"
			     "kernel void print(volatile global int *p)\n"
			     "{\n"
			     "	for (;;) printf(\"x%d\\n\", p[1]++);\n"
			     "}\n";

/* LeakSanitizer does not look for pointers in signals, which know what waits for the kernel. */
void __lsan_disable(void) __attribute__((weak));

/* Ends the process by exit(), as main() does, when the kernel runs. */
static void leave(const char *name, bool releases)
{
	static atomic_int values[1024];
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	cl_int error = 1;
	if (__lsan_disable != NULL)
		__lsan_disable();
	cl_context c = new_context();
	cl_command_queue q = f->clCreateCommandQueueWithProperties(c, device(), NULL, &error);
	OK(error);
	cl_program p = of_source(c, source);
	build(p, NULL);
	cl_kernel k = f->clCreateKernel(p, name, &error);
	OK(error);
	cl_mem m = f->clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof values, values, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(f->clFlush(q));
	while (atomic_load(&values[1]) < 100)
		sched_yield();
	if (releases) {
		OK(f->clReleaseKernel(k));
		OK(f->clReleaseMemObject(m));
		OK(f->clReleaseProgram(p));
		OK(f->clReleaseCommandQueue(q));
		OK(f->clReleaseContext(c));
	}
	exit(0);
}

/* What is printed goes nowhere. */
static void ends(const char *name, bool releases)
{
	int status = 1;
	pid_t child = fork();
	EXPECT(child >= 0);
	if (child == 0) {
		alarm(LIMIT_SECONDS);
		EXPECT(strcmp(name, "print") != 0 || freopen("/dev/null", "w", stdout) != NULL);
		leave(name, releases);
	}
	EXPECT(waitpid(child, &status, 0) == child);
	if (status != 0)
		printf("'%s', %s: status %#x\n", name, releases ? "released" : "kept", status);
	EXPECT(status == 0);
}

int main(void)
{
	need_clang();
	for (int i = 0; i < 2; i++) {
		ends("loop", i != 0);
		ends("print", i != 0);
	}
	return 0;
}
