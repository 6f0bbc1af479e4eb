/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes buffers and sub-buffers (OpenCL 3.0 API, 5.2.1). */
#include <string.h>
#include "memory_impl.h"

/* A buffer at what clSVMAlloc() has made must not go beyond it. */
static bool is_beyond_svm(struct rt *rt, const void *host_ptr, size_t bytes)
{
	struct rt_allocation a;
	return host_ptr != NULL && rt_allocation_find(rt, host_ptr, &a) &&
	       a.kind == OCL_ALLOCATION_SVM &&
	       bytes > a.bytes - ((uintptr_t)host_ptr - (uintptr_t)a.base);
}

static bool is_size(const struct _cl_context *c, size_t bytes)
{
	for (cl_uint i = 0; i < c->device_count; i++)
		if (bytes > c->devices[i]->max_allocation)
			return false;
	return bytes != 0;
}

/* INVALID_VALUE, INVALID_BUFFER_SIZE, INVALID_HOST_PTR */
static cl_int check(const struct _cl_context *c, cl_mem_flags *flags, size_t bytes,
	const void *host_ptr)
{
	cl_int error = ocl_memory_flags(flags, host_ptr);
	if (error == CL_INVALID_VALUE)
		return error;
	if (!is_size(c, bytes) ||
		((*flags & CL_MEM_USE_HOST_PTR) != 0 && is_beyond_svm(c->rt, host_ptr, bytes)))
		return CL_INVALID_BUFFER_SIZE;
	return error;
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
	const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *host_ptr,
	cl_int *errcode_ret)
{
	size_t property_count;
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	cl_int error = ocl_memory_properties(properties, &property_count);
	if (error == CL_SUCCESS)
		error = check(context, &flags, size, host_ptr);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_mem *m =
		ocl_memory_new(context, CL_MEM_OBJECT_BUFFER, flags, size, host_ptr, &error);
	if (m == NULL)
		return ocl_fail(errcode_ret, error);
	if (!ocl_memory_keep_properties(m, properties, property_count)) {
		ocl_object_release(&m->base);
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	}
	if ((flags & CL_MEM_COPY_HOST_PTR) != 0)
		memcpy(m->data, host_ptr, size);
	return ocl_done(errcode_ret, m);
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
	void *host_ptr, cl_int *errcode_ret)
{
	return clCreateBufferWithProperties(context, NULL, flags, size, host_ptr, errcode_ret);
}

/* All devices want the same alignment, so what is aligned here is so for the device of any queue.
 * INVALID_VALUE, INVALID_BUFFER_SIZE, MISALIGNED_SUB_BUFFER_OFFSET */
static cl_int check_region(const struct _cl_mem *parent, const cl_buffer_region *region)
{
	if (region->origin > parent->bytes || region->size > parent->bytes - region->origin)
		return CL_INVALID_VALUE;
	if (region->size == 0)
		return CL_INVALID_BUFFER_SIZE;
	return region->origin % OCL_BASE_ALIGN_BYTES == 0 ? CL_SUCCESS
	                                                  : CL_MISALIGNED_SUB_BUFFER_OFFSET;
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
	cl_buffer_create_type buffer_create_type, const void *buffer_create_info,
	cl_int *errcode_ret)
{
	const cl_buffer_region *region = buffer_create_info;
	if (!ocl_is_valid(OCL_MEMORY, buffer) || buffer->type != CL_MEM_OBJECT_BUFFER ||
		buffer->parent != NULL)
		return ocl_fail(errcode_ret, CL_INVALID_MEM_OBJECT);
	cl_int error = ocl_memory_child_flags(buffer, &flags);
	if (error == CL_SUCCESS &&
		(buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || region == NULL))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = check_region(buffer, region);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_mem *m = ocl_memory_new_child(buffer, CL_MEM_OBJECT_BUFFER, flags,
		region->origin, region->size);
	return m == NULL ? ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY) : ocl_done(errcode_ret, m);
}
