/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Program objects: devices, references, attached kernels. */
#include <stdlib.h>
#include "program_impl.h"

static void program_free(struct ocl_object *o)
{
	struct _cl_program *p = (struct _cl_program *)(void *)o;
	for (cl_uint i = 0; i < p->device_count; i++) {
		ocl_build_drop(p->given[i]);
		ocl_build_drop(p->builds[i]);
		ocl_object_drop(&p->devices[i]->base);
	}
	free(p->devices);
	free(p->given);
	free(p->builds);
	free(p->source);
	free(p->il);
	pthread_cond_destroy(&p->builds_move);
	pthread_mutex_destroy(&p->lock);
	ocl_object_drop(&p->context->base);
	ocl_object_forget(o);
}

/* Returns the index of just this device, or the number of devices. */
static cl_uint find(const struct _cl_program *p, const struct _cl_device_id *d)
{
	cl_uint i = 0;
	while (i < p->device_count && p->devices[i] != d)
		i++;
	return i;
}

static void take_devices(struct _cl_program *p, cl_uint count, const cl_device_id *devices)
{
	for (cl_uint i = 0; i < count; i++) {
		if (find(p, devices[i]) != p->device_count)
			continue;
		p->devices[p->device_count++] = devices[i];
		ocl_object_use(&devices[i]->base);
	}
}

struct _cl_program *ocl_program_new(struct _cl_context *c, enum ocl_program_origin origin,
	cl_uint device_count, const cl_device_id *devices)
{
	struct _cl_program *p = ocl_object_new(OCL_PROGRAM, &c->base, sizeof *p, program_free);
	if (p == NULL)
		return NULL;
	pthread_mutex_init(&p->lock, NULL); /* cannot fail without attributes */
	pthread_cond_init(&p->builds_move, NULL);
	ocl_object_use(&c->base);
	p->context = c;
	p->origin = origin;
	p->devices = mem_try_new(device_count, sizeof *p->devices);
	p->given = mem_try_new(device_count, sizeof(struct ocl_build *));
	p->builds = mem_try_new(device_count, sizeof(struct ocl_build *));
	if (p->devices == NULL || p->given == NULL || p->builds == NULL) {
		ocl_object_release(&p->base);
		return NULL;
	}
	take_devices(p, device_count, devices);
	return p;
}

cl_uint ocl_program_find(const struct _cl_program *p, const struct _cl_device_id *d)
{
	cl_uint i = p->device_count;
	for (; d != NULL && i == p->device_count; d = d->parent)
		i = find(p, d);
	return i;
}

bool ocl_program_is_for(const struct _cl_program *p, const struct _cl_device_id *d)
{
	return ocl_is_valid(OCL_DEVICE, d) && ocl_program_find(p, d) != p->device_count;
}

cl_int ocl_program_check_devices(const struct _cl_program *p, cl_uint count,
	const cl_device_id *devices)
{
	if ((count == 0) != (devices == NULL))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!ocl_program_is_for(p, devices[i]))
			return CL_INVALID_DEVICE;
	return CL_SUCCESS;
}

struct ocl_build *ocl_program_code(const struct _cl_program *p, cl_uint device)
{
	return p->builds[device] != NULL ? p->builds[device] : p->given[device];
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Returns the build of the first device that has an image, or NULL. The lock is held. */
static struct ocl_build *first_executable(const struct _cl_program *p, bool *is_going_on)
{
	*is_going_on = false;
	for (cl_uint i = 0; i < p->device_count; i++) {
		if (p->builds[i] != NULL && p->builds[i]->image != NULL)
			return p->builds[i];
		if (p->builds[i] != NULL && p->builds[i]->status == CL_BUILD_IN_PROGRESS)
			*is_going_on = true;
	}
	return NULL;
}

/* Many clients give clBuildProgram() a function to call and do not wait for it, because most
 * implementations build before they return. */
cl_int ocl_program_attach(struct _cl_program *p, struct ocl_build **build)
{
	bool is_going_on;
	pthread_mutex_lock(&p->lock);
	while ((*build = first_executable(p, &is_going_on)) == NULL && is_going_on)
		pthread_cond_wait(&p->builds_move, &p->lock);
	if (*build != NULL) {
		p->kernel_count++;
		ocl_object_use(&p->base);
	}
	pthread_mutex_unlock(&p->lock);
	return *build != NULL ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

void ocl_program_detach(struct _cl_program *p)
{
	pthread_mutex_lock(&p->lock);
	p->kernel_count--;
	pthread_mutex_unlock(&p->lock);
	ocl_object_drop(&p->base);
}

struct ocl_build *ocl_program_build(struct _cl_program *p, const struct _cl_device_id *d)
{
	cl_uint i = ocl_program_find(p, d);
	if (i == p->device_count)
		return NULL;
	pthread_mutex_lock(&p->lock);
	struct ocl_build *b = p->builds[i];
	pthread_mutex_unlock(&p->lock);
	return b == NULL || b->image == NULL ? NULL : b;
}

/* ---- functions ------------------------------------------------------------------------------- */

cl_int CL_API_CALL clRetainProgram(cl_program program)
{
	return ocl_retain(OCL_PROGRAM, program) ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	ocl_object_release(&program->base);
	return CL_SUCCESS;
}

/* Programs have no destructors of variables. */
cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, ocl_build_notify *pfn_notify,
	void *user_data)
{
	(void)user_data;
	if (!ocl_is_valid(OCL_PROGRAM, program))
		return CL_INVALID_PROGRAM;
	return pfn_notify == NULL ? CL_INVALID_VALUE : CL_INVALID_OPERATION;
}
