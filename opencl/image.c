/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes images (OpenCL 3.0 API, 5.3.1). */
#include <stdlib.h>
#include <string.h>
#include "image_impl.h"
#include "transfer_impl.h"

struct request {
	cl_context context;
	const cl_mem_properties *properties;
	cl_mem_flags flags;
	const cl_image_format *format;
	const cl_image_desc *desc;
	void *host_ptr;
};

/* ---- types ----------------------------------------------------------------------------------- */

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Takes the sizes that the geometry has; the others of a description mean nothing. */
static cl_int take_sizes(const cl_image_desc *d, struct hsaemu_image *k)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry(k->geometry);
	const size_t size[] = {d->image_width, d->image_height, d->image_depth};
	uint32_t *to[] = {&k->width, &k->height, &k->depth};
	for (unsigned a = 0; a < g->coordinates; a++) {
		if (size[a] == 0)
			return CL_INVALID_IMAGE_DESCRIPTOR;
		if (size[a] > g->max[a])
			return CL_INVALID_IMAGE_SIZE;
		*to[a] = (uint32_t)size[a];
	}
	if (!g->is_array)
		return CL_SUCCESS;
	if (d->image_array_size == 0)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	if (d->image_array_size > HSAEMU_IMAGE_MAX_LAYERS)
		return CL_INVALID_IMAGE_SIZE;
	k->layers = (uint32_t)d->image_array_size;
	return CL_SUCCESS;
}

