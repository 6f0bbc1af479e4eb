/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that are hostile as sources: by their size, their bytes, their mistakes, or by what
 * their kernels would need. Each has an end, and the programs after it are as good as before. */
#include <stdarg.h>
#include "cl_program.h"

static cl_context context;
static cl_command_queue queue;

static const char seven[] = "kernel void k(global int *p) { p[0] = 7; }\n";

/* ---- sources --------------------------------------------------------------------------------- */

enum { ROOM = 16 << 20 };

/* A source, which a NUL does not end. */
struct text {
	char *bytes;
	size_t count;
};

static struct text text_new(void)
{
	struct text t = {malloc(ROOM), 0};
	EXPECT(t.bytes != NULL);
	return t;
}

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsnprintf(t->bytes + t->count, ROOM - t->count, format, args);
	va_end(args);
	EXPECT(n >= 0 && (size_t)n < ROOM - t->count);
	t->count += (size_t)n;
}

/* Makes a program and frees the text. */
static cl_program of_text(struct text *t)
{
	const char *bytes = t->bytes;
	cl_int error = 1;
	cl_program p = cl()->clCreateProgramWithSource(context, 1, &bytes, &t->count, &error);
	OK(error);
	free(t->bytes);
	return p;
}

static cl_kernel kernel_of(cl_program p, const char *name)
{
	cl_int error = 1;
	cl_kernel k = cl()->clCreateKernel(p, name, &error);
	OK(error);
	return k;
}

/* what enqueuing a kernel, and waiting for its end, give */
struct outcome {
	cl_int enqueued, finished;
};
static const struct outcome runs = {CL_SUCCESS, CL_SUCCESS},
			    never_starts = {CL_OUT_OF_RESOURCES, CL_SUCCESS},
			    fails = {CL_SUCCESS, CL_OUT_OF_RESOURCES};

/* Has one work-item run a kernel of a buffer of two ints. Returns the first of them. */
static int ran(cl_program p, const char *name, int value, struct outcome wanted)
{
	const cl_icd_dispatch *f = cl();
	const size_t one = 1;
	cl_int error = 1, values[] = {value, 0};
	cl_kernel k = kernel_of(p, name);
	cl_mem m = f->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	IS(wanted.enqueued,
		f->clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	IS(wanted.finished, f->clFinish(queue));
	OK(f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseKernel(k));
	return value;
}

static void is_good(cl_program p, int value, int result)
{
	build(p, NULL);
	EXPECT(ran(p, "k", value, runs) == result);
	OK(cl()->clReleaseProgram(p));
}

/* The log says why, in few words. */
static void is_refused(cl_program p, const char *why)
{
	size_t bytes;
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	EXPECT(status_of(p) == CL_BUILD_ERROR);
	expect_log(p, why);
	OK(cl()->clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes));
	EXPECT(bytes < 1 << 16);
	OK(cl()->clReleaseProgram(p));
}

/* ---- size ------------------------------------------------------------------------------------ */

static void comments(void)
{
	struct text t = text_new();
	put(&t, "%s", seven);
	while (t.count < 10 << 20)
		put(&t, "// a comment of some length, to fill the source: %zu\n", t.count);
	is_good(of_text(&t), 0, 7);
}

/* Ten times as much, which is compiled as well, takes ten seconds. */
static void functions_nobody_calls(void)
{
	struct text t = text_new();
	for (int i = 0; t.count < 1 << 20; i++)
		put(&t, "int f%d(int x) { return x * %d + %d; }\n", i, i, i);
	put(&t, "kernel void k(global int *p) { p[0] = f5(p[0]); }\n");
	is_good(of_text(&t), 3, 20);
}

static void errors(void)
{
	struct text t = text_new();
	for (int i = 0; i < 100000; i++)
		put(&t, "kernel void k%d(global int *p) { undefined_%d(p); }\n", i, i);
	is_refused(of_text(&t), "undefined_0");
}

static void brackets(void)
{
	enum { DEEP = 100000 };
	struct text t = text_new();
	put(&t, "kernel void k(global int *p) { p[0] = ");
	memset(t.bytes + t.count, '(', DEEP);
	t.bytes[t.count + DEEP] = '1';
	memset(t.bytes + t.count + DEEP + 1, ')', DEEP);
	t.count += 2 * DEEP + 1;
	put(&t, "; }\n");
	is_refused(of_text(&t), "bracket nesting level exceeded");
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* What stands behind a NUL is of the source, too. */
static void zeros(void)
{
	struct text t = text_new();
	put(&t, "%s", seven);
	t.bytes[t.count++] = 0;
	put(&t, "kernel void j(global int *p) { p[0] = 8; }\n");
	cl_program p = of_text(&t);
	build(p, NULL);
	EXPECT(ran(p, "k", 0, runs) == 7 && ran(p, "j", 0, runs) == 8);
	OK(cl()->clReleaseProgram(p));
}

static void not_there(void)
{
	is_refused(of_source(context, "#include \"nowhere.h\"\n"
				      "kernel void k(global int *p) { p[0] = 7; }\n"),
		"nowhere.h");
}

/* ---- what kernels need ----------------------------------------------------------------------- */

/* Only the kernel that needs more than there is fails, not its neighbour. */
static void too_much(const char *kernel, struct outcome wanted)
{
	struct text t = text_new();
	put(&t, "%skernel void good(global int *p) { p[0] += 7; }\n", kernel);
	cl_program p = of_text(&t);
	build(p, NULL);
	EXPECT(ran(p, "k", 1, wanted) == 1);
	EXPECT(ran(p, "good", 1, runs) == 8);
	OK(cl()->clReleaseProgram(p));
}

static void memory(void)
{
	too_much("kernel void k(global int *p)\n"
		 "{\n"
		 "	int a[1 << 28];\n"
		 "	for (int i = 0; i < 100; i++) a[i * p[0]] = i;\n"
		 "	p[0] = a[p[1]];\n"
		 "}\n",
		never_starts);
	too_much("kernel void k(global int *p)\n"
		 "{\n"
		 "	local int a[1 << 20];\n"
		 "	a[p[0]] = 1;\n"
		 "	barrier(CLK_LOCAL_MEM_FENCE);\n"
		 "	p[0] = a[p[1]];\n"
		 "}\n",
		never_starts);
}

static void recursion(void)
{
	is_good(of_source(context, "int f(int x) { return x < 2 ? 1 : f(x - 1) + f(x - 2); }\n"
				   "kernel void k(global int *p) { p[0] = f(p[0]); }\n"),
		20, 10946);
	too_much("int f(global int *p, int n) { return p[1] ? n : f(p, n + 1) * 3 + p[n & 1]; }\n"
		 "kernel void k(global int *p) { p[0] = f(p, p[0]); }\n",
		fails);
}

int main(void)
{
	cl_int error = 1;
	need_clang();
	context = new_context();
	queue = cl()->clCreateCommandQueueWithProperties(context, device(), NULL, &error);
	OK(error);
	comments();
	functions_nobody_calls();
	errors();
	brackets();
	zeros();
	not_there();
	memory();
	recursion();
	is_good(of_source(context, seven), 0, 7);
	OK(cl()->clReleaseCommandQueue(queue));
	OK(cl()->clReleaseContext(context));
	return 0;
}
