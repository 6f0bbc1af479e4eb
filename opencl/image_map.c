/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps images (OpenCL 3.0 API, 5.3.6): the client gets a pointer into the data. */
#include "image_impl.h"
#include "transfer_impl.h"

void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
	cl_bool blocking_map, cl_map_flags map_flags, const size_t *origin, const size_t *region,
	size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret)
{
	const struct ocl_request r = {command_queue, CL_COMMAND_MAP_IMAGE,
		{num_events_in_wait_list, event_wait_list}, blocking_map, event, &image, 1, NULL};
	cl_int error = ocl_check_image(command_queue, image);
	if (error == CL_SUCCESS)
		error = ocl_image_check_region(image, origin, region);
	if (error == CL_SUCCESS &&
		(image_row_pitch == NULL ||
			(image_slice_pitch == NULL && ocl_image_has_slices(image))))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = ocl_check_map(image, map_flags);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	const struct hsaemu_image *k = &image->image->kernels;
	size_t row_pitch = k->row_bytes, slice_pitch = k->slice_bytes;
	void *address = ocl_enqueue_map(&r, ocl_image_rows(image, origin).at, errcode_ret);
	if (address == NULL)
		return NULL;
	*image_row_pitch = row_pitch;
	if (image_slice_pitch != NULL)
		*image_slice_pitch = slice_pitch;
	return address;
}
