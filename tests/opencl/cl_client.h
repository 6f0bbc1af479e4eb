/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of the OpenCL library share. They call the functions as the ICD loader does, by the
 * table that begins each object. */
#ifndef HSAEMU_TESTS_CL_CLIENT_H
#define HSAEMU_TESTS_CL_CLIENT_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define IS(wanted, call) \
	do { \
		cl_int got_ = (call); \
		if (got_ != (wanted)) { \
			printf("%s:%d: %d, not %s: %s\n", __FILE__, __LINE__, got_, #wanted, \
				#call); \
			exit(1); \
		} \
	} while (0)
#define OK(call) IS(CL_SUCCESS, call)

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
	cl_uint *num_platforms);

struct _cl_platform_id {
	const cl_icd_dispatch *dispatch;
};

static inline cl_platform_id platform(void)
{
	cl_platform_id p;
	OK(clIcdGetPlatformIDsKHR(1, &p, NULL));
	return p;
}

static inline const cl_icd_dispatch *cl(void)
{
	return platform()->dispatch;
}

static inline cl_device_id device(void)
{
	cl_device_id d;
	OK(cl()->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &d, NULL));
	return d;
}

static inline bool has_images(void)
{
	cl_bool has = CL_FALSE;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, NULL));
	return has != CL_FALSE;
}

#endif
