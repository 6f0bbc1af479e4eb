/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of a program get their code one by one, when they are made or first run; nobody sees that
 * but by the time, and by the entries of the cache. Run with an argument, the test counts entries
 * for a program of which all is made at once. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_program.h"

static cl_context context;
static cl_command_queue queue;

static const char source[] = "constant int table[4] = {5, 6, 7, 8};\n"
			     "kernel void add(global int *o) { *o += table[*o & 3]; }\n"
			     "kernel void twice(global int *o)\n"
			     "{\n"
			     "	local int t[256];\n"
			     "	t[get_local_id(0)] = *o;\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	*o = t[0] * 2;\n"
			     "}\n"
			     "kernel void fault(global int *o, ulong address)\n"
			     "{\n"
			     "	*(global int *)address = *o;\n" /* line 12 */
			     "}\n"
			     "kernel void squares(global int *o, int n)\n"
			     "{\n"
			     "	int a[64];\n"
			     "	for (int i = 0; i < 64; i++) a[i] = i * i + n;\n"
			     "	*o = a[*o & 63];\n"
			     "}\n";

static cl_kernel kernel_of(cl_program p, const char *name)
{
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(p, name, &error);
	OK(error);
	return k;
}

/* Runs a kernel of one argument, a buffer of an int, by one work-item. Returns the int. */
static int ran(cl_kernel k, int value)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	cl_int error = 1;
	cl_mem m = f->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
	OK(f->clReleaseMemObject(m));
	return value;
}

static int ran_once(cl_program p, const char *name, int value)
{
	cl_kernel k = kernel_of(p, name);
	value = ran(k, value);
	OK(cl()->clReleaseKernel(k));
	return value;
}

/* ---- when code is made ----------------------------------------------------------------------- */

/* Returns the number of files below a folder; of a file, 1. */
static int count_files(const char *path)
{
	char name[512];
	int n = 0;
	DIR *d = opendir(path);
	if (d == NULL)
		return access(path, F_OK) == 0;
	for (const struct dirent *e; (e = readdir(d)) != NULL;) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(name, sizeof name, "%s/%s", path, e->d_name);
		n += count_files(name);
	}
	closedir(d);
	return n;
}

/* Without a kernel no code is made, and for each kernel its own. */
static void one_by_one(const char *folder)
{
	cl_program p = of_source(context, source);
	build(p, "-DONE_BY_ONE");
	int built = count_files(folder);
	EXPECT(built > 0);
	EXPECT(ran_once(p, "add", 1) == 7);
	EXPECT(count_files(folder) == built + 1);
	EXPECT(ran_once(p, "add", 2) == 9);
	EXPECT(count_files(folder) == built + 1);
	EXPECT(ran_once(p, "twice", 3) == 6);
	EXPECT(count_files(folder) == built + 2);
	OK(cl()->clReleaseProgram(p));
}

static int at_once(const char *folder)
{
	cl_program p = of_source(context, source);
	build(p, "-DAT_ONCE");
	int built = count_files(folder);
	EXPECT(ran_once(p, "add", 1) == 7 && ran_once(p, "twice", 3) == 6);
	EXPECT(count_files(folder) == built);
	OK(cl()->clReleaseProgram(p));
	return 0;
}

