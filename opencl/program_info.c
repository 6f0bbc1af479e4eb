/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs and their builds tell of themselves (OpenCL 3.0 API, 5.8.8). */
#include <string.h>
#include "device_impl.h"
#include "late_impl.h"
#include "program_impl.h"

/* Returns the metadata of the first executable; NULL if there is none. The lock is held. */
static const struct image_meta *meta_of(const struct _cl_program *p)
{
	for (cl_uint i = 0; i < p->device_count; i++)
		if (p->builds[i] != NULL && p->builds[i]->image != NULL)
			return rt_image_meta(p->builds[i]->image);
	return NULL;
}

struct putting {
	struct _cl_program *program;
	const struct ocl_out *out;
	cl_int result;
};

static void put_kernel_names(void *arg)
{
	struct putting *g = arg;
	const struct image_meta *meta = meta_of(g->program);
	struct buf names = BUF_INIT;
	for (uint32_t i = 0; i < meta->kernel_count; i++) {
		const char *name = meta->kernels[i].name;
		if (i != 0)
			buf_u8(&names, ';');
		buf_puts(&names, name + (name[0] == '&'));
	}
	buf_u8(&names, 0);
	g->result = ocl_put(g->out, names.data, names.len);
	buf_release(&names);
}

static cl_int put_kernels(struct _cl_program *p, cl_program_info name, const struct ocl_out *out)
{
	const struct image_meta *meta = meta_of(p);
	struct putting g = {p, out, CL_SUCCESS};
	if (meta == NULL)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	if (name == CL_PROGRAM_NUM_KERNELS)
		return OCL_PUT(out, size_t, meta->kernel_count);
	cl_int error = ocl_work_run(put_kernel_names, &g);
	return error != CL_SUCCESS ? error : g.result;
}

/* ---- binaries -------------------------------------------------------------------------------- */

static cl_int put_sizes(const struct _cl_program *p, const struct ocl_out *out)
{
	size_t *sizes = out->value;
	size_t bytes = p->device_count * sizeof *sizes;
	if (sizes != NULL && out->bytes < bytes)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < p->device_count && sizes != NULL; i++) {
		const struct ocl_build *b = ocl_program_code(p, i);
		sizes[i] = b == NULL ? 0 : ocl_binary_bytes(b);
	}
	if (out->size_ret != NULL)
		*out->size_ret = bytes;
	return CL_SUCCESS;
}

static void put_binaries(void *arg)
{
	const struct putting *g = arg;
	unsigned char *const *places = g->out->value;
	struct buf binary = BUF_INIT;
	for (cl_uint i = 0; i < g->program->device_count; i++) {
		const struct ocl_build *b = ocl_program_code(g->program, i);
		if (b == NULL || places[i] == NULL)
			continue;
		buf_clear(&binary);
		ocl_binary_write(b, &binary);
		if (binary.len != 0)
			memcpy(places[i], binary.data, binary.len);
	}
	buf_release(&binary);
}

/* The client's value is an array of places, where it has as much room as the sizes say. */
static cl_int put_all_binaries(struct _cl_program *p, const struct ocl_out *out)
{
	size_t bytes = p->device_count * sizeof(unsigned char *);
	struct putting g = {p, out, CL_SUCCESS};
	if (out->value != NULL && out->bytes < bytes)
		return CL_INVALID_VALUE;
	if (out->size_ret != NULL)
		*out->size_ret = bytes;
	return out->value == NULL ? CL_SUCCESS : ocl_work_run(put_binaries, &g);
}

/* Has images made of builds whose kernels get their code late: binaries have all of it. */
static cl_int complete(struct _cl_program *p)
{
	cl_int error = CL_SUCCESS;
	for (cl_uint i = 0; i < p->device_count && error == CL_SUCCESS; i++) {
		pthread_mutex_lock(&p->lock);
		struct ocl_build *b = ocl_program_code(p, i);
		if (b != NULL)
			ocl_build_use(b);
		pthread_mutex_unlock(&p->lock);
		if (b != NULL && b->late != NULL)
			error = ocl_late_whole(b->late, p->context);
		ocl_build_drop(b);
	}
	return error;
}

/* ---- programs -------------------------------------------------------------------------------- */

