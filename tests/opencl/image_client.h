/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of images share. */
#ifndef HSAEMU_TESTS_IMAGE_CLIENT_H
#define HSAEMU_TESTS_IMAGE_CLIENT_H

#include <stdbool.h>
#include "cl_client.h"

enum { D1 = CL_MEM_OBJECT_IMAGE1D, D1B = CL_MEM_OBJECT_IMAGE1D_BUFFER };
enum { D1A = CL_MEM_OBJECT_IMAGE1D_ARRAY, D2 = CL_MEM_OBJECT_IMAGE2D };
enum { D2A = CL_MEM_OBJECT_IMAGE2D_ARRAY, D3 = CL_MEM_OBJECT_IMAGE3D };

/* A description. */
#define SIZE(type, width, height, depth, layers) \
	{.image_type = (type), \
		.image_width = (width), \
		.image_height = (height), \
		.image_depth = (depth), \
		.image_array_size = (layers)}

static const cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
static cl_context context;

static inline void open_context(void)
{
	cl_int error;
	cl_device_id d = device();
	context = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
}

static inline cl_mem create(cl_mem_flags flags, const cl_image_format *f, const cl_image_desc *d,
	void *host, cl_int wanted)
{
	cl_int error;
	cl_mem m = cl()->clCreateImage(context, flags, f, d, host, &error);
	IS(wanted, error);
	EXPECT((m != NULL) == (wanted == CL_SUCCESS));
	return m;
}

static inline void release(cl_mem m)
{
	OK(cl()->clReleaseMemObject(m));
}

static inline size_t size_of(cl_mem m, cl_image_info name)
{
	size_t value, size;
	OK(cl()->clGetImageInfo(m, name, sizeof value, &value, &size));
	EXPECT(size == sizeof value);
	return value;
}

#endif
