/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels: how they are made and copied, what they and their arguments are, and errors of all
 * functions. */
#include "cl_run.h"

static const char source[] =
	"typedef struct { int a; float b[3]; char c; } pair;\n"
	"typedef uint number;\n"
	"kernel void all(global float *x, const global volatile int *restrict y, constant int *c,\n"
	"	local short *l, pair s, unsigned int n, number t, float4 v, read_only image2d_t in,\n"
	"	write_only image2d_t to, sampler_t how)\n"
	"{ x[0] = y[0] + c[0] + l[0] + s.a + n + t + v.x + read_imagef(in, how, (float2)0).x; }\n"
	"__attribute__((vec_type_hint(float4), work_group_size_hint(8, 4, 1)))\n"
	"kernel void hinted(global int *x) { x[0] = 1; }\n"
	"__attribute__((reqd_work_group_size(8, 4, 2)))\n"
	"kernel void fixed(global int *x) { local int t[64];\n"
	"	t[get_local_linear_id()] = 1; barrier(CLK_LOCAL_MEM_FENCE); x[0] = t[63]; }\n"
	"kernel void deep(global int *x, int n) { volatile int p[40]; p[n] = 2; x[0] = p[n + 1]; }\n"
	"kernel void empty(void) {}\n";
enum { KERNELS = 5 };

static const char options[] = "-cl-kernel-arg-info -cl-std=CL3.0";

