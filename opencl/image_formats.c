/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types and formats of images (OpenCL 3.0 API, 5.3.1 and 5.3.2): which there are, and what HSA
 * calls them. Kernels read and write each format that HSA permits (images.def). Images of depths
 * are images of red to kernels, since OpenCL C knows by itself which are of depths. */
#include "image_impl.h"

enum hsaemu_image_geometry ocl_image_geometry(cl_mem_object_type type)
{
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D:
		return HSAEMU_GEOMETRY_1D;
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		return HSAEMU_GEOMETRY_1DB;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		return HSAEMU_GEOMETRY_1DA;
	case CL_MEM_OBJECT_IMAGE2D:
		return HSAEMU_GEOMETRY_2D;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		return HSAEMU_GEOMETRY_2DA;
	case CL_MEM_OBJECT_IMAGE3D:
		return HSAEMU_GEOMETRY_3D;
	default:
		return HSAEMU_GEOMETRY_COUNT;
	}
}

bool ocl_image_is_type(cl_mem_object_type type)
{
	return ocl_image_geometry(type) != HSAEMU_GEOMETRY_COUNT;
}

/* OpenCL's numbers of both begin here. */
enum { FIRST_ORDER = CL_R, FIRST_TYPE = CL_SNORM_INT8 };
enum { NONE = 0xff };

static const uint8_t orders[] = {
	[CL_R - FIRST_ORDER] = HSAEMU_ORDER_R,
	[CL_A - FIRST_ORDER] = HSAEMU_ORDER_A,
	[CL_RG - FIRST_ORDER] = HSAEMU_ORDER_RG,
	[CL_RA - FIRST_ORDER] = HSAEMU_ORDER_RA,
	[CL_RGB - FIRST_ORDER] = HSAEMU_ORDER_RGB,
	[CL_RGBA - FIRST_ORDER] = HSAEMU_ORDER_RGBA,
	[CL_BGRA - FIRST_ORDER] = HSAEMU_ORDER_BGRA,
	[CL_ARGB - FIRST_ORDER] = HSAEMU_ORDER_ARGB,
	[CL_INTENSITY - FIRST_ORDER] = HSAEMU_ORDER_INTENSITY,
	[CL_LUMINANCE - FIRST_ORDER] = HSAEMU_ORDER_LUMINANCE,
	[CL_Rx - FIRST_ORDER] = HSAEMU_ORDER_RX,
	[CL_RGx - FIRST_ORDER] = HSAEMU_ORDER_RGX,
	[CL_RGBx - FIRST_ORDER] = HSAEMU_ORDER_RGBX,
	[CL_DEPTH - FIRST_ORDER] = HSAEMU_ORDER_R,
	[CL_DEPTH_STENCIL - FIRST_ORDER] = NONE,
	[CL_sRGB - FIRST_ORDER] = HSAEMU_ORDER_SRGB,
	[CL_sRGBx - FIRST_ORDER] = HSAEMU_ORDER_SRGBX,
	[CL_sRGBA - FIRST_ORDER] = HSAEMU_ORDER_SRGBA,
	[CL_sBGRA - FIRST_ORDER] = HSAEMU_ORDER_SBGRA,
	[CL_ABGR - FIRST_ORDER] = HSAEMU_ORDER_ABGR,
};

static const uint8_t types[] = {
	[CL_SNORM_INT8 - FIRST_TYPE] = HSAEMU_CHANNEL_SNORM_INT8,
	[CL_SNORM_INT16 - FIRST_TYPE] = HSAEMU_CHANNEL_SNORM_INT16,
	[CL_UNORM_INT8 - FIRST_TYPE] = HSAEMU_CHANNEL_UNORM_INT8,
	[CL_UNORM_INT16 - FIRST_TYPE] = HSAEMU_CHANNEL_UNORM_INT16,
	[CL_UNORM_SHORT_565 - FIRST_TYPE] = HSAEMU_CHANNEL_UNORM_SHORT_565,
	[CL_UNORM_SHORT_555 - FIRST_TYPE] = HSAEMU_CHANNEL_UNORM_SHORT_555,
	[CL_UNORM_INT_101010 - FIRST_TYPE] = HSAEMU_CHANNEL_UNORM_INT_101010,
	[CL_SIGNED_INT8 - FIRST_TYPE] = HSAEMU_CHANNEL_SIGNED_INT8,
	[CL_SIGNED_INT16 - FIRST_TYPE] = HSAEMU_CHANNEL_SIGNED_INT16,
	[CL_SIGNED_INT32 - FIRST_TYPE] = HSAEMU_CHANNEL_SIGNED_INT32,
	[CL_UNSIGNED_INT8 - FIRST_TYPE] = HSAEMU_CHANNEL_UNSIGNED_INT8,
	[CL_UNSIGNED_INT16 - FIRST_TYPE] = HSAEMU_CHANNEL_UNSIGNED_INT16,
	[CL_UNSIGNED_INT32 - FIRST_TYPE] = HSAEMU_CHANNEL_UNSIGNED_INT32,
	[CL_HALF_FLOAT - FIRST_TYPE] = HSAEMU_CHANNEL_HALF_FLOAT,
	[CL_FLOAT - FIRST_TYPE] = HSAEMU_CHANNEL_FLOAT,
	[CL_UNORM_INT24 - FIRST_TYPE] = NONE,
	[CL_UNORM_INT_101010_2 - FIRST_TYPE] = NONE,
};

