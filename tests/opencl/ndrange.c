/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that run kernels: arguments of all kinds, index spaces, and work-groups. Results are
 * compared with plain C. */
#include <pthread.h>
#include "cl_run.h"

static const char source[] =
	"kernel void vadd(global const float *a, global const float *b, global float *c)\n"
	"{ size_t i = get_global_id(0); c[i] = a[i] + b[i]; }\n"
	"kernel void reverse(local int *a, global int *x, local uchar *b, local int16 *c)\n"
	"{ local int own[3]; size_t i = get_local_id(0), n = get_local_size(0);\n"
	"	if (i == 0) own[2] = 5;\n"
	"	a[i] = i * 3; b[i] = i; c[i] = (int16)(i);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	x[get_global_id(0)] = a[n - 1 - i] + b[i] + c[n - 1 - i].sf + own[2]\n"
	"		+ (a == 0 || b == 0 || c == 0 ? 1000 : 0); }\n"
	"typedef struct { int a; float b[3]; char c; } pair;\n"
	"kernel void values(global double *x, pair s, char c, ushort3 v, long n, half h, long16 w,\n"
	"	double d)\n"
	"{ x[0] = s.a + s.b[2] + s.c; x[1] = c; x[2] = v.x + v.y + v.z; x[3] = n; x[4] = h;\n"
	"	x[5] = w.s0 + w.sf; x[6] = d; }\n"
	"kernel void ids(global ulong *x)\n"
	"{ size_t at = 0; for (int i = 2; i >= 0; i--)\n"
	"		at = at * get_global_size(i) + get_global_id(i) - get_global_offset(i);\n"
	"	global ulong *p = x + at * 12;\n"
	"	for (int i = 0; i < 3; i++) {\n"
	"		p[i] = get_global_id(i); p[3 + i] = get_local_size(i);\n"
	"		p[6 + i] = get_group_id(i) * 1000 + get_local_id(i); }\n"
	"	p[9] = get_work_dim(); p[10] = get_num_groups(0); p[11] = get_enqueued_local_size(0); }\n"
	"kernel void together(global int *x, global int *y, local int *t)\n"
	"{ int n = get_local_size(0) * get_local_size(1), l = get_local_linear_id(), s = 0;\n"
	"	for (int i = l; i < 50; i += n) t[i] = -1;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	event_t e = async_work_group_copy(t, y, 50, 0); wait_group_events(1, &e);\n"
	"	for (int i = 0; i < 50; i++) s += t[i];\n"
	"	x += get_global_linear_id() * 7; x[0] = work_group_reduce_add(1) - n;\n"
	"	x[1] = work_group_scan_inclusive_add(1) - l; x[2] = work_group_all(l >= 0) != 0;\n"
	"	x[3] = work_group_any(l == n - 1) != 0; x[4] = work_group_all(l != n - 1) != 0;\n"
	"	x[5] = sub_group_reduce_add(1) - (int)get_sub_group_size(); x[6] = s; }\n"
	"kernel void count(global atomic_int *x) { atomic_fetch_add(x, 1); }\n"
	"kernel void append(global int *x, int n) { x[0] = x[0] * 3 + n; }\n"
	"kernel void is_null(global int *a, constant int *b, global int *x)\n"
	"{ x[0] = (a == 0) + 2 * (b == 0); }\n"
	"__attribute__((reqd_work_group_size(4, 2, 1))) kernel void fixed(global int *x)\n"
	"{ x[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0) * 10\n"
	"	+ get_local_size(1); }\n"
	"#ifdef __IMAGE_SUPPORT__\n"
	"kernel void lookup(global uint *x, read_only image2d_t t, sampler_t s)\n"
	"{ x[get_global_id(0)] = read_imageui(t, s, (int2)(get_global_id(0), 1)).x; }\n"
	"#endif\n";

/* ---- arguments ------------------------------------------------------------------------------- */

static void start(const struct run *r, cl_kernel k, size_t global, size_t local)
{
	OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &global, local == 0 ? NULL : &local,
		0, NULL, NULL));
}