static void made(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_kernel all[KERNELS + 1];
	cl_uint n = 0;
	cl_int error = 1;
	EXPECT(f->clCreateKernel(NULL, "all", &error) == NULL);
	IS(CL_INVALID_PROGRAM, error);
	EXPECT(f->clCreateKernel((cl_program)(void *)r->context, "all", &error) == NULL);
	IS(CL_INVALID_PROGRAM, error);
	EXPECT(f->clCreateKernel(r->program, "none", &error) == NULL);
	IS(CL_INVALID_KERNEL_NAME, error);
	EXPECT(f->clCreateKernel(r->program, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateKernel(r->program, "", NULL) == NULL);
	IS(CL_INVALID_PROGRAM, f->clCreateKernelsInProgram(NULL, 0, NULL, &n));
	IS(CL_INVALID_VALUE, f->clCreateKernelsInProgram(r->program, KERNELS - 1, all, &n));
	OK(f->clCreateKernelsInProgram(r->program, 0, NULL, &n));
	EXPECT(n == KERNELS);
	OK(f->clCreateKernelsInProgram(r->program, KERNELS + 1, all, NULL));
	for (int i = 0; i < KERNELS; i++) {
		for (int k = 0; k < i; k++)
			EXPECT(all[i] != all[k]);
		OK(f->clReleaseKernel(all[i]));
		IS(CL_INVALID_KERNEL, f->clReleaseKernel(all[i]));
	}
	IS(CL_INVALID_KERNEL, f->clRetainKernel(NULL));
	IS(CL_INVALID_KERNEL, f->clReleaseKernel((cl_kernel)(void *)r->program));
}

static void not_built(const struct run *r)
{
	const char *text = source;
	cl_int error = 1;
	cl_program p = cl()->clCreateProgramWithSource(r->context, 1, &text, NULL, &error);
	OK(error);
	EXPECT(cl()->clCreateKernel(p, "all", &error) == NULL);
	IS(CL_INVALID_PROGRAM_EXECUTABLE, error);
	IS(CL_INVALID_PROGRAM_EXECUTABLE, cl()->clCreateKernelsInProgram(p, 0, NULL, NULL));
	OK(cl()->clReleaseProgram(p));
}

static void asked(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_kernel k = kernel(r, "all");
	char text[100];
	cl_uint number = 0;
	size_t bytes;
	cl_context context;
	cl_program program;
	OK(f->clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, sizeof text, text, &bytes));
	EXPECT(strcmp(text, "all") == 0 && bytes == 4);
	IS(CL_INVALID_VALUE, f->clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, 3, text, NULL));
	OK(f->clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL));
	EXPECT(number == 11);
	OK(f->clGetKernelInfo(k, CL_KERNEL_CONTEXT, sizeof context, &context, NULL));
	OK(f->clGetKernelInfo(k, CL_KERNEL_PROGRAM, sizeof program, &program, NULL));
	EXPECT(context == r->context && program == r->program);
	OK(f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof text, text, &bytes));
	EXPECT(text[0] == 0 && bytes == 1);
	OK(f->clRetainKernel(k));
	OK(f->clGetKernelInfo(k, CL_KERNEL_REFERENCE_COUNT, sizeof number, &number, NULL));
	EXPECT(number == 2);
	IS(CL_INVALID_VALUE, f->clGetKernelInfo(k, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseKernel(k));
	IS(CL_INVALID_KERNEL, f->clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, 4, &number, NULL));
	k = kernel(r, "hinted");
	OK(f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
	EXPECT(strcmp(text, "vec_type_hint(float4) work_group_size_hint(8,4,1)") == 0);
	OK(f->clReleaseKernel(k));
	k = kernel(r, "fixed");
	OK(f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
	EXPECT(strcmp(text, "reqd_work_group_size(8,4,2)") == 0);
	OK(f->clReleaseKernel(k));
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void arguments_asked(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	enum {
		G = CL_KERNEL_ARG_ADDRESS_GLOBAL,
		C = CL_KERNEL_ARG_ADDRESS_CONSTANT,
		L = CL_KERNEL_ARG_ADDRESS_LOCAL,
		P = CL_KERNEL_ARG_ADDRESS_PRIVATE,
		NONE = CL_KERNEL_ARG_ACCESS_NONE
	};
	static const struct {
		const char *name, *type;
		cl_kernel_arg_address_qualifier space;
		cl_kernel_arg_access_qualifier access;
		cl_kernel_arg_type_qualifier qualifiers;
	} all[] = {
		{"x", "float*", G, NONE, 0},
		{"y", "int*", G, NONE,
			CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE |
				CL_KERNEL_ARG_TYPE_RESTRICT},
		{"c", "int*", C, NONE, CL_KERNEL_ARG_TYPE_CONST},
		{"l", "short*", L, NONE, 0},
		{"s", "pair", P, NONE, 0},
		{"n", "uint", P, NONE, 0},
		{"t", "number", P, NONE, 0},
		{"v", "float4", P, NONE, 0},
		{"in", "image2d_t", G, CL_KERNEL_ARG_ACCESS_READ_ONLY, 0},
		{"to", "image2d_t", G, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, 0},
		{"how", "sampler_t", P, NONE, 0},
	};
	cl_kernel k = kernel(r, "all");
	for (cl_uint i = 0; i < sizeof all / sizeof all[0]; i++) {
		char name[20], type[20];
		cl_kernel_arg_address_qualifier space;
		cl_kernel_arg_access_qualifier access;
		cl_kernel_arg_type_qualifier qualifiers;
		OK(f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
		OK(f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL));
		OK(f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
			&space, NULL));
		OK(f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access,
			&access, NULL));
		OK(f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers,
			&qualifiers, NULL));
		EXPECT(strcmp(name, all[i].name) == 0 && strcmp(type, all[i].type) == 0);
		EXPECT(space == all[i].space && access == all[i].access);
		EXPECT(qualifiers == all[i].qualifiers);
	}
	char name[20];
	IS(CL_INVALID_ARG_INDEX, f->clGetKernelArgInfo(k, 11, CL_KERNEL_ARG_NAME, 20, name, NULL));
	IS(CL_INVALID_VALUE, f->clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, 1, name, NULL));
	IS(CL_INVALID_VALUE, f->clGetKernelArgInfo(k, 0, CL_KERNEL_NUM_ARGS, 20, name, NULL));
	IS(CL_INVALID_KERNEL, f->clGetKernelArgInfo(NULL, 0, CL_KERNEL_ARG_NAME, 20, name, NULL));
	OK(f->clReleaseKernel(k));
}

