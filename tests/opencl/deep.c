/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels as machine code of a GPU (HSAEMU_DEEP): what the device says it is and has, what it
 * refuses, and local memory of arguments. */
#define _DEFAULT_SOURCE /* for setenv() */
#include "cl_run.h"

static const char source[] = "kernel void turn(global uint *x, local uint *a, local uint *b)\n"
			     "{\n"
			     "	local uint own[64];\n"
			     "	size_t i = get_local_id(0), n = get_local_size(0);\n"
			     "	own[i] = x[get_global_id(0)];\n"
			     "	a[i] = n - 1 - i;\n"
			     "	b[i] = 3;\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	x[get_global_id(0)] = own[a[i]] * b[n - 1 - i];\n"
			     "}\n"
			     "#ifdef __IMAGE_SUPPORT__\n"
			     "kernel void look(read_only image2d_t t, global int *x)\n"
			     "{ x[0] = read_imagei(t, (int2)(0, 0)).x; }\n"
			     "#endif\n"
			     "#if defined __opencl_c_images || defined cl_khr_3d_image_writes\n"
			     "#error the device has no images\n"
			     "#endif\n";

static void device_says(void)
{
	char text[4096];
	cl_ulong local;
	size_t width;
	cl_device_id d = device();
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_NAME, sizeof text, text, NULL));
	EXPECT(strstr(text, "gfx600") != NULL);
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
	EXPECT(strstr(text, "image") == NULL && strstr(text, "cl_khr_fp64") != NULL);
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
	EXPECT(local == 32 << 10);
	EXPECT(!has_images());
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof width, &width, NULL));
	EXPECT(width == 0);
}

static void no_images(const struct run *r)
{
	const cl_image_format format = {CL_RGBA, CL_FLOAT};
	const cl_image_desc flat = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
	cl_uint count = 1;
	cl_int error = 0;
	EXPECT(cl()->clCreateImage(r->context, CL_MEM_READ_ONLY, &format, &flat, NULL, &error) ==
		NULL);
	IS(CL_INVALID_OPERATION, error);
	EXPECT(cl()->clCreateSampler(r->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST,
		       &error) == NULL);
	IS(CL_INVALID_OPERATION, error);
	OK(cl()->clGetSupportedImageFormats(r->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0,
		NULL, &count));
	EXPECT(count == 0);
}

/* Each argument in local memory has its own place, and all that the device says fits. */
static void local_arguments(const struct run *r)
{
	enum { ITEMS = 64 };
	cl_uint x[ITEMS];
	const size_t items = ITEMS, left = (32 << 10) - ITEMS * sizeof *x;
	for (cl_uint i = 0; i < ITEMS; i++)
		x[i] = i;
	cl_kernel k = kernel(r, "turn");
	cl_mem m = buffer(r, sizeof x, x);
	pass_buffer(k, 0, m);
	OK(cl()->clSetKernelArg(k, 1, left / 2, NULL));
	OK(cl()->clSetKernelArg(k, 2, left / 2, NULL));
	OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &items, &items, 0, NULL, NULL));
	OK(cl()->clEnqueueReadBuffer(r->queue, m, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
	for (cl_uint i = 0; i < ITEMS; i++)
		EXPECT(x[i] == 3 * (ITEMS - 1 - i));
	OK(cl()->clSetKernelArg(k, 2, left / 2 + 1, NULL));
	IS(CL_OUT_OF_RESOURCES,
		cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &items, &items, 0, NULL, NULL));
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* What the GPU cannot do fails the build, whose log names it. */
static void refused(const struct run *r)
{
	static const char look[] = "kernel void ok(global int *x) { x[0] = 1; }\n"
				   "kernel void look(read_only image2d_t t, global int *x)\n"
				   "{ x[0] = read_imagei(t, (int2)(0, 0)).x; }\n";
	const char *text = look;
	char log[4096];
	cl_int error = 1;
	cl_device_id d = device();
	cl_program p = cl()->clCreateProgramWithSource(r->context, 1, &text, NULL, &error);
	OK(error);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 1, &d, NULL, NULL, NULL));
	OK(cl()->clGetProgramBuildInfo(p, d, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	EXPECT(strstr(log, "unsupported: image operation in code for a GPU (PRM 7.1)") != NULL);
	OK(cl()->clReleaseProgram(p));
}

/* A binary has the code for the GPU. */
static void binaries(const struct run *r)
{
	static unsigned char bytes[1 << 20];
	unsigned char *to = bytes;
	const unsigned char *from = bytes;
	cl_device_id d = device();
	cl_int error = 1, status = 1;
	size_t size;
	OK(cl()->clGetProgramInfo(r->program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	EXPECT(size <= sizeof bytes);
	OK(cl()->clGetProgramInfo(r->program, CL_PROGRAM_BINARIES, sizeof to, &to, NULL));
	struct run copy = *r;
	copy.program =
		cl()->clCreateProgramWithBinary(r->context, 1, &d, &size, &from, &status, &error);
	OK(error);
	OK(cl()->clBuildProgram(copy.program, 1, &d, NULL, NULL, NULL));
	local_arguments(&copy);
	OK(cl()->clReleaseProgram(copy.program));
}

/* Programs of before and after, in any order. */
static void others(const struct run *r)
{
	cl_program all[5];
	for (int i = 0; i < 5; i++)
		all[i] = build(r->context, source, NULL);
	for (int i = 0; i < 5; i++) {
		struct run one = *r;
		one.program = all[(i + 2) % 5];
		local_arguments(&one);
		OK(cl()->clReleaseProgram(one.program));
		local_arguments(r);
	}
}

int main(void)
{
	char folder[4096];
	const char *build_folder = getenv("BUILD");
	(void)snprintf(folder, sizeof folder, "%s/bin", build_folder != NULL ? build_folder : ".");
	/* the library, which is in this program, looks for its own programs there */
	setenv("HSAEMU_BINDIR", folder, 1);
	setenv("HSAEMU_DEEP", "none", 1);
	device_says();
	struct run r = run_open(source, "-cl-std=CL3.0");
	no_images(&r);
	local_arguments(&r);
	refused(&r);
	binaries(&r);
	others(&r);
	run_close(&r);
	return 0;
}
