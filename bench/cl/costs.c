/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an OpenCL library costs its programs, beside the kernels' own time:
 *
 *   hsaemu-opencl-costs LIBRARY...
 *
 * Each is loaded in a process of its own, as the ICD loader does it. CPU times are those of the
 * process and of its children. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BUILDS = 9, LAUNCHES = 5000, MAPS = 1000, REPLAYS = 1000, RECORDED = 100 };

/* What begins each object. */
struct handle {
	const cl_icd_dispatch *dispatch;
};

struct bench {
	const cl_icd_dispatch *cl;
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
};

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "hsaemu-opencl-costs: %s: error %d\n", what, error);
	exit(1);
}

static double seconds_of(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double cpu_seconds(void)
{
	struct rusage self, children;
	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	return seconds_of(self.ru_utime) + seconds_of(self.ru_stime) +
	       seconds_of(children.ru_utime) + seconds_of(children.ru_stime);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *v, size_t count)
{
	qsort(v, count, sizeof *v, ascending);
	return v[count / 2];
}

static bool open_library(const char *path, struct bench *b)
{
	cl_int error;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *(*find)(const char *);
	cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *);
	if (library == NULL) {
		fprintf(stderr, "hsaemu-opencl-costs: %s\n", dlerror());
		return false;
	}
	*(void **)&find = dlsym(library, "clGetExtensionFunctionAddress");
	if (find == NULL)
		return false;
	*(void **)&platforms = find("clIcdGetPlatformIDsKHR");
	check(platforms(1, &b->platform, NULL), "platform");
	b->cl = ((const struct handle *)(const void *)b->platform)->dispatch;
	check(b->cl->clGetDeviceIDs(b->platform, CL_DEVICE_TYPE_ALL, 1, &b->device, NULL),
		"device");
	b->context = b->cl->clCreateContext(NULL, 1, &b->device, NULL, NULL, &error);
	check(error, "context");
	b->queue = b->cl->clCreateCommandQueue(b->context, b->device, 0, &error);
	check(error, "queue");
	return true;
}

/* ---- builds ---------------------------------------------------------------------------------- */

/* Builds a program and runs its kernel once. `number` makes the source another one. */
static cl_kernel build(const struct bench *b, unsigned number, cl_program *program)
{
	static const char form[] = "kernel void vadd(global const float *a, global float *b)\n"
				   "{ size_t i = get_global_id(0); b[i] += a[i] * %u.5f; }\n"
				   "kernel void nothing(void) {}\n";
	char source[512];
	const char *text = source;
	cl_int error;
	(void)snprintf(source, sizeof source, form, number);
	*program = b->cl->clCreateProgramWithSource(b->context, 1, &text, NULL, &error);
	check(error, "program");
	check(b->cl->clBuildProgram(*program, 1, &b->device, "", NULL, NULL), "build");
	cl_kernel k = b->cl->clCreateKernel(*program, "nothing", &error);
	check(error, "kernel");
	return k;
}

static void launch(const struct bench *b, cl_kernel k)
{
	const size_t one = 1;
	check(b->cl->clEnqueueNDRangeKernel(b->queue, k, 1, NULL, &one, NULL, 0, NULL, NULL),
		"enqueue");
}

static double build_ms(const struct bench *b, unsigned number)
{
	cl_program p;
	double begin = cpu_seconds();
	cl_kernel k = build(b, number, &p);
	launch(b, k);
	check(b->cl->clFinish(b->queue), "finish");
	double ms = (cpu_seconds() - begin) * 1e3;
	b->cl->clReleaseKernel(k);
	b->cl->clReleaseProgram(p);
	return ms;
}

static void measure_builds(const struct bench *b)
{
	double cold[BUILDS], cached[BUILDS];
	unsigned first = (unsigned)time(NULL);
	for (unsigned i = 0; i < BUILDS; i++)
		cold[i] = build_ms(b, first + i);
	for (unsigned i = 0; i < BUILDS; i++)
		cached[i] = build_ms(b, first + i);
	printf("  build and first enqueue, CPU: the first %.1f ms, others %.1f ms, built before "
	       "%.2f ms\n",
		cold[0], median(cold + 1, BUILDS - 1), median(cached, BUILDS));
}

/* ---- commands -------------------------------------------------------------------------------- */

static void measure_launches(const struct bench *b)
{
	static double us[LAUNCHES];
	cl_program p;
	cl_kernel k = build(b, 1, &p);
	for (unsigned i = 0; i < LAUNCHES; i++) {
		double begin = now();
		launch(b, k);
		check(b->cl->clFinish(b->queue), "finish");
		us[i] = (now() - begin) * 1e6;
	}
	double begin = now();
	for (unsigned i = 0; i < LAUNCHES; i++)
		launch(b, k);
	check(b->cl->clFinish(b->queue), "finish");
	printf("  empty kernel: enqueued and finished %.2f us, one of %u in a row %.2f us\n",
		median(us, LAUNCHES), LAUNCHES, (now() - begin) * 1e6 / LAUNCHES);
	b->cl->clReleaseKernel(k);
	b->cl->clReleaseProgram(p);
}

