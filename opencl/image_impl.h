/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images and samplers (OpenCL 3.0 API, 5.3 and 5.7). The elements of an image follow one another in
 * x, its rows in y, its slices or layers in z, or in y if it is an array of lines, so that kernels,
 * the host and commands use one copy of the data.
 *
 * Kernels get the address of two handles, that of an image and that of a sampler, as all PTX does
 * (ptx2hsail --help). */
#ifndef HSAEMU_OPENCL_IMAGE_IMPL_H
#define HSAEMU_OPENCL_IMAGE_IMPL_H

#include "hsaemu/image_abi.h"
#include "memory_impl.h"

struct ocl_rows; /* transfer_impl.h */

/* What _cl_mem.image points to. It does not change. */
struct ocl_image {
	cl_image_format format;
	struct hsaemu_image kernels; /* what kernels have; also says where the data are */
	uint64_t handles[2];         /* of `kernels`, and 0 */
	size_t size[3];              /* in x, y and z; 1 where there is nothing */
	size_t pitch[3];             /* bytes from an element to its neighbour in x, y and z */
};

struct _cl_sampler {
	struct ocl_object base;
	struct _cl_context *context;       /* used */
	cl_sampler_properties *properties; /* as the client gave them, with the 0; NULL: none */
	size_t property_count;
	cl_bool normalized;
	cl_addressing_mode addressing;
	cl_filter_mode filter;
	uint64_t handles[2]; /* 0, and the sampler's */
};

/* ---- arguments of kernels ------------------------------------------------------------------- */

/* Checks a valid memory object that a kernel is to get for a parameter of this type, such as
 * "image2d_t", with this access (CL_KERNEL_ARG_ACCESS_READ_ONLY and so on): INVALID_MEM_OBJECT (it
 * is another kind of image or none), INVALID_ARG_VALUE (its flags do not permit the access). */
cl_int ocl_image_check_argument(const struct _cl_mem *m, const char *type,
	cl_kernel_arg_access_qualifier access);
/* Return the 64 bits that a kernel gets for an image, whatever its access is, and for a sampler.
 * They are good while the object lives. */
uint64_t ocl_image_argument(const struct _cl_mem *m);
uint64_t ocl_sampler_argument(const struct _cl_sampler *s);

/* ---- types and formats ---------------------------------------------------------------------- */

/* Returns HSA's word for a type of images; HSAEMU_GEOMETRY_COUNT: it is none. */
enum hsaemu_image_geometry ocl_image_geometry(cl_mem_object_type type);
/* Returns whether this is a type of images. */
bool ocl_image_is_type(cl_mem_object_type type);

/* What a format is to kernels. */
struct ocl_format {
	uint8_t order, type; /* enum hsaemu_channel_order, enum hsaemu_channel_type */
};

/* INVALID_IMAGE_FORMAT_DESCRIPTOR: there is no such format; IMAGE_FORMAT_NOT_SUPPORTED: images of
 * this type do not have it. */
cl_int ocl_format_find(const cl_image_format *format, cl_mem_object_type type,
	struct ocl_format *out);
/* Returns whether an image of format `of` can be seen as one of format `as`. */
bool ocl_format_is_view(const cl_image_format *of, const cl_image_format *as);

/* ---- places in images ----------------------------------------------------------------------- */

/* Checks a region of an image, which must lie inside: INVALID_VALUE. */
cl_int ocl_image_check_region(const struct _cl_mem *m, const size_t *origin, const size_t *region);
/* Returns where the element is, and how far rows and slices are apart. */
struct ocl_rows ocl_image_rows(const struct _cl_mem *m, const size_t *origin);
/* Returns whether it is of those that have a slice pitch: arrays and images in three dimensions. */
bool ocl_image_has_slices(const struct _cl_mem *m);
/* INVALID_COMMAND_QUEUE, INVALID_MEM_OBJECT (also of what is no image), INVALID_CONTEXT. */
cl_int ocl_check_image(const struct _cl_command_queue *q, const struct _cl_mem *m);

#endif
