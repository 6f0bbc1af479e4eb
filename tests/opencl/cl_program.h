/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of programs share. */
#ifndef HSAEMU_TESTS_CL_PROGRAM_H
#define HSAEMU_TESTS_CL_PROGRAM_H

#include "cl_client.h"

static inline cl_context new_context(void)
{
	const cl_device_id d = device();
	cl_int error = 1;
	cl_context c = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	return c;
}

static inline cl_program of_source(cl_context c, const char *source)
{
	cl_int error = 1;
	cl_program p = cl()->clCreateProgramWithSource(c, 1, &source, NULL, &error);
	OK(error);
	return p;
}

static inline cl_program of_binary(cl_context c, const void *bytes, size_t count, cl_int wanted)
{
	const unsigned char *binary = bytes;
	const cl_device_id d = device();
	cl_int error = 1, status = 1;
	cl_program p = cl()->clCreateProgramWithBinary(c, 1, &d, &count, &binary, &status, &error);
	IS(wanted, error);
	IS(wanted, status);
	EXPECT((p != NULL) == (wanted == CL_SUCCESS));
	return p;
}

static inline cl_build_status status_of(cl_program p)
{
	cl_build_status status = 7;
	OK(cl()->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
		NULL));
	return status;
}

static inline cl_program_binary_type type_of(cl_program p)
{
	cl_program_binary_type type = 77;
	OK(cl()->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
		NULL));
	return type;
}

/* Returns a text that an attribute of the build is; the caller frees it. */
static inline char *build_text(cl_program p, cl_program_build_info name)
{
	size_t bytes = 0;
	OK(cl()->clGetProgramBuildInfo(p, device(), name, 0, NULL, &bytes));
	char *text = malloc(bytes);
	EXPECT(text != NULL && bytes != 0);
	OK(cl()->clGetProgramBuildInfo(p, device(), name, bytes, text, &bytes));
	EXPECT(strlen(text) + 1 == bytes);
	return text;
}

static inline void expect_log(cl_program p, const char *words)
{
	char *log = build_text(p, CL_PROGRAM_BUILD_LOG);
	if (strstr(log, words) == NULL) {
		printf("no '%s' in the log:\n%s\n", words, log);
		exit(1);
	}
	free(log);
}

static inline void build(cl_program p, const char *options)
{
	cl_int error = cl()->clBuildProgram(p, 0, NULL, options, NULL, NULL);
	if (error != CL_SUCCESS)
		printf("%s\n", build_text(p, CL_PROGRAM_BUILD_LOG));
	OK(error);
}

/* Returns the binary, which the caller frees. */
static inline unsigned char *binary_of(cl_program p, size_t *count)
{
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof *count, count, NULL));
	unsigned char *bytes = malloc(*count + 1);
	EXPECT(bytes != NULL && *count != 0);
	bytes[*count] = 0x5a;
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
	EXPECT(bytes[*count] == 0x5a);
	return bytes;
}

static inline void expect_kernels(cl_program p, size_t count, const char *names)
{
	size_t n = 0, bytes = 0;
	char text[256];
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof n, &n, NULL));
	EXPECT(n == count);
	OK(cl()->clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, &bytes));
	EXPECT(strcmp(text, names) == 0 && bytes == strlen(names) + 1);
}

/* Ends the test, by saying why it is skipped, unless there is a compiler of OpenCL C. */
static inline void need_clang(void)
{
	if (system("command -v clang-19 >/dev/null && [ -r /usr/lib/clc/nvptx64--nvidiacl.bc ]") !=
		0) {
		puts("clang-19 and libclc-19 are not both installed");
		exit(77);
	}
}

#endif
