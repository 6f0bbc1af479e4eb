/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of BRIG, of whose arguments nothing is known but their sizes. */
#include "cl_brig.h"
#include "cl_program.h"

static const char text[] = "module &m:1:0:$full:$large:$default;\n"
			   "prog kernel &k(kernarg_u64 %out, kernarg_u32 %n, kernarg_u64 %v)\n"
			   "{\n"
			   "	requiredworkgroupsize 2, 1, 1;\n"
			   "	requirenopartialworkgroups;\n"
			   "	ld_kernarg_u64 $d0, [%out];\n"
			   "	ld_kernarg_u32 $s0, [%n];\n"
			   "	ld_kernarg_u64 $d1, [%v];\n"
			   "	cvt_u64_u32 $d2, $s0;\n"
			   "	st_global_u64 $d1, [$d0];\n"
			   "	st_global_u64 $d2, [$d0+8];\n"
			   "};\n";

static cl_program program(cl_context c)
{
	struct buf brig = brig_of(text);
	cl_program p = of_binary(c, brig.data, brig.len, CL_SUCCESS);
	OK(cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	buf_release(&brig);
	return p;
}

static cl_int enqueue(cl_command_queue q, cl_kernel k, size_t items)
{
	return cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void run(cl_command_queue q, cl_kernel k)
{
	OK(enqueue(q, k, 2));
	OK(cl()->clFinish(q));
}

int main(void)
{
	const cl_icd_dispatch *f = cl();
	cl_context c = new_context();
	cl_program p = program(c);
	cl_int error = 1;
	cl_ulong out[2], value = 77;
	cl_uint n = 5;
	char attributes[10] = "x";
	cl_command_queue q = f->clCreateCommandQueueWithProperties(c, device(), NULL, &error);
	OK(error);
	cl_mem m = f->clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof out, out, &error);
	OK(error);
	cl_kernel k = f->clCreateKernel(p, "k", &error);
	OK(error);
	for (cl_kernel_arg_info i = CL_KERNEL_ARG_ADDRESS_QUALIFIER; i <= CL_KERNEL_ARG_NAME; i++)
		IS(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, f->clGetKernelArgInfo(k, 0, i, 0, NULL, NULL));
	OK(f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof attributes, attributes, NULL));
	EXPECT(attributes[0] == 0);
	IS(CL_INVALID_ARG_SIZE, f->clSetKernelArg(k, 0, 4, &m));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArg(k, 1, 4, NULL));
	IS(CL_INVALID_ARG_VALUE, f->clSetKernelArgSVMPointer(k, 1, out));
	OK(f->clSetKernelArg(k, 0, sizeof m, &m));
	OK(f->clSetKernelArg(k, 1, sizeof n, &n));
	OK(f->clSetKernelArg(k, 2, sizeof value, &value));
	run(q, k);
	EXPECT(out[0] == 77 && out[1] == 5);
	/* local memory: where in the group segment it is */
	OK(f->clSetKernelArg(k, 2, 100, NULL));
	run(q, k);
	EXPECT(out[0] != 0 && out[0] % 128 == 0);
	OK(f->clSetKernelArgSVMPointer(k, 2, out));
	run(q, k);
	EXPECT(out[0] == (uintptr_t)out);
	IS(CL_INVALID_WORK_GROUP_SIZE, enqueue(q, k, 3)); /* its grids are whole work-groups */
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseMemObject(m));
	OK(f->clReleaseCommandQueue(q));
	OK(f->clReleaseProgram(p));
	OK(f->clReleaseContext(c));
	return 0;
}
