/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clBuildProgram(), clCompileProgram() and clLinkProgram() (OpenCL 3.0 API, 5.8.4 and 5.8.5). */
#include <stdlib.h>
#include <string.h>
#include "program_impl.h"

/* Frees the job unless the error is CL_SUCCESS, and then runs it. */
static cl_int run_or_free(struct ocl_job *j, cl_int error)
{
	if (error == CL_SUCCESS)
		return ocl_job_run(j);
	ocl_job_free(j);
	return error;
}

static cl_int check_call(const struct _cl_program *p, const struct ocl_job_call *call)
{
	if ((call->device_count == 0) != (call->devices == NULL) ||
		(call->notify == NULL && call->user_data != NULL))
		return CL_INVALID_VALUE;
	return ocl_program_check_devices(p, call->device_count, call->devices);
}

/* ---- clBuildProgram -------------------------------------------------------------------------- */

/* Of a program of binaries, these are what is built. */
static cl_int take_binaries(struct ocl_job *j)
{
	struct _cl_program *p = j->program;
	if (p->origin != OCL_OF_BINARY)
		return CL_SUCCESS;
	if (!ocl_job_inputs(j, 1))
		return CL_OUT_OF_HOST_MEMORY;
	for (cl_uint i = 0; i < p->device_count; i++)
		if (j->chosen[i])
			j->inputs[i] = ocl_build_use(p->given[i]);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
	const cl_device_id *device_list, const char *options, ocl_build_notify *pfn_notify,
	void *user_data)
{
	const struct ocl_job_call call = {num_devices, device_list, options, pfn_notify, user_data};
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	cl_int error = check_call(program, &call);
	if (error != CL_SUCCESS)
		return error;
	if (program->origin == OCL_OF_LINK)
		return CL_INVALID_OPERATION;
	struct ocl_job *j = ocl_job_new(program, OCL_STEP_BUILD, &call);
	if (j == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	error = ocl_job_check(j);
	return run_or_free(j, error == CL_SUCCESS ? take_binaries(j) : error);
}

/* ---- clCompileProgram ------------------------------------------------------------------------ */

struct headers {
	cl_uint count;
	const cl_program *programs;
	const char **names;
};

static cl_int check_headers(const struct _cl_program *p, const struct headers *h)
{
	if ((h->count == 0) != (h->programs == NULL) || (h->count == 0) != (h->names == NULL))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < h->count; i++) {
		if (!ocl_is_valid(OCL_PROGRAM, h->programs[i]) ||
			h->programs[i]->context != p->context)
			return CL_INVALID_PROGRAM;
		if (h->names[i] == NULL)
			return CL_INVALID_VALUE;
		if (h->programs[i]->origin != OCL_OF_SOURCE)
			return CL_INVALID_OPERATION;
	}
	return CL_SUCCESS;
}

