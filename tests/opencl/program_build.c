/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that are built of OpenCL C: options, messages, functions that are called, states. */
#include <pthread.h>
#include <stdbool.h>
#include "cl_program.h"

static const char two_kernels[] = "constant int table[4] = {1, 2, 3, 4};\n"
				  "kernel void second(global int *o) { o[0] = table[o[1] & 3]; }\n"
				  "kernel void first(global int *o) { o[0] = VALUE; }\n";

struct told {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	int calls;
	cl_program program;
	cl_build_status status;
	cl_program release; /* what it is to release, or NULL */
};

static void CL_CALLBACK tell(cl_program program, void *user_data)
{
	struct told *t = user_data;
	cl_build_status status = status_of(program);
	if (t->release != NULL)
		OK(cl()->clReleaseProgram(t->release));
	pthread_mutex_lock(&t->lock);
	t->calls++;
	t->program = program;
	t->status = status;
	pthread_cond_broadcast(&t->moved);
	pthread_mutex_unlock(&t->lock);
}

static void wait_for(struct told *t, int calls)
{
	pthread_mutex_lock(&t->lock);
	while (t->calls < calls)
		pthread_cond_wait(&t->moved, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static void options(cl_context c)
{
	cl_program p = of_source(c, two_kernels);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	EXPECT(status_of(p) == CL_BUILD_ERROR && type_of(p) == CL_PROGRAM_BINARY_TYPE_NONE);
	expect_log(p, "VALUE");
	expect_log(p, "3 | kernel void first(global int *o) { o[0] = VALUE; }");
	build(p, "-D VALUE=5 -cl-std=CL1.2 -cl-fast-relaxed-math");
	expect_kernels(p, 2, "second;first");
	char *given = build_text(p, CL_PROGRAM_BUILD_OPTIONS);
	EXPECT(strcmp(given, "-D VALUE=5 -cl-std=CL1.2 -cl-fast-relaxed-math") == 0);
	free(given);
	IS(CL_INVALID_BUILD_OPTIONS,
		cl()->clBuildProgram(p, 0, NULL, "-DVALUE=1 -unknown", NULL, NULL));
	IS(CL_INVALID_BUILD_OPTIONS,
		cl()->clBuildProgram(p, 0, NULL, "-DVALUE=1 -create-library", NULL, NULL));
	IS(CL_INVALID_COMPILER_OPTIONS,
		cl()->clCompileProgram(p, 0, NULL, "-cl-std=CL9", 0, 0, 0, 0, 0));
	build(p, "-DVALUE=6");
	OK(cl()->clReleaseProgram(p));
}

/* Warnings are in the log, too. */
static void warnings(cl_context c)
{
	cl_program p = of_source(c, "#warning mind the gap\nkernel void k() { }\n");
	build(p, NULL);
	expect_log(p, "mind the gap");
	build(p, "-w");
	char *log = build_text(p, CL_PROGRAM_BUILD_LOG);
	EXPECT(*log == 0);
	free(log);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, "-Werror", NULL, NULL));
	OK(cl()->clReleaseProgram(p));
}

/* What no source should be. */
static void odd_sources(cl_context c)
{
	const char zero[] = "kernel void k() { }\n\0kernel void l() { }\n";
	const char *at = zero;
	const size_t all = sizeof zero - 1;
	cl_program p = cl()->clCreateProgramWithSource(c, 1, &at, &all, NULL);
	cl_int error = cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL);
	EXPECT(error == CL_SUCCESS || error == CL_BUILD_PROGRAM_FAILURE);
	OK(cl()->clReleaseProgram(p));
	p = of_source(c, "");
	build(p, NULL);
	expect_kernels(p, 0, "");
	OK(cl()->clReleaseProgram(p));
	p = of_source(c, "#include \"no_such_file.h\"\n");
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	expect_log(p, "no_such_file.h");
	OK(cl()->clReleaseProgram(p));
	p = of_source(c, "int missing(int);\nkernel void k(global int *o) { *o = missing(1); }\n");
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	expect_log(p, "missing");
	OK(cl()->clReleaseProgram(p));
}

