/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes, asks and ends command buffers (cl_khr_command_buffer 0.9.1, 5.X.2 and 5.X.4). A buffer has
 * one queue. It never becomes invalid, as what was recorded keeps what it uses. */
#include <stdlib.h>
#include <string.h>
#include "command_buffer_impl.h"
#include "info_impl.h"
#include "turn_impl.h"

/* ---- a buffer -------------------------------------------------------------------------------- */

static void buffer_free(struct ocl_object *o)
{
	struct _cl_command_buffer_khr *b = (struct _cl_command_buffer_khr *)(void *)o;
	for (size_t i = 0; i < b->count; i++) {
		ocl_command_discard(b->commands[i].command);
		free(b->commands[i].awaited);
	}
	free(b->commands);
	free(b->plan);
	free(b->steps);
	free(b->properties);
	pthread_mutex_destroy(&b->lock);
	ocl_object_release(&b->queue->base);
	ocl_object_forget(o);
}

static struct _cl_command_buffer_khr *buffer_new(struct _cl_command_queue *q,
	const cl_command_buffer_properties_khr *list, size_t list_count)
{
	struct _cl_command_buffer_khr *b =
		ocl_object_new(OCL_COMMAND_BUFFER, &q->base, sizeof *b, buffer_free);
	if (b == NULL)
		return NULL;
	pthread_mutex_init(&b->lock, NULL); /* cannot fail without attributes */
	b->queue = q;
	ocl_object_retain(&q->base);
	b->queue_properties = q->properties;
	b->properties = mem_try_new(list_count + 1, sizeof *b->properties);
	if (b->properties == NULL) {
		ocl_object_release(&b->base);
		return NULL;
	}
	if (list_count != 0)
		memcpy(b->properties, list, list_count * sizeof *list);
	b->property_count = list_count;
	return b;
}

/* ---- properties ------------------------------------------------------------------------------ */

/* Sets *count to the number of words, with the 0 at the end; 0 when there is no list. */
static cl_int check_list(const cl_command_buffer_properties_khr *list, size_t *count,
	cl_command_buffer_flags_khr *flags)
{
	const cl_command_buffer_properties_khr *p = list;
	const cl_command_buffer_flags_khr known =
		CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
	*count = 0;
	*flags = 0;
	if (list == NULL)
		return CL_SUCCESS;
	for (; *p != 0; p += 2) {
		if (p != list || p[0] != CL_COMMAND_BUFFER_FLAGS_KHR || (p[1] & ~known) != 0)
			return CL_INVALID_VALUE; /* the only property can be named once */
		*flags = p[1];
	}
	*count = (size_t)(p - list) + 1;
	return (*flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0 ? CL_INVALID_PROPERTY : CL_SUCCESS;
}

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint num_queues,
	const cl_command_queue *queues, const cl_command_buffer_properties_khr *properties,
	cl_int *errcode_ret)
{
	cl_command_buffer_flags_khr flags;
	size_t count;
	if (num_queues != 1 || queues == NULL)
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	if (!ocl_is_valid(OCL_QUEUE, queues[0]))
		return ocl_fail(errcode_ret, CL_INVALID_COMMAND_QUEUE);
	cl_int error = check_list(properties, &count, &flags);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_command_buffer_khr *b = buffer_new(queues[0], properties, count);
	if (b == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	b->is_simultaneous = (flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0;
	return ocl_done(errcode_ret, b);
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer)
{
	return ocl_retain(OCL_COMMAND_BUFFER, command_buffer) ? CL_SUCCESS
	                                                      : CL_INVALID_COMMAND_BUFFER_KHR;
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer)
{
	if (!ocl_is_valid(OCL_COMMAND_BUFFER, command_buffer))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	ocl_object_release(&command_buffer->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer)
{
	struct _cl_command_buffer_khr *b = command_buffer;
	cl_int error = CL_SUCCESS;
	if (!ocl_is_valid(OCL_COMMAND_BUFFER, b))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	pthread_mutex_lock(&b->lock);
	if (b->is_final)
		error = CL_INVALID_OPERATION;
	else if (!ocl_command_buffer_plan(b))
		error = CL_OUT_OF_HOST_MEMORY;
	b->is_final |= error == CL_SUCCESS;
	pthread_mutex_unlock(&b->lock);
	return error;
}

/* ---- info ------------------------------------------------------------------------------------ */

static cl_command_buffer_state_khr state_of(struct _cl_command_buffer_khr *b)
{
	struct ocl_turn t;
	pthread_mutex_lock(&b->lock);
	bool is_final = b->is_final;
	pthread_mutex_unlock(&b->lock);
	if (!is_final)
		return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
	ocl_turn_begin(&t, b->queue->context, NULL);
	bool pending = ocl_is_pending(&t, b);
	ocl_turn_end(&t);
	return pending ? CL_COMMAND_BUFFER_STATE_PENDING_KHR
	               : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
	cl_command_buffer_info_khr param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	struct _cl_command_buffer_khr *b = command_buffer;
	if (!ocl_is_valid(OCL_COMMAND_BUFFER, b))
		return CL_INVALID_COMMAND_BUFFER_KHR;
	switch (param_name) {
	case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
		return OCL_PUT(&out, cl_uint, 1);
	case CL_COMMAND_BUFFER_QUEUES_KHR:
		return OCL_PUT(&out, cl_command_queue, b->queue);
	case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&b->base));
	case CL_COMMAND_BUFFER_STATE_KHR:
		return OCL_PUT(&out, cl_command_buffer_state_khr, state_of(b));
	case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
		return ocl_put(&out, b->properties, b->property_count * sizeof *b->properties);
	default:
		return CL_INVALID_VALUE;
	}
}
