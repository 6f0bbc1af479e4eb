/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* usage: opencl FILE: code objects of another compiler as binaries of OpenCL programs, of
 * which clang has told the arguments' names. With refused behind the file, they are refused with
 * that text. */
#include "adopted.h"
#include "cl_program.h"

static char told[4096];

static void CL_CALLBACK notify(const char *what, const void *info, size_t bytes, void *data)
{
	(void)info, (void)bytes, (void)data;
	snprintf(told, sizeof told, "%s", what);
}

static void argument(cl_kernel k, cl_uint i, const char *name, const char *type,
	cl_kernel_arg_address_qualifier space, cl_kernel_arg_type_qualifier qualifiers)
{
	char text[64];
	cl_kernel_arg_address_qualifier s = 0;
	cl_kernel_arg_type_qualifier q = 77;
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
	EXPECT(strcmp(text, name) == 0);
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
	EXPECT(strcmp(text, type) == 0);
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof s, &s, NULL));
	EXPECT(s == space);
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof q, &q, NULL));
	EXPECT(q == qualifiers);
}

static void arguments(cl_kernel k)
{
	cl_uint count = 0;
	OK(cl()->clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
	EXPECT(count == 5);
	argument(k, 0, "out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_RESTRICT);
	argument(k, 1, "a", "int*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0);
	argument(k, 2, "table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST);
	argument(k, 3, "n", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
	argument(k, 4, "v", "float4", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0);
}

static void mix(cl_context c, cl_command_queue q, cl_program p, bool is_uniform)
{
	const cl_int n = N;
	int32_t out[ITEMS];
	const size_t items = ITEMS, group = GROUP, uneven = ITEMS - 1;
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(p, "mix", &error);
	OK(error);
	arguments(k);
	cl_mem to = cl()->clCreateBuffer(c, CL_MEM_WRITE_ONLY, sizeof out, NULL, &error);
	OK(error);
	cl_mem from = cl()->clCreateBuffer(c, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof table,
		table, &error);
	OK(error);
	OK(cl()->clSetKernelArg(k, 0, sizeof to, &to));
	IS(CL_INVALID_ARG_VALUE, cl()->clSetKernelArg(k, 1, 4, &n));
	OK(cl()->clSetKernelArg(k, 1, GROUP * 4, NULL));
	OK(cl()->clSetKernelArg(k, 2, sizeof from, &from));
	IS(CL_INVALID_ARG_SIZE, cl()->clSetKernelArg(k, 3, 8, out));
	OK(cl()->clSetKernelArg(k, 3, sizeof n, &n));
	OK(cl()->clSetKernelArg(k, 4, sizeof vector, vector));
	OK(cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &items, &group, 0, NULL, NULL));
	OK(cl()->clEnqueueReadBuffer(q, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	check_mixed(out);
	/* clang has made it for work-groups of one size, and some versions tell */
	if (is_uniform)
		IS(CL_INVALID_WORK_GROUP_SIZE, cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &uneven,
						       &group, 0, NULL, NULL));
	OK(cl()->clReleaseMemObject(to));
	OK(cl()->clReleaseMemObject(from));
	OK(cl()->clReleaseKernel(k));
}

static void faults(cl_context c, cl_command_queue q, cl_program p)
{
	const size_t items = GROUP;
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(p, "bad", &error);
	OK(error);
	cl_mem m = cl()->clCreateBuffer(c, CL_MEM_READ_WRITE, 64, NULL, &error);
	OK(error);
	OK(cl()->clSetKernelArg(k, 0, sizeof m, &m));
	OK(cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL));
	EXPECT(cl()->clFinish(q) != CL_SUCCESS || told[0] != 0);
	EXPECT(strstr(told, "kernels.cl:17)") != NULL);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

static void loads(cl_context c, const void *bytes, size_t count)
{
	enum { ABI_VERSION_AT = 8, VERSION_5 = 3 };
	bool is_uniform = ((const unsigned char *)bytes)[ABI_VERSION_AT] >= VERSION_5;
	size_t same, enveloped;
	cl_int error = 1;
	cl_command_queue q = cl()->clCreateCommandQueueWithProperties(c, device(), NULL, &error);
	OK(error);
	cl_program p = of_binary(c, bytes, count, CL_SUCCESS);
	EXPECT(type_of(p) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	build(p, NULL);
	expect_kernels(p, 2, "mix;bad");
	mix(c, q, p, is_uniform);
	unsigned char *binary = binary_of(p, &enveloped);
	EXPECT(enveloped > count && memcmp(binary + enveloped - count, bytes, count) == 0);
	OK(cl()->clReleaseProgram(p));
	p = of_binary(c, binary, enveloped, CL_SUCCESS);
	build(p, NULL);
	mix(c, q, p, is_uniform);
	free(binary_of(p, &same));
	EXPECT(same == enveloped);
	free(binary);
	faults(c, q, p);
	OK(cl()->clReleaseProgram(p));
	OK(cl()->clReleaseCommandQueue(q));
}

int main(int argc, char **argv)
{
	size_t count;
	cl_int error = 1;
	const cl_device_id d = device();
	EXPECT(argc == 2 || argc == 3);
	void *bytes = bytes_of(argv[1], &count);
	cl_context c = cl()->clCreateContext(NULL, 1, &d, notify, NULL, &error);
	OK(error);
	if (argc == 3) {
		of_binary(c, bytes, count, CL_INVALID_BINARY);
		EXPECT(strstr(told, argv[2]) != NULL);
	} else {
		loads(c, bytes, count);
	}
	OK(cl()->clReleaseContext(c));
	free(bytes);
	return 0;
}
