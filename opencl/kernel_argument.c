/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets arguments of kernels (OpenCL 3.0 API, 5.9.2). Values are written into a copy of the kernarg
 * segment, of which each command has a copy of its own. A kernel remembers the objects that it was
 * given, which it must not keep alive, so that it cannot be run with one that has ended. */
#include <string.h>
#include "image_impl.h"
#include "kernel_impl.h"

/* A value that was checked. `argument.object` is not remembered yet. */
struct taken {
	struct ocl_argument argument;
	const void *value; /* as large as the argument; NULL: a pointer to local memory */
	uint64_t word;     /* `value` may point to it */
};

static void take_word(struct taken *t, uint64_t word, struct ocl_object *o)
{
	t->word = word;
	t->value = &t->word;
	t->argument.object = o;
}

/* ---- kinds of arguments ---------------------------------------------------------------------- */

static cl_int take_value(const struct image_arg *a, size_t size, const void *value, struct taken *t)
{
	if (value == NULL)
		return CL_INVALID_ARG_VALUE;
	if (size != a->bytes)
		return CL_INVALID_ARG_SIZE;
	t->value = value;
	return CL_SUCCESS;
}

static cl_int take_local(size_t size, const void *value, struct taken *t)
{
	if (value != NULL)
		return CL_INVALID_ARG_VALUE;
	if (size == 0)
		return CL_INVALID_ARG_SIZE;
	t->argument.local_bytes = size;
	return CL_SUCCESS;
}

/* Gets a handle from the client's value, which is NULL or points to one; NULL stands for NULL. */
static cl_int take_handle(size_t size, const void *value, void **handle)
{
	*handle = NULL;
	if (size != sizeof *handle)
		return CL_INVALID_ARG_SIZE;
	if (value != NULL)
		memcpy(handle, value, sizeof *handle);
	return CL_SUCCESS;
}

/* Returns the memory object of the kernel's context that the handle is, or NULL. */
static struct _cl_mem *memory_of(const struct _cl_kernel *k, void *handle)
{
	struct _cl_mem *m = handle;
	return ocl_is_valid(OCL_MEMORY, m) && m->context == ocl_kernel_context(k) ? m : NULL;
}

static cl_int take_buffer(const struct _cl_kernel *k, void *handle, struct taken *t)
{
	if (handle == NULL) {
		take_word(t, 0, NULL);
		return CL_SUCCESS;
	}
	struct _cl_mem *m = memory_of(k, handle);
	if (m == NULL || m->image != NULL)
		return CL_INVALID_MEM_OBJECT;
	take_word(t, (uintptr_t)m->data, &m->base);
	return CL_SUCCESS;
}

/* Returns whether an argument has one of HSAIL's types for images and samplers, whose values are
 * handles; in PTX, which has none, they are pointers to handles. */
static bool is_opaque(const struct image_arg *a)
{
	return strcmp(a->type, "u64") != 0;
}

static cl_int take_image(const struct _cl_kernel *k, const struct image_arg *a, void *handle,
	struct taken *t)
{
	struct _cl_mem *m = memory_of(k, handle);
	if (m == NULL || m->image == NULL)
		return CL_INVALID_MEM_OBJECT;
	cl_int error = ocl_image_check_argument(m, a->info.source_type, ocl_argument_access(a));
	if (error == CL_SUCCESS)
		take_word(t, is_opaque(a) ? m->image->handles[0] : ocl_image_argument(m), &m->base);
	return error;
}

static cl_int take_sampler(const struct _cl_kernel *k, const struct image_arg *a, void *handle,
	struct taken *t)
{
	struct _cl_sampler *s = handle;
	if (!ocl_is_valid(OCL_SAMPLER, s) || s->context != ocl_kernel_context(k))
		return CL_INVALID_SAMPLER;
	take_word(t, is_opaque(a) ? s->handles[1] : ocl_sampler_argument(s), &s->base);
	return CL_SUCCESS;
}

static cl_int take_object(const struct _cl_kernel *k, const struct image_arg *a, size_t size,
	const void *value, struct taken *t)
{
	void *handle;
	cl_int error = take_handle(size, value, &handle);
	if (error != CL_SUCCESS)
		return error;
	if (a->info.kind == KERNEL_ARG_GLOBAL_BUFFER)
		return take_buffer(k, handle, t);
	return a->info.kind == KERNEL_ARG_IMAGE ? take_image(k, a, handle, t)
	                                        : take_sampler(k, a, handle, t);
}

