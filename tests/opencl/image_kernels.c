/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that read, write and ask images of each type and format that the host made, through
 * samplers of the host. */
#include <stdbool.h>
#include "cl_run.h"

static struct run r;
static const char source[] =
	"kernel void floats(write_only image2d_t t, float4 v) { write_imagef(t, (int2)(1, 0), v); }\n"
	"kernel void ints(write_only image2d_t t, int4 v) { write_imagei(t, (int2)(1, 0), v); }\n"
	"kernel void uints(write_only image2d_t t, uint4 v) { write_imageui(t, (int2)(1, 0), v); }\n"
	"kernel void read_floats(read_only image2d_t t, sampler_t s, global float4 *out)\n"
	"{ out[0] = read_imagef(t, s, (float2)(1.5f, 0.5f)); out[1] = read_imagef(t, (int2)(0, 1)); }\n"
	"kernel void read_ints(read_only image2d_t t, sampler_t s, global int4 *out)\n"
	"{ out[0] = read_imagei(t, s, (float2)(1.5f, 0.5f)); out[1] = read_imagei(t, (int2)(0, 1)); }\n"
	"kernel void read_uints(read_only image2d_t t, sampler_t s, global uint4 *out)\n"
	"{ out[0] = read_imageui(t, s, (float2)(1.5f, 0.5f)); out[1] = read_imageui(t, (int2)(0, 1)); }\n"
	"kernel void ask(read_only image2d_t t, global int *out)\n"
	"{ out[0] = get_image_channel_order(t); out[1] = get_image_channel_data_type(t); }\n"
	"#define COPY(T, C) kernel void copy_##T(read_only T s, write_only T d)\\\n"
	"{ int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\\\n"
	"  write_imageui(d, at.C, read_imageui(s, at.C) + 1); }\n"
	"COPY(image1d_t, x) COPY(image1d_buffer_t, x)\n"
	"COPY(image1d_array_t, xy) COPY(image2d_t, xy)\n"
	"COPY(image2d_array_t, xyzw) COPY(image3d_t, xyzw)\n"
	"kernel void sample(read_only image1d_t t, sampler_t s, global float *at, global float *out)\n"
	"{ int i = get_global_id(0); out[i] = read_imagef(t, s, at[i]).x; }\n"
	"kernel void depth(read_only image2d_depth_t t, sampler_t s, global float *out)\n"
	"{ out[0] = read_imagef(t, s, (float2)(1, 0.5f)); out[1] = read_imagef(t, (int2)(1, 0));\n"
	"  out[2] = get_image_channel_order(t) == CLK_DEPTH; }\n";

static const size_t zero[3], one[] = {1, 1, 1}, two_by_two[] = {2, 2, 1};

static cl_mem image(cl_mem_flags flags, const cl_image_format *f, const cl_image_desc *d)
{
	cl_int error;
	cl_mem m = cl()->clCreateImage(r.context, flags, f, d, NULL, &error);
	OK(error);
	return m;
}

static cl_sampler sampler(cl_bool normalized, cl_addressing_mode a, cl_filter_mode f)
{
	cl_int error;
	cl_sampler s = cl()->clCreateSampler(r.context, normalized, a, f, &error);
	OK(error);
	return s;
}

static void run(cl_kernel k, cl_uint dims, const size_t *size)
{
	OK(cl()->clEnqueueNDRangeKernel(r.queue, k, dims, NULL, size, NULL, 0, NULL, NULL));
}

static void release(cl_mem m)
{
	OK(cl()->clReleaseMemObject(m));
}

/* ---- formats --------------------------------------------------------------------------------- */

/* What a kernel reads of a written (1, 0, 1, 0): letters are components, x is none of them. */
static const struct {
	cl_channel_order order;
	char read[5];
} orders[] = {{CL_R, "r001"}, {CL_A, "000a"}, {CL_RG, "rg01"}, {CL_RA, "r00a"}, {CL_RGB, "rgb1"},
	{CL_RGBA, "rgba"}, {CL_BGRA, "rgba"}, {CL_ARGB, "rgba"}, {CL_INTENSITY, "rrrr"},
	{CL_LUMINANCE, "rrr1"}, {CL_sRGB, "rgb1"}, {CL_sRGBA, "rgba"}, {CL_sBGRA, "rgba"},
	{CL_ABGR, "rgba"}};

static const char *components(cl_channel_order order)
{
	for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
		if (orders[k].order == order)
			return orders[k].read;
	printf("order %x is not known\n", order);
	exit(1);
}