static void sums(const struct run *r)
{
	enum { N = 1000 };
	static float a[N], b[N], c[N];
	for (int i = 0; i < N; i++) {
		a[i] = (float)i * 0.5f;
		b[i] = (float)(N - i) * 0.25f;
	}
	cl_kernel k = kernel(r, "vadd");
	cl_mem ma = buffer(r, sizeof a, a), mb = buffer(r, sizeof b, b),
	       mc = buffer(r, sizeof c, c);
	pass_buffer(k, 0, ma);
	pass_buffer(k, 1, mb);
	pass_buffer(k, 2, mc);
	start(r, k, N, 0);
	/* the command has its own arguments */
	pass_buffer(k, 2, ma);
	get(r, mc, sizeof c, c);
	for (int i = 0; i < N; i++)
		EXPECT(c[i] == a[i] + b[i]);
	OK(cl()->clSetKernelArgSVMPointer(k, 0, a));
	OK(cl()->clSetKernelArgSVMPointer(k, 1, a + 1));
	OK(cl()->clSetKernelArgSVMPointer(k, 2, c));
	start(r, k, N - 1, 0);
	OK(cl()->clFinish(r->queue));
	for (int i = 0; i < N - 1; i++)
		EXPECT(c[i] == a[i] + a[i + 1]);
	OK(cl()->clReleaseMemObject(ma));
	OK(cl()->clReleaseMemObject(mb));
	OK(cl()->clReleaseMemObject(mc));
	OK(cl()->clReleaseKernel(k));
}