static cl_int put_locked(struct _cl_program *p, cl_program_info name, const struct ocl_out *out)
{
	switch (name) {
	case CL_PROGRAM_BINARY_SIZES:
		return put_sizes(p, out);
	case CL_PROGRAM_BINARIES:
		return put_all_binaries(p, out);
	case CL_PROGRAM_NUM_KERNELS:
	case CL_PROGRAM_KERNEL_NAMES:
		return put_kernels(p, name, out);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	switch (param_name) {
	case CL_PROGRAM_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&program->base));
	case CL_PROGRAM_CONTEXT:
		return OCL_PUT(&out, cl_context, program->context);
	case CL_PROGRAM_NUM_DEVICES:
		return OCL_PUT(&out, cl_uint, program->device_count);
	case CL_PROGRAM_DEVICES:
		return ocl_put(&out, program->devices,
			program->device_count * sizeof *program->devices);
	case CL_PROGRAM_SOURCE:
		return program->origin != OCL_OF_SOURCE
		               ? ocl_put_text(&out, "")
		               : ocl_put(&out, program->source, program->source_bytes + 1);
	case CL_PROGRAM_IL:
		return ocl_put(&out, program->il, program->il == NULL ? 0 : program->source_bytes);
	case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
	case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
		return OCL_PUT(&out, cl_bool, CL_FALSE);
	}
	if (param_name == CL_PROGRAM_BINARIES || param_name == CL_PROGRAM_BINARY_SIZES) {
		cl_int error = complete(program);
		if (error != CL_SUCCESS)
			return error;
	}
	pthread_mutex_lock(&program->lock);
	cl_int error = put_locked(program, param_name, &out);
	pthread_mutex_unlock(&program->lock);
	return error;
}

/* ---- builds ---------------------------------------------------------------------------------- */

static cl_program_binary_type type_of(const struct ocl_build *b)
{
	switch (b->kind) {
	case OCL_CODE_NONE:
	case OCL_CODE_BRIG:
		return CL_PROGRAM_BINARY_TYPE_NONE;
	case OCL_CODE_OBJECT:
		return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
	case OCL_CODE_LIBRARY:
		return CL_PROGRAM_BINARY_TYPE_LIBRARY;
	case OCL_CODE_IMAGE:
	case OCL_CODE_LATE:
		return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	}
	return CL_PROGRAM_BINARY_TYPE_NONE;
}

/* Returns the size of the variables in global memory that an executable has. */
static size_t global_bytes(const struct ocl_build *b)
{
	size_t sum = 0;
	uint64_t bytes;
	if (b->image == NULL)
		return 0;
	const struct image_meta *meta = rt_image_meta(b->image);
	for (uint32_t i = 0; i < meta->symbol_count; i++)
		if (strcmp(meta->symbols[i].kind, "global") == 0 &&
			rt_image_symbol_address(b->image, &meta->symbols[i], &bytes) != NULL)
			/* a vector of three has the size of one of four */
			sum += align_up(bytes, meta->symbols[i].align);
	return sum;
}

static cl_int put_build(const struct ocl_build *b, cl_program_build_info name,
	const struct ocl_out *out)
{
	switch (name) {
	case CL_PROGRAM_BUILD_STATUS:
		return OCL_PUT(out, cl_build_status, b->status);
	case CL_PROGRAM_BUILD_OPTIONS:
		return ocl_put_text(out, b->options == NULL ? "" : b->options);
	case CL_PROGRAM_BUILD_LOG:
		return ocl_put_text(out, b->log == NULL ? "" : b->log);
	case CL_PROGRAM_BINARY_TYPE:
		return OCL_PUT(out, cl_program_binary_type, type_of(b));
	case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
		return OCL_PUT(out, size_t, global_bytes(b));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
	cl_program_build_info param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	static const struct ocl_build none = {.status = CL_BUILD_NONE};
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	if (!ocl_program_is_for(program, device))
		return CL_INVALID_DEVICE;
	cl_uint i = ocl_program_find(program, device);
	pthread_mutex_lock(&program->lock);
	const struct ocl_build *b = ocl_program_code(program, i);
	cl_int error = put_build(b == NULL ? &none : b, param_name, &out);
	pthread_mutex_unlock(&program->lock);
	return error;
}
