/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What images are: for clients (OpenCL 3.0 API, 5.3.7) and for arguments of kernels. */
#include <string.h>
#include "image_impl.h"

/* The buffer that an image is made of. */
static cl_mem buffer_of(const struct _cl_mem *m)
{
	return m->parent != NULL && m->parent->image == NULL ? m->parent : NULL;
}

static cl_int put_size(const struct _cl_mem *m, cl_image_info name, const struct ocl_out *out)
{
	const struct hsaemu_image *k = &m->image->kernels;
	switch (name) {
	case CL_IMAGE_ELEMENT_SIZE:
		return OCL_PUT(out, size_t, k->element_bytes);
	case CL_IMAGE_ROW_PITCH:
		return OCL_PUT(out, size_t, k->row_bytes);
	case CL_IMAGE_SLICE_PITCH:
		return OCL_PUT(out, size_t, k->slice_bytes);
	case CL_IMAGE_WIDTH:
		return OCL_PUT(out, size_t, k->width);
	case CL_IMAGE_HEIGHT:
		return OCL_PUT(out, size_t, k->height);
	case CL_IMAGE_DEPTH:
		return OCL_PUT(out, size_t, k->depth);
	case CL_IMAGE_ARRAY_SIZE:
		return OCL_PUT(out, size_t, k->layers);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
	void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_MEMORY, image) || image->image == NULL)
		return CL_INVALID_MEM_OBJECT;
	switch (param_name) {
	case CL_IMAGE_FORMAT:
		return ocl_put(&out, &image->image->format, sizeof image->image->format);
	case CL_IMAGE_BUFFER:
		return OCL_PUT(&out, cl_mem, buffer_of(image));
	case CL_IMAGE_NUM_MIP_LEVELS:
	case CL_IMAGE_NUM_SAMPLES:
		return OCL_PUT(&out, cl_uint, 0);
	default:
		return put_size(image, param_name, &out);
	}
}

/* ---- arguments of kernels -------------------------------------------------------------------- */

/* OpenCL C's names of types, and which images they are. */
static const struct {
	const char *name;
	cl_mem_object_type type;
	bool is_depth;
} types[] = {
	{"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
	{"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
	{"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
	{"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
	{"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
	{"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
	{"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true},
	{"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
};

/* A name of the program's own may be any of them. */
static bool has_type(const struct _cl_mem *m, const char *type)
{
	bool is_depth = m->image->format.image_channel_order == CL_DEPTH;
	for (size_t k = 0; type != NULL && k < ARRAY_LEN(types); k++)
		if (strcmp(types[k].name, type) == 0)
			return types[k].type == m->type && types[k].is_depth == is_depth;
	return true;
}

cl_int ocl_image_check_argument(const struct _cl_mem *m, const char *type,
	cl_kernel_arg_access_qualifier access)
{
	cl_mem_flags forbidden = 0;
	if (m->image == NULL || !has_type(m, type))
		return CL_INVALID_MEM_OBJECT;
	if (access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY)
		forbidden |= CL_MEM_WRITE_ONLY;
	if (access != CL_KERNEL_ARG_ACCESS_READ_ONLY)
		forbidden |= CL_MEM_READ_ONLY;
	return m->flags & forbidden ? CL_INVALID_ARG_VALUE : CL_SUCCESS;
}

uint64_t ocl_image_argument(const struct _cl_mem *m)
{
	return (uintptr_t)m->image->handles;
}
