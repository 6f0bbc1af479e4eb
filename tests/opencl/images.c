/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images: formats, how they are made, of which sizes and pitches they are, and each error of the
 * functions that make them. */
#include "image_client.h"

static unsigned char memory[1 << 16];

/* ---- formats --------------------------------------------------------------------------------- */

static bool is_listed(cl_mem_object_type type, cl_mem_flags flags, cl_channel_order order,
	cl_channel_type channels)
{
	cl_image_format list[512];
	cl_uint count;
	OK(cl()->clGetSupportedImageFormats(context, flags, type, 512, list, &count));
	EXPECT(count > 0 && count <= 512);
	for (cl_uint k = 0; k < count; k++)
		if (list[k].image_channel_order == order &&
			list[k].image_channel_data_type == channels)
			return true;
	return false;
}

/* All formats that OpenCL asks for of a device with images that kernels read and write. */
static void formats(void)
{
	static const cl_mem_object_type types[] = {D1, D1B, D1A, D2, D2A, D3};
	static const cl_mem_flags uses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
		CL_MEM_KERNEL_READ_AND_WRITE, 0};
	static const cl_channel_order orders[] = {CL_R, CL_RG, CL_RGBA};
	static const cl_channel_type channels[] = {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8,
		CL_SNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
		CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT};
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t u = 0; u < sizeof uses / sizeof *uses; u++) {
			bool has_depth = types[t] == D2 || types[t] == D2A;
			bool rw = uses[u] == CL_MEM_KERNEL_READ_AND_WRITE;
			for (size_t o = 0; o < 3; o++)
				for (size_t c = 0; c < 12; c++)
					EXPECT(is_listed(types[t], uses[u], orders[o],
						channels[c]));
			EXPECT(is_listed(types[t], uses[u], CL_BGRA, CL_UNORM_INT8));
			EXPECT(is_listed(types[t], uses[u], CL_DEPTH, CL_FLOAT) == has_depth);
			EXPECT(is_listed(types[t], uses[u], CL_sRGBA, CL_UNORM_INT8) == !rw);
			EXPECT(!is_listed(types[t], uses[u], CL_RGB, CL_FLOAT));
			EXPECT(!is_listed(types[t], uses[u], CL_DEPTH_STENCIL, CL_FLOAT));
		}
}

static void wrong_formats(void)
{
	cl_image_format list[2] = {{1, 1}, {1, 1}};
	cl_uint count, all;
	const cl_icd_dispatch *f = cl();
	OK(f->clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, D2, 0, NULL, &all));
	OK(f->clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, D2, 1, list, &count));
	EXPECT(count == all && list[1].image_channel_order == 1);
	OK(f->clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, D2, 9, NULL, NULL));
	IS(CL_INVALID_CONTEXT,
		f->clGetSupportedImageFormats(NULL, CL_MEM_READ_ONLY, D2, 0, NULL, &all));
	IS(CL_INVALID_VALUE,
		f->clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, D2, 0, list, &all));
	IS(CL_INVALID_VALUE, f->clGetSupportedImageFormats(context, CL_MEM_READ_ONLY,
				     CL_MEM_OBJECT_BUFFER, 0, NULL, &all));
	IS(CL_INVALID_VALUE,
		f->clGetSupportedImageFormats(context, (cl_mem_flags)1 << 40, D2, 0, NULL, &all));
	IS(CL_INVALID_VALUE, f->clGetSupportedImageFormats(context,
				     CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, D2, 0, NULL, &all));
}

/* ---- making ---------------------------------------------------------------------------------- */

static void refuse(cl_mem_flags flags, const cl_image_format *f, cl_image_desc d, void *host,
	cl_int wanted)
{
	create(flags, f, &d, host, wanted);
}

/* ELEMENT_SIZE, ROW_PITCH, SLICE_PITCH, WIDTH, HEIGHT, DEPTH, ARRAY_SIZE */
static void expect_sizes(cl_mem m, const size_t *wanted)
{
	for (unsigned k = 0; k < 7; k++)
		if (size_of(m, CL_IMAGE_ELEMENT_SIZE + k) != wanted[k]) {
			printf("size %u is %zu, not %zu\n", k,
				size_of(m, CL_IMAGE_ELEMENT_SIZE + k), wanted[k]);
			exit(1);
		}
}

static size_t bytes_of(cl_mem m)
{
	size_t bytes;
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	return bytes;
}

