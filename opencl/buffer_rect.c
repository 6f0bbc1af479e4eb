/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads, writes and copies boxes of buffers: rows of bytes in slices (OpenCL 3.0 API, 5.2.2 and
 * 5.2.3), and records copies. */
#include "transfer_impl.h"

/* A box on one side of a copy. */
struct box {
	size_t start; /* of its first byte */
	size_t end;   /* behind its last one */
	size_t row_pitch, slice_pitch;
};

static bool add_product(size_t *sum, size_t a, size_t b)
{
	size_t product;
	return !__builtin_mul_overflow(a, b, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

/* Sets the pitches that are not given. False: they do not fit. */
static bool complete_pitches(struct box *b, const size_t *region)
{
	size_t least;
	if (b->row_pitch == 0)
		b->row_pitch = region[0];
	if (b->row_pitch < region[0] || __builtin_mul_overflow(region[1], b->row_pitch, &least))
		return false;
	if (b->slice_pitch == 0)
		b->slice_pitch = least;
	return b->slice_pitch >= least && b->slice_pitch % b->row_pitch == 0;
}

/* INVALID_VALUE: the box goes beyond `bytes`, or something is wrong with it. */
static cl_int box_init(struct box *b, const size_t *origin, const size_t *region, size_t row_pitch,
	size_t slice_pitch, size_t bytes)
{
	*b = (struct box){.row_pitch = row_pitch, .slice_pitch = slice_pitch};
	if (origin == NULL || region == NULL || region[0] == 0 || region[1] == 0 ||
		region[2] == 0 || !complete_pitches(b, region))
		return CL_INVALID_VALUE;
	b->start = origin[0];
	if (!add_product(&b->start, origin[1], b->row_pitch) ||
		!add_product(&b->start, origin[2], b->slice_pitch))
		return CL_INVALID_VALUE;
	b->end = b->start;
	if (!add_product(&b->end, region[2] - 1, b->slice_pitch) ||
		!add_product(&b->end, region[1] - 1, b->row_pitch) ||
		!add_product(&b->end, region[0], 1))
		return CL_INVALID_VALUE;
	return b->end <= bytes ? CL_SUCCESS : CL_INVALID_VALUE;
}

static struct ocl_rows rows_of(const struct box *b, const void *data)
{
	return (struct ocl_rows){
		(unsigned char *)(uintptr_t)data + b->start, b->row_pitch, b->slice_pitch};
}

/* ---- between a buffer and the host ----------------------------------------------------------- */

/* The arguments that clEnqueueReadBufferRect() and clEnqueueWriteBufferRect() share. */
struct host_copy {
	const size_t *buffer_origin, *host_origin, *region;
	size_t buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch;
	const void *ptr;
};

static cl_int copy_with_host(const struct ocl_request *r, const struct host_copy *c,
	enum ocl_host_access access)
{
	const struct _cl_mem *m = r->used[0];
	struct box in_buffer, in_host;
	cl_int error = ocl_check_buffer(r->queue, m);
	if (error == CL_SUCCESS)
		error = box_init(&in_buffer, c->buffer_origin, c->region, c->buffer_row_pitch,
			c->buffer_slice_pitch, m->bytes);
	if (error == CL_SUCCESS)
		error = box_init(&in_host, c->host_origin, c->region, c->host_row_pitch,
			c->host_slice_pitch, SIZE_MAX);
	if (error == CL_SUCCESS && c->ptr == NULL)
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = ocl_check_host_access(m, access);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_rows buffer = rows_of(&in_buffer, m->data),
			      host = rows_of(&in_host, c->ptr);
	return access == OCL_HOST_READS ? ocl_enqueue_rows(r, &host, &buffer, c->region)
	                                : ocl_enqueue_rows(r, &buffer, &host, c->region);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
	cl_bool blocking_read, const size_t *buffer_origin, const size_t *host_origin,
	const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
	size_t host_row_pitch, size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_READ_BUFFER_RECT,
		{num_events_in_wait_list, event_wait_list}, blocking_read != CL_FALSE, event,
		&buffer, 1, NULL};
	const struct host_copy c = {buffer_origin, host_origin, region, buffer_row_pitch,
		buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr};
	return copy_with_host(&r, &c, OCL_HOST_READS);
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
	cl_bool blocking_write, const size_t *buffer_origin, const size_t *host_origin,
	const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
	size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_WRITE_BUFFER_RECT,
		{num_events_in_wait_list, event_wait_list}, blocking_write != CL_FALSE, event,
		&buffer, 1, NULL};
	const struct host_copy c = {buffer_origin, host_origin, region, buffer_row_pitch,
		buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr};
	return copy_with_host(&r, &c, OCL_HOST_WRITES);
}

