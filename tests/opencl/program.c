/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that are not built: how they are made, what they tell of themselves, and what is refused
 * without a compiler. */
#include "cl_program.h"

static const char source[] = "kernel void k(global int *o) { o[0] = 1; }\n";

static void CL_CALLBACK notify(cl_program program, void *user_data)
{
	(void)program;
	(void)user_data;
	abort();
}

static void sources(cl_context c)
{
	const cl_icd_dispatch *f = cl();
	const char *none = NULL, *parts[] = {"ab", "cdef", "g"};
	const size_t lengths[] = {0, 2, 1};
	char text[16];
	size_t bytes;
	cl_int error;
	EXPECT(f->clCreateProgramWithSource(NULL, 3, parts, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateProgramWithSource(c, 0, parts, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithSource(c, 1, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithSource(c, 1, &none, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithSource(c, 1, &none, NULL, NULL) == NULL);
	cl_program p = f->clCreateProgramWithSource(c, 3, parts, lengths, &error);
	OK(error);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof text, text, &bytes));
	EXPECT(strcmp(text, "abcdg") == 0 && bytes == 6);
	IS(CL_INVALID_VALUE, f->clGetProgramInfo(p, CL_PROGRAM_SOURCE, 5, text, NULL));
	OK(f->clReleaseProgram(p));
	/* a source may have any bytes in it */
	const char zero[] = {'a', 0, 'b'}, *at = zero;
	const size_t three = 3;
	p = f->clCreateProgramWithSource(c, 1, &at, &three, NULL);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof text, text, &bytes));
	EXPECT(bytes == 4 && memcmp(text, "a\0b", 4) == 0);
	OK(f->clReleaseProgram(p));
}

/* What the device has none of. */
static void absent(cl_context c)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_id d = device(), none = NULL;
	const unsigned il = 0x07230203;
	cl_program p = of_source(c, source);
	cl_int error;
	EXPECT(f->clCreateProgramWithIL(NULL, &il, sizeof il, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateProgramWithIL(c, &il, sizeof il, &error) == NULL);
	IS(CL_INVALID_OPERATION, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(NULL, 1, &d, "k", &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(c, 0, &d, "k", &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(c, 1, NULL, "k", &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(c, 1, &none, "k", &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(c, 1, &d, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBuiltInKernels(c, 1, &d, "k", &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	IS(CL_INVALID_PROGRAM, f->clSetProgramReleaseCallback(NULL, notify, NULL));
	IS(CL_INVALID_VALUE, f->clSetProgramReleaseCallback(p, NULL, NULL));
	IS(CL_INVALID_OPERATION, f->clSetProgramReleaseCallback(p, notify, NULL));
	IS(CL_INVALID_PROGRAM, f->clSetProgramSpecializationConstant(NULL, 0, sizeof il, &il));
	IS(CL_INVALID_OPERATION, f->clSetProgramSpecializationConstant(p, 0, sizeof il, &il));
	OK(f->clReleaseProgram(p));
}

static void program_info(cl_context c, cl_program p)
{
	const cl_icd_dispatch *f = cl();
	cl_context context;
	cl_device_id d[2];
	cl_uint number;
	cl_bool has = CL_TRUE;
	size_t bytes, size = 7;
	unsigned char *place = NULL;
	OK(f->clGetProgramInfo(p, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL));
	EXPECT(context == c);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, sizeof number, &number, NULL));
	EXPECT(number == 1);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_DEVICES, sizeof d, d, &bytes));
	EXPECT(bytes == sizeof d[0] && d[0] == device());
	OK(f->clGetProgramInfo(p, CL_PROGRAM_IL, 0, NULL, &bytes));
	EXPECT(bytes == 0);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof has, &has, NULL));
	EXPECT(!has);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof has, &has, NULL));
	EXPECT(!has);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, &bytes));
	EXPECT(size == 0 && bytes == sizeof size);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof place, &place, &bytes));
	EXPECT(bytes == sizeof place);
	IS(CL_INVALID_VALUE, f->clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, 7, &size, NULL));
	IS(CL_INVALID_VALUE, f->clGetProgramInfo(p, CL_PROGRAM_BINARIES, 7, &place, NULL));
	IS(CL_INVALID_PROGRAM_EXECUTABLE,
		f->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof size, &size, NULL));
	IS(CL_INVALID_PROGRAM_EXECUTABLE,
		f->clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &bytes));
	IS(CL_INVALID_VALUE, f->clGetProgramInfo(p, 4711, sizeof size, &size, NULL));
	IS(CL_INVALID_PROGRAM,
		f->clGetProgramInfo((cl_program)(void *)c, CL_PROGRAM_IL, 0, NULL, &bytes));
}