static void eager(const char *self)
{
	int status = 1;
	pid_t child = fork();
	if (child == 0) {
		setenv("HSAEMU_OCL_EAGER", "1", 1);
		execl(self, self, "eager", (char *)NULL);
		_exit(9);
	}
	EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* ---- what is seen of kernels ----------------------------------------------------------------- */

static cl_ulong group_number(cl_kernel k, cl_kernel_work_group_info name)
{
	cl_ulong number = 0;
	OK(cl()->clGetKernelWorkGroupInfo(k, NULL, name, sizeof number, &number, NULL));
	return number;
}

/* Sizes are those of the code, whether it is there or not. */
static void sizes(void)
{
	cl_program p = of_source(context, source);
	build(p, NULL);
	cl_kernel twice = kernel_of(p, "twice"), squares = kernel_of(p, "squares");
	int n = 1;
	EXPECT(group_number(twice, CL_KERNEL_LOCAL_MEM_SIZE) == 1024);
	EXPECT(group_number(squares, CL_KERNEL_PRIVATE_MEM_SIZE) >= 256);
	OK(cl()->clSetKernelArg(squares, 1, sizeof n, &n));
	EXPECT(ran(squares, 9) == 82);
	EXPECT(group_number(squares, CL_KERNEL_PRIVATE_MEM_SIZE) >= 256);
	EXPECT(ran(twice, 4) == 8);
	OK(cl()->clReleaseKernel(twice));
	OK(cl()->clReleaseKernel(squares));
	OK(cl()->clReleaseProgram(p));
}

/* The binary has the code of all kernels; those that were run before go on. */
static void binaries(void)
{
	cl_program p = of_source(context, source);
	size_t bytes;
	build(p, "-DBINARIES");
	cl_kernel add = kernel_of(p, "add");
	EXPECT(ran(add, 1) == 7);
	unsigned char *binary = binary_of(p, &bytes);
	EXPECT(ran(add, 2) == 9 && ran_once(p, "twice", 6) == 12);
	EXPECT(type_of(p) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	OK(cl()->clReleaseKernel(add));
	OK(cl()->clReleaseProgram(p));
	p = of_binary(context, binary, bytes, CL_SUCCESS);
	build(p, NULL);
	EXPECT(ran_once(p, "add", 3) == 11 && ran_once(p, "twice", 7) == 14);
	OK(cl()->clReleaseProgram(p));
	free(binary);
}

/* Variables that kernels change are those of all kernels of the program. */
static void shared_variables(void)
{
	cl_program p = of_source(context, "global int n = 1;\n"
					  "kernel void up(global int *o) { n += *o; *o = n; }\n"
					  "kernel void get(global int *o) { *o = n; }\n");
	build(p, "-cl-std=CL3.0");
	EXPECT(ran_once(p, "up", 4) == 5 && ran_once(p, "get", 0) == 5);
	EXPECT(ran_once(p, "up", 2) == 7 && ran_once(p, "get", 0) == 7);
	OK(cl()->clReleaseProgram(p));
}

static char told[4096];

static void CL_CALLBACK note(const char *text, const void *data, size_t count, void *user)
{
	(void)data, (void)count, (void)user;
	snprintf(told, sizeof told, "%s", text);
}

/* A fault names its line of the source. */
static void faults(void)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_id d = device();
	const cl_ulong address = 16;
	const size_t one = 1;
	cl_int error = 1, value = 0;
	cl_context c = f->clCreateContext(NULL, 1, &d, note, NULL, &error);
	OK(error);
	cl_command_queue q = f->clCreateCommandQueueWithProperties(c, d, NULL, &error);
	OK(error);
	cl_program p = of_source(c, source);
	build(p, "-g");
	cl_kernel k = kernel_of(p, "fault");
	cl_mem m = f->clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clSetKernelArg(k, 1, sizeof address, &address));
	OK(f->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(f->clFinish(q) != CL_SUCCESS);
	EXPECT(strstr(told, "'fault'") != NULL && strstr(told, "<source>:12") != NULL);
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseProgram(p));
	OK(f->clReleaseCommandQueue(q));
	OK(f->clReleaseContext(c));
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { THREADS = 8 };

static void *run_all(void *arg)
{
	cl_program p = arg;
	EXPECT(ran_once(p, "add", 1) == 7);
	EXPECT(ran_once(p, "twice", 3) == 6);
	return NULL;
}

/* All threads need the same code at the same time. */
static void many_threads(void)
{
	pthread_t threads[THREADS];
	cl_program p = of_source(context, source);
	build(p, "-DTHREADS");
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, run_all, p) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
	OK(cl()->clReleaseProgram(p));
}

/* The client lets go of all while code is being made. */
static void abandoned(void)
{
	cl_kernel all[4];
	char options[32];
	for (int i = 0; i < 5; i++) {
		snprintf(options, sizeof options, "-DABANDONED=%d", i);
		cl_program p = of_source(context, source);
		build(p, options);
		OK(cl()->clCreateKernelsInProgram(p, 4, all, NULL));
		for (int k = 0; k < 4; k++)
			OK(cl()->clReleaseKernel(all[k]));
		OK(cl()->clReleaseProgram(p));
	}
}

int main(int argc, char **argv)
{
	char folder[] = "late-cache";
	cl_int error = 1;
	need_clang();
	setenv("HSAEMU_CACHE_DIR", folder, 1);
	unsetenv("HSAEMU_CACHE");
	context = new_context();
	queue = cl()->clCreateCommandQueueWithProperties(context, device(), NULL, &error);
	OK(error);
	if (argc > 1)
		return at_once(folder);
	one_by_one(folder);
	eager(argv[0]);
	sizes();
	binaries();
	shared_variables();
	faults();
	many_threads();
	abandoned();
	OK(cl()->clReleaseCommandQueue(queue));
	OK(cl()->clReleaseContext(context));
	return 0;
}