/* ---- between buffers ------------------------------------------------------------------------- */

/* Returns whether two boxes of one shape and with the same pitches have a byte in common, whose
 * first bytes are `distance` apart: whether that is a sum of slices, rows and bytes, forwards or
 * backwards, of each fewer than the box has. */
static bool do_boxes_meet(size_t distance, const struct box *b, const size_t *region)
{
	for (size_t up = 0; up < 2; up++) { /* slices before the distance, or behind it */
		size_t z = distance / b->slice_pitch + up, rest = distance % b->slice_pitch;
		if (up != 0)
			rest = b->slice_pitch - rest;
		size_t y = rest / b->row_pitch, x = rest % b->row_pitch;
		bool by_row = y < region[1] && x < region[0];
		bool by_next_row = y + 1 < region[1] && b->row_pitch - x < region[0];
		if (z < region[2] && (by_row || by_next_row))
			return true;
	}
	return false;
}

static cl_int check_overlap(const struct _cl_mem *source, const struct box *from,
	const struct _cl_mem *destination, const struct box *to, const size_t *region)
{
	const unsigned char *a = source->data + from->start, *b = destination->data + to->start;
	const bool same_pitches =
		from->row_pitch == to->row_pitch && from->slice_pitch == to->slice_pitch;
	if (source == destination && !same_pitches)
		return CL_INVALID_VALUE;
	if (!ocl_share_data(source, destination) ||
		!ocl_overlap(a, from->end - from->start, b, to->end - to->start))
		return CL_SUCCESS;
	size_t distance = a < b ? (size_t)(b - a) : (size_t)(a - b);
	return same_pitches && !do_boxes_meet(distance, from, region) ? CL_SUCCESS
	                                                              : CL_MEM_COPY_OVERLAP;
}

/* The arguments that clEnqueueCopyBufferRect() and clCommandCopyBufferRectKHR() share. */
struct copy {
	const size_t *src_origin, *dst_origin, *region;
	size_t src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch;
};

/* Copies from r->used[0] to r->used[1]. */
static cl_int copy(const struct ocl_request *r, const struct copy *c)
{
	const struct _cl_mem *source = r->used[0], *destination = r->used[1];
	struct box from, to;
	cl_int error = ocl_check_buffer(r->queue, source);
	if (error == CL_SUCCESS)
		error = ocl_check_buffer(r->queue, destination);
	if (error == CL_SUCCESS)
		error = box_init(&from, c->src_origin, c->region, c->src_row_pitch,
			c->src_slice_pitch, source->bytes);
	if (error == CL_SUCCESS)
		error = box_init(&to, c->dst_origin, c->region, c->dst_row_pitch,
			c->dst_slice_pitch, destination->bytes);
	if (error == CL_SUCCESS)
		error = check_overlap(source, &from, destination, &to, c->region);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_rows in = rows_of(&from, source->data),
			      out = rows_of(&to, destination->data);
	return ocl_enqueue_rows(r, &out, &in, c->region);
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
	cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region,
	size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	struct _cl_mem *const used[] = {src_buffer, dst_buffer};
	const struct ocl_request r = {command_queue, CL_COMMAND_COPY_BUFFER_RECT,
		{num_events_in_wait_list, event_wait_list}, false, event, used, 2, NULL};
	const struct copy c = {src_origin, dst_origin, region, src_row_pitch, src_slice_pitch,
		dst_row_pitch, dst_slice_pitch};
	return copy(&r, &c);
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
	const size_t *src_origin, const size_t *dst_origin, const size_t *region,
	size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
	cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *const used[] = {src_buffer, dst_buffer};
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_COPY_BUFFER_RECT, {0, NULL},
		false, NULL, used, 2, &to};
	const struct copy c = {src_origin, dst_origin, region, src_row_pitch, src_slice_pitch,
		dst_row_pitch, dst_slice_pitch};
	return copy(&r, &c);
}
