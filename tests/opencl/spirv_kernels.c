/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that clang 15 and llvm-spirv make SPIR-V of give the same results, to the bit, as those
 * that are built from the same source. */
#include "cl_spirv.h"

static const char source[] =
	"#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"constant float table[4] = {1.5f, -2.0f, 3.25f, 8.0f};\n"
	"float twice(global const float *p, int i) { return 2 * p[i]; }\n"
	"kernel void math(global float *o, global const float *p) {\n"
	"	int i = get_global_id(0), n = 0, e = 0; float x = p[i], whole, c;\n"
	"	global float *r = o + 48 * i;\n"
	"	r[n++] = sin(x); r[n++] = cos(x); r[n++] = exp(x); r[n++] = log(fabs(x) + 1);\n"
	"	r[n++] = sqrt(fabs(x)); r[n++] = pow(fabs(x), 1.5f); r[n++] = fma(x, x, x);\n"
	"	r[n++] = fract(x, &whole); r[n++] = whole; r[n++] = frexp(x, &e); r[n++] = e;\n"
	"	r[n++] = modf(x, &whole); r[n++] = whole; r[n++] = sincos(x, &c); r[n++] = c;\n"
	"	r[n++] = remquo(x, 0.7f, &e); r[n++] = e; r[n++] = ldexp(x, 3); "
	"r[n++] = rootn(fabs(x), 3);\n"
	"	r[n++] = pown(x, 3); r[n++] = native_exp(x); r[n++] = half_sqrt(fabs(x)); "
	"r[n++] = atan2pi(x, 2);\n"
	"	r[n++] = clamp(x, -1.0f, 1.0f); r[n++] = mix(x, 2.0f, 0.25f); "
	"r[n++] = step(0.5f, x);\n"
	"	r[n++] = smoothstep(-1.0f, 1.0f, x); r[n++] = sign(x); r[n++] = degrees(x);\n"
	"	r[n++] = length((float3)(x, 1, 2)); "
	"r[n++] = dot((float4)(x), (float4)(1, 2, 3, 4));\n"
	"	r[n++] = cross((float4)(x, 1, 2, 0), (float4)(3, 4, x, 0)).y; "
	"r[n++] = normalize((float2)(x, 1)).x;\n"
	"	r[n++] = twice(p, i) + table[i & 3]; r[n++] = rint(x); r[n++] = round(x);\n"
	"	r[n++] = nextafter(x, 9.0f); "
	"r[n++] = isnan(x) + 2 * isless(x, 1.0f) + 4 * signbit(x) + 8 * isfinite(x);\n"
	"	r[n++] = any(isgreater((float2)(x), (float2)(0, 1))); "
	"r[n++] = select(x, 5.0f, (uint)e);\n"
	"	r[n++] = (float)(sin((double)x) + fmax((double)x, 0.5)); "
	"r[n++] = tgamma(x); r[n++] = erf(x);\n"
	"	r[n++] = fmin(x, 0.25f); r[n++] = ilogb(x); r[n++] = trunc(x); "
	"r[n++] = hypot(x, 1.0f); r[n++] = cbrt(x);\n"
	"}\n"
	"kernel void whole(global uint *o, global const uint *p) {\n"
	"	int i = get_global_id(0), n = 0; uint x = p[i]; int y = (int)x;\n"
	"	global uint *r = o + 48 * i;\n"
	"	r[n++] = add_sat(x, 0xf0000000u); r[n++] = sub_sat(y, 0x70000000); "
	"r[n++] = hadd(y, 7); r[n++] = rhadd(x, 8u);\n"
	"	r[n++] = mul_hi(x, x); r[n++] = mul_hi(y, -3); "
	"r[n++] = mad_hi(x, 5u, 7u); r[n++] = mad_sat(y, 9, 7);\n"
	"	r[n++] = clz(x); r[n++] = popcount(x); r[n++] = rotate(x, 5u); "
	"r[n++] = abs(y); r[n++] = abs_diff(y, 100);\n"
	"	r[n++] = upsample((ushort)x, (ushort)3); r[n++] = mul24(y, 3); "
	"r[n++] = mad24(x, 3u, 4u); r[n++] = bitselect(x, 5u, 0xff0u);\n"
	"	r[n++] = max(y, 3); r[n++] = min(x, 3u); r[n++] = clamp(y, -4, 4); "
	"r[n++] = convert_uchar_sat(y);\n"
	"	r[n++] = convert_int_sat_rte((float)y * 0.37f); "
	"r[n++] = convert_short_sat(y); r[n++] = convert_int_rtp((float)y / 3);\n"
	"	r[n++] = as_uint(convert_float_rtz(x)); "
	"r[n++] = convert_uint4(convert_char4_sat((int4)(y))).z;\n"
	"	uint4 v = shuffle(vload4(0, p + (i & 3)), (uint4)(3, 2, 1, 0)); "
	"vstore4(v, 0, r + n); n += 4;\n"
	"	vstore3(vload3(0, p + (i & 3)), 0, r + n); n += 3;\n"
	"	uchar8 b = vload8(0, (global const uchar *)p); r[n++] = b.s7 + b.even.y; "
	"r[n++] = x / 7 + x % 5 + (uint)(y / 7) + (uint)(y % 5);\n"
	"	r[n++] = (y >> 3) ^ (x >> 3) ^ (x << (i & 7)); "
	"r[n++] = select(x, 4u, i > 3); r[n++] = (uint)((ulong)x * 3u >> 7);\n"
	"	r[n++] = as_uint(vload_half(i, (global const half *)p)); "
	"vstore_half_rtz((float)y, 0, (global half *)(r + n)); n++;\n"
	"}\n";