static void *function(const struct bench *b, const char *name)
{
	return b->cl->clGetExtensionFunctionAddressForPlatform(b->platform, name);
}

/* Returns a final command buffer of many kernels, or NULL if the library has none. */
static cl_command_buffer_khr record(const struct bench *b, cl_kernel k)
{
	const size_t one = 1;
	cl_int error;
	clCreateCommandBufferKHR_fn create;
	clCommandNDRangeKernelKHR_fn add;
	clFinalizeCommandBufferKHR_fn finalize;
	*(void **)&create = function(b, "clCreateCommandBufferKHR");
	*(void **)&add = function(b, "clCommandNDRangeKernelKHR");
	*(void **)&finalize = function(b, "clFinalizeCommandBufferKHR");
	if (create == NULL || add == NULL || finalize == NULL)
		return NULL;
	cl_command_buffer_khr buffer = create(1, &b->queue, NULL, &error);
	check(error, "command buffer");
	for (unsigned i = 0; i < RECORDED; i++)
		check(add(buffer, NULL, NULL, k, 1, NULL, &one, NULL, 0, NULL, NULL, NULL),
			"record");
	check(finalize(buffer), "finalize");
	return buffer;
}

static void measure_replays(const struct bench *b)
{
	static double by_hand[REPLAYS], replayed[REPLAYS];
	clEnqueueCommandBufferKHR_fn enqueue;
	clReleaseCommandBufferKHR_fn release;
	cl_program p;
	cl_kernel k = build(b, 1, &p);
	cl_command_buffer_khr buffer = record(b, k);
	*(void **)&enqueue = function(b, "clEnqueueCommandBufferKHR");
	*(void **)&release = function(b, "clReleaseCommandBufferKHR");
	for (unsigned i = 0; i < REPLAYS && buffer != NULL; i++) {
		double begin = now();
		for (unsigned n = 0; n < RECORDED; n++)
			launch(b, k);
		check(b->cl->clFinish(b->queue), "finish");
		by_hand[i] = (now() - begin) * 1e6 / RECORDED;
		begin = now();
		check(enqueue(0, NULL, buffer, 0, NULL, NULL), "replay");
		check(b->cl->clFinish(b->queue), "finish");
		replayed[i] = (now() - begin) * 1e6 / RECORDED;
	}
	if (buffer != NULL) {
		printf("  each of %u empty kernels: enqueued %.2f us, of a command buffer %.2f us\n",
			RECORDED, median(by_hand, REPLAYS), median(replayed, REPLAYS));
		release(buffer);
	}
	b->cl->clReleaseKernel(k);
	b->cl->clReleaseProgram(p);
}

static void measure_maps(const struct bench *b)
{
	enum { BYTES = 1 << 30 };
	static double us[MAPS];
	cl_int error;
	cl_mem m = b->cl->clCreateBuffer(b->context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
	if (error != CL_SUCCESS)
		return;
	for (unsigned i = 0; i < MAPS; i++) {
		double begin = now();
		void *at = b->cl->clEnqueueMapBuffer(b->queue, m, CL_TRUE,
			CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &error);
		check(error, "map");
		check(b->cl->clEnqueueUnmapMemObject(b->queue, m, at, 0, NULL, NULL), "unmap");
		check(b->cl->clFinish(b->queue), "finish");
		us[i] = (now() - begin) * 1e6;
	}
	printf("  1 GiB mapped and unmapped: %.2f us\n", median(us, MAPS));
	b->cl->clReleaseMemObject(m);
}

static int measure(const char *path)
{
	struct bench b;
	double begin = cpu_seconds();
	if (!open_library(path, &b))
		return 1;
	printf("%s\n  loaded, with a queue: %.1f ms of CPU\n", path, (cpu_seconds() - begin) * 1e3);
	measure_builds(&b);
	measure_launches(&b);
	measure_replays(&b);
	measure_maps(&b);
	return 0;
}

int main(int argc, char **argv)
{
	int failures = argc < 2;
	if (argc < 2)
		fputs("usage: hsaemu-opencl-costs LIBRARY...\n", stderr);
	for (int i = 1; i < argc; i++) {
		int status = 0;
		fflush(stdout);
		pid_t child = fork();
		if (child == 0)
			exit(measure(argv[i]));
		if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
			failures++;
	}
	return failures != 0;
}