static void arguments_set(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_kernel k = kernel(r, "all");
	struct {
		cl_int a;
		cl_float b[3];
		cl_char c;
	} pair = {0};
	const cl_float values[32] = {0};
	const cl_image_format format = {CL_RGBA, CL_FLOAT};
	const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D,
				    .image_width = 4,
				    .image_height = 4},
			    row = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
	cl_int error = 1;
	cl_mem m = buffer(r, 64, NULL), none = NULL;
	void *stale = (void *)&pair;
	cl_mem in = f->clCreateImage(r->context, CL_MEM_READ_ONLY, &format, &flat, NULL, &error);
	OK(error);
	cl_mem to = f->clCreateImage(r->context, CL_MEM_WRITE_ONLY, &format, &flat, NULL, &error);
	OK(error);
	cl_mem line = f->clCreateImage(r->context, CL_MEM_READ_ONLY, &format, &row, NULL, &error);
	OK(error);
	cl_sampler how = f->clCreateSampler(r->context, CL_FALSE, CL_ADDRESS_CLAMP,
		CL_FILTER_NEAREST, &error);
	OK(error);

	IS(CL_INVALID_KERNEL, f->clSetKernelArg(NULL, 0, sizeof m, &m));
	IS(CL_INVALID_ARG_INDEX, f->clSetKernelArg(k, 11, sizeof m, &m));
	/* buffers */
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clSetKernelArg(k, 0, sizeof m, &none));
	OK(f->clSetKernelArg(k, 2, sizeof m, NULL));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 0, sizeof m / 2, &m));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 0, sizeof m * 2, &m));
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 0, sizeof m, &stale));
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 1, sizeof how, &how));
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 0, sizeof in, &in));
	/* local memory */
	OK(f->clSetKernelArg(k, 3, 100, NULL));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArg(k, 3, sizeof m, &m));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 3, 0, NULL));
	/* values */
	OK(f->clSetKernelArg(k, 4, sizeof pair, &pair));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 4, sizeof pair - 1, &pair));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 5, 8, values));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArg(k, 5, 4, NULL));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 7, SIZE_MAX, values));
	OK(f->clSetKernelArg(k, 7, sizeof(cl_float4), values));
	/* images and samplers */
	OK(f->clSetKernelArg(k, 8, sizeof in, &in));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArg(k, 8, sizeof to, &to)); /* it is write-only */
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArg(k, 9, sizeof in, &in)); /* it is read-only */
	OK(f->clSetKernelArg(k, 9, sizeof to, &to));
	IS(CL_INVALID_MEM_OBJECT,
		f->clSetKernelArg(k, 8, sizeof line, &line)); /* it is no 2D one */
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 8, sizeof m, &m));
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 8, sizeof m, NULL));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 8, 1, &in));
	OK(f->clSetKernelArg(k, 10, sizeof how, &how));
	IS(CL_INVALID_SAMPLER, f->clSetKernelArg(k, 10, sizeof how, NULL));
	IS(CL_INVALID_SAMPLER, f->clSetKernelArg(k, 10, sizeof m, &m));
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 10, sizeof how * 2, &how));
	/* shared virtual memory */
	OK(f->clSetKernelArgSVMPointer(k, 0, &pair));
	OK(f->clSetKernelArgSVMPointer(k, 2, NULL));
	IS(CL_INVALID_KERNEL, f->clSetKernelArgSVMPointer(NULL, 0, &pair));
	IS(CL_INVALID_ARG_INDEX, f->clSetKernelArgSVMPointer(k, 11, &pair));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArgSVMPointer(k, 3, &pair));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArgSVMPointer(k, 5, &pair));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArgSVMPointer(k, 8, &pair));

	cl_context other = f->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
	OK(error);
	cl_mem foreign = f->clCreateBuffer(other, 0, 4, NULL, &error);
	OK(error);
	IS(CL_INVALID_MEM_OBJECT, f->clSetKernelArg(k, 0, sizeof foreign, &foreign));
	OK(f->clReleaseMemObject(foreign));
	OK(f->clReleaseContext(other));
	OK(f->clReleaseSampler(how));
	OK(f->clReleaseMemObject(in));
	OK(f->clReleaseMemObject(to));
	OK(f->clReleaseMemObject(line));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseKernel(k));
}

