/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes, asks and ends contexts (OpenCL 3.0 API, 4.4). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "context_impl.h"

/* ---- properties ------------------------------------------------------------------------------ */

static bool was_named(const cl_context_properties *from, const cl_context_properties *end)
{
	for (; from != end; from += 2)
		if (*from == *end)
			return true;
	return false;
}

static cl_int check_property(const cl_context_properties *p)
{
	switch (p[0]) {
	case CL_CONTEXT_PLATFORM:
		/* unlike the platform of clGetPlatformInfo(), it may not be NULL */
		return ocl_is_valid(OCL_PLATFORM, (const void *)p[1]) ? CL_SUCCESS
		                                                      : CL_INVALID_PLATFORM;
	case CL_CONTEXT_INTEROP_USER_SYNC:
		return p[1] == CL_TRUE || p[1] == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
	default:
		return CL_INVALID_PROPERTY;
	}
}

/* Sets *count to the number of words, with the 0 at the end; 0 when there is no list. */
static cl_int check_properties(const cl_context_properties *list, size_t *count)
{
	*count = 0;
	if (list == NULL)
		return CL_SUCCESS;
	const cl_context_properties *p = list;
	for (; *p != 0; p += 2) {
		cl_int error = was_named(list, p) ? CL_INVALID_PROPERTY : check_property(p);
		if (error != CL_SUCCESS)
			return error;
	}
	*count = (size_t)(p - list) + 1;
	return CL_SUCCESS;
}

/* ---- a context ------------------------------------------------------------------------------- */

static void context_free(struct ocl_object *o)
{
	struct _cl_context *c = (struct _cl_context *)(void *)o;
	while (c->ends != NULL) {
		struct ocl_context_end *e = c->ends;
		c->ends = e->next;
		e->function(c, e->user_data);
		free(e);
	}
	for (cl_uint i = 0; i < c->device_count; i++)
		ocl_object_drop(&c->devices[i]->base);
	free(c->devices);
	free(c->properties);
	pthread_mutex_destroy(&c->lock);
	pthread_mutex_destroy(&c->commands);
	ocl_object_forget(o);
}

/* A device that is named twice counts once. */
static void take_devices(struct _cl_context *c, cl_uint count, const cl_device_id *devices)
{
	for (cl_uint i = 0; i < count; i++) {
		cl_uint k = 0;
		while (k < c->device_count && c->devices[k] != devices[i])
			k++;
		if (k < c->device_count)
			continue;
		c->devices[c->device_count++] = devices[i];
		ocl_object_use(&devices[i]->base);
	}
}

static struct _cl_context *context_new(const cl_context_properties *properties,
	size_t property_count, cl_uint count, const cl_device_id *devices)
{
	struct _cl_context *c =
		ocl_object_new(OCL_CONTEXT, &devices[0]->base, sizeof *c, context_free);
	if (c == NULL)
		return NULL;
	pthread_mutex_init(&c->lock, NULL); /* cannot fail without attributes */
	pthread_mutex_init(&c->commands, NULL);
	c->devices = mem_try_new(count, sizeof *c->devices);
	c->properties = mem_try_new(property_count + 1, sizeof *c->properties);
	if (c->devices == NULL || c->properties == NULL) {
		ocl_object_release(&c->base);
		return NULL;
	}
	c->property_count = property_count;
	if (property_count != 0)
		memcpy(c->properties, properties, property_count * sizeof *properties);
	take_devices(c, count, devices);
	return c;
}

bool ocl_context_has(const struct _cl_context *c, const struct _cl_device_id *d)
{
	if (!ocl_is_valid(OCL_DEVICE, d))
		return false;
	for (; d != NULL; d = d->parent)
		for (cl_uint i = 0; i < c->device_count; i++)
			if (c->devices[i] == d)
				return true;
	return false;
}

void ocl_context_report(struct _cl_context *c, const char *what)
{
	if (c->notify != NULL)
		c->notify(what, NULL, 0, c->notify_data);
	else
		fprintf(stderr, "libhsaemu-opencl: %s\n", what);
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
	const cl_device_id *devices, ocl_context_notify *pfn_notify, void *user_data,
	cl_int *errcode_ret)
{
	size_t property_count;
	cl_int error = check_properties(properties, &property_count);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	if (devices == NULL || num_devices == 0 || (pfn_notify == NULL && user_data != NULL))
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < num_devices; i++)
		if (!ocl_is_valid(OCL_DEVICE, devices[i]))
			return ocl_fail(errcode_ret, CL_INVALID_DEVICE);
	struct rt *rt = ocl_runtime();
	if (rt == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_RESOURCES);
	struct _cl_context *c = context_new(properties, property_count, num_devices, devices);
	if (c == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	c->rt = rt;
	c->notify = pfn_notify;
	c->notify_data = user_data;
	return ocl_done(errcode_ret, c);
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties,
	cl_device_type device_type, ocl_context_notify *pfn_notify, void *user_data,
	cl_int *errcode_ret)
{
	cl_uint count;
	const cl_device_id *devices = ocl_root_devices(device_type, &count);
	size_t property_count;
	cl_int error = check_properties(properties, &property_count);
	if (error == CL_SUCCESS && !ocl_is_device_type(device_type))
		error = CL_INVALID_DEVICE_TYPE;
	if (error == CL_SUCCESS && count == 0)
		error = CL_DEVICE_NOT_FOUND;
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	return clCreateContext(properties, count, devices, pfn_notify, user_data, errcode_ret);
}

cl_int CL_API_CALL clRetainContext(cl_context context)
{
	return ocl_retain(OCL_CONTEXT, context) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int CL_API_CALL clReleaseContext(cl_context context)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return CL_INVALID_CONTEXT;
	ocl_object_release(&context->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return CL_INVALID_CONTEXT;
	switch (param_name) {
	case CL_CONTEXT_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&context->base));
	case CL_CONTEXT_NUM_DEVICES:
		return OCL_PUT(&out, cl_uint, context->device_count);
	case CL_CONTEXT_DEVICES:
		return ocl_put(&out, context->devices,
			context->device_count * sizeof *context->devices);
	case CL_CONTEXT_PROPERTIES:
		return ocl_put(&out, context->properties,
			context->property_count * sizeof *context->properties);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
	ocl_context_destructor *pfn_notify, void *user_data)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return CL_INVALID_CONTEXT;
	if (pfn_notify == NULL)
		return CL_INVALID_VALUE;
	struct ocl_context_end *e = mem_try_new(1, sizeof *e);
	if (e == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	e->function = pfn_notify;
	e->user_data = user_data;
	pthread_mutex_lock(&context->lock);
	e->next = context->ends;
	context->ends = e;
	pthread_mutex_unlock(&context->lock);
	return CL_SUCCESS;
}