static void build_info(cl_program p)
{
	const cl_icd_dispatch *f = cl();
	size_t size = 7;
	EXPECT(status_of(p) == CL_BUILD_NONE && type_of(p) == CL_PROGRAM_BINARY_TYPE_NONE);
	char *log = build_text(p, CL_PROGRAM_BUILD_LOG),
	     *options = build_text(p, CL_PROGRAM_BUILD_OPTIONS);
	EXPECT(*log == 0 && *options == 0);
	free(log);
	free(options);
	OK(f->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
		sizeof size, &size, NULL));
	EXPECT(size == 0);
	IS(CL_INVALID_DEVICE,
		f->clGetProgramBuildInfo(p, NULL, CL_PROGRAM_BUILD_STATUS, 0, NULL, &size));
	IS(CL_INVALID_VALUE, f->clGetProgramBuildInfo(p, device(), 4711, 0, NULL, &size));
	IS(CL_INVALID_VALUE,
		f->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_STATUS, 3, &size, NULL));
	IS(CL_INVALID_PROGRAM,
		f->clGetProgramBuildInfo(NULL, device(), CL_PROGRAM_BUILD_STATUS, 0, NULL, &size));
}

static void references(cl_context c)
{
	const cl_icd_dispatch *f = cl();
	cl_program p = of_source(c, source);
	cl_uint count = 0;
	OK(f->clRetainProgram(p));
	OK(f->clGetProgramInfo(p, CL_PROGRAM_REFERENCE_COUNT, sizeof count, &count, NULL));
	EXPECT(count == 2);
	OK(f->clReleaseProgram(p));
	OK(f->clReleaseProgram(p));
	IS(CL_INVALID_PROGRAM, f->clReleaseProgram(p));
	IS(CL_INVALID_PROGRAM, f->clRetainProgram(NULL));
}

/* What is refused before anything is compiled; there is no compiler here. */
static void calls(cl_context c, cl_program p)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_id d = device(), none = NULL;
	const char *name = "a.h", *no_name = NULL;
	const cl_program no_program = NULL;
	cl_int error;
	IS(CL_INVALID_PROGRAM, f->clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clBuildProgram(p, 1, NULL, NULL, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clBuildProgram(p, 0, &d, NULL, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clBuildProgram(p, 0, NULL, NULL, NULL, &error));
	IS(CL_INVALID_DEVICE, f->clBuildProgram(p, 1, &none, NULL, NULL, NULL));
	IS(CL_COMPILER_NOT_AVAILABLE, f->clBuildProgram(p, 1, &d, NULL, NULL, NULL));
	expect_log(p, "/no/clang");
	IS(CL_COMPILER_NOT_AVAILABLE, f->clBuildProgram(p, 1, &d, "", notify, &error));
	IS(CL_INVALID_PROGRAM, f->clCompileProgram(NULL, 0, NULL, 0, 0, 0, 0, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 1, NULL, 0, 0, 0, 0, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 0, NULL, 0, 1, NULL, &name, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 0, NULL, 0, 1, &p, NULL, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 0, NULL, 0, 0, &p, &name, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 0, NULL, 0, 1, &p, &no_name, 0, 0));
	IS(CL_INVALID_VALUE, f->clCompileProgram(p, 0, NULL, 0, 0, 0, 0, 0, &error));
	IS(CL_INVALID_DEVICE, f->clCompileProgram(p, 1, &none, 0, 0, 0, 0, 0, 0));
	IS(CL_INVALID_PROGRAM, f->clCompileProgram(p, 0, NULL, 0, 1, &no_program, &name, 0, 0));
	IS(CL_COMPILER_NOT_AVAILABLE, f->clCompileProgram(p, 0, NULL, 0, 1, &p, &name, 0, 0));
	EXPECT(f->clLinkProgram(NULL, 1, &d, NULL, 1, &p, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clLinkProgram(c, 1, NULL, NULL, 1, &p, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clLinkProgram(c, 0, NULL, NULL, 0, NULL, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clLinkProgram(c, 0, NULL, NULL, 1, &p, NULL, &error, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clLinkProgram(c, 0, NULL, NULL, 1, &no_program, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_PROGRAM, error);
	EXPECT(f->clLinkProgram(c, 1, &none, NULL, 1, &p, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	EXPECT(f->clLinkProgram(c, 1, &d, NULL, 1, &p, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_OPERATION, error);
	EXPECT(f->clLinkProgram(c, 1, &d, "-nothing", 1, &p, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_LINKER_OPTIONS, error);
	IS(CL_INVALID_COMPILER_OPTIONS, f->clCompileProgram(p, 0, NULL, "-nothing", 0, 0, 0, 0, 0));
	IS(CL_INVALID_BUILD_OPTIONS, f->clBuildProgram(p, 0, NULL, "-nothing", NULL, NULL));
	expect_log(p, "-nothing");
}

int main(void)
{
	cl_bool has = CL_TRUE;
	EXPECT(setenv("HSAEMU_CLANG", "/no/clang", 1) == 0);
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_COMPILER_AVAILABLE, sizeof has, &has, NULL));
	EXPECT(!has);
	cl_context c = new_context();
	cl_program p = of_source(c, source);
	sources(c);
	absent(c);
	program_info(c, p);
	build_info(p);
	references(c);
	calls(c, p);
	OK(cl()->clReleaseProgram(p));
	OK(cl()->clReleaseContext(c));
	return 0;
}
