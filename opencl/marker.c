/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Markers and barriers (OpenCL 3.0 API, 5.12), also those of OpenCL 1.1, and recorded barriers. */
#include "command_buffer_impl.h"

/* `waits_for_all`: of the queue's commands before it, in place of a list. */
static cl_int enqueue(cl_command_queue q, cl_command_type type, const struct ocl_wait_list *list,
	bool waits_for_all, cl_event *event)
{
	struct _cl_event *e;
	cl_int error = ocl_command_new(q, type, list, 0, 0, &e);
	if (error != CL_SUCCESS)
		return error;
	e->work = OCL_WORK_NONE;
	e->waits_for_all = waits_for_all;
	e->is_barrier = type == CL_COMMAND_BARRIER;
	return ocl_command_enqueue(e, false, event);
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	return enqueue(command_queue, CL_COMMAND_MARKER, &list, list.count == 0, event);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_wait_list list = {num_events_in_wait_list, event_wait_list};
	return enqueue(command_queue, CL_COMMAND_BARRIER, &list, list.count == 0, event);
}

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_uint num_sync_points_in_wait_list,
	const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
	cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_event *e;
	error = ocl_command_new(command_buffer->queue, CL_COMMAND_BARRIER,
		&(struct ocl_wait_list){0, NULL}, 0, 0, &e);
	if (error != CL_SUCCESS)
		return error;
	e->work = OCL_WORK_NONE;
	e->is_barrier = true;
	return ocl_record(&to, e);
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (event == NULL)
		return CL_INVALID_VALUE;
	return clEnqueueMarkerWithWaitList(command_queue, 0, NULL, event);
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue)
{
	return clEnqueueBarrierWithWaitList(command_queue, 0, NULL, NULL);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
	const cl_event *event_list)
{
	if (!ocl_is_valid(OCL_QUEUE, command_queue))
		return CL_INVALID_COMMAND_QUEUE;
	if (num_events == 0 || event_list == NULL)
		return CL_INVALID_VALUE;
	const struct ocl_wait_list list = {num_events, event_list};
	cl_int error = enqueue(command_queue, CL_COMMAND_BARRIER, &list, false, NULL);
	return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}
