/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of SPIR-V (OpenCL 3.0 API, 5.8.1; cl_khr_il_program). */
#include <CL/cl_ext.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/opencl_c.h"
#include "program_impl.h"

/* Takes two copies, one of which specialization constants change. Returns false without memory. */
static bool take_module(struct _cl_program *p, const void *il, size_t length)
{
	p->il = mem_try_new(length, 1);
	p->source = mem_try_new(length + 1, 1);
	if (p->il == NULL || p->source == NULL)
		return false;
	memcpy(p->il, il, length);
	memcpy(p->source, il, length);
	p->source_bytes = length;
	return true;
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length,
	cl_int *errcode_ret)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (!ocl_has_translator())
		return ocl_fail(errcode_ret, CL_INVALID_OPERATION);
	if (il == NULL || !clc_spirv_is_module(il, length))
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	struct _cl_program *p =
		ocl_program_new(context, OCL_OF_IL, context->device_count, context->devices);
	if (p == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	if (take_module(p, il, length))
		return ocl_done(errcode_ret, p);
	ocl_object_release(&p->base);
	return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
}

cl_program CL_API_CALL clCreateProgramWithILKHR(cl_context context, const void *il, size_t length,
	cl_int *errcode_ret)
{
	return clCreateProgramWithIL(context, il, length, errcode_ret);
}

/* ---- specialization constants ---------------------------------------------------------------- */

static bool is_being_built(const struct _cl_program *p)
{
	for (cl_uint i = 0; i < p->device_count; i++)
		if (p->builds[i] != NULL && p->builds[i]->status == CL_BUILD_IN_PROGRESS)
			return true;
	return false;
}

/* What a build reads must not change meanwhile. */
static cl_int specialize(struct _cl_program *p, cl_uint id, size_t size, const void *value)
{
	if (is_being_built(p))
		return CL_INVALID_OPERATION;
	switch (clc_spirv_specialize(p->source, p->source_bytes, id, value, size)) {
	case CLC_CONSTANT_SET:
		return value == NULL ? CL_INVALID_VALUE : CL_SUCCESS;
	case CLC_CONSTANT_UNKNOWN:
		return CL_INVALID_SPEC_ID;
	case CLC_CONSTANT_OTHER_SIZE:
		return CL_INVALID_VALUE;
	}
	return CL_INVALID_VALUE;
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
	size_t spec_size, const void *spec_value)
{
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	if (program->origin != OCL_OF_IL)
		return CL_INVALID_OPERATION;
	pthread_mutex_lock(&program->lock);
	cl_int error = specialize(program, spec_id, spec_size, spec_value);
	pthread_mutex_unlock(&program->lock);
	return error;
}