/* While a build goes on there is no second one, and its state says so. */
static void later(cl_context c)
{
	struct told t = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, NULL, 0, NULL};
	cl_program p = of_source(c, two_kernels);
	OK(cl()->clBuildProgram(p, 0, NULL, "-DVALUE=7", tell, &t));
	cl_build_status status = status_of(p);
	if (status == CL_BUILD_IN_PROGRESS) {
		cl_int error;
		size_t n;
		error = cl()->clBuildProgram(p, 0, NULL, "-DVALUE=7", NULL, NULL);
		EXPECT(error == CL_INVALID_OPERATION || t.calls != 0);
		error = cl()->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof n, &n, NULL);
		EXPECT(error == CL_INVALID_PROGRAM_EXECUTABLE || t.calls != 0);
	} else {
		EXPECT(status == CL_BUILD_SUCCESS);
	}
	wait_for(&t, 1);
	EXPECT(t.program == p && t.status == CL_BUILD_SUCCESS);
	expect_kernels(p, 2, "second;first");
	OK(cl()->clBuildProgram(p, 0, NULL, NULL, tell, &t));
	wait_for(&t, 2);
	EXPECT(t.status == CL_BUILD_ERROR);
	/* the function releases the last reference of the program that is built */
	t.release = p;
	OK(cl()->clBuildProgram(p, 0, NULL, "-DVALUE=8", tell, &t));
	wait_for(&t, 3);
	EXPECT(t.status == CL_BUILD_SUCCESS);
	IS(CL_INVALID_PROGRAM, cl()->clReleaseProgram(p));
}

/* Who makes a kernel waits for the build that goes on. */
static void at_once(cl_context c)
{
	struct told t = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, NULL, 0, NULL};
	cl_program p = of_source(c, two_kernels);
	cl_int error = 1;
	OK(cl()->clBuildProgram(p, 0, NULL, NULL, tell, &t));
	EXPECT(cl()->clCreateKernel(p, "first", &error) == NULL);
	IS(CL_INVALID_PROGRAM_EXECUTABLE, error);
	wait_for(&t, 1);
	OK(cl()->clBuildProgram(p, 0, NULL, "-DVALUE=10", tell, &t));
	cl_kernel k = cl()->clCreateKernel(p, "first", &error);
	OK(error);
	wait_for(&t, 2);
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseProgram(p));
}

/* The binary of a program is a program. */
static void binaries(cl_context c)
{
	size_t count, same_count;
	cl_program p = of_source(c, two_kernels), q;
	build(p, "-DVALUE=9");
	unsigned char *binary = binary_of(p, &count);
	OK(cl()->clReleaseProgram(p));
	q = of_binary(c, binary, count, CL_SUCCESS);
	EXPECT(type_of(q) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	build(q, NULL);
	expect_kernels(q, 2, "second;first");
	unsigned char *same = binary_of(q, &same_count);
	EXPECT(same_count == count && memcmp(same + 96, binary + 96, count - 96) == 0);
	free(binary);
	free(same);
	OK(cl()->clReleaseProgram(q));
}

static void globals(cl_context c)
{
	size_t bytes = 0;
	cl_program p = of_source(c, "global int counter = 5;\n"
				    "global long more[3];\n"
				    "kernel void k() { counter++; more[0] = counter; }\n");
	build(p, "-cl-std=CL3.0");
	OK(cl()->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
		sizeof bytes, &bytes, NULL));
	EXPECT(bytes == 28);
	OK(cl()->clReleaseProgram(p));
}

static void CL_CALLBACK leave(cl_program program, void *user_data)
{
	(void)program;
	(void)user_data;
	exit(0);
}

/* Ends the process while its programs are built, which are not the first. */
static int end_early(const char *how)
{
	static struct told t = {
		PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, NULL, 0, NULL};
	cl_context c = new_context();
	build(of_source(c, two_kernels), "-DVALUE=1");
	/* there may be one exit() only */
	bool is_left = strcmp(how, "exit") == 0;
	OK(cl()->clBuildProgram(of_source(c, "kernel void k() { }\n"), 0, NULL, NULL,
		is_left ? leave : tell, &t));
	for (int i = 0; i < 3; i++)
		OK(cl()->clBuildProgram(of_source(c, two_kernels), 0, NULL, "-DVALUE=1", tell, &t));
	if (is_left)
		wait_for(&t, 4); /* which will not be */
	return 0;
}

static void ends(void)
{
	EXPECT(system("exec timeout 60 /proc/$PPID/exe return") == 0);
	EXPECT(system("exec timeout 60 /proc/$PPID/exe exit") == 0);
}

int main(int count, char **words)
{
	need_clang();
	if (count > 1)
		return end_early(words[1]);
	cl_context c = new_context();
	options(c);
	warnings(c);
	odd_sources(c);
	later(c);
	at_once(c);
	binaries(c);
	globals(c);
	ends();
	OK(cl()->clReleaseContext(c));
	return 0;
}
