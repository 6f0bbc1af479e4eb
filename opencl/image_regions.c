/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions of images, and what commands on images check first. */
#include "image_impl.h"
#include "transfer_impl.h"

cl_int ocl_check_image(const struct _cl_command_queue *q, const struct _cl_mem *m)
{
	cl_int error = ocl_check_memory(q, m);
	return error == CL_SUCCESS && m->image == NULL ? CL_INVALID_MEM_OBJECT : error;
}

cl_int ocl_image_check_region(const struct _cl_mem *m, const size_t *origin, const size_t *region)
{
	if (origin == NULL || region == NULL)
		return CL_INVALID_VALUE;
	for (unsigned a = 0; a < 3; a++) {
		size_t size = m->image->size[a];
		if (region[a] == 0 || region[a] > size || origin[a] > size - region[a])
			return CL_INVALID_VALUE;
	}
	return CL_SUCCESS;
}

struct ocl_rows ocl_image_rows(const struct _cl_mem *m, const size_t *origin)
{
	const struct ocl_image *i = m->image;
	unsigned char *at = m->data;
	for (unsigned a = 0; a < 3; a++)
		at += origin[a] * i->pitch[a];
	return (struct ocl_rows){at, i->pitch[1], i->pitch[2]};
}

bool ocl_image_has_slices(const struct _cl_mem *m)
{
	return m->image->kernels.slice_bytes != 0;
}
