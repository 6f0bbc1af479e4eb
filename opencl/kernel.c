/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes, copies and ends kernels (OpenCL 3.0 API, 5.9.1). */
#include <stdlib.h>
#include <string.h>
#include "kernel_impl.h"
#include "late_impl.h"

static void kernel_free(struct ocl_object *o)
{
	struct _cl_kernel *k = (struct _cl_kernel *)(void *)o;
	for (uint32_t i = 0; k->arguments != NULL && i < k->meta->arg_count; i++)
		if (k->arguments[i].object != NULL)
			ocl_object_forget(k->arguments[i].object);
	free(k->arguments);
	free(k->block);
	pthread_mutex_destroy(&k->lock);
	ocl_program_detach(k->program);
	ocl_object_forget(o);
}

/* Makes a kernel of a program, to which the caller has attached it. When there is no memory it is
 * detached, and NULL is returned. */
static struct _cl_kernel *kernel_new(struct _cl_program *p, struct ocl_build *b,
	const struct image_kernel *meta)
{
	struct _cl_kernel *k = ocl_object_new(OCL_KERNEL, &p->base, sizeof *k, kernel_free);
	if (k == NULL) {
		ocl_program_detach(p);
		return NULL;
	}
	pthread_mutex_init(&k->lock, NULL); /* cannot fail without attributes */
	k->program = p;
	k->image = b->image;
	k->meta = meta;
	k->descriptor = ocl_build_descriptor(b, meta);
	/* one more, because there may be none */
	k->arguments = mem_try_new(meta->arg_count + (size_t)1, sizeof *k->arguments);
	k->block = mem_try_new(meta->kernarg_bytes + (size_t)1, 1);
	if (k->arguments == NULL || k->block == NULL) {
		ocl_object_release(&k->base);
		return NULL;
	}
	if (b->late != NULL)
		ocl_late_soon(b, (uint32_t)(meta - rt_image_meta(b->image)->kernels));
	return k;
}

/* Returns whether our queues can run the code: payloads of commands lie anywhere in memory, and
 * nobody defines what an image imports. */
static bool is_executable(const struct rt_image *image)
{
	return !rt_image_is_small(image) && rt_image_is_ready(image);
}

static cl_int attach(struct _cl_program *p, struct ocl_build **build)
{
	cl_int error = ocl_program_attach(p, build);
	if (error != CL_SUCCESS)
		return error;
	if (is_executable((*build)->image))
		return CL_SUCCESS;
	ocl_program_detach(p);
	return CL_INVALID_PROGRAM_EXECUTABLE;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name,
	cl_int *errcode_ret)
{
	struct ocl_build *b;
	const struct image_kernel *meta;
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return ocl_fail(errcode_ret, CL_INVALID_PROGRAM);
	cl_int error = attach(program, &b);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	if (kernel_name == NULL)
		error = CL_INVALID_VALUE;
	else if (rt_image_kernel_find(b->image, kernel_name, &meta) == NULL)
		error = CL_INVALID_KERNEL_NAME;
	if (error != CL_SUCCESS) {
		ocl_program_detach(program);
		return ocl_fail(errcode_ret, error);
	}
	struct _cl_kernel *k = kernel_new(program, b, meta);
	return k != NULL ? ocl_done(errcode_ret, k) : ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
}

/* Makes all kernels of a program or, after an error, none. */
static cl_int create_all(struct _cl_program *p, const struct image_meta *meta, cl_kernel *kernels)
{
	for (uint32_t i = 0; i < meta->kernel_count; i++) {
		struct ocl_build *b;
		cl_int error = attach(p, &b);
		kernels[i] = NULL;
		if (error == CL_SUCCESS) {
			kernels[i] = kernel_new(p, b, &meta->kernels[i]);
			error = kernels[i] != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
		}
		if (error == CL_SUCCESS)
			continue;
		while (i-- > 0) {
			ocl_object_release(&kernels[i]->base);
			kernels[i] = NULL;
		}
		return error;
	}
	return CL_SUCCESS;
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
	cl_kernel *kernels, cl_uint *num_kernels_ret)
{
	struct ocl_build *b;
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	cl_int error = attach(program, &b);
	if (error != CL_SUCCESS)
		return error;
	/* the program stays as it is until the last kernel is detached */
	const struct image_meta *meta = rt_image_meta(b->image);
	if (kernels != NULL && num_kernels < meta->kernel_count)
		error = CL_INVALID_VALUE;
	else if (kernels != NULL)
		error = create_all(program, meta, kernels);
	if (error == CL_SUCCESS && num_kernels_ret != NULL)
		*num_kernels_ret = meta->kernel_count;
	ocl_program_detach(program);
	return error;
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
	struct ocl_build *b;
	if (!ocl_is_valid(OCL_KERNEL, source_kernel))
		return ocl_fail(errcode_ret, CL_INVALID_KERNEL);
	struct _cl_kernel *from = source_kernel, *k;
	cl_int error = ocl_program_attach(from->program, &b);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	k = kernel_new(from->program, b, from->meta);
	if (k == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	pthread_mutex_lock(&from->lock);
	memcpy(k->block, from->block, from->meta->kernarg_bytes);
	for (uint32_t i = 0; i < from->meta->arg_count; i++) {
		k->arguments[i] = from->arguments[i];
		if (k->arguments[i].object != NULL)
			ocl_object_remember(k->arguments[i].object);
	}
	pthread_mutex_unlock(&from->lock);
	return ocl_done(errcode_ret, k);
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel)
{
	return ocl_retain(OCL_KERNEL, kernel) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	ocl_object_release(&kernel->base);
	return CL_SUCCESS;
}

/* ---- for others ------------------------------------------------------------------------------ */

bool ocl_kernel_has_required_size(const struct _cl_kernel *k)
{
	return k->meta->required_wg[0] != 0;
}

size_t ocl_kernel_max_items(const struct _cl_kernel *k)
{
	const uint32_t *required = k->meta->required_wg;
	if (ocl_kernel_has_required_size(k))
		return (size_t)required[0] * required[1] * required[2];
	uint32_t most = k->meta->max_flat_wg;
	return most != 0 && most < OCL_MAX_GROUP_ITEMS ? most : OCL_MAX_GROUP_ITEMS;
}

size_t ocl_kernel_group_bytes(const struct _cl_kernel *k)
{
	size_t bytes = k->descriptor->group_bytes;
	for (uint32_t i = 0; i < k->meta->arg_count; i++)
		if (__builtin_add_overflow(bytes, k->arguments[i].local_bytes, &bytes))
			return SIZE_MAX;
	return bytes;
}