static void types(void)
{
	static const struct {
		cl_image_desc d;
		size_t sizes[7], bytes;
	} rows[] = {
		{SIZE(D1, 5, 99, 99, 99), {4, 20, 0, 5, 0, 0, 0}, 20},
		{SIZE(D1A, 5, 99, 99, 3), {4, 20, 20, 5, 0, 0, 3}, 60},
		{SIZE(D2, 5, 7, 99, 99), {4, 20, 0, 5, 7, 0, 0}, 140},
		{SIZE(D2A, 5, 7, 99, 3), {4, 20, 140, 5, 7, 0, 3}, 420},
		{SIZE(D3, 5, 7, 2, 99), {4, 20, 140, 5, 7, 2, 0}, 280},
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		cl_mem m = create(0, &rgba8, &rows[k].d, NULL, CL_SUCCESS);
		cl_mem_object_type type;
		expect_sizes(m, rows[k].sizes);
		EXPECT(bytes_of(m) == rows[k].bytes);
		OK(cl()->clGetMemObjectInfo(m, CL_MEM_TYPE, sizeof type, &type, NULL));
		EXPECT(type == rows[k].d.image_type);
		release(m);
	}
}

/* The sizes of elements. */
static void elements(void)
{
	static const struct {
		cl_image_format f;
		size_t bytes;
	} rows[] = {{{CL_A, CL_UNORM_INT8}, 1}, {{CL_R, CL_HALF_FLOAT}, 2}, {{CL_RG, CL_FLOAT}, 8},
		{{CL_RA, CL_SIGNED_INT16}, 4}, {{CL_RGB, CL_UNORM_SHORT_565}, 2},
		{{CL_RGB, CL_UNORM_SHORT_555}, 2}, {{CL_RGB, CL_UNORM_INT_101010}, 4},
		{{CL_RGBA, CL_FLOAT}, 16}, {{CL_ARGB, CL_SIGNED_INT8}, 4},
		{{CL_ABGR, CL_UNSIGNED_INT8}, 4}, {{CL_LUMINANCE, CL_SNORM_INT16}, 2},
		{{CL_INTENSITY, CL_FLOAT}, 4}, {{CL_DEPTH, CL_UNORM_INT16}, 2},
		{{CL_sBGRA, CL_UNORM_INT8}, 4}};
	const cl_image_desc d = SIZE(D2, 3, 2, 0, 0);
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		cl_image_format got;
		cl_mem m = create(CL_MEM_READ_ONLY, &rows[k].f, &d, NULL, CL_SUCCESS);
		EXPECT(size_of(m, CL_IMAGE_ELEMENT_SIZE) == rows[k].bytes);
		EXPECT(size_of(m, CL_IMAGE_ROW_PITCH) == 3 * rows[k].bytes);
		OK(cl()->clGetImageInfo(m, CL_IMAGE_FORMAT, sizeof got, &got, NULL));
		EXPECT(memcmp(&got, &rows[k].f, sizeof got) == 0);
		release(m);
	}
}

/* Memory of the client has its pitches, a copy has none. */
static void pitches(void)
{
	const cl_image_desc d = {.image_type = D2A,
				    .image_width = 5,
				    .image_height = 7,
				    .image_array_size = 3,
				    .image_row_pitch = 24,
				    .image_slice_pitch = 240},
			    line = {.image_type = D1A,
				    .image_width = 5,
				    .image_array_size = 3,
				    .image_slice_pitch = 40};
	cl_mem m = create(CL_MEM_USE_HOST_PTR, &rgba8, &d, memory, CL_SUCCESS);
	void *host;
	expect_sizes(m, (const size_t[]){4, 24, 240, 5, 7, 0, 3});
	EXPECT(bytes_of(m) == 720);
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
	EXPECT(host == memory);
	release(m);
	m = create(CL_MEM_COPY_HOST_PTR, &rgba8, &d, memory, CL_SUCCESS);
	expect_sizes(m, (const size_t[]){4, 20, 140, 5, 7, 0, 3});
	release(m);
	m = create(CL_MEM_USE_HOST_PTR, &rgba8, &line, memory, CL_SUCCESS);
	expect_sizes(m, (const size_t[]){4, 20, 40, 5, 0, 0, 3});
	release(m);
}

static void wrong_pitches(void)
{
	cl_image_desc d = {.image_type = D3, .image_width = 5, .image_height = 7, .image_depth = 2};
	const size_t huge = (size_t)1 << 63;
	const size_t wrong[][2] = {{16, 0}, {22, 0}, {0, 120}, {24, 160}, {20, 150}, {huge, 0},
		{huge - 4, huge}, {20, huge + 20}, {(size_t)1 << 42, 0}, {SIZE_MAX - 3, 0}};
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		d.image_row_pitch = wrong[k][0];
		d.image_slice_pitch = wrong[k][1];
		refuse(CL_MEM_USE_HOST_PTR, &rgba8, d, memory, CL_INVALID_IMAGE_DESCRIPTOR);
	}
	/* without memory of the client, there are none */
	d.image_row_pitch = 20;
	d.image_slice_pitch = 0;
	refuse(0, &rgba8, d, NULL, CL_INVALID_IMAGE_DESCRIPTOR);
	d.image_row_pitch = 0;
	d.image_slice_pitch = 140;
	refuse(0, &rgba8, d, NULL, CL_INVALID_IMAGE_DESCRIPTOR);
}

