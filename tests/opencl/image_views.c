/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images of buffers and of other images: what they share, how long they live, what is refused. */
#include "image_client.h"

static cl_command_queue queue;
static const size_t zero[3], one[] = {1, 1, 1};

static cl_mem new_buffer(cl_mem_flags flags, size_t bytes)
{
	cl_int error;
	cl_mem m = cl()->clCreateBuffer(context, flags, bytes, NULL, &error);
	OK(error);
	return m;
}

static cl_mem view(cl_mem of, const cl_image_format *f, cl_image_desc d, cl_mem_flags flags,
	cl_int wanted)
{
	d.mem_object = of;
	return create(flags, f, &d, NULL, wanted);
}

static void expect_parent(cl_mem m, cl_mem parent, cl_mem in_info)
{
	cl_mem got;
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof got, &got, NULL));
	EXPECT(got == parent);
	OK(cl()->clGetImageInfo(m, CL_IMAGE_BUFFER, sizeof got, &got, NULL));
	EXPECT(got == in_info);
}

static void write_buffer(cl_mem b, size_t at, cl_uint value)
{
	OK(cl()->clEnqueueWriteBuffer(queue, b, CL_TRUE, at, 4, &value, 0, NULL, NULL));
}

static cl_uint element(cl_mem m, size_t x, size_t y)
{
	const size_t origin[] = {x, y, 0};
	cl_uint value;
	OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, origin, one, 0, 0, &value, 0, NULL, NULL));
	return value;
}

static void lines_of_buffers(void)
{
	const cl_image_desc d = SIZE(D1B, 16, 0, 0, 0), large = SIZE(D1B, 17, 0, 0, 0);
	cl_mem b = new_buffer(CL_MEM_READ_ONLY, 64), m = view(b, &rgba8, d, 0, CL_SUCCESS);
	cl_mem_flags flags;
	expect_parent(m, b, b);
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
	EXPECT(flags == CL_MEM_READ_ONLY);
	write_buffer(b, 20, 0x12345678);
	EXPECT(element(m, 5, 0) == 0x12345678);
	IS(CL_INVALID_MEM_OBJECT,
		cl()->clEnqueueCopyImageToBuffer(queue, m, b, zero, one, 0, 0, NULL, NULL));
	view(b, &rgba8, large, 0, CL_INVALID_IMAGE_SIZE);
	view(b, &rgba8, d, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE);
	view(b, &rgba8, d, CL_MEM_ALLOC_HOST_PTR, CL_INVALID_VALUE);
	view(NULL, &rgba8, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	view(m, &rgba8, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	view((cl_mem)context, &rgba8, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	/* the image keeps the data */
	release(b);
	EXPECT(element(m, 5, 0) == 0x12345678);
	release(m);
}

static void part_of_buffer(void)
{
	const cl_image_desc d = SIZE(D1B, 16, 0, 0, 0);
	const cl_buffer_region region = {256, 64};
	cl_int error;
	cl_mem b = new_buffer(0, 512), part, m;
	part = cl()->clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	OK(error);
	m = view(part, &rgba8, d, 0, CL_SUCCESS);
	write_buffer(b, 256 + 60, 99);
	EXPECT(element(m, 15, 0) == 99);
	release(b);
	release(part);
	EXPECT(element(m, 15, 0) == 99);
	release(m);
}

static void planes_of_buffers(void)
{
	cl_image_desc d = SIZE(D2, 5, 6, 0, 0);
	cl_mem b = new_buffer(0, 24 * 6), m = view(b, &rgba8, d, 0, CL_SUCCESS);
	expect_parent(m, b, b);
	EXPECT(size_of(m, CL_IMAGE_ROW_PITCH) == 20);
	d.image_row_pitch = 24;
	cl_mem wide = view(b, &rgba8, d, 0, CL_SUCCESS);
	EXPECT(size_of(wide, CL_IMAGE_ROW_PITCH) == 24);
	write_buffer(b, 24 * 5 + 16, 77);
	EXPECT(element(wide, 4, 5) == 77);
	d.image_row_pitch = 28;
	view(b, &rgba8, d, 0, CL_INVALID_IMAGE_SIZE);
	d.image_row_pitch = 16;
	view(b, &rgba8, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	d.image_row_pitch = 22;
	view(b, &rgba8, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	cl_int error;
	d.image_row_pitch = 0;
	d.mem_object = b;
	EXPECT(cl()->clCreateImage(context, 0, &rgba8, &d, &d, &error) == NULL);
	IS(CL_INVALID_HOST_PTR, error);
	for (cl_mem_object_type type = D2; type <= D1A; type++) {
		cl_image_desc other = SIZE(type, 2, 2, 2, 2);
		if (type != D2)
			view(b, &rgba8, other, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	}
	release(wide);
	release(m);
	release(b);
}

static void images_of_images(void)
{
	const cl_image_desc d = SIZE(D2, 5, 6, 0, 0), other = SIZE(D2, 5, 5, 0, 0),
			    deep = SIZE(D3, 5, 6, 1, 0);
	const cl_image_format srgba = {CL_sRGBA, CL_UNORM_INT8}, bgra = {CL_BGRA, CL_UNORM_INT8},
			      snorm = {CL_RGBA, CL_SNORM_INT8}, r = {CL_R, CL_FLOAT},
			      depth = {CL_DEPTH, CL_FLOAT};
	const float white[] = {1, 1, 1, 1};
	cl_mem m = create(0, &rgba8, &d, NULL, CL_SUCCESS),
	       solid = create(0, &rgba8, &deep, NULL, 0),
	       numbers = create(0, &r, &d, NULL, CL_SUCCESS);
	cl_mem s = view(m, &srgba, d, 0, CL_SUCCESS), of_depth = view(numbers, &depth, d, 0, 0),
	       back = view(of_depth, &r, d, 0, CL_SUCCESS);
	expect_parent(s, m, NULL);
	OK(cl()->clEnqueueFillImage(queue, m, white, zero, (size_t[]){5, 6, 1}, 0, NULL, NULL));
	EXPECT(element(s, 4, 5) == 0xffffffff);
	view(m, &bgra, d, 0, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	view(m, &snorm, d, 0, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	view(m, &srgba, other, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	view(solid, &srgba, d, 0, CL_INVALID_IMAGE_DESCRIPTOR);
	release(m);
	release(numbers);
	release(of_depth);
	EXPECT(element(s, 4, 5) == 0xffffffff && element(back, 0, 0) == 0);
	release(s);
	release(back);
	release(solid);
}

int main(void)
{
	cl_int error;
	open_context();
	queue = cl()->clCreateCommandQueue(context, device(), 0, &error);
	OK(error);
	lines_of_buffers();
	part_of_buffer();
	planes_of_buffers();
	images_of_images();
	OK(cl()->clReleaseCommandQueue(queue));
	OK(cl()->clReleaseContext(context));
	return 0;
}
