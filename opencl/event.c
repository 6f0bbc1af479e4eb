/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Event objects (OpenCL 3.0 API, 5.11) and profiling (5.14). */
#include <stdlib.h>
#include "command_impl.h"
#include "info_impl.h"

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	struct _cl_event *e = ocl_user_event_new(context);
	if (e == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	return ocl_done(errcode_ret, e);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status)
{
	if (!ocl_is_valid(OCL_EVENT, event) || event->type != CL_COMMAND_USER)
		return CL_INVALID_EVENT;
	if (execution_status > CL_COMPLETE)
		return CL_INVALID_VALUE;
	return ocl_user_event_end(event, execution_status) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
	cl_int result = CL_SUCCESS;
	if (num_events == 0 || event_list == NULL)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < num_events; i++)
		if (!ocl_is_valid(OCL_EVENT, event_list[i]))
			return CL_INVALID_EVENT;
	for (cl_uint i = 1; i < num_events; i++)
		if (event_list[i]->context != event_list[0]->context)
			return CL_INVALID_CONTEXT;
	for (cl_uint i = 0; i < num_events; i++)
		if (ocl_command_wait(event_list[i]) < 0)
			result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	ocl_calls_wait();
	return result;
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
	void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_EVENT, event))
		return CL_INVALID_EVENT;
	switch (param_name) {
	case CL_EVENT_COMMAND_QUEUE:
		return OCL_PUT(&out, cl_command_queue, event->queue);
	case CL_EVENT_CONTEXT:
		return OCL_PUT(&out, cl_context, event->context);
	case CL_EVENT_COMMAND_TYPE:
		return OCL_PUT(&out, cl_command_type, event->type);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		return OCL_PUT(&out, cl_int, ocl_command_status(event));
	case CL_EVENT_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&event->base));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clRetainEvent(cl_event event)
{
	return ocl_retain(OCL_EVENT, event) ? CL_SUCCESS : CL_INVALID_EVENT;
}

cl_int CL_API_CALL clReleaseEvent(cl_event event)
{
	if (!ocl_is_valid(OCL_EVENT, event))
		return CL_INVALID_EVENT;
	ocl_object_release(&event->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
	ocl_event_notify *pfn_notify, void *user_data)
{
	if (!ocl_is_valid(OCL_EVENT, event))
		return CL_INVALID_EVENT;
	if (pfn_notify == NULL || command_exec_callback_type < CL_COMPLETE ||
		command_exec_callback_type > CL_SUBMITTED)
		return CL_INVALID_VALUE;
	struct ocl_event_callback *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	c->function = pfn_notify;
	c->user_data = user_data;
	c->type = command_exec_callback_type;
	ocl_command_call(event, c);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_EVENT, event))
		return CL_INVALID_EVENT;
	if (event->queue == NULL || (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0 ||
		ocl_command_status(event) != CL_COMPLETE)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	switch (param_name) {
	case CL_PROFILING_COMMAND_QUEUED:
		return OCL_PUT(&out, cl_ulong, event->queued_ns);
	case CL_PROFILING_COMMAND_SUBMIT:
		return OCL_PUT(&out, cl_ulong, event->submit_ns);
	case CL_PROFILING_COMMAND_START:
		return OCL_PUT(&out, cl_ulong, event->start_ns);
	case CL_PROFILING_COMMAND_END:
	case CL_PROFILING_COMMAND_COMPLETE: /* kernels enqueue none */
		return OCL_PUT(&out, cl_ulong, event->end_ns);
	default:
		return CL_INVALID_VALUE;
	}
}