static void wrong_sizes(void)
{
	static const cl_image_desc none[] = {SIZE(D1, 0, 0, 0, 0), SIZE(D1A, 0, 0, 0, 1),
		SIZE(D1A, 1, 0, 0, 0), SIZE(D2, 0, 1, 0, 0), SIZE(D2, 1, 0, 0, 0),
		SIZE(D2A, 1, 1, 0, 0), SIZE(D3, 1, 1, 0, 0), SIZE(D3, 1, 0, 1, 0)},
				   large[] = {SIZE(D1, 16385, 0, 0, 0), SIZE(D1A, 1, 0, 0, 16385),
					   SIZE(D2, 16385, 1, 0, 0), SIZE(D2, 1, SIZE_MAX, 0, 0),
					   SIZE(D2A, 1, 1, 0, 20000), SIZE(D3, 1, 2049, 1, 0),
					   SIZE(D3, 1, 1, 2049, 0),
					   SIZE(D3, (size_t)1 << 32, 1, 1, 0)};
	for (size_t k = 0; k < sizeof none / sizeof *none; k++)
		refuse(0, &rgba8, none[k], NULL, CL_INVALID_IMAGE_DESCRIPTOR);
	for (size_t k = 0; k < sizeof large / sizeof *large; k++)
		refuse(0, &rgba8, large[k], NULL, CL_INVALID_IMAGE_SIZE);
	/* 4 TiB */
	refuse(0, &rgba8, (cl_image_desc)SIZE(D2A, 16384, 16384, 0, 4096), NULL,
		CL_INVALID_IMAGE_SIZE);
}