union color {
	float f[4];
	cl_int i[4];
};

static const char *kind_of(cl_channel_type t)
{
	if (t >= CL_SIGNED_INT8 && t <= CL_SIGNED_INT32)
		return "ints";
	return t >= CL_UNSIGNED_INT8 && t <= CL_UNSIGNED_INT32 ? "uints" : "floats";
}

/* A kernel writes a color, another one reads it and what the host filled with the same color. */
static void format(const cl_image_format *f)
{
	static const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2};
	const char *kind = kind_of(f->image_channel_data_type), *read;
	char name[32] = "read_";
	bool is_float = kind[0] == 'f';
	const union color color =
		is_float ? (union color){{1, 0, 1, 0}} : (union color){.i = {5, 6, 7, 8}};
	const size_t below[] = {0, 1, 0};
	union color got[2];
	cl_int asked[2];
	cl_mem m = image(0, f, &d), out = buffer(&r, sizeof got, NULL);
	cl_sampler s = sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
	cl_kernel k = kernel(&r, kind), l = kernel(&r, strcat(name, kind)), q = kernel(&r, "ask");
	PASS(k, 0, cl_mem, m);
	OK(cl()->clSetKernelArg(k, 1, sizeof color, &color));
	run(k, 1, one);
	OK(cl()->clEnqueueFillImage(r.queue, m, &color, below, one, 0, NULL, NULL));
	PASS(l, 0, cl_mem, m);
	PASS(l, 1, cl_sampler, s);
	PASS(l, 2, cl_mem, out);
	run(l, 1, one);
	get(&r, out, sizeof got, got);
	PASS(q, 0, cl_mem, m);
	PASS(q, 1, cl_mem, out);
	run(q, 1, one);
	get(&r, out, sizeof asked, asked);
	EXPECT(asked[0] == (cl_int)f->image_channel_order &&
		asked[1] == (cl_int)f->image_channel_data_type);
	read = components(f->image_channel_order);
	for (unsigned n = 0; n < 8; n++) {
		unsigned c = n % 4;
		const char *at = strchr("rgba", read[c]);
		union color wanted = {.i = {read[c] == '1'}};
		if (is_float)
			wanted.f[0] = at != NULL ? color.f[at - "rgba"] : (float)(read[c] == '1');
		else if (at != NULL)
			wanted.i[0] = color.i[at - "rgba"];
		if (got[n / 4].i[c] != wanted.i[0]) {
			printf("order %x, type %x, component %u: %d (%g), not %d\n",
				f->image_channel_order, f->image_channel_data_type, n,
				got[n / 4].i[c], got[n / 4].f[c], wanted.i[0]);
			exit(1);
		}
	}
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseKernel(l));
	OK(cl()->clReleaseKernel(q));
	OK(cl()->clReleaseSampler(s));
	release(out);
	release(m);
}

static void formats(void)
{
	cl_image_format list[512];
	cl_uint count;
	OK(cl()->clGetSupportedImageFormats(r.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D,
		512, list, &count));
	for (cl_uint k = 0; k < count; k++)
		if (list[k].image_channel_order != CL_DEPTH)
			format(&list[k]);
	printf("%u formats\n", count);
}

/* ---- types ----------------------------------------------------------------------------------- */

static void type(const char *name, const cl_image_desc *d, const size_t *size)
{
	static const cl_image_format f = {CL_R, CL_UNSIGNED_INT16};
	cl_ushort before[5 * 4 * 3], after[5 * 4 * 3];
	size_t count = size[0] * size[1] * size[2];
	char kernel_name[64] = "copy_";
	for (size_t k = 0; k < count; k++)
		before[k] = (cl_ushort)(100 + k);
	cl_image_desc of = *d, to = *d;
	if (d->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
		of.mem_object = buffer(&r, count * 2, NULL);
		to.mem_object = buffer(&r, count * 2, NULL);
	}
	cl_mem a = image(CL_MEM_READ_ONLY, &f, &of), b = image(CL_MEM_WRITE_ONLY, &f, &to);
	OK(cl()->clEnqueueWriteImage(r.queue, a, CL_FALSE, zero, size, 0, 0, before, 0, NULL,
		NULL));
	cl_kernel k = kernel(&r, strcat(kernel_name, name));
	PASS(k, 0, cl_mem, a);
	PASS(k, 1, cl_mem, b);
	run(k, 3, size);
	OK(cl()->clEnqueueReadImage(r.queue, b, CL_TRUE, zero, size, 0, 0, after, 0, NULL, NULL));
	for (size_t n = 0; n < count; n++)
		EXPECT(after[n] == before[n] + 1);
	/* what the flags of an image do not permit */
	IS(CL_INVALID_ARG_VALUE, cl()->clSetKernelArg(k, 0, sizeof b, &b));
	IS(CL_INVALID_ARG_VALUE, cl()->clSetKernelArg(k, 1, sizeof a, &a));
	OK(cl()->clReleaseKernel(k));
	release(a);
	release(b);
	if (of.mem_object != NULL) {
		release(of.mem_object);
		release(to.mem_object);
	}
}