static const char shared[] =
	"typedef struct { int a; float b[3]; char c; } pack;\n"
	"__attribute__((noinline)) kernel void inner(global int *o) { o[600] += 7; }\n"
	"kernel void groups(global int *o, global const int *p, local int *l, pack s) {\n"
	"	local int shared[16]; local int sum; "
	"int i = get_local_id(0), all = get_local_size(0), g = get_group_id(0);\n"
	"	event_t e = async_work_group_copy(l, p + g * all, all, 0); "
	"wait_group_events(1, &e);\n"
	"	if (i == 0) sum = 0;\n"
	"	shared[i] = l[all - 1 - i]; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	atomic_add(&sum, shared[(i + 1) % all]); "
	"atomic_max(&o[512 + g], shared[i]); atomic_inc(&o[520]);\n"
	"	atomic_cmpxchg(&o[521], 0, 7); atomic_xchg(&o[522], 5); "
	"barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
	"	if (get_global_id(0) == 5) inner(o);\n"
	"	int at[4] = {s.a, (int)s.b[1], s.c, i};\n"
	"	o[get_global_id(0)] = sum + at[i & 3] + get_global_size(0) + "
	"get_num_groups(0) + get_work_dim() + get_global_offset(0);\n"
	"}\n"
	"kernel void images(read_only image2d_t from, write_only image2d_t to, "
	"sampler_t s, global float4 *o) {\n"
	"	const sampler_t own = CLK_NORMALIZED_COORDS_FALSE | "
	"CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
	"	int2 at = (int2)(get_global_id(0) & 3, get_global_id(0) >> 2);\n"
	"	float4 v = read_imagef(from, s, at) + read_imagef(from, own, "
	"convert_float2(at) + 0.75f);\n"
	"	write_imagef(to, at, v); "
	"o[get_global_id(0)] = v * (float)(get_image_width(from) + "
	"10 * get_image_height(from));\n"
	"}\n";