static void wrong_images(void)
{
	const cl_image_desc d = SIZE(D2, 5, 7, 0, 0);
	const cl_image_desc mipmaps = {.image_type = D2,
				    .image_width = 5,
				    .image_height = 7,
				    .num_mip_levels = 1},
			    samples = {.image_type = D2,
				    .image_width = 5,
				    .image_height = 7,
				    .num_samples = 4};
	const cl_image_format wrong[] = {{0, 0}, {CL_RGBA, 0}, {0, CL_FLOAT}, {CL_RGB, CL_FLOAT},
		{CL_R, CL_UNORM_SHORT_565}, {CL_BGRA, CL_FLOAT}, {CL_DEPTH, CL_SIGNED_INT8},
		{CL_ABGR + 1, CL_FLOAT}, {CL_R, CL_UNORM_INT_101010_2 + 1}},
			      unsupported[] = {{CL_DEPTH_STENCIL, CL_UNORM_INT24},
				      {CL_RGBA, CL_UNORM_INT_101010_2}, {CL_Rx, CL_FLOAT},
				      {CL_RGBx, CL_UNORM_SHORT_565}},
			      depth = {CL_DEPTH, CL_FLOAT};
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
		refuse(0, &wrong[k], d, NULL, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	for (size_t k = 0; k < sizeof unsupported / sizeof *unsupported; k++)
		refuse(0, &unsupported[k], d, NULL, CL_IMAGE_FORMAT_NOT_SUPPORTED);
	refuse(0, &depth, (cl_image_desc)SIZE(D3, 2, 2, 2, 0), NULL, CL_IMAGE_FORMAT_NOT_SUPPORTED);
	refuse(0, NULL, d, NULL, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	create(0, &rgba8, NULL, NULL, CL_INVALID_IMAGE_DESCRIPTOR);
	refuse(0, &rgba8, (cl_image_desc)SIZE(CL_MEM_OBJECT_BUFFER, 5, 0, 0, 0), NULL,
		CL_INVALID_IMAGE_DESCRIPTOR);
	refuse(0, &rgba8, mipmaps, NULL, CL_INVALID_IMAGE_DESCRIPTOR);
	refuse(0, &rgba8, samples, NULL, CL_INVALID_IMAGE_DESCRIPTOR);
	refuse(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba8, d, NULL, CL_INVALID_VALUE);
	refuse((cl_mem_flags)1 << 50, &rgba8, d, NULL, CL_INVALID_VALUE);
	refuse(0, &rgba8, d, memory, CL_INVALID_HOST_PTR);
	refuse(CL_MEM_USE_HOST_PTR, &rgba8, d, NULL, CL_INVALID_HOST_PTR);
	refuse(CL_MEM_COPY_HOST_PTR, &rgba8, d, NULL, CL_INVALID_HOST_PTR);
	cl_int error;
	EXPECT(cl()->clCreateImage(NULL, 0, &rgba8, &d, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(cl()->clCreateImage(NULL, 0, &rgba8, &d, NULL, NULL) == NULL);
}

/* ---- the other functions --------------------------------------------------------------------- */

static void properties(void)
{
	const cl_image_desc d = SIZE(D2, 5, 7, 0, 0);
	const cl_mem_properties none[] = {0}, wrong[] = {CL_MEM_FLAGS, 1, 0};
	cl_mem_properties got[4];
	size_t size;
	cl_int error;
	cl_mem m = cl()->clCreateImageWithProperties(context, none, 0, &rgba8, &d, NULL, &error);
	OK(error);
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_PROPERTIES, sizeof got, got, &size));
	EXPECT(size == sizeof none && got[0] == 0);
	release(m);
	EXPECT(cl()->clCreateImageWithProperties(context, wrong, 0, &rgba8, &d, NULL, &error) ==
		NULL);
	IS(CL_INVALID_PROPERTY, error);
}

static void old_functions(void)
{
	cl_int error;
	cl_mem m = cl()->clCreateImage2D(context, CL_MEM_USE_HOST_PTR, &rgba8, 5, 7, 24, memory,
		&error);
	OK(error);
	expect_sizes(m, (const size_t[]){4, 24, 0, 5, 7, 0, 0});
	release(m);
	m = cl()->clCreateImage3D(context, CL_MEM_USE_HOST_PTR, &rgba8, 5, 7, 2, 24, 192, memory,
		&error);
	OK(error);
	expect_sizes(m, (const size_t[]){4, 24, 192, 5, 7, 2, 0});
	release(m);
	EXPECT(cl()->clCreateImage2D(context, 0, &rgba8, 0, 7, 0, NULL, &error) == NULL);
	IS(CL_INVALID_IMAGE_SIZE, error);
	EXPECT(cl()->clCreateImage2D(context, 0, &rgba8, 1, 7, 4, NULL, &error) == NULL);
	IS(CL_INVALID_IMAGE_SIZE, error);
	EXPECT(cl()->clCreateImage3D(context, 0, &rgba8, 5, 7, 0, 0, 0, NULL, &error) == NULL);
	IS(CL_INVALID_IMAGE_SIZE, error);
	EXPECT(cl()->clCreateImage3D(context, 0, NULL, 5, 7, 1, 0, 0, NULL, &error) == NULL);
	IS(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, error);
}

static void info(void)
{
	const cl_image_desc d = SIZE(D2, 5, 7, 0, 0);
	cl_mem m = create(0, &rgba8, &d, NULL, CL_SUCCESS), buffer;
	cl_uint n;
	size_t size;
	cl_int error;
	OK(cl()->clGetImageInfo(m, CL_IMAGE_BUFFER, sizeof buffer, &buffer, NULL));
	EXPECT(buffer == NULL);
	OK(cl()->clGetImageInfo(m, CL_IMAGE_NUM_MIP_LEVELS, sizeof n, &n, &size));
	EXPECT(n == 0 && size == sizeof n);
	OK(cl()->clGetImageInfo(m, CL_IMAGE_NUM_SAMPLES, sizeof n, &n, &size));
	EXPECT(n == 0 && size == sizeof n);
	IS(CL_INVALID_VALUE, cl()->clGetImageInfo(m, CL_IMAGE_WIDTH, 7, &size, NULL));
	IS(CL_INVALID_VALUE, cl()->clGetImageInfo(m, CL_MEM_TYPE, 8, &size, NULL));
	release(m);
	IS(CL_INVALID_MEM_OBJECT, cl()->clGetImageInfo(m, CL_IMAGE_WIDTH, 8, &size, NULL));
	m = cl()->clCreateBuffer(context, 0, 64, NULL, &error);
	OK(error);
	IS(CL_INVALID_MEM_OBJECT, cl()->clGetImageInfo(m, CL_IMAGE_WIDTH, 8, &size, NULL));
	release(m);
}

int main(void)
{
	open_context();
	formats();
	wrong_formats();
	types();
	elements();
	pitches();
	wrong_pitches();
	wrong_sizes();
	wrong_images();
	properties();
	old_functions();
	info();
	OK(cl()->clReleaseContext(context));
	return 0;
}
