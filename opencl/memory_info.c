/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be asked of memory objects of all types (OpenCL 3.0 API, 5.5.6). */
#include "memory_impl.h"

static cl_uint map_count(struct _cl_mem *m)
{
	pthread_mutex_lock(&m->lock);
	cl_uint count = m->map_count;
	pthread_mutex_unlock(&m->lock);
	return count;
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_MEMORY, memobj))
		return CL_INVALID_MEM_OBJECT;
	switch (param_name) {
	case CL_MEM_TYPE:
		return OCL_PUT(&out, cl_mem_object_type, memobj->type);
	case CL_MEM_FLAGS:
		return OCL_PUT(&out, cl_mem_flags, memobj->flags);
	case CL_MEM_SIZE:
		return OCL_PUT(&out, size_t, memobj->bytes);
	case CL_MEM_HOST_PTR:
		return OCL_PUT(&out, void *, memobj->host_ptr);
	case CL_MEM_MAP_COUNT:
		return OCL_PUT(&out, cl_uint, map_count(memobj));
	case CL_MEM_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&memobj->base));
	case CL_MEM_CONTEXT:
		return OCL_PUT(&out, cl_context, memobj->context);
	case CL_MEM_ASSOCIATED_MEMOBJECT:
		return OCL_PUT(&out, cl_mem, memobj->parent);
	case CL_MEM_OFFSET:
		return OCL_PUT(&out, size_t, memobj->origin);
	case CL_MEM_USES_SVM_POINTER:
		return OCL_PUT(&out, cl_bool, memobj->uses_svm_pointer ? CL_TRUE : CL_FALSE);
	case CL_MEM_PROPERTIES:
		return ocl_put(&out, memobj->properties,
			memobj->property_count * sizeof *memobj->properties);
	default:
		return CL_INVALID_VALUE;
	}
}
