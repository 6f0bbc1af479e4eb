/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors of small elements, as they are in buffers: loads that are not aligned, comparisons, and
 * halves, of which LLVM's code generator for PTX makes wrong code if it is left to it. */
#include "cl_run.h"

enum { ITEMS = 24, WIDTH = 16, COUNT = ITEMS * WIDTH };

static const char source[] = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
			     "kernel void shifted(global const char *in, global char16 *out)\n"
			     "{ size_t i = get_global_id(0); out[i] = vload16(i, in + i % 13); }\n"
			     "kernel void pairs(global const short2 *in, global short2 *out)\n"
			     "{ size_t i = get_global_id(0); out[i] = in[i] < in[i + 1]; }\n"
			     "kernel void halves(global const half16 *in, global short16 *out)\n"
			     "{ size_t i = get_global_id(0); out[i] = isless(in[i], in[i + 1]); }\n"
			     "kernel void wide(global const half4 *in, global float4 *out)\n"
			     "{ size_t i = get_global_id(0); out[i] = convert_float4(in[i]); }\n";

static cl_mem in, out;

static void start(const struct run *r, const char *name, void *result, size_t bytes)
{
	const size_t items = ITEMS;
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(r->program, name, &error);
	OK(error);
	OK(cl()->clSetKernelArg(k, 0, sizeof in, &in));
	OK(cl()->clSetKernelArg(k, 1, sizeof out, &out));
	OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &items, NULL, 0, NULL, NULL));
	OK(cl()->clEnqueueReadBuffer(r->queue, out, CL_TRUE, 0, bytes, result, 0, NULL, NULL));
	OK(cl()->clReleaseKernel(k));
}

/* Halves that are whole numbers, of both signs. */
static unsigned short half_of(int v)
{
	unsigned short sign = v < 0 ? 0x8000 : 0, exponent = 15;
	unsigned n = (unsigned)(v < 0 ? -v : v), bits = n << 10;
	if (n == 0)
		return sign;
	for (; bits >= 2u << 10; bits >>= 1)
		exponent++;
	return (unsigned short)(sign | exponent << 10 | (bits & 0x3ff));
}

static void put(const struct run *r, const void *data, size_t bytes)
{
	OK(cl()->clEnqueueWriteBuffer(r->queue, in, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
}

static void of_bytes(const struct run *r)
{
	static signed char data[COUNT + 64], got[COUNT];
	for (int i = 0; i < COUNT + 64; i++)
		data[i] = (signed char)(i * 37);
	put(r, data, sizeof data);
	start(r, "shifted", got, sizeof got);
	for (int i = 0; i < COUNT; i++)
		EXPECT(got[i] == data[i + i / WIDTH % 13]);
}

static void of_shorts(const struct run *r)
{
	static short data[2 * ITEMS + 2], got[2 * ITEMS];
	for (int i = 0; i < 2 * ITEMS + 2; i++)
		data[i] = (short)(i * 7919);
	put(r, data, sizeof data);
	start(r, "pairs", got, sizeof got);
	for (int i = 0; i < 2 * ITEMS; i++)
		EXPECT(got[i] == -(data[i] < data[i + 2]));
}

static void of_halves(const struct run *r)
{
	static unsigned short data[COUNT + WIDTH];
	static short got[COUNT];
	static float wide[4 * ITEMS];
	int value[COUNT + WIDTH];
	for (int i = 0; i < COUNT + WIDTH; i++) {
		value[i] = i * 389 % 401 - 200;
		data[i] = half_of(value[i]);
	}
	put(r, data, sizeof data);
	start(r, "halves", got, sizeof got);
	for (int i = 0; i < COUNT; i++)
		EXPECT(got[i] == -(value[i] < value[i + WIDTH]));
	start(r, "wide", wide, sizeof wide);
	for (int i = 0; i < 4 * ITEMS; i++)
		EXPECT(wide[i] == (float)value[i]);
}

int main(void)
{
	struct run r = run_open(source, NULL);
	cl_int error = 1;
	in = cl()->clCreateBuffer(r.context, CL_MEM_READ_WRITE, 4096, NULL, &error);
	OK(error);
	out = cl()->clCreateBuffer(r.context, CL_MEM_READ_WRITE, 4096, NULL, &error);
	OK(error);
	of_bytes(&r);
	of_shorts(&r);
	of_halves(&r);
	OK(cl()->clReleaseMemObject(in));
	OK(cl()->clReleaseMemObject(out));
	run_close(&r);
	return 0;
}
