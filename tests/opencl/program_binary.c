/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Binaries: BRIG, images of hsa-ld, and what programs give out; damaged ones are refused. No
 * compiler of OpenCL C is needed. */
#include "cl_brig.h"
#include "cl_program.h"

/* The binary of an executable, in the envelope; the caller frees it. */
static unsigned char *built(cl_context c, size_t *count)
{
	struct buf brig = brig_of(two_kernels);
	cl_program p = of_binary(c, brig.data, brig.len, CL_SUCCESS);
	EXPECT(status_of(p) == CL_BUILD_NONE && type_of(p) == CL_PROGRAM_BINARY_TYPE_NONE);
	unsigned char *same = binary_of(p, count);
	EXPECT(*count == brig.len && memcmp(same, brig.data, brig.len) == 0);
	free(same);
	build(p, NULL);
	EXPECT(status_of(p) == CL_BUILD_SUCCESS);
	EXPECT(type_of(p) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	expect_kernels(p, 2, "add;nothing");
	size_t globals = 0;
	OK(cl()->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
		sizeof globals, &globals, NULL));
	EXPECT(globals == 4);
	unsigned char *binary = binary_of(p, count);
	OK(cl()->clReleaseProgram(p));
	buf_release(&brig);
	return binary;
}

/* Makes a program of the bytes again, builds it twice, and compares its binary. */
static void again(cl_context c, const unsigned char *binary, size_t count, const void *bytes,
	size_t byte_count)
{
	size_t n;
	char source[2] = "x";
	cl_program p = of_binary(c, bytes, byte_count, CL_SUCCESS);
	EXPECT(status_of(p) == CL_BUILD_NONE);
	EXPECT(type_of(p) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	IS(CL_INVALID_PROGRAM_EXECUTABLE,
		cl()->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof n, &n, NULL));
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof source, source, &n));
	EXPECT(source[0] == 0 && n == 1);
	build(p, "-cl-mad-enable");
	char *options = build_text(p, CL_PROGRAM_BUILD_OPTIONS);
	EXPECT(strcmp(options, "-cl-mad-enable") == 0);
	free(options);
	build(p, NULL);
	expect_kernels(p, 2, "add;nothing");
	unsigned char *same = binary_of(p, &n);
	EXPECT(n == count && memcmp(same, binary, 32) == 0);
	EXPECT(memcmp(same + 96, binary + 96, n - 96) == 0);
	free(same);
	IS(CL_INVALID_OPERATION, cl()->clCompileProgram(p, 0, NULL, 0, 0, 0, 0, 0, 0));
	OK(cl()->clReleaseProgram(p));
}

static void refused(cl_context c, const unsigned char *binary, size_t count)
{
	unsigned char *copy = malloc(count + 1);
	unsigned seed = 1;
	/* of the envelope each byte, then a thousand places, each with one bit changed */
	for (size_t i = 0; i < 96 + 1000; i++) {
		seed = seed * 1103515245 + 12345;
		size_t at = i < 96 ? i : 96 + (seed >> 4) % (count - 96);
		memcpy(copy, binary, count);
		copy[at] ^= (unsigned char)(1u << (seed >> 28) % 8);
		of_binary(c, copy, count, CL_INVALID_BINARY);
	}
	memcpy(copy, binary, count);
	for (size_t n = 1; n < count; n += n < 200 ? 1 : count / 50)
		of_binary(c, copy, n, CL_INVALID_BINARY);
	of_binary(c, copy, count + 1, CL_INVALID_BINARY);
	free(copy);
	of_binary(c, "kernel void k() { }\n", 20, CL_INVALID_BINARY);
	of_binary(c, "\177ELF\2\1\1", 8, CL_INVALID_BINARY);
	of_binary(c, "HSA BRIG", 8, CL_INVALID_BINARY);
}

/* An image, or BRIG, without an envelope has no sum; it is refused, or is something else, but harms
 * nobody. */
static void damaged(cl_context c, const unsigned char *bytes, size_t count, int rounds)
{
	unsigned char *copy = malloc(count);
	const unsigned char *binary = copy;
	const cl_device_id d = device();
	unsigned seed = 7;
	for (int i = 0; i < rounds; i++) {
		cl_int error;
		seed = seed * 1103515245 + 12345;
		memcpy(copy, bytes, count);
		copy[(seed >> 4) % count] ^= (unsigned char)(1u << (seed >> 28) % 8);
		cl_program p =
			cl()->clCreateProgramWithBinary(c, 1, &d, &count, &binary, NULL, &error);
		EXPECT(p != NULL || error == CL_INVALID_BINARY);
		if (p != NULL)
			OK(cl()->clReleaseProgram(p));
	}
	free(copy);
}

static void small_model(cl_context c)
{
	struct buf brig = brig_of("module &m:1:0:$full:$small:$default;\n"
				  "prog kernel &k() { ret; };\n");
	cl_program p = of_binary(c, brig.data, brig.len, CL_SUCCESS);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	EXPECT(status_of(p) == CL_BUILD_ERROR && type_of(p) == CL_PROGRAM_BINARY_TYPE_NONE);
	expect_log(p, "small machine model");
	OK(cl()->clReleaseProgram(p));
	buf_release(&brig);
}

static void errors(cl_context c, const unsigned char *binary, size_t count)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_id pair[2] = {device(), device()}, none = NULL;
	const unsigned char *good[2] = {binary, binary}, *no_bytes = NULL;
	const size_t lengths[2] = {count, count}, zero = 0;
	cl_int error, status = 1;
	EXPECT(f->clCreateProgramWithBinary(NULL, 1, pair, lengths, good, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateProgramWithBinary(c, 0, pair, lengths, good, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 1, NULL, lengths, good, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 1, &none, lengths, good, NULL, &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 2, pair, lengths, good, NULL, &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 1, pair, NULL, good, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 1, pair, lengths, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateProgramWithBinary(c, 1, pair, &zero, good, &status, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	IS(CL_INVALID_VALUE, status);
	EXPECT(f->clCreateProgramWithBinary(c, 1, pair, lengths, &no_bytes, &status, &error) ==
		NULL);
	IS(CL_INVALID_VALUE, error);
}

int main(void)
{
	EXPECT(setenv("HSAEMU_CLANG", "/no/clang", 1) == 0);
	cl_context c = new_context();
	size_t count;
	unsigned char *binary = built(c, &count);
	struct buf brig = brig_of(two_kernels);
	again(c, binary, count, binary, count);
	again(c, binary, count, binary + 96, count - 96);
	refused(c, binary, count);
	damaged(c, binary + 96, count - 96, 1000);
	damaged(c, brig.data, brig.len, 1000);
	small_model(c);
	errors(c, binary, count);
	free(binary);
	buf_release(&brig);
	OK(cl()->clReleaseContext(c));
	return 0;
}