/* Takes the pitches of an image that is laid out without any; 0 stands for the smallest one. */
static cl_int take_pitches(size_t row_pitch, size_t slice_pitch, struct hsaemu_image *k)
{
	const uint64_t most = (uint64_t)1 << HSAEMU_IMAGE_MAX_BYTES_LOG2;
	const struct hsaemu_geometry_row *g = hsaemu_geometry(k->geometry);
	uint64_t rows = g->coordinates > 1 ? k->height : 1;
	uint64_t row = row_pitch != 0 ? row_pitch : k->row_bytes;
	bool has_slices = k->slice_bytes != 0;
	if (row < k->row_bytes || row % k->element_bytes != 0 || row > most)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	uint64_t slice = has_slices && slice_pitch != 0 ? slice_pitch : row * rows;
	if (slice < row * rows || slice % row != 0 || slice > most)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	k->row_bytes = row;
	k->slice_bytes = has_slices ? slice : 0;
	k->data_bytes = slice * (g->is_array ? k->layers : g->coordinates == 3 ? k->depth : 1);
	return k->data_bytes <= most ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/* Lays out the image as its data shall be; pitches come later. */
static cl_int lay_out(const struct request *r, struct hsaemu_image *k)
{
	struct ocl_format f;
	const cl_image_desc *d = r->desc;
	if (r->format == NULL)
		return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
	cl_mem_object_type type = d == NULL ? CL_MEM_OBJECT_IMAGE2D : d->image_type;
	cl_int error = ocl_format_find(r->format, type, &f);
	if (error == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
		return error;
	if (d == NULL || !ocl_image_is_type(type) || d->num_mip_levels != 0 || d->num_samples != 0)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	if (error != CL_SUCCESS)
		return error;
	*k = (struct hsaemu_image){.geometry = (uint8_t)ocl_image_geometry(type),
		.channel_order = f.order,
		.channel_type = f.type,
		.access = HSAEMU_IMAGE_RW};
	error = take_sizes(d, k);
	if (error == CL_SUCCESS && !hsaemu_image_lay_out(k))
		error = CL_INVALID_IMAGE_SIZE;
	return error;
}

/* ---- the object ------------------------------------------------------------------------------ */

static void release_image(struct _cl_mem *m)
{
	free(m->image);
}

static void set_axes(struct ocl_image *i)
{
	const struct hsaemu_image *k = &i->kernels;
	const struct hsaemu_geometry_row *g = hsaemu_geometry(k->geometry);
	bool layers_in_y = g->is_array && g->coordinates == 1;
	uint32_t y = layers_in_y ? k->layers : k->height, z = g->is_array ? k->layers : k->depth;
	i->size[0] = k->width;
	i->size[1] = y == 0 ? 1 : y;
	i->size[2] = layers_in_y || z == 0 ? 1 : z;
	i->pitch[0] = k->element_bytes;
	i->pitch[1] = layers_in_y ? k->slice_bytes : k->row_bytes;
	i->pitch[2] = k->slice_bytes != 0 ? k->slice_bytes : k->data_bytes;
}

/* Makes an image of a memory object that has the data. */
static bool attach_image(struct _cl_mem *m, const cl_image_format *format,
	const struct hsaemu_image *k)
{
	struct ocl_image *i = mem_try_new(1, sizeof *i);
	if (i == NULL)
		return false;
	i->format = *format;
	i->kernels = *k;
	i->kernels.data = m->data;
	i->handles[0] = (uintptr_t)&i->kernels;
	set_axes(i);
	m->image = i;
	m->release = release_image;
	return true;
}

/* Copies the client's data, which `from` lays out, into the image. */
static void copy_data(const struct _cl_mem *m, const struct hsaemu_image *from, const void *data)
{
	const struct ocl_image *i = m->image;
	struct ocl_image client = {.kernels = *from};
	set_axes(&client);
	const struct ocl_rows to = {m->data, i->pitch[1], i->pitch[2]};
	const struct ocl_rows rows = {
		(unsigned char *)(uintptr_t)data, client.pitch[1], client.pitch[2]};
	const size_t region[] = {i->size[0] * i->pitch[0], i->size[1], i->size[2]};
	ocl_copy_rows(&to, &rows, region);
}

/* ---- an image of its own --------------------------------------------------------------------- */

/* An image in the client's memory has the client's pitches; all others have the smallest. */
static cl_int create_own(const struct request *r, cl_mem_flags flags, struct _cl_mem **out)
{
	const cl_image_desc *d = r->desc;
	struct hsaemu_image smallest, client;
	cl_int error = lay_out(r, &smallest);
	if (error != CL_SUCCESS)
		return error;
	if (r->host_ptr == NULL && (d->image_row_pitch != 0 || d->image_slice_pitch != 0))
		return CL_INVALID_IMAGE_DESCRIPTOR;
	client = smallest;
	error = take_pitches(d->image_row_pitch, d->image_slice_pitch, &client);
	if (error != CL_SUCCESS)
		return error;
	const struct hsaemu_image *k = flags & CL_MEM_USE_HOST_PTR ? &client : &smallest;
	struct _cl_mem *m = ocl_memory_new(r->context, d->image_type, flags, k->data_bytes,
		r->host_ptr, &error);
	if (m == NULL)
		return error;
	if (!attach_image(m, r->format, k)) {
		ocl_object_release(&m->base);
		return CL_OUT_OF_HOST_MEMORY;
	}
	if (flags & CL_MEM_COPY_HOST_PTR)
		copy_data(m, &client, r->host_ptr);
	*out = m;
	return CL_SUCCESS;
}

/* ---- an image of a buffer or an image -------------------------------------------------------- */

/* Whether the description is that of the image, but for the format. */
static bool is_same_image(const struct _cl_mem *m, const cl_image_desc *d)
{
	const struct hsaemu_image *k = &m->image->kernels;
	return m->type == CL_MEM_OBJECT_IMAGE2D && d->image_width == k->width &&
	       d->image_height == k->height &&
	       (d->image_row_pitch == 0 || d->image_row_pitch == k->row_bytes);
}

/* Lays out an image that shares the data of the parent. */
static cl_int lay_out_child(const struct request *r, const struct _cl_mem *parent,
	struct hsaemu_image *k)
{
	const cl_image_desc *d = r->desc;
	cl_int error = lay_out(r, k);
	if (error != CL_SUCCESS)
		return error;
	if (parent->image == NULL) {
		error = take_pitches(d->image_row_pitch, 0, k);
		if (error == CL_SUCCESS && k->data_bytes > parent->bytes)
			error = CL_INVALID_IMAGE_SIZE;
		return error;
	}
	if (!ocl_format_is_view(&parent->image->format, r->format))
		return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
	if (!is_same_image(parent, d))
		return CL_INVALID_IMAGE_DESCRIPTOR;
	return take_pitches(parent->image->kernels.row_bytes, 0, k);
}

static cl_int create_child(const struct request *r, struct _cl_mem **out)
{
	struct _cl_mem *parent = r->desc->mem_object;
	cl_mem_flags flags = r->flags;
	struct hsaemu_image k;
	if (!ocl_is_valid(OCL_MEMORY, parent) || parent->context != r->context ||
		(parent->image == NULL && parent->type != CL_MEM_OBJECT_BUFFER))
		return CL_INVALID_IMAGE_DESCRIPTOR;
	if (r->desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && parent->image != NULL)
		return CL_INVALID_IMAGE_DESCRIPTOR;
	cl_int error = lay_out_child(r, parent, &k);
	if (error == CL_SUCCESS && r->host_ptr != NULL)
		error = CL_INVALID_HOST_PTR;
	if (error == CL_SUCCESS)
		error = ocl_memory_child_flags(parent, &flags);
	if (error != CL_SUCCESS)
		return error;
	struct _cl_mem *m =
		ocl_memory_new_child(parent, r->desc->image_type, flags, 0, k.data_bytes);
	if (m == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	if (!attach_image(m, r->format, &k)) {
		ocl_object_release(&m->base);
		return CL_OUT_OF_HOST_MEMORY;
	}
	*out = m;
	return CL_SUCCESS;
}

/* ---- the functions --------------------------------------------------------------------------- */

/* Whether the description names what the image shares data with, as it may. */
static cl_int shares_data(const cl_image_desc *d, bool *shares)
{
	*shares = d != NULL && d->mem_object != NULL;
	if (d == NULL)
		return CL_SUCCESS;
	bool must = d->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
	bool may = must || d->image_type == CL_MEM_OBJECT_IMAGE2D;
	return *shares ? (may ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR)
	               : (must ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS);
}

static cl_int create(const struct request *r, struct _cl_mem **out)
{
	size_t property_count;
	bool shares;
	if (!ocl_is_valid(OCL_CONTEXT, r->context))
		return CL_INVALID_CONTEXT;
	if (ocl_is_deep())
		return CL_INVALID_OPERATION;
	cl_int error = ocl_memory_properties(r->properties, &property_count);
	if (error != CL_SUCCESS)
		return error;
	error = shares_data(r->desc, &shares);
	if (error == CL_SUCCESS && shares) {
		error = create_child(r, out);
	} else if (error == CL_SUCCESS) {
		cl_mem_flags flags = r->flags;
		error = ocl_memory_flags(&flags, r->host_ptr);
		if (error == CL_SUCCESS)
			error = create_own(r, flags, out);
	}
	if (error == CL_SUCCESS &&
		!ocl_memory_keep_properties(*out, r->properties, property_count)) {
		ocl_object_release(&(*out)->base);
		error = CL_OUT_OF_HOST_MEMORY;
	}
	return error;
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
	const cl_mem_properties *properties, cl_mem_flags flags,
	const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr,
	cl_int *errcode_ret)
{
	const struct request r = {context, properties, flags, image_format, image_desc, host_ptr};
	struct _cl_mem *m;
	cl_int error = create(&r, &m);
	return error != CL_SUCCESS ? ocl_fail(errcode_ret, error) : ocl_done(errcode_ret, m);
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
	const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr,
	cl_int *errcode_ret)
{
	return clCreateImageWithProperties(context, NULL, flags, image_format, image_desc, host_ptr,
		errcode_ret);
}

/* The functions of OpenCL 1.0 have one error for all sizes and pitches. */
static cl_mem create_old(const struct request *r, cl_int *errcode_ret)
{
	struct _cl_mem *m;
	cl_int error = create(r, &m);
	if (error == CL_INVALID_IMAGE_DESCRIPTOR)
		error = CL_INVALID_IMAGE_SIZE;
	return error != CL_SUCCESS ? ocl_fail(errcode_ret, error) : ocl_done(errcode_ret, m);
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
	const cl_image_format *image_format, size_t image_width, size_t image_height,
	size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret)
{
	const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D,
		.image_width = image_width,
		.image_height = image_height,
		.image_row_pitch = image_row_pitch};
	const struct request r = {context, NULL, flags, image_format, &d, host_ptr};
	return create_old(&r, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
	const cl_image_format *image_format, size_t image_width, size_t image_height,
	size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
	cl_int *errcode_ret)
{
	const cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D,
		.image_width = image_width,
		.image_height = image_height,
		.image_depth = image_depth,
		.image_row_pitch = image_row_pitch,
		.image_slice_pitch = image_slice_pitch};
	const struct request r = {context, NULL, flags, image_format, &d, host_ptr};
	return create_old(&r, errcode_ret);
}
