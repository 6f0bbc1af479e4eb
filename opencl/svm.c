/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocates and frees shared virtual memory (OpenCL 3.0 API, 5.6). All memory is shared, finely and
 * with atomics, so all kinds of it are alike. */
#include "memory_impl.h"

static bool are_flags(cl_svm_mem_flags flags)
{
	const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY,
			       shared = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
	if ((flags & ~(access | shared)) != 0 || (flags & shared) == CL_MEM_SVM_ATOMICS)
		return false;
	return (flags & access) == 0 || is_pow2(flags & access);
}

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
	cl_uint alignment)
{
	if (!ocl_is_valid(OCL_CONTEXT, context) || !are_flags(flags) || size == 0)
		return NULL;
	if (alignment != 0 && (!is_pow2(alignment) || alignment > OCL_BASE_ALIGN_BYTES))
		return NULL;
	for (cl_uint i = 0; i < context->device_count; i++)
		if (size > context->devices[i]->max_allocation)
			return NULL;
	return ocl_allocate(context->rt, OCL_ALLOCATION_SVM, size);
}

void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer)
{
	if (ocl_is_valid(OCL_CONTEXT, context))
		ocl_deallocate(context->rt, OCL_ALLOCATION_SVM, svm_pointer);
}
