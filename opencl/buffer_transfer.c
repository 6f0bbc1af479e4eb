/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads, writes, copies and fills ranges of buffers (OpenCL 3.0 API, 5.2.2 and 5.2.3), and records
 * that. */
#include "transfer_impl.h"

static bool has_range(const struct _cl_mem *m, size_t offset, size_t bytes)
{
	return offset <= m->bytes && bytes <= m->bytes - offset;
}

static cl_int check_host_transfer(const struct _cl_command_queue *q, const struct _cl_mem *m,
	size_t offset, size_t bytes, const void *ptr, enum ocl_host_access access)
{
	cl_int error = ocl_check_buffer(q, m);
	if (error != CL_SUCCESS)
		return error;
	if (!has_range(m, offset, bytes) || ptr == NULL)
		return CL_INVALID_VALUE;
	return ocl_check_host_access(m, access);
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
	cl_bool blocking_read, size_t offset, size_t size, void *ptr,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	cl_int error =
		check_host_transfer(command_queue, buffer, offset, size, ptr, OCL_HOST_READS);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_request r = {command_queue, CL_COMMAND_READ_BUFFER,
		{num_events_in_wait_list, event_wait_list}, blocking_read != CL_FALSE, event,
		&buffer, 1, NULL};
	return ocl_enqueue_copy(&r, ptr, buffer->data + offset, size);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
	cl_bool blocking_write, size_t offset, size_t size, const void *ptr,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	cl_int error =
		check_host_transfer(command_queue, buffer, offset, size, ptr, OCL_HOST_WRITES);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_request r = {command_queue, CL_COMMAND_WRITE_BUFFER,
		{num_events_in_wait_list, event_wait_list}, blocking_write != CL_FALSE, event,
		&buffer, 1, NULL};
	return ocl_enqueue_copy(&r, buffer->data + offset, ptr, size);
}

/* ---- copies between buffers ------------------------------------------------------------------ */

/* Copies from r->used[0] to r->used[1]. */
static cl_int copy(const struct ocl_request *r, size_t src_offset, size_t dst_offset, size_t size)
{
	const struct _cl_mem *source = r->used[0], *destination = r->used[1];
	cl_int error = ocl_check_buffer(r->queue, source);
	if (error == CL_SUCCESS)
		error = ocl_check_buffer(r->queue, destination);
	if (error != CL_SUCCESS)
		return error;
	if (!has_range(source, src_offset, size) || !has_range(destination, dst_offset, size))
		return CL_INVALID_VALUE;
	const unsigned char *from = source->data + src_offset;
	unsigned char *to = destination->data + dst_offset;
	if (ocl_share_data(source, destination) && ocl_overlap(from, size, to, size))
		return CL_MEM_COPY_OVERLAP;
	return ocl_enqueue_copy(r, to, from, size);
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
	cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct _cl_mem *const used[] = {src_buffer, dst_buffer};
	const struct ocl_request r = {command_queue, CL_COMMAND_COPY_BUFFER,
		{num_events_in_wait_list, event_wait_list}, false, event, used, 2, NULL};
	return copy(&r, src_offset, dst_offset, size);
}

cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
	size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list,
	const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
	cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *const used[] = {src_buffer, dst_buffer};
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_COPY_BUFFER, {0, NULL},
		false, NULL, used, 2, &to};
	return copy(&r, src_offset, dst_offset, size);
}

/* ---- fills ----------------------------------------------------------------------------------- */

/* Fills r->used[0]. */
static cl_int fill(const struct ocl_request *r, const void *pattern, size_t pattern_size,
	size_t offset, size_t size)
{
	const struct _cl_mem *m = r->used[0];
	cl_int error = ocl_check_buffer(r->queue, m);
	if (error != CL_SUCCESS)
		return error;
	if (!has_range(m, offset, size) || !ocl_is_pattern(pattern, pattern_size) ||
		offset % pattern_size != 0 || size % pattern_size != 0)
		return CL_INVALID_VALUE;
	return ocl_enqueue_fill(r, m->data + offset, size, pattern, pattern_size);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
	const void *pattern, size_t pattern_size, size_t offset, size_t size,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_FILL_BUFFER,
		{num_events_in_wait_list, event_wait_list}, false, event, &buffer, 1, NULL};
	return fill(&r, pattern, pattern_size, offset, size);
}

cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size,
	size_t offset, size_t size, cl_uint num_sync_points_in_wait_list,
	const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
	cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_FILL_BUFFER, {0, NULL},
		false, NULL, &buffer, 1, &to};
	return fill(&r, pattern, pattern_size, offset, size);
}
