/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels of programs compute, however the programs were made: built, linked, of binaries. The
 * variables of a program are its own, and last until it is built again. */
#include <pthread.h>
#include "cl_program.h"

static cl_context context;
static cl_command_queue queue;

/* Runs a kernel of one argument, a buffer of an int, by one work-item. Returns the int. */
static int ran(cl_program p, const char *name, int before)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	int value = before;
	cl_int error = 1;
	cl_mem m = f->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &error);
	OK(error);
	cl_kernel k = f->clCreateKernel(p, name, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
	OK(f->clFinish(queue));
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	return value;
}

static void variables(void)
{
	static const char source[] = "global int count = 10;\n"
				     "kernel void k(global int *o) { *o += ++count; }\n";
	cl_program p = of_source(context, source), q = of_source(context, source);
	size_t bytes;
	build(p, "-cl-std=CL3.0");
	build(q, "-cl-std=CL3.0");
	EXPECT(ran(p, "k", 100) == 111);
	EXPECT(ran(p, "k", 100) == 112);
	EXPECT(ran(q, "k", 200) == 211);
	unsigned char *binary = binary_of(p, &bytes);
	cl_program r = of_binary(context, binary, bytes, CL_SUCCESS);
	build(r, NULL);
	EXPECT(ran(r, "k", 0) == 11);
	build(r, NULL);
	EXPECT(ran(r, "k", 0) == 11);
	EXPECT(ran(p, "k", 100) == 113);
	free(binary);
	OK(cl()->clReleaseProgram(p));
	OK(cl()->clReleaseProgram(q));
	OK(cl()->clReleaseProgram(r));
}

static void options(void)
{
	cl_program p = of_source(context, "kernel void k(global int *o) { *o += ADD; }\n");
	build(p, "-DADD=3");
	EXPECT(ran(p, "k", 4) == 7);
	build(p, "-D ADD=\"(1 + 4)\" -cl-opt-disable -g");
	EXPECT(ran(p, "k", 4) == 9);
	OK(cl()->clReleaseProgram(p));
}

/* C++ for OpenCL: templates, methods, what OpenCL C has by its version. */
static void cxx(void)
{
	static const char *const names[] = {"-cl-std=CLC++", "-cl-std=CLC++1.0",
		"-cl-std=CLC++2021", "-cl-std=clc++2021 -x clc++", "-x clc++"};
	cl_program p = of_source(context,
		"template <typename T> T twice(T x) { return x + x; }\n"
		"struct sum { int n; sum(int first) : n(first) {} void add(int k) { n += k; } };\n"
		"kernel void k(global int *o)\n"
		"{\n"
		"	sum s(*o + (int)get_global_linear_id());\n"
		"	s.add(twice(3));\n"
		"	s.add(twice(sqrt(1.0f)) + work_group_reduce_add(1));\n"
		"	*o = s.n;\n"
		"}\n");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		build(p, names[i]);
		EXPECT(ran(p, "k", 4) == 13);
	}
	IS(CL_INVALID_BUILD_OPTIONS, cl()->clBuildProgram(p, 0, NULL, "-x c++", NULL, NULL));
	IS(CL_INVALID_BUILD_OPTIONS,
		cl()->clBuildProgram(p, 0, NULL, "-cl-std=CLC++3", NULL, NULL));
	OK(cl()->clReleaseProgram(p));
}

/* The device tells the version that programs are told. */
static void version_of_cxx(void)
{
	cl_version v;
	cl_program p =
		of_source(context, "kernel void k(global int *o) { *o = __OPENCL_CPP_VERSION__; }");
	build(p, "-cl-std=CLC++");
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof v,
		&v, NULL));
	EXPECT(ran(p, "k", 4) ==
		(int)(CL_VERSION_MAJOR(v) * 100 + CL_VERSION_MINOR(v) * 10 + CL_VERSION_PATCH(v)));
	OK(cl()->clReleaseProgram(p));
}

/* Programs for AMD's platform ask for its names of what the standard has, too. */
static void extensions_of_amd(void)
{
	cl_program p = of_source(context, "#if defined(cl_amd_fp64) && defined(cl_amd_printf)\n"
					  "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n"
					  "kernel void k(global int *o) { *o *= (double)1.5; }\n"
					  "#endif\n");
	build(p, NULL);
	EXPECT(ran(p, "k", 6) == 9);
	OK(cl()->clReleaseProgram(p));
}