static void types(void)
{
	static const struct {
		const char *name;
		cl_image_desc d;
		size_t size[3];
	} rows[] = {
		{"image1d_t", {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 5}, {5, 1, 1}},
		{"image1d_buffer_t", {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 5},
			{5, 1, 1}},
		{"image1d_array_t",
			{.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
				.image_width = 5,
				.image_array_size = 4},
			{5, 4, 1}},
		{"image2d_t",
			{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 5, .image_height = 4},
			{5, 4, 1}},
		{"image2d_array_t",
			{.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
				.image_width = 5,
				.image_height = 4,
				.image_array_size = 3},
			{5, 4, 3}},
		{"image3d_t",
			{.image_type = CL_MEM_OBJECT_IMAGE3D,
				.image_width = 5,
				.image_height = 4,
				.image_depth = 3},
			{5, 4, 3}},
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		type(rows[k].name, &rows[k].d, rows[k].size);
}

/* ---- samplers -------------------------------------------------------------------------------- */

static void samplers(void)
{
	static const cl_image_format f = {CL_R, CL_FLOAT};
	static const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
	static const size_t size[] = {4, 1, 1};
	static float texels[] = {8, 16, 32, 64};
	static const struct {
		cl_bool normalized;
		cl_addressing_mode addressing;
		cl_filter_mode filter;
		float at[4], wanted[4];
	} rows[] = {
		{CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, {0, 1.9f, 2, 3}, {8, 16, 32, 64}},
		{CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {-9, 0.5f, 3.5f, 99},
			{8, 8, 64, 64}},
		{CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, {-9, 0.5f, 3.5f, 99},
			{0, 8, 64, 0}},
		{CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, {0, 1, 2.25f, 4}, {4, 12, 28, 32}},
		/* the mirror image of the border between two elements is that of their images */
		{CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, {3.5f, 1.5f, 2.25f, 2},
			{32, 32, 16, 8}},
		/* the first is 0.5 but for a bit */
		{CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR,
			{0x1.fffffep-2f, 1.5f, 2.5f, 3.5f}, {8, 16, 32, 64}},
		{CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, {0, 0.25f, 0.5f, 1},
			{8, 12, 24, 64}},
		{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, {-0.1f, 1.1f, 2.4f, 0.6f},
			{64, 8, 16, 32}},
		{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, {0, 1, 0.5f, -1}, {36, 36, 24, 36}},
		{CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, {-0.1f, 1.1f, 1.9f, 2.1f},
			{8, 64, 8, 8}},
	};
	cl_mem m = image(0, &f, &d), at = buffer(&r, 16, NULL), out = buffer(&r, 16, NULL);
	OK(cl()->clEnqueueWriteImage(r.queue, m, CL_TRUE, zero, size, 0, 0, texels, 0, NULL, NULL));
	cl_kernel k = kernel(&r, "sample");
	for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
		float got[4];
		cl_sampler s = sampler(rows[n].normalized, rows[n].addressing, rows[n].filter);
		OK(cl()->clEnqueueWriteBuffer(r.queue, at, CL_TRUE, 0, 16, rows[n].at, 0, NULL,
			NULL));
		PASS(k, 0, cl_mem, m);
		PASS(k, 1, cl_sampler, s);
		PASS(k, 2, cl_mem, at);
		PASS(k, 3, cl_mem, out);
		run(k, 1, size);
		OK(cl()->clReleaseSampler(s)); /* the command keeps it */
		get(&r, out, 16, got);
		for (unsigned c = 0; c < 4; c++)
			if (got[c] != rows[n].wanted[c]) {
				printf("sampler %zu at %g: %g, not %g\n", n, rows[n].at[c], got[c],
					rows[n].wanted[c]);
				exit(1);
			}
	}
	OK(cl()->clReleaseKernel(k));
	release(out);
	release(at);
	release(m);
}

