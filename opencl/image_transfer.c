/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that copy images to and from the client's memory, buffers and images (OpenCL 3.0 API,
 * 5.3.3 and 5.3.4). The data of all are rows of bytes. */
#include "image_impl.h"
#include "transfer_impl.h"

/* ---- the client's memory --------------------------------------------------------------------- */

struct host_area {
	void *ptr;
	size_t row_pitch, slice_pitch; /* 0: the smallest */
};

/* Describes a region of the client's memory. Layers of an array of lines are the slice pitch apart.
 * False: the pitches are too small, or there may be none. */
static bool take_area(const struct _cl_mem *m, const struct host_area *a, const size_t *region,
	struct ocl_rows *out)
{
	size_t least = region[0] * m->image->pitch[0], slice;
	size_t row = a->row_pitch != 0 ? a->row_pitch : least;
	bool rows_are_layers = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	if (row < least || __builtin_mul_overflow(row, rows_are_layers ? 1 : region[1], &least))
		return false;
	slice = a->slice_pitch != 0 ? a->slice_pitch : least;
	if (slice < least || (a->slice_pitch != 0 && !ocl_image_has_slices(m)))
		return false;
	*out = (struct ocl_rows){a->ptr, rows_are_layers ? slice : row, slice};
	return true;
}

static cl_int transfer(const struct ocl_request *r, const size_t *origin, const size_t *region,
	const struct host_area *area)
{
	const struct _cl_mem *m = r->used[0];
	bool reads = r->type == CL_COMMAND_READ_IMAGE;
	struct ocl_rows host;
	cl_int error = ocl_check_image(r->queue, m);
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(m, origin, region);
	if (error == CL_SUCCESS && (!take_area(m, area, region, &host) || area->ptr == NULL))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = ocl_check_host_access(m, reads ? OCL_HOST_READS : OCL_HOST_WRITES);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_rows image = ocl_image_rows(m, origin);
	const size_t bytes[] = {region[0] * m->image->pitch[0], region[1], region[2]};
	return reads ? ocl_enqueue_rows(r, &host, &image, bytes)
	             : ocl_enqueue_rows(r, &image, &host, bytes);
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
	cl_bool blocking_read, const size_t *origin, const size_t *region, size_t row_pitch,
	size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_READ_IMAGE,
		{num_events_in_wait_list, event_wait_list}, blocking_read, event, &image, 1, NULL};
	const struct host_area area = {ptr, row_pitch, slice_pitch};
	return transfer(&r, origin, region, &area);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
	cl_bool blocking_write, const size_t *origin, const size_t *region, size_t input_row_pitch,
	size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_WRITE_IMAGE,
		{num_events_in_wait_list, event_wait_list}, blocking_write, event, &image, 1, NULL};
	const struct host_area area = {(void *)(uintptr_t)ptr, input_row_pitch, input_slice_pitch};
	return transfer(&r, origin, region, &area);
}

/* ---- between images -------------------------------------------------------------------------- */

static bool overlap(const size_t *a, const size_t *b, const size_t *region)
{
	for (unsigned k = 0; k < 3; k++)
		if (a[k] + region[k] <= b[k] || b[k] + region[k] <= a[k])
			return false;
	return true;
}

static bool are_same_format(const struct _cl_mem *a, const struct _cl_mem *b)
{
	const cl_image_format *f = &a->image->format, *g = &b->image->format;
	return f->image_channel_order == g->image_channel_order &&
	       f->image_channel_data_type == g->image_channel_data_type;
}

