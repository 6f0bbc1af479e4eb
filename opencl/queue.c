/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command queues (OpenCL 3.0 API, 5.1 and 5.15; cl_khr_priority_hints). */
#include <stdlib.h>
#include <string.h>
#include "command_impl.h"
#include "device_impl.h"
#include "thread_impl.h"

static const cl_command_queue_properties all_properties =
	CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/* ---- a queue --------------------------------------------------------------------------------- */

static void queue_free(struct ocl_object *o)
{
	struct _cl_command_queue *q = (struct _cl_command_queue *)(void *)o;
	if (q->hsa != NULL)
		rt_queue_destroy(q->hsa);
	pthread_cond_destroy(&q->more_work);
	ocl_object_drop(&q->device->base);
	ocl_object_drop(&q->context->base);
	free(q->list);
	ocl_object_forget(o);
}

static struct _cl_command_queue *queue_new(struct _cl_context *c, struct _cl_device_id *d,
	const cl_queue_properties *list, size_t list_count)
{
	struct _cl_command_queue *q = ocl_object_new(OCL_QUEUE, &c->base, sizeof *q, queue_free);
	if (q == NULL)
		return NULL;
	q->context = c;
	q->device = d;
	ocl_object_use(&c->base);
	ocl_object_use(&d->base);
	q->list = mem_try_new(list_count + 1, sizeof *q->list);
	bool has_condition = ocl_condition_init(&q->more_work);
	if (q->list == NULL || !has_condition) {
		ocl_object_release(&q->base);
		return NULL;
	}
	if (list_count != 0)
		memcpy(q->list, list, list_count * sizeof *list);
	q->list_count = list_count;
	return q;
}

static cl_int check_device(const struct _cl_context *c, cl_device_id device)
{
	if (!ocl_is_valid(OCL_CONTEXT, c))
		return CL_INVALID_CONTEXT;
	if (!ocl_context_has(c, device))
		return CL_INVALID_DEVICE;
	return CL_SUCCESS;
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
	cl_command_queue_properties properties, cl_int *errcode_ret)
{
	cl_int error = check_device(context, device);
	if (error == CL_SUCCESS && (properties & ~all_properties) != 0)
		error = CL_INVALID_VALUE;
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_command_queue *q = queue_new(context, device, NULL, 0);
	if (q == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	q->properties = properties;
	return ocl_done(errcode_ret, q);
}

/* ---- properties ------------------------------------------------------------------------------ */

static const cl_command_queue_properties on_device =
	CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

static cl_int check_property(const cl_queue_properties *p, cl_command_queue_properties *properties)
{
	switch (p[0]) {
	case CL_QUEUE_PROPERTIES:
		*properties = p[1];
		if ((p[1] & ~(all_properties | on_device)) != 0)
			return CL_INVALID_VALUE;
		return (p[1] & on_device) != 0 ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS;
	case CL_QUEUE_SIZE: /* of queues on the device */
		return CL_INVALID_QUEUE_PROPERTIES;
	case CL_QUEUE_PRIORITY_KHR: /* a hint */
		return p[1] == CL_QUEUE_PRIORITY_HIGH_KHR || p[1] == CL_QUEUE_PRIORITY_MED_KHR ||
		                       p[1] == CL_QUEUE_PRIORITY_LOW_KHR
		               ? CL_SUCCESS
		               : CL_INVALID_VALUE;
	default:
		return CL_INVALID_VALUE;
	}
}

/* Sets *count to the number of words, with the 0 at the end; 0 when there is no list. */
static cl_int check_list(const cl_queue_properties *list, size_t *count,
	cl_command_queue_properties *properties)
{
	const cl_queue_properties *p = list;
	*count = 0;
	*properties = 0;
	if (list == NULL)
		return CL_SUCCESS;
	for (; *p != 0; p += 2) {
		cl_int error = check_property(p, properties);
		if (error != CL_SUCCESS)
			return error;
	}
	*count = (size_t)(p - list) + 1;
	return CL_SUCCESS;
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context,
	cl_device_id device, const cl_queue_properties *properties, cl_int *errcode_ret)
{
	cl_command_queue_properties flags = 0;
	size_t count = 0;
	cl_int error = check_device(context, device);
	if (error == CL_SUCCESS)
		error = check_list(properties, &count, &flags);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_command_queue *q = queue_new(context, device, properties, count);
	if (q == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	q->properties = flags;
	return ocl_done(errcode_ret, q);
}

/* The function is deprecated since OpenCL 1.1, but programs of 1.0 call it. */
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
	cl_command_queue_properties properties, cl_bool enable,
	cl_command_queue_properties *old_properties)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if ((properties & ~all_properties) != 0)
		return CL_INVALID_VALUE;
	ocl_queue_wait(command_queue);
	pthread_mutex_lock(&command_queue->context->commands);
	if (old_properties != NULL)
		*old_properties = command_queue->properties;
	if (enable)
		command_queue->properties |= properties;
	else
		command_queue->properties &= ~properties;
	pthread_mutex_unlock(&command_queue->context->commands);
	return CL_SUCCESS;
}

/* No device has a default queue of its own that could be another one. */
cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
	cl_command_queue command_queue)
{
	cl_int error = check_device(context, device);
	(void)command_queue; /* there is none that it could be */
	return error == CL_SUCCESS ? CL_INVALID_OPERATION : error;
}

/* ---- references and info --------------------------------------------------------------------- */

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue)
{
	return ocl_retain(OCL_QUEUE, command_queue) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	ocl_queue_flush(command_queue);
	ocl_object_release(&command_queue->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue,
	cl_command_queue_info param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	const struct _cl_command_queue *q = command_queue;
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	switch (param_name) {
	case CL_QUEUE_CONTEXT:
		return OCL_PUT(&out, cl_context, q->context);
	case CL_QUEUE_DEVICE:
		return OCL_PUT(&out, cl_device_id, q->device);
	case CL_QUEUE_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&q->base));
	case CL_QUEUE_PROPERTIES:
		return OCL_PUT(&out, cl_command_queue_properties, q->properties);
	case CL_QUEUE_SIZE: /* only a queue on a device has one */
		return CL_INVALID_COMMAND_QUEUE;
	case CL_QUEUE_DEVICE_DEFAULT:
		return OCL_PUT(&out, cl_command_queue, NULL);
	case CL_QUEUE_PROPERTIES_ARRAY:
		return ocl_put(&out, q->list, q->list_count * sizeof *q->list);
	default:
		return CL_INVALID_VALUE;
	}
}

/* ---- waiting --------------------------------------------------------------------------------- */

cl_int CL_API_CALL clFlush(cl_command_queue command_queue)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	ocl_queue_flush(command_queue);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue)
{
	struct _cl_command_queue *q = command_queue;
	if (!ocl_is_valid(OCL_QUEUE, q))
		return CL_INVALID_COMMAND_QUEUE;
	ocl_queue_wait(q);
	ocl_calls_wait();
	pthread_mutex_lock(&q->context->commands);
	cl_int error = q->error;
	q->error = CL_SUCCESS;
	pthread_mutex_unlock(&q->context->commands);
	return error;
}