static void exec_info(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_kernel k = kernel(r, "empty");
	const void *pointers[] = {r, f};
	const cl_bool yes = CL_TRUE;
	OK(f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers));
	OK(f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
	OK(f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
	IS(CL_INVALID_KERNEL, f->clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
	IS(CL_INVALID_VALUE, f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, 7, pointers));
	IS(CL_INVALID_VALUE, f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, NULL));
	IS(CL_INVALID_VALUE,
		f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &yes));
	IS(CL_INVALID_VALUE,
		f->clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, NULL));
	IS(CL_INVALID_VALUE, f->clSetKernelExecInfo(k, 0, 8, pointers));
	OK(f->clReleaseKernel(k));
}

/* ---- work-groups and sub-groups -------------------------------------------------------------- */

static cl_ulong number_of(cl_kernel k, cl_kernel_work_group_info what, size_t bytes)
{
	cl_ulong n = 0;
	size_t got;
	OK(cl()->clGetKernelWorkGroupInfo(k, device(), what, sizeof n, &n, &got));
	EXPECT(got == bytes);
	return n;
}

static void work_groups(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_kernel fixed = kernel(r, "fixed"), all = kernel(r, "all"), deep = kernel(r, "deep");
	size_t size[3] = {9, 9, 9}, bytes;
	EXPECT(number_of(all, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)) == 1024);
	EXPECT(number_of(fixed, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)) == 64);
	EXPECT(number_of(all, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)) == 32);
	EXPECT(number_of(fixed, CL_KERNEL_LOCAL_MEM_SIZE, 8) >= 256);
	EXPECT(number_of(deep, CL_KERNEL_PRIVATE_MEM_SIZE, 8) >= 160);
	EXPECT(number_of(all, CL_KERNEL_LOCAL_MEM_SIZE, 8) == 0);
	OK(f->clSetKernelArg(all, 3, 1000, NULL));
	EXPECT(number_of(all, CL_KERNEL_LOCAL_MEM_SIZE, 8) >= 1000);
	OK(f->clGetKernelWorkGroupInfo(all, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
		size, &bytes));
	EXPECT(size[0] == 0 && size[1] == 0 && size[2] == 0 && bytes == sizeof size);
	OK(f->clGetKernelWorkGroupInfo(fixed, NULL, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
		size, NULL));
	EXPECT(size[0] == 8 && size[1] == 4 && size[2] == 2);
	IS(CL_INVALID_KERNEL, f->clGetKernelWorkGroupInfo(NULL, NULL, CL_KERNEL_WORK_GROUP_SIZE,
				      sizeof size, size, NULL));
	IS(CL_INVALID_DEVICE, f->clGetKernelWorkGroupInfo(all, (cl_device_id)(void *)all,
				      CL_KERNEL_WORK_GROUP_SIZE, sizeof size, size, NULL));
	IS(CL_INVALID_VALUE, f->clGetKernelWorkGroupInfo(all, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
				     sizeof size, size, NULL));
	IS(CL_INVALID_VALUE,
		f->clGetKernelWorkGroupInfo(all, NULL, CL_KERNEL_WORK_GROUP_SIZE, 4, size, NULL));
	OK(f->clReleaseKernel(fixed));
	OK(f->clReleaseKernel(deep));
	OK(f->clReleaseKernel(all));
}

static size_t waves(cl_kernel k, cl_kernel_sub_group_info what, size_t dims, const size_t *in)
{
	size_t n = 0, bytes;
	OK(cl()->clGetKernelSubGroupInfo(k, device(), what, dims * sizeof *in, in, sizeof n, &n,
		&bytes));
	EXPECT(bytes == sizeof n);
	return n;
}