enum {
	ORDER_COUNT = ARRAY_LEN(orders),
	TYPE_COUNT = ARRAY_LEN(types),
};

/* ---- one format ------------------------------------------------------------------------------ */

/* Those that OpenCL has and kernels cannot use. */
static bool is_unsupported(cl_channel_order order, cl_channel_type type)
{
	return (order == CL_DEPTH_STENCIL && (type == CL_UNORM_INT24 || type == CL_FLOAT)) ||
	       (order == CL_RGBA && type == CL_UNORM_INT_101010_2);
}

static bool is_legal(cl_channel_order order, cl_channel_type type)
{
	if (order < FIRST_ORDER || order - FIRST_ORDER >= ORDER_COUNT || type < FIRST_TYPE ||
		type - FIRST_TYPE >= TYPE_COUNT)
		return false;
	if (order == CL_DEPTH)
		return type == CL_UNORM_INT16 || type == CL_FLOAT;
	return hsaemu_image_is_legal(HSAEMU_GEOMETRY_2D, orders[order - FIRST_ORDER],
		types[type - FIRST_TYPE]);
}

static bool is_srgb(cl_channel_order order)
{
	return order >= CL_sRGB && order <= CL_sBGRA;
}

/* Whether the last component is not there, and yet 0 in the border: kernels could use these, but
 * OpenCL's conformance tests take the border for that of the orders without x. */
static bool is_padded(cl_channel_order order)
{
	return order == CL_Rx || order == CL_RGx || order == CL_RGBx || order == CL_sRGBx;
}

/* Whether images of this type, used as `flags` say, have the legal format. A kernel cannot both
 * read and write sRGB. */
static bool has_format(cl_mem_object_type type, cl_mem_flags flags, cl_channel_order order)
{
	if (order == CL_DEPTH && type != CL_MEM_OBJECT_IMAGE2D &&
		type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
		return false;
	if (is_padded(order))
		return false;
	return !is_srgb(order) || (flags & CL_MEM_KERNEL_READ_AND_WRITE) == 0;
}

cl_int ocl_format_find(const cl_image_format *format, cl_mem_object_type type,
	struct ocl_format *out)
{
	cl_channel_order order = format->image_channel_order;
	cl_channel_type channels = format->image_channel_data_type;
	if (is_unsupported(order, channels))
		return CL_IMAGE_FORMAT_NOT_SUPPORTED;
	if (!is_legal(order, channels))
		return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
	if (!has_format(type, 0, order))
		return CL_IMAGE_FORMAT_NOT_SUPPORTED;
	out->order = orders[order - FIRST_ORDER];
	out->type = types[channels - FIRST_TYPE];
	return CL_SUCCESS;
}

/* The order without sRGB's color space, or that of depths as numbers. */
static cl_channel_order plain_order(cl_channel_order order)
{
	switch (order) {
	case CL_sRGB:
		return CL_RGB;
	case CL_sRGBx:
		return CL_RGBx;
	case CL_sRGBA:
		return CL_RGBA;
	case CL_sBGRA:
		return CL_BGRA;
	case CL_DEPTH:
		return CL_R;
	default:
		return order;
	}
}

bool ocl_format_is_view(const cl_image_format *of, const cl_image_format *as)
{
	return of->image_channel_data_type == as->image_channel_data_type &&
	       plain_order(of->image_channel_order) == plain_order(as->image_channel_order);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool are_flags(cl_mem_flags flags)
{
	const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
	                            CL_MEM_KERNEL_READ_AND_WRITE;
	const cl_mem_flags host =
		CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
	const cl_mem_flags others =
		CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
	return (flags & ~(access | host | others)) == 0 &&
	       __builtin_popcountll(flags & access) <= 1 && __builtin_popcountll(flags & host) <= 1;
}

static cl_uint list_formats(cl_mem_object_type type, cl_mem_flags flags, cl_uint room,
	cl_image_format *out)
{
	cl_uint count = 0;
	for (cl_channel_order o = FIRST_ORDER; o < FIRST_ORDER + ORDER_COUNT; o++)
		for (cl_channel_type t = FIRST_TYPE; t < FIRST_TYPE + TYPE_COUNT; t++) {
			if (!is_legal(o, t) || !has_format(type, flags, o))
				continue;
			if (count < room)
				out[count] = (cl_image_format){o, t};
			count++;
		}
	return count;
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
	cl_mem_object_type image_type, cl_uint num_entries, cl_image_format *image_formats,
	cl_uint *num_image_formats)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return CL_INVALID_CONTEXT;
	if (!are_flags(flags) || !ocl_image_is_type(image_type) ||
		(num_entries == 0 && image_formats != NULL))
		return CL_INVALID_VALUE;
	cl_uint room = image_formats == NULL ? 0 : num_entries;
	cl_uint count = ocl_is_deep() ? 0 : list_formats(image_type, flags, room, image_formats);
	if (num_image_formats != NULL)
		*num_image_formats = count;
	return CL_SUCCESS;
}