/* Copies from r->used[0] to r->used[1]. */
static cl_int copy(const struct ocl_request *r, const size_t *src_origin, const size_t *dst_origin,
	const size_t *region)
{
	const struct _cl_mem *source = r->used[0], *destination = r->used[1];
	cl_int error = ocl_check_image(r->queue, source);
	if (error == CL_SUCCESS)
		error = ocl_check_image(r->queue, destination);
	if (error == CL_SUCCESS && !are_same_format(source, destination))
		error = CL_IMAGE_FORMAT_MISMATCH;
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(source, src_origin, region);
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(destination, dst_origin, region);
	if (error == CL_SUCCESS && source == destination && overlap(src_origin, dst_origin, region))
		error = CL_MEM_COPY_OVERLAP;
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_rows to = ocl_image_rows(destination, dst_origin),
			      from = ocl_image_rows(source, src_origin);
	const size_t bytes[] = {region[0] * source->image->pitch[0], region[1], region[2]};
	return ocl_enqueue_rows(r, &to, &from, bytes);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
	cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct _cl_mem *const used[] = {src_image, dst_image};
	const struct ocl_request r = {command_queue, CL_COMMAND_COPY_IMAGE,
		{num_events_in_wait_list, event_wait_list}, false, event, used, 2, NULL};
	return copy(&r, src_origin, dst_origin, region);
}

cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
	const size_t *src_origin, const size_t *dst_origin, const size_t *region,
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
	cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *const used[] = {src_image, dst_image};
	const struct ocl_request r = {
		command_buffer->queue, CL_COMMAND_COPY_IMAGE, {0, NULL}, false, NULL, used, 2, &to};
	return copy(&r, src_origin, dst_origin, region);
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* INVALID_VALUE: the rows of the region, one after the other, are not in the buffer. */
static cl_int take_part(const struct _cl_mem *buffer, size_t offset, const struct _cl_mem *image,
	const size_t *region, struct ocl_rows *out)
{
	size_t row = region[0] * image->image->pitch[0], slice = row * region[1];
	size_t end; /* the region is within an image, so its size does not overflow */
	if (__builtin_add_overflow(offset, slice * region[2], &end) || end > buffer->bytes)
		return CL_INVALID_VALUE;
	*out = (struct ocl_rows){buffer->data + offset, row, slice};
	return CL_SUCCESS;
}

/* An image of a buffer is its data, and is not copied to it. */
static cl_int check_pair(const struct ocl_request *r)
{
	const struct _cl_mem *image = r->used[0], *buffer = r->used[1];
	cl_int error = ocl_check_image(r->queue, image);
	if (error == CL_SUCCESS)
		error = ocl_check_buffer(r->queue, buffer);
	if (error == CL_SUCCESS && image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER &&
		image->parent == buffer)
		error = CL_INVALID_MEM_OBJECT;
	return error;
}

/* Copies between r->used[0], an image, and r->used[1], a buffer. */
static cl_int copy_part(const struct ocl_request *r, const size_t *origin, const size_t *region,
	size_t offset)
{
	const struct _cl_mem *image = r->used[0];
	struct ocl_rows part;
	cl_int error = check_pair(r);
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(image, origin, region);
	if (error == CL_SUCCESS)
		error = take_part(r->used[1], offset, image, region, &part);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_rows rows = ocl_image_rows(image, origin);
	const size_t bytes[] = {region[0] * image->image->pitch[0], region[1], region[2]};
	return r->type == CL_COMMAND_COPY_IMAGE_TO_BUFFER
	               ? ocl_enqueue_rows(r, &part, &rows, bytes)
	               : ocl_enqueue_rows(r, &rows, &part, bytes);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
	cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct _cl_mem *const used[] = {src_image, dst_buffer};
	const struct ocl_request r = {command_queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
		{num_events_in_wait_list, event_wait_list}, false, event, used, 2, NULL};
	return copy_part(&r, src_origin, region, dst_offset);
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
	const size_t *src_origin, const size_t *region, size_t dst_offset,
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
	cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *const used[] = {src_image, dst_buffer};
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
		{0, NULL}, false, NULL, used, 2, &to};
	return copy_part(&r, src_origin, region, dst_offset);
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
	cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct _cl_mem *const used[] = {dst_image, src_buffer};
	const struct ocl_request r = {command_queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
		{num_events_in_wait_list, event_wait_list}, false, event, used, 2, NULL};
	return copy_part(&r, dst_origin, region, src_offset);
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
	const size_t *dst_origin, const size_t *region, cl_uint num_sync_points_in_wait_list,
	const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
	cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *const used[] = {dst_image, src_buffer};
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
		{0, NULL}, false, NULL, used, 2, &to};
	return copy_part(&r, dst_origin, region, src_offset);
}
