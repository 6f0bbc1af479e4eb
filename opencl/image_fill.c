/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fills regions of images with a color (OpenCL 3.0 API, 5.3.5). */
#include <string.h>
#include "image_impl.h"
#include "transfer_impl.h"

enum { ELEMENT_MOST = 16, COLORS = 4 };

struct fill {
	struct ocl_rows to;
	size_t region[3]; /* bytes, rows, slices */
	size_t element_bytes;
	unsigned char element[ELEMENT_MOST];
};

static cl_int run_fill(struct _cl_event *e)
{
	const struct fill *f = e->payload;
	const size_t others[] = {f->region[0], f->region[1], 1};
	const struct ocl_rows first = {f->to.at, 0, 0};
	/* each row is a copy of the first, which is in the cache */
	ocl_fill(f->to.at, f->region[0], f->element, f->element_bytes);
	for (size_t z = 0; z < f->region[2]; z++) {
		const struct ocl_rows to = {
			f->to.at + z * f->to.slice_pitch, f->to.row_pitch, f->to.slice_pitch};
		ocl_copy_rows(&to, &first, others);
	}
	return CL_SUCCESS;
}

/* Makes the element that a kernel would write for the color, by an image of one element. */
static void encode(const struct _cl_mem *m, const void *color, unsigned char *element)
{
	const struct ocl_image *i = m->image;
	const struct hsaemu_image one = {.data = element,
		.width = 1,
		.geometry = HSAEMU_GEOMETRY_1D,
		.channel_order = i->kernels.channel_order,
		.channel_type = i->kernels.channel_type,
		.element_bytes = i->kernels.element_bytes};
	const uint32_t at = 0;
	uint32_t texel[COLORS] = {0};
	bool is_depth = i->format.image_channel_order == CL_DEPTH;
	memcpy(texel, color, is_depth ? sizeof texel[0] : sizeof texel);
	hsa_stimage(&one, &at, texel, 1, 1);
}

/* Fills r->used[0]. */
static cl_int fill(const struct ocl_request *r, const void *fill_color, const size_t *origin,
	const size_t *region)
{
	struct _cl_mem *image = r->used[0];
	struct _cl_event *e;
	cl_int error = ocl_check_image(r->queue, image);
	if (error == CL_SUCCESS && fill_color == NULL)
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(image, origin, region);
	if (error == CL_SUCCESS)
		error = ocl_command_new(r->queue, r->type, &r->list, sizeof(struct fill), 1, &e);
	if (error != CL_SUCCESS)
		return error;
	e->work = OCL_WORK_HOST;
	e->run = run_fill;
	size_t bytes = image->image->pitch[0];
	struct fill *f = e->payload;
	*f = (struct fill){.to = ocl_image_rows(image, origin),
		.region = {region[0] * bytes, region[1], region[2]},
		.element_bytes = bytes};
	encode(image, fill_color, f->element);
	ocl_command_keep(e, &image->base);
	return ocl_request_finish(r, e);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
	const void *fill_color, const size_t *origin, const size_t *region,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_FILL_IMAGE,
		{num_events_in_wait_list, event_wait_list}, false, event, &image, 1, NULL};
	return fill(&r, fill_color, origin, region);
}

cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr command_buffer,
	cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin,
	const size_t *region, cl_uint num_sync_points_in_wait_list,
	const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
	cl_mutable_command_khr *mutable_handle)
{
	const struct ocl_recording to = {
		command_buffer, num_sync_points_in_wait_list, sync_point_wait_list, sync_point};
	cl_int error = ocl_check_recording(&to, command_queue, mutable_handle);
	if (error != CL_SUCCESS)
		return error;
	const struct ocl_request r = {command_buffer->queue, CL_COMMAND_FILL_IMAGE, {0, NULL},
		false, NULL, &image, 1, &to};
	return fill(&r, fill_color, origin, region);
}