/* A coordinate that would be rounded to another element if it were scaled before it is repeated. */
static void third(void)
{
	static const cl_image_format f = {CL_R, CL_FLOAT};
	static const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 3};
	static const size_t size[] = {3, 1, 1};
	float texels[] = {8, 16, 32}, place = -0x1.555556p+1f, got;
	cl_mem m = image(0, &f, &d), at = buffer(&r, 4, &place), out = buffer(&r, 4, NULL);
	cl_sampler s = sampler(CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST);
	cl_kernel k = kernel(&r, "sample");
	OK(cl()->clEnqueueWriteImage(r.queue, m, CL_TRUE, zero, size, 0, 0, texels, 0, NULL, NULL));
	PASS(k, 0, cl_mem, m);
	PASS(k, 1, cl_sampler, s);
	PASS(k, 2, cl_mem, at);
	PASS(k, 3, cl_mem, out);
	run(k, 1, one);
	get(&r, out, sizeof got, &got);
	EXPECT(got == 8);
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseSampler(s));
	release(out);
	release(at);
	release(m);
}

static void depth(void)
{
	static const cl_image_format f = {CL_DEPTH, CL_FLOAT}, red = {CL_R, CL_FLOAT};
	static const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2};
	static const float texels[] = {0.25f, 0.75f, 1, 1};
	float got[3];
	cl_mem m = image(CL_MEM_READ_ONLY, &f, &d), other = image(0, &red, &d),
	       out = buffer(&r, sizeof got, NULL);
	cl_sampler s = sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);
	cl_kernel k = kernel(&r, "depth");
	OK(cl()->clEnqueueWriteImage(r.queue, m, CL_TRUE, zero, two_by_two, 0, 0, texels, 0, NULL,
		NULL));
	PASS(k, 0, cl_mem, m);
	PASS(k, 1, cl_sampler, s);
	PASS(k, 2, cl_mem, out);
	run(k, 1, one);
	get(&r, out, sizeof got, got);
	EXPECT(got[0] == 0.5f && got[1] == 0.75f && got[2] == 1);
	IS(CL_INVALID_MEM_OBJECT, cl()->clSetKernelArg(k, 0, sizeof other, &other));
	IS(CL_INVALID_MEM_OBJECT, cl()->clSetKernelArg(k, 0, sizeof out, &out));
	IS(CL_INVALID_MEM_OBJECT, cl()->clSetKernelArg(k, 2, sizeof m, &m));
	IS(CL_INVALID_SAMPLER, cl()->clSetKernelArg(k, 1, sizeof m, &m));
	IS(CL_INVALID_ARG_SIZE, cl()->clSetKernelArg(k, 0, 4, &m));
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseSampler(s));
	release(out);
	release(other);
	release(m);
}

/* ---- reading and writing one image ----------------------------------------------------------- */

static void both(void)
{
	static const char text[] = "kernel void both(read_write image2d_t t)\n"
				   "{ int2 at = (int2)(get_global_id(0), 0);\n"
				   "  write_imageui(t, at, read_imageui(t, at) * 2);\n"
				   "  write_imageui(t, at, read_imageui(t, at) + 1); }\n";
	static const cl_image_format f = {CL_R, CL_UNSIGNED_INT8};
	static const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2};
	unsigned char texels[] = {1, 2, 3, 4}, wanted[] = {3, 5, 3, 4};
	cl_uint most;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof most, &most,
		NULL));
	EXPECT(most >= 64);
	cl_program p = build(r.context, text, "-cl-std=CL3.0");
	cl_int error;
	cl_kernel k = cl()->clCreateKernel(p, "both", &error);
	OK(error);
	cl_mem m = image(CL_MEM_READ_WRITE, &f, &d), half = image(CL_MEM_READ_ONLY, &f, &d);
	OK(cl()->clEnqueueWriteImage(r.queue, m, CL_TRUE, zero, two_by_two, 0, 0, texels, 0, NULL,
		NULL));
	PASS(k, 0, cl_mem, m);
	IS(CL_INVALID_ARG_VALUE, cl()->clSetKernelArg(k, 0, sizeof half, &half));
	run(k, 1, two_by_two);
	OK(cl()->clEnqueueReadImage(r.queue, m, CL_TRUE, zero, two_by_two, 0, 0, texels, 0, NULL,
		NULL));
	EXPECT(memcmp(texels, wanted, sizeof wanted) == 0);
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseProgram(p));
	release(half);
	release(m);
}

int main(void)
{
	r = run_open(source, "");
	formats();
	types();
	samplers();
	third();
	depth();
	both();
	run_close(&r);
	return 0;
}