static cl_int take_headers(struct ocl_job *j, const struct headers *h)
{
	if (h->count == 0)
		return CL_SUCCESS;
	j->headers = mem_try_new(h->count, sizeof *j->headers);
	if (j->headers == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	for (cl_uint i = 0; i < h->count; i++) {
		size_t bytes = strlen(h->names[i]) + 1;
		struct ocl_header *to = &j->headers[i];
		to->name = mem_try_new(bytes, 1);
		if (to->name == NULL)
			return CL_OUT_OF_HOST_MEMORY;
		memcpy(to->name, h->names[i], bytes);
		to->program = h->programs[i];
		ocl_object_use(&to->program->base);
		j->header_count++;
	}
	return CL_SUCCESS;
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
	const cl_device_id *device_list, const char *options, cl_uint num_input_headers,
	const cl_program *input_headers, const char **header_include_names,
	ocl_build_notify *pfn_notify, void *user_data)
{
	const struct ocl_job_call call = {num_devices, device_list, options, pfn_notify, user_data};
	const struct headers headers = {num_input_headers, input_headers, header_include_names};
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	cl_int error = check_call(program, &call);
	if (error == CL_SUCCESS)
		error = check_headers(program, &headers);
	if (error != CL_SUCCESS)
		return error;
	if (program->source == NULL)
		return CL_INVALID_OPERATION;
	struct ocl_job *j = ocl_job_new(program, OCL_STEP_COMPILE, &call);
	if (j == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	error = take_headers(j, &headers);
	return run_or_free(j, error == CL_SUCCESS ? ocl_job_check(j) : error);
}

/* ---- clLinkProgram --------------------------------------------------------------------------- */

struct link {
	cl_uint count;
	const cl_program *programs;
};

static cl_int check_link(const struct _cl_context *c, const struct ocl_job_call *call,
	const struct link *l)
{
	if ((call->device_count == 0) != (call->devices == NULL) || l->count == 0 ||
		l->programs == NULL || (call->notify == NULL && call->user_data != NULL))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < l->count; i++)
		if (!ocl_is_valid(OCL_PROGRAM, l->programs[i]) || l->programs[i]->context != c)
			return CL_INVALID_PROGRAM;
	for (cl_uint i = 0; i < call->device_count; i++)
		if (!ocl_context_has(c, call->devices[i]))
			return CL_INVALID_DEVICE;
	return CL_SUCCESS;
}

/* Returns an object or library that the program has for a device, with a use; else NULL, and
 * *builds is set if a build goes on. */
static struct ocl_build *input_of(struct _cl_program *p, const struct _cl_device_id *d,
	bool *builds)
{
	cl_uint at = ocl_program_find(p, d);
	struct ocl_build *found = NULL;
	if (at == p->device_count)
		return NULL;
	pthread_mutex_lock(&p->lock);
	struct ocl_build *b = ocl_program_code(p, at);
	if (b != NULL && b->status == CL_BUILD_IN_PROGRESS)
		*builds = true;
	if (b != NULL && (b->kind == OCL_CODE_OBJECT || b->kind == OCL_CODE_LIBRARY))
		found = ocl_build_use(b);
	pthread_mutex_unlock(&p->lock);
	return found;
}

/* For each device all programs must have something to link, or none of them. */
static cl_int take_inputs(struct ocl_job *j, const struct link *l)
{
	bool builds = false, any = false;
	if (!ocl_job_inputs(j, l->count))
		return CL_OUT_OF_HOST_MEMORY;
	for (cl_uint i = 0; i < j->program->device_count; i++) {
		struct ocl_build **row = j->inputs + (size_t)i * l->count;
		size_t count = 0;
		for (cl_uint k = 0; k < l->count; k++) {
			row[k] = input_of(l->programs[k], j->program->devices[i], &builds);
			count += row[k] != NULL;
		}
		if (builds || (count != 0 && count != l->count))
			return CL_INVALID_OPERATION;
		j->chosen[i] = count != 0;
		any |= count != 0;
	}
	return any ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/* Links to a program that is new. It stays if it could not be linked, for its log. */
static cl_int link_to(struct _cl_program *p, const struct ocl_job_call *call, const struct link *l)
{
	struct ocl_job *j = ocl_job_new(p, OCL_STEP_LINK, call);
	if (j == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	cl_int error = ocl_job_check(j);
	return run_or_free(j, error == CL_SUCCESS ? take_inputs(j, l) : error);
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
	const cl_device_id *device_list, const char *options, cl_uint num_input_programs,
	const cl_program *input_programs, ocl_build_notify *pfn_notify, void *user_data,
	cl_int *errcode_ret)
{
	const struct ocl_job_call call = {num_devices, device_list, options, pfn_notify, user_data};
	const struct link l = {num_input_programs, input_programs};
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	cl_int error = check_link(context, &call, &l);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_program *p = ocl_program_new(context, OCL_OF_LINK,
		num_devices == 0 ? context->device_count : num_devices,
		num_devices == 0 ? context->devices : device_list);
	if (p == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	error = link_to(p, &call, &l);
	if (errcode_ret != NULL)
		*errcode_ret = error;
	if (error == CL_SUCCESS || error == CL_LINK_PROGRAM_FAILURE)
		return p;
	ocl_object_release(&p->base);
	return NULL;
}