static const char newer[] =
	"global int counter;\n"
	"global int *where(global int *p, local int *q, "
	"int i) { int *g = (i & 1) ? (int *)p : (int *)q; "
	"*g += i; return to_global(g); }\n"
	"kernel void later(global int *o, global atomic_int *a) {\n"
	"	local int l[16]; int i = get_local_id(0), e = 3; l[i] = 0; "
	"o[get_global_id(0)] = 1;\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
	"	o[64 + get_global_id(0)] = where(o + get_global_id(0), l + i, i) != 0;\n"
	"	atomic_fetch_add(a, i); "
	"atomic_fetch_max_explicit(a + 1, i, memory_order_relaxed, memory_scope_device);\n"
	"	atomic_store(a + 2, 5); o[128 + get_global_id(0)] = atomic_load(a + 2);\n"
	"	atomic_compare_exchange_strong(a + 3, &e, 9);\n"
	"	o[192 + get_global_id(0)] = work_group_reduce_add(i) + "
	"work_group_scan_inclusive_max(i) + work_group_broadcast(i, 3) + "
	"work_group_any(i == 2);\n"
	"	o[256 + get_global_id(0)] = sub_group_reduce_max(i) + "
	"get_sub_group_size() + sub_group_scan_exclusive_add(1);\n"
	"	atomic_fetch_add_explicit((global atomic_int *)&counter, 1, "
	"memory_order_relaxed, memory_scope_device);\n"
	"	atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
	"memory_scope_device);\n"
	"}\n";

enum { ITEMS = 32, GROUP = 16, OUTPUT = 48 * ITEMS };

struct both {
	cl_context context;
	cl_command_queue queue;
	cl_program made[2]; /* of the source, and of SPIR-V */
};

static struct both both_open(cl_context c, const char *text, const char *standard)
{
	static struct module m;
	char command[512], options[64];
	struct both b = {.context = c};
	cl_int error;
	snprintf(options, sizeof options, "-cl-std=%s", standard);
	write_text("k.cl", text);
	snprintf(command, sizeof command,
		"clang-15 -c -g -O1 -target spir64 %s -Xclang -finclude-default-header -emit-llvm "
		"k.cl -o k.bc 2>&1 && \"${HSAEMU_LLVM_SPIRV:-llvm-spirv-15}\" k.bc -o k.spv",
		options);
	EXPECT(system(command) == 0);
	read_module("k.spv", &m);
	b.made[0] = of_source(c, text);
	b.made[1] = of_il(c, &m);
	build(b.made[0], options);
	build(b.made[1], NULL);
	b.queue = cl()->clCreateCommandQueueWithProperties(c, device(), NULL, &error);
	OK(error);
	return b;
}

static void both_close(struct both *b)
{
	OK(cl()->clReleaseProgram(b->made[0]));
	OK(cl()->clReleaseProgram(b->made[1]));
	OK(cl()->clReleaseCommandQueue(b->queue));
}

static cl_kernel new_kernel(cl_program p, const char *name)
{
	cl_int error;
	cl_kernel k = cl()->clCreateKernel(p, name, &error);
	OK(error);
	return k;
}

static cl_mem new_buffer(cl_context c, size_t bytes, void *from)
{
	cl_int error;
	cl_mem m = cl()->clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, bytes, from, &error);
	OK(error);
	return m;
}

static void run(const struct both *b, cl_kernel k, cl_mem m, unsigned *out)
{
	const size_t items = ITEMS, group = GROUP;
	OK(cl()->clEnqueueNDRangeKernel(b->queue, k, 1, NULL, &items, &group, 0, NULL, NULL));
	OK(cl()->clEnqueueReadBuffer(b->queue, m, CL_TRUE, 0, OUTPUT * sizeof *out, out, 0, NULL,
		NULL));
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseMemObject(m));
}

static void expect_same(const char *name, unsigned (*out)[OUTPUT])
{
	unsigned written = 0;
	for (size_t i = 0; i < OUTPUT; i++) {
		written += out[0][i] != 0;
		if (out[0][i] == out[1][i])
			continue;
		printf("%s: %zu: %x of the source, %x of SPIR-V\n", name, i, out[0][i], out[1][i]);
		exit(1);
	}
	EXPECT(written != 0);
}