static void local_memory(const struct run *r)
{
	enum { N = 96 };
	static const size_t locals[] = {1, 7, 32, 96};
	int out[N];
	cl_kernel k = kernel(r, "reverse");
	cl_mem m = buffer(r, sizeof out, NULL);
	pass_buffer(k, 1, m);
	for (size_t t = 0; t < sizeof locals / sizeof locals[0]; t++) {
		size_t n = locals[t], all = N / n * n;
		OK(cl()->clSetKernelArg(k, 0, n * sizeof(int), NULL));
		OK(cl()->clSetKernelArg(k, 2, n, NULL));
		OK(cl()->clSetKernelArg(k, 3, n * sizeof(cl_int16), NULL));
		start(r, k, all, n);
		get(r, m, sizeof out, out);
		for (size_t i = 0; i < all; i++) {
			size_t l = i % n;
			EXPECT((size_t)out[i] == (n - 1 - l) * 3 + l + (n - 1 - l) + 5);
		}
	}
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

struct pair {
	cl_int a;
	cl_float b[3];
	cl_char c;
};

static void values(const struct run *r)
{
	double out[7];
	cl_long16 w = {{0}};
	w.s[0] = 1000000000000;
	w.s[15] = -7;
	cl_kernel k = kernel(r, "values");
	cl_mem m = buffer(r, sizeof out, NULL);
	pass_buffer(k, 0, m);
	PASS(k, 1, struct pair, 7, {0, 0, 0.5f}, -3);
	PASS(k, 2, cl_char, -100);
	PASS(k, 3, cl_ushort4, {1, 20, 300, 0});
	PASS(k, 4, cl_long, -(1ll << 50));
	PASS(k, 5, cl_half, 0x3e00); /* 1.5 */
	OK(cl()->clSetKernelArg(k, 6, sizeof w, &w));
	PASS(k, 7, cl_double, 0.125);
	OK(cl()->clEnqueueTask(r->queue, k, 0, NULL, NULL));
	get(r, m, sizeof out, out);
	EXPECT(out[0] == 4.5 && out[1] == -100 && out[2] == 321 && out[3] == -0x1p50);
	EXPECT(out[4] == 1.5 && out[5] == 999999999993 && out[6] == 0.125);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

static void null_buffers(const struct run *r)
{
	int out;
	cl_mem none = NULL, m = buffer(r, sizeof out, NULL);
	cl_kernel k = kernel(r, "is_null");
	pass_buffer(k, 2, m);
	OK(cl()->clSetKernelArg(k, 0, sizeof none, &none));
	OK(cl()->clSetKernelArg(k, 1, sizeof none, NULL));
	start(r, k, 1, 1);
	get(r, m, sizeof out, &out);
	EXPECT(out == 3);
	pass_buffer(k, 1, m);
	start(r, k, 1, 1);
	get(r, m, sizeof out, &out);
	EXPECT(out == 1);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

static void images(const struct run *r)
{
	const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
	const cl_image_desc flat = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 2};
	cl_uint in[8] = {0, 0, 0, 0, 11, 22, 33, 44}, out[5];
	cl_int error = 1;
	cl_mem t = cl()->clCreateImage(r->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
		       &flat, in, &error),
	       m;
	OK(error);
	cl_sampler s = cl()->clCreateSampler(r->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE,
		CL_FILTER_NEAREST, &error);
	OK(error);
	m = buffer(r, sizeof out, NULL);
	cl_kernel k = kernel(r, "lookup");
	pass_buffer(k, 0, m);
	pass_buffer(k, 1, t);
	OK(cl()->clSetKernelArg(k, 2, sizeof s, &s));
	start(r, k, 5, 0);
	size_t one = 1;
	OK(cl()->clReleaseMemObject(t));
	OK(cl()->clReleaseSampler(s));
	get(r, m, sizeof out, out);
	EXPECT(out[0] == 11 && out[1] == 22 && out[2] == 33 && out[3] == 44 && out[4] == 44);
	/* the command has kept them, the kernel has not */
	IS(CL_INVALID_KERNEL_ARGS,
		cl()->clEnqueueNDRangeKernel(r->queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(cl()->clReleaseKernel(k));
	OK(cl()->clReleaseMemObject(m));
}

/* ---- index spaces ---------------------------------------------------------------------------- */

enum { WORDS = 12, MOST_ITEMS = 5000 };

static void check_item(const cl_ulong *p, const size_t id[3], cl_uint dims, const size_t offset[3],
	const size_t global[3], const size_t local[3])
{
	for (int i = 0; i < 3; i++) {
		size_t in = id[i] % local[i], group = id[i] / local[i];
		size_t left = global[i] - group * local[i];
		EXPECT(p[i] == id[i] + offset[i]);
		EXPECT(p[3 + i] == (left < local[i] ? left : local[i]));
		EXPECT(p[6 + i] == group * 1000 + in);
	}
	EXPECT(p[9] == dims);
	EXPECT(p[10] == (global[0] + local[0] - 1) / local[0]);
	EXPECT(p[11] == local[0]);
}

/* Runs and checks a range; unused dimensions have size 1 and offset 0. Without a local size, it is
 * what the first work-item saw. */
static void range(const struct run *r, cl_kernel k, cl_mem m, cl_uint dims, const size_t offset[3],
	const size_t global[3], const size_t *local)
{
	static cl_ulong out[MOST_ITEMS * WORDS];
	size_t seen[3], count = global[0] * global[1] * global[2], id[3];
	EXPECT(count <= MOST_ITEMS);
	OK(cl()->clEnqueueNDRangeKernel(r->queue, k, dims, offset, global, local, 0, NULL, NULL));
	get(r, m, count * WORDS * sizeof *out, out);
	for (int i = 0; i < 3; i++)
		seen[i] = local == NULL ? (size_t)out[3 + i] : (cl_uint)i < dims ? local[i] : 1;
	if (local == NULL)
		for (int i = 0; i < 3; i++)
			EXPECT(seen[i] != 0 && global[i] % seen[i] == 0);
	const cl_ulong *p = out;
	for (id[2] = 0; id[2] < global[2]; id[2]++)
		for (id[1] = 0; id[1] < global[1]; id[1]++)
			for (id[0] = 0; id[0] < global[0]; id[0]++, p += WORDS)
				check_item(p, id, dims, offset, global, seen);
}

static void ranges(const struct run *r)
{
	static const struct {
		cl_uint dims;
		size_t offset[3], global[3], local[3];
	} all[] = {
		{1, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}},
		{1, {5, 0, 0}, {64, 1, 1}, {16, 1, 1}},
		{1, {(size_t)1 << 40, 0, 0}, {1024, 1, 1}, {1024, 1, 1}},
		{2, {3, 1000, 0}, {12, 10, 1}, {4, 5, 1}},
		{3, {1, 2, 3}, {6, 4, 10}, {3, 2, 5}},
		/* the last work-groups are smaller */
		{1, {0, 0, 0}, {100, 1, 1}, {32, 1, 1}},
		{1, {7, 0, 0}, {5, 1, 1}, {8, 1, 1}},
		{2, {0, 9, 0}, {33, 7, 1}, {16, 4, 1}},
		{3, {0, 0, 0}, {7, 5, 3}, {2, 2, 2}},
	};
	cl_kernel k = kernel(r, "ids");
	cl_mem m = buffer(r, MOST_ITEMS * WORDS * sizeof(cl_ulong), NULL);
	pass_buffer(k, 0, m);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		range(r, k, m, all[i].dims, all[i].offset, all[i].global, all[i].local);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* What the work-items of a group do together, in groups of which some are smaller. */
static void partial_groups(const struct run *r)
{
	static const size_t globals[][2] = {{100, 1}, {50, 7}, {33, 33}, {5, 5}},
			    locals[][2] = {{64, 1}, {16, 4}, {16, 16}, {8, 8}};
	static const int expected[7] = {0, 1, 1, 1, 0, 0, 1225};
	static int out[33 * 33][7];
	int in[50];
	for (int i = 0; i < 50; i++)
		in[i] = i;
	cl_kernel k = kernel(r, "together");
	cl_mem m = buffer(r, sizeof out, NULL), from = buffer(r, sizeof in, in);
	pass_buffer(k, 0, m);
	pass_buffer(k, 1, from);
	OK(cl()->clSetKernelArg(k, 2, sizeof in, NULL));
	for (int i = 0; i < 4; i++) {
		OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 2, NULL, globals[i], locals[i], 0,
			NULL, NULL));
		get(r, m, sizeof out, out);
		for (size_t n = 0; n < globals[i][0] * globals[i][1]; n++)
			EXPECT(memcmp(out[n], expected, sizeof expected) == 0);
	}
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseMemObject(from));
	OK(cl()->clReleaseKernel(k));
}

/* The library chooses the size of work-groups. */
static void free_ranges(const struct run *r)
{
	static const size_t none[3] = {0};
	static const size_t all[][3] = {{1, 1, 1}, {2, 1, 1}, {31, 1, 1}, {1000, 1, 1},
		{1024, 1, 1}, {4096, 1, 1}, {4095, 1, 1}, {17, 13, 1}, {1, 300, 1}, {8, 9, 10},
		{1, 1, 77}, {250, 4, 3}};
	cl_kernel k = kernel(r, "ids");
	cl_mem m = buffer(r, MOST_ITEMS * WORDS * sizeof(cl_ulong), NULL);
	pass_buffer(k, 0, m);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		range(r, k, m, 3, none, all[i], NULL);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* Whatever is chosen, each work-item runs once; prime numbers have no divisors. */
static void primes(const struct run *r)
{
	static const size_t sizes[] = {1009, 65537, 3001};
	cl_kernel k = kernel(r, "count");
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		int n = 0;
		cl_mem m = buffer(r, sizeof n, &n);
		pass_buffer(k, 0, m);
		start(r, k, sizes[i], 0);
		get(r, m, sizeof n, &n);
		EXPECT((size_t)n == sizes[i]);
		OK(cl()->clReleaseMemObject(m));
	}
	OK(cl()->clReleaseKernel(k));
}

static void required_size(const struct run *r)
{
	const size_t global[] = {8, 4}, local[] = {4, 2}, other[] = {2, 4};
	int out[32];
	cl_kernel k = kernel(r, "fixed");
	cl_mem m = buffer(r, sizeof out, NULL);
	pass_buffer(k, 0, m);
	for (int i = 0; i < 2; i++) {
		OK(cl()->clEnqueueNDRangeKernel(r->queue, k, 2, NULL, global, i ? local : NULL, 0,
			NULL, NULL));
		get(r, m, sizeof out, out);
		for (int n = 0; n < 32; n++)
			EXPECT(out[n] == 42);
	}
	IS(CL_INVALID_WORK_GROUP_SIZE,
		cl()->clEnqueueNDRangeKernel(r->queue, k, 2, NULL, global, other, 0, NULL, NULL));
	IS(CL_INVALID_WORK_GROUP_SIZE, cl()->clEnqueueTask(r->queue, k, 0, NULL, NULL));
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* ---- many commands --------------------------------------------------------------------------- */

static void many(const struct run *r)
{
	enum { TIMES = 1000 };
	cl_int x = 0;
	cl_uint expected = 0;
	cl_kernel k = kernel(r, "append");
	cl_mem m = buffer(r, sizeof x, &x);
	pass_buffer(k, 0, m);
	for (int i = 0; i < TIMES; i++) {
		PASS(k, 1, cl_int, i);
		start(r, k, 1, 1);
		expected = expected * 3 + (cl_uint)i;
	}
	OK(cl()->clFinish(r->queue));
	get(r, m, sizeof x, &x);
	EXPECT((cl_uint)x == expected);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

static void clones(const struct run *r)
{
	cl_int x = 1, error = 1;
	cl_kernel k = kernel(r, "append");
	cl_mem m = buffer(r, sizeof x, &x);
	pass_buffer(k, 0, m);
	PASS(k, 1, cl_int, 10);
	cl_kernel copy = cl()->clCloneKernel(k, &error);
	OK(error);
	PASS(k, 1, cl_int, 100);
	start(r, copy, 1, 1);
	OK(cl()->clReleaseKernel(copy));
	start(r, k, 1, 1);
	get(r, m, sizeof x, &x);
	EXPECT(x == (1 * 3 + 10) * 3 + 100);
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

/* Threads that set one kernel's arguments get some of each other's, and nothing worse. */
struct setter {
	const struct run *run;
	cl_kernel kernel;
	pthread_t thread;
};

static void *set_and_run(void *arg)
{
	const struct setter *s = arg;
	for (int i = 0; i < 200; i++) {
		int x = 0;
		cl_mem m = buffer(s->run, sizeof x, &x);
		pass_buffer(s->kernel, 0, m);
		start(s->run, s->kernel, 1, 1);
		OK(cl()->clReleaseMemObject(m));
	}
	return NULL;
}

static void crowd(const struct run *r)
{
	struct setter all[4];
	int x = 0;
	cl_kernel k = kernel(r, "append");
	cl_mem m = buffer(r, sizeof x, &x);
	pass_buffer(k, 0, m);
	PASS(k, 1, cl_int, 1);
	for (int i = 0; i < 4; i++) {
		all[i] = (struct setter){.run = r, .kernel = k};
		EXPECT(pthread_create(&all[i].thread, NULL, set_and_run, &all[i]) == 0);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(all[i].thread, NULL);
	OK(cl()->clFinish(r->queue));
	OK(cl()->clReleaseMemObject(m));
	OK(cl()->clReleaseKernel(k));
}

int main(void)
{
	struct run r = run_open(source, "-cl-std=CL3.0");
	sums(&r);
	local_memory(&r);
	values(&r);
	null_buffers(&r);
	if (has_images())
		images(&r);
	ranges(&r);
	partial_groups(&r);
	free_ranges(&r);
	primes(&r);
	required_size(&r);
	many(&r);
	clones(&r);
	crowd(&r);
	run_close(&r);
	return 0;
}