/* An argument of which only its size is known: HSAIL and PTX have pointers as numbers of 64 bits.
 * What is the handle of a buffer of the context means the buffer, and no value at all means local
 * memory. */
static cl_int take_unknown(const struct _cl_kernel *k, const struct image_arg *a, size_t size,
	const void *value, struct taken *t)
{
	void *handle;
	if (a->dim != 0 || a->bytes != sizeof handle)
		return take_value(a, size, value, t);
	if (value == NULL)
		return take_local(size, value, t);
	if (size != a->bytes)
		return CL_INVALID_ARG_SIZE;
	memcpy(&handle, value, sizeof handle);
	struct _cl_mem *m = memory_of(k, handle);
	if (m == NULL)
		t->value = value;
	else if (m->image == NULL)
		take_word(t, (uintptr_t)m->data, &m->base);
	else
		return CL_INVALID_MEM_OBJECT;
	return CL_SUCCESS;
}

static cl_int take(const struct _cl_kernel *k, const struct image_arg *a, size_t size,
	const void *value, struct taken *t)
{
	switch ((enum kernel_arg_kind)a->info.kind) {
	case KERNEL_ARG_BY_VALUE:
		return ocl_argument_is_unknown(a) ? take_unknown(k, a, size, value, t)
		                                  : take_value(a, size, value, t);
	case KERNEL_ARG_DYNAMIC_SHARED_POINTER:
		return take_local(size, value, t);
	case KERNEL_ARG_GLOBAL_BUFFER:
	case KERNEL_ARG_IMAGE:
	case KERNEL_ARG_SAMPLER:
		return take_object(k, a, size, value, t);
	}
	return CL_INVALID_ARG_VALUE;
}

/* ---- setting --------------------------------------------------------------------------------- */

static void set(struct _cl_kernel *k, cl_uint index, const struct taken *t)
{
	const struct image_arg *a = &k->meta->args[index];
	if (t->argument.object != NULL)
		ocl_object_remember(t->argument.object);
	pthread_mutex_lock(&k->lock);
	struct ocl_object *former = k->arguments[index].object;
	k->arguments[index] = t->argument;
	k->arguments[index].is_set = true;
	if (t->value != NULL)
		memcpy(k->block + a->offset, t->value, a->bytes);
	pthread_mutex_unlock(&k->lock);
	if (former != NULL)
		ocl_object_forget(former);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
	const void *arg_value)
{
	struct taken t = {0};
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	if (arg_index >= kernel->meta->arg_count)
		return CL_INVALID_ARG_INDEX;
	cl_int error = take(kernel, &kernel->meta->args[arg_index], arg_size, arg_value, &t);
	if (error == CL_SUCCESS)
		set(kernel, arg_index, &t);
	return error;
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
	const void *arg_value)
{
	struct taken t = {0};
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	if (arg_index >= kernel->meta->arg_count)
		return CL_INVALID_ARG_INDEX;
	const struct image_arg *a = &kernel->meta->args[arg_index];
	bool is_pointer = a->info.kind == KERNEL_ARG_GLOBAL_BUFFER ||
	                  (a->info.kind == KERNEL_ARG_BY_VALUE && ocl_argument_is_unknown(a));
	if (!is_pointer || a->bytes != sizeof arg_value)
		return CL_INVALID_ARG_VALUE;
	/* kernels can use any address of the process */
	take_word(&t, (uintptr_t)arg_value, NULL);
	set(kernel, arg_index, &t);
	return CL_SUCCESS;
}

/* Kernels may use all memory that the client can, so there is nothing to be kept. */
cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
	size_t param_value_size, const void *param_value)
{
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	switch (param_name) {
	case CL_KERNEL_EXEC_INFO_SVM_PTRS:
		return param_value_size % sizeof(void *) == 0 &&
		                       (param_value == NULL) == (param_value_size == 0)
		               ? CL_SUCCESS
		               : CL_INVALID_VALUE;
	case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
		return param_value_size == sizeof(cl_bool) && param_value != NULL
		               ? CL_SUCCESS
		               : CL_INVALID_VALUE;
	default:
		return CL_INVALID_VALUE;
	}
}