static void buffers(const struct both *b, const char *name, void *from, size_t from_bytes)
{
	static unsigned out[2][OUTPUT], zeros[OUTPUT];
	struct {
		int a;
		float b[3];
		char c;
	} pack = {4, {1, 2, 3}, 5};
	for (int i = 0; i < 2; i++) {
		cl_kernel k = new_kernel(b->made[i], name);
		cl_mem to = new_buffer(b->context, sizeof zeros, zeros);
		cl_mem given = new_buffer(b->context, from_bytes, from);
		OK(cl()->clSetKernelArg(k, 0, sizeof to, &to));
		OK(cl()->clSetKernelArg(k, 1, sizeof given, &given));
		if (strcmp(name, "groups") == 0) {
			OK(cl()->clSetKernelArg(k, 2, GROUP * sizeof(int), NULL));
			OK(cl()->clSetKernelArg(k, 3, sizeof pack, &pack));
		}
		run(b, k, to, out[i]);
		OK(cl()->clReleaseMemObject(given));
	}
	expect_same(name, out);
}

static cl_mem new_image(cl_context c, float *from)
{
	const cl_image_format format = {CL_RGBA, CL_FLOAT};
	const cl_image_desc d = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 8};
	cl_int error;
	cl_mem m = cl()->clCreateImage(c, CL_MEM_COPY_HOST_PTR, &format, &d, from, &error);
	OK(error);
	return m;
}

static void images(const struct both *b)
{
	static unsigned out[2][OUTPUT], zeros[OUTPUT];
	static float texels[4 * ITEMS];
	cl_int error;
	cl_sampler s = cl()->clCreateSampler(b->context, CL_FALSE, CL_ADDRESS_CLAMP,
		CL_FILTER_NEAREST, &error);
	OK(error);
	for (int i = 0; i < 4 * ITEMS; i++)
		texels[i] = (float)(i * i % 37) / 3;
	for (int i = 0; i < 2; i++) {
		cl_kernel k = new_kernel(b->made[i], "images");
		cl_mem from = new_image(b->context, texels), to = new_image(b->context, texels);
		cl_mem results = new_buffer(b->context, sizeof zeros, zeros);
		OK(cl()->clSetKernelArg(k, 0, sizeof from, &from));
		OK(cl()->clSetKernelArg(k, 1, sizeof to, &to));
		OK(cl()->clSetKernelArg(k, 2, sizeof s, &s));
		OK(cl()->clSetKernelArg(k, 3, sizeof results, &results));
		run(b, k, results, out[i]);
		OK(cl()->clReleaseMemObject(from));
		OK(cl()->clReleaseMemObject(to));
	}
	OK(cl()->clReleaseSampler(s));
	expect_same("images", out);
}

int main(void)
{
	float reals[ITEMS];
	unsigned numbers[ITEMS], zeros[ITEMS] = {0};
	need_translator();
	need_program("clang-15");
	for (unsigned i = 0; i < ITEMS; i++) {
		reals[i] = (float)(int)(i * 7919 % 97 - 40) / 7.3f;
		numbers[i] = i * 2654435761u + 12345;
	}
	cl_context c = new_context();
	struct both b = both_open(c, source, "CL1.2");
	buffers(&b, "math", reals, sizeof reals);
	buffers(&b, "whole", numbers, sizeof numbers);
	both_close(&b);
	b = both_open(c, shared, "CL1.2");
	buffers(&b, "groups", numbers, sizeof numbers);
	images(&b);
	both_close(&b);
	b = both_open(c, newer, "CL2.0");
	buffers(&b, "later", zeros, sizeof zeros);
	both_close(&b);
	OK(cl()->clReleaseContext(c));
	return 0;
}