static void sub_groups(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	const cl_kernel_sub_group_info size_of = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
				       count_of = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
				       local_for = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT;
	cl_kernel k = kernel(r, "all"), fixed = kernel(r, "fixed");
	const size_t seven[] = {7}, rows[] = {10, 10}, cube[] = {8, 8, 8}, two = 2, three = 3,
		     many = 33;
	size_t out[3], n, bytes;
	EXPECT(waves(k, size_of, 1, seven) == 7 && waves(k, size_of, 2, rows) == 32);
	EXPECT(waves(k, count_of, 1, seven) == 1 && waves(k, count_of, 2, rows) == 4);
	EXPECT(waves(k, count_of, 3, cube) == 16);
	EXPECT(waves(k, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL) == 32);
	EXPECT(waves(fixed, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL) == 2);
	EXPECT(waves(k, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL) == 0);
	OK(f->clGetKernelSubGroupInfo(k, NULL, local_for, sizeof three, &three, sizeof out, out,
		&bytes));
	EXPECT(out[0] == 96 && out[1] == 1 && out[2] == 1 && bytes == sizeof out);
	OK(f->clGetKernelSubGroupInfo(k, NULL, local_for, sizeof many, &many, 16, out, &bytes));
	EXPECT(out[0] == 0 && out[1] == 0 && bytes == 16);
	OK(f->clGetKernelSubGroupInfo(fixed, NULL, local_for, sizeof two, &two, sizeof out, out,
		NULL));
	EXPECT(out[0] == 8 && out[1] == 4 && out[2] == 2);
	OK(f->clGetKernelSubGroupInfo(fixed, NULL, local_for, sizeof two, &two, 8, out, NULL));
	EXPECT(out[0] == 0);
	OK(f->clGetKernelSubGroupInfoKHR(k, NULL, count_of, 16, rows, sizeof n, &n, NULL));
	EXPECT(n == 4);
	IS(CL_INVALID_KERNEL,
		f->clGetKernelSubGroupInfo(NULL, NULL, count_of, 16, rows, sizeof n, &n, NULL));
	IS(CL_INVALID_DEVICE, f->clGetKernelSubGroupInfo(k, (cl_device_id)(void *)k, count_of, 16,
				      rows, sizeof n, &n, NULL));
	IS(CL_INVALID_VALUE,
		f->clGetKernelSubGroupInfo(k, NULL, count_of, 0, rows, sizeof n, &n, NULL));
	IS(CL_INVALID_VALUE,
		f->clGetKernelSubGroupInfo(k, NULL, size_of, 8, NULL, sizeof n, &n, NULL));
	IS(CL_INVALID_VALUE,
		f->clGetKernelSubGroupInfo(k, NULL, local_for, 4, &two, sizeof n, &n, NULL));
	IS(CL_INVALID_VALUE, f->clGetKernelSubGroupInfo(k, NULL, local_for, 8, &two, 4, &n, NULL));
	IS(CL_INVALID_VALUE, f->clGetKernelSubGroupInfo(k, NULL, 0, 8, &two, 8, &n, NULL));
	OK(f->clReleaseKernel(fixed));
	OK(f->clReleaseKernel(k));
}

/* Kernels outlive the program that the client releases. */
static void released_early(const struct run *r)
{
	const cl_icd_dispatch *f = cl();
	cl_program p = build(r->context, "kernel void k(global int *x) { x[0] = 1; }", "");
	cl_int error = 1;
	cl_uint number;
	cl_kernel k = f->clCreateKernel(p, "k", &error), copy;
	OK(error);
	OK(f->clReleaseProgram(p));
	copy = f->clCloneKernel(k, &error);
	OK(error);
	OK(f->clReleaseKernel(k));
	OK(f->clGetKernelInfo(copy, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL));
	EXPECT(number == 1);
	OK(f->clReleaseKernel(copy));
	EXPECT(f->clCloneKernel(NULL, &error) == NULL);
	IS(CL_INVALID_KERNEL, error);
	EXPECT(f->clCloneKernel(copy, NULL) == NULL);
}

int main(void)
{
	struct run r = run_open(source, options);
	made(&r);
	not_built(&r);
	asked(&r);
	arguments_asked(&r);
	arguments_set(&r);
	exec_info(&r);
	work_groups(&r);
	sub_groups(&r);
	released_early(&r);
	run_close(&r);
	return 0;
}