/* A context of a device is one of its parts, too, and so are its programs. */
static void parts_of_the_device(void)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id part[2], listed;
	cl_command_queue whole = queue;
	cl_build_status status;
	cl_int error = 1;
	OK(f->clCreateSubDevices(device(), one, 2, part, NULL));
	cl_program p = of_source(context, "kernel void k(global int *o) { *o += 2; }\n");
	OK(f->clBuildProgram(p, 2, part, NULL, NULL, NULL));
	OK(f->clGetProgramInfo(p, CL_PROGRAM_DEVICES, sizeof listed, &listed, NULL));
	EXPECT(listed == device());
	OK(f->clGetProgramBuildInfo(p, part[1], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
		NULL));
	EXPECT(status == CL_BUILD_SUCCESS);
	queue = f->clCreateCommandQueue(context, part[1], 0, &error);
	OK(error);
	OK(f->clReleaseDevice(part[0]));
	OK(f->clReleaseDevice(part[1]));
	EXPECT(ran(p, "k", 5) == 7);
	IS(CL_INVALID_DEVICE, f->clBuildProgram(p, 1, part, NULL, NULL, NULL));
	EXPECT(f->clCreateCommandQueue(context, part[0], 0, &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	OK(f->clReleaseCommandQueue(queue));
	queue = whole;
	OK(f->clReleaseProgram(p));
}

/* A kernel says which program it is of, also when the client has released that. */
static void program_of_a_kernel(void)
{
	const cl_icd_dispatch *f = cl();
	cl_program p = of_source(context, "kernel void k(global int *o) { *o += 2; }\n"),
		   same = NULL;
	cl_int error = 1;
	build(p, NULL);
	cl_kernel k = f->clCreateKernel(p, "k", &error);
	OK(error);
	OK(f->clReleaseProgram(p));
	OK(f->clGetKernelInfo(k, CL_KERNEL_PROGRAM, sizeof same, &same, NULL));
	OK(f->clRetainProgram(same));
	OK(f->clReleaseKernel(k));
	EXPECT(same == p && ran(same, "k", 5) == 7);
	OK(f->clReleaseProgram(same));
	IS(CL_INVALID_PROGRAM, f->clRetainProgram(same));
}

static void linked(void)
{
	const cl_icd_dispatch *f = cl();
	const char *name = "dir/add.h";
	cl_int error = 1;
	cl_program header = of_source(context, "int add(int a, int b);\n#define TEN 10\n");
	cl_program p[] = {
		of_source(context, "#include \"dir/add.h\"\n"
				   "kernel void k(global int *o) { *o = add(*o, TEN); }\n"),
		of_source(context, "constant int more = 5;\n"
				   "int add(int a, int b) { return a + b + more; }\n")};
	OK(f->clCompileProgram(p[0], 0, NULL, NULL, 1, &header, &name, NULL, NULL));
	OK(f->clCompileProgram(p[1], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	cl_program library =
		f->clLinkProgram(context, 0, NULL, "-create-library", 1, p + 1, NULL, NULL, &error);
	OK(error);
	cl_program direct = f->clLinkProgram(context, 0, NULL, NULL, 2, p, NULL, NULL, &error);
	OK(error);
	OK(f->clReleaseProgram(p[1]));
	p[1] = library;
	cl_program all = f->clLinkProgram(context, 0, NULL, NULL, 2, p, NULL, NULL, &error);
	OK(error);
	EXPECT(ran(direct, "k", 1) == 16);
	EXPECT(ran(all, "k", 2) == 17);
	OK(f->clReleaseProgram(header));
	OK(f->clReleaseProgram(p[0]));
	OK(f->clReleaseProgram(library));
	OK(f->clReleaseProgram(direct));
	OK(f->clReleaseProgram(all));
}

/* A program with kernels is not built; a kernel keeps its program. */
static void attached(void)
{
	const cl_icd_dispatch *f = cl();
	cl_int error = 1;
	cl_program p = of_source(context, "kernel void k(global int *o) { *o = 1; }\n");
	EXPECT(f->clCreateKernel(p, "k", &error) == NULL);
	IS(CL_INVALID_PROGRAM_EXECUTABLE, error);
	build(p, NULL);
	cl_kernel k = f->clCreateKernel(p, "k", &error);
	OK(error);
	IS(CL_INVALID_OPERATION, f->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	IS(CL_INVALID_OPERATION, f->clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	/* not even to say that the options are wrong */
	IS(CL_INVALID_BUILD_OPTIONS, f->clBuildProgram(p, 0, NULL, "-unknown", NULL, NULL));
	EXPECT(status_of(p) == CL_BUILD_SUCCESS);
	OK(f->clReleaseKernel(k));
	build(p, NULL);
	EXPECT(ran(p, "k", 0) == 1);
	OK(f->clReleaseProgram(p));
}

struct end {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	cl_program program;
};

static void CL_CALLBACK is_linked(cl_program program, void *user_data)
{
	struct end *e = user_data;
	pthread_mutex_lock(&e->lock);
	e->program = program;
	pthread_cond_broadcast(&e->moved);
	pthread_mutex_unlock(&e->lock);
}

static void wait_for(struct end *e)
{
	pthread_mutex_lock(&e->lock);
	while (e->program == NULL)
		pthread_cond_wait(&e->moved, &e->lock);
	pthread_mutex_unlock(&e->lock);
}

/* Objects are released while what is linked of them goes on. */
static void later(void)
{
	const cl_icd_dispatch *f = cl();
	struct end e = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL};
	cl_int error = 1;
	cl_program p = of_source(context, "kernel void k(global int *o) { *o = 3; }\n");
	OK(f->clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, is_linked, &e));
	wait_for(&e);
	EXPECT(e.program == p);
	e.program = NULL;
	cl_program q = f->clLinkProgram(context, 0, NULL, NULL, 1, &p, is_linked, &e, &error);
	OK(error);
	OK(f->clReleaseProgram(p));
	wait_for(&e);
	EXPECT(e.program == q && status_of(q) == CL_BUILD_SUCCESS);
	EXPECT(ran(q, "k", 0) == 3);
	OK(f->clReleaseProgram(q));
}

int main(void)
{
	need_clang();
	setenv("HSAEMU_CUS", "2", 1);
	cl_int error = 1;
	context = new_context();
	queue = cl()->clCreateCommandQueueWithProperties(context, device(), NULL, &error);
	OK(error);
	variables();
	options();
	extensions_of_amd();
	cxx();
	version_of_cxx();
	parts_of_the_device();
	linked();
	program_of_a_kernel();
	attached();
	later();
	OK(cl()->clReleaseCommandQueue(queue));
	OK(cl()->clReleaseContext(context));
	return 0;
}
