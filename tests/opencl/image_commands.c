/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands on images: reading, writing and copying regions of images of each type, against loops;
 * filling by formats; maps; images that share the data of others; and each error. */
#include "image_client.h"

static cl_command_queue queue, other_queue;
static const cl_image_format rg16 = {CL_RG, CL_UNSIGNED_INT16}, r32 = {CL_R, CL_FLOAT};

enum { BYTES = 1 << 14 };
static unsigned char before[BYTES], after[BYTES], wanted[BYTES];

static void number(unsigned char *to, size_t bytes, unsigned seed)
{
	for (size_t k = 0; k < bytes; k++)
		to[k] = (unsigned char)(seed = seed * 1103515245 + 12345 + (seed >> 16));
}

/* ---- a region, by elements ------------------------------------------------------------------- */

struct area {
	unsigned char *data;
	size_t pitch[3]; /* of elements, rows and slices */
};

static struct area area(void *data, size_t element, size_t row, size_t slice)
{
	return (struct area){data, {element, row, slice}};
}

/* An image's data, one element after the other. */
static struct area packed(void *data, size_t element, const size_t *size)
{
	return area(data, element, size[0] * element, size[0] * size[1] * element);
}

static void copy(struct area to, const size_t *at, struct area from, const size_t *origin,
	const size_t *region)
{
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			for (size_t x = 0; x < region[0]; x++)
				memcpy(to.data + (at[0] + x) * to.pitch[0] +
						(at[1] + y) * to.pitch[1] +
						(at[2] + z) * to.pitch[2],
					from.data + (origin[0] + x) * from.pitch[0] +
						(origin[1] + y) * from.pitch[1] +
						(origin[2] + z) * from.pitch[2],
					to.pitch[0]);
}

static const size_t zero[3], one[] = {1, 1, 1};

/* Images of each type, with their sizes in x, y and z, and regions within. */
static const struct shape {
	cl_image_desc d;
	size_t size[3], origin[3], region[3];
} shapes[] = {
	{SIZE(D1, 13, 0, 0, 0), {13, 1, 1}, {3, 0, 0}, {5, 1, 1}},
	{SIZE(D1A, 13, 0, 0, 6), {13, 6, 1}, {3, 2, 0}, {5, 3, 1}},
	{SIZE(D2, 13, 6, 0, 0), {13, 6, 1}, {1, 2, 0}, {12, 4, 1}},
	{SIZE(D2A, 13, 6, 0, 5), {13, 6, 5}, {2, 1, 3}, {7, 2, 2}},
	{SIZE(D3, 13, 6, 5, 0), {13, 6, 5}, {0, 0, 1}, {13, 6, 3}},
	{SIZE(D3, 13, 6, 5, 0), {13, 6, 5}, {12, 5, 4}, {1, 1, 1}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static size_t total(const struct shape *s)
{
	return s->size[0] * s->size[1] * s->size[2] * 4;
}

static void read_all(cl_mem m, const struct shape *s, void *to)
{
	OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, zero, s->size, 0, 0, to, 0, NULL, NULL));
}

static cl_mem numbered(const struct shape *s, unsigned seed)
{
	number(before, BYTES, seed);
	return create(CL_MEM_COPY_HOST_PTR, &rg16, &s->d, before, CL_SUCCESS);
}

static bool has_slices(const struct shape *s)
{
	return s->d.image_type == D1A || s->d.image_type == D2A || s->d.image_type == D3;
}

/* Layers of lines are rows, which the slice pitch separates. */
static struct area in_memory(const struct shape *s, void *data, size_t row, size_t slice)
{
	return area(data, 4, s->d.image_type == D1A ? slice : row, slice);
}

static void reads(const struct shape *s)
{
	size_t row = s->region[0] * 4 + 12, slice = has_slices(s) ? row * s->region[1] + 20 : 0;
	cl_mem m = numbered(s, 1);
	number(after, BYTES, 2);
	memcpy(wanted, after, BYTES);
	OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, s->origin, s->region, row, slice, after, 0,
		NULL, NULL));
	copy(in_memory(s, wanted, row, slice), zero, packed(before, 4, s->size), s->origin,
		s->region);
	EXPECT(memcmp(after, wanted, BYTES) == 0);
	OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, s->origin, s->region, 0, 0, after, 0, NULL,
		NULL));
	copy(packed(wanted, 4, s->region), zero, packed(before, 4, s->size), s->origin, s->region);
	EXPECT(memcmp(after, wanted, BYTES) == 0);
	release(m);
}

static void writes(const struct shape *s)
{
	static unsigned char from[BYTES];
	size_t row = s->region[0] * 4 + 8, slice = has_slices(s) ? row * s->region[1] : 0;
	cl_event e;
	cl_mem m = numbered(s, 3);
	number(from, BYTES, 4);
	memcpy(wanted, before, BYTES);
	OK(cl()->clEnqueueWriteImage(queue, m, CL_FALSE, s->origin, s->region, row, slice, from, 0,
		NULL, &e));
	OK(cl()->clWaitForEvents(1, &e));
	cl_command_type type;
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	EXPECT(type == CL_COMMAND_WRITE_IMAGE);
	OK(cl()->clReleaseEvent(e));
	copy(packed(wanted, 4, s->size), s->origin, in_memory(s, from, row, slice), zero,
		s->region);
	read_all(m, s, after);
	EXPECT(memcmp(after, wanted, total(s)) == 0);
	release(m);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static cl_mem buffer(size_t bytes)
{
	cl_int error;
	cl_mem m = cl()->clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, before, &error);
	OK(error);
	return m;
}

static void buffers(const struct shape *s)
{
	enum { OFFSET = 12 };
	cl_mem b = buffer(BYTES), m = numbered(s, 5);
	memcpy(wanted, before, BYTES);
	number(wanted, BYTES, 6);
	OK(cl()->clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, BYTES, wanted, 0, NULL, NULL));
	OK(cl()->clEnqueueCopyImageToBuffer(queue, m, b, s->origin, s->region, OFFSET, 0, NULL,
		NULL));
	OK(cl()->clEnqueueReadBuffer(queue, b, CL_TRUE, 0, BYTES, after, 0, NULL, NULL));
	copy(packed(wanted + OFFSET, 4, s->region), zero, packed(before, 4, s->size), s->origin,
		s->region);
	EXPECT(memcmp(after, wanted, BYTES) == 0);
	OK(cl()->clEnqueueCopyBufferToImage(queue, b, m, 100, s->origin, s->region, 0, NULL, NULL));
	copy(packed(before, 4, s->size), s->origin, packed(wanted + 100, 4, s->region), zero,
		s->region);
	read_all(m, s, after);
	EXPECT(memcmp(after, before, total(s)) == 0);
	release(m);
	release(b);
}

/* Between images of all types. */
static void between(const struct shape *a, const struct shape *b)
{
	static unsigned char other[BYTES];
	size_t region[3];
	for (unsigned k = 0; k < 3; k++)
		region[k] = a->region[k] < b->region[k] ? a->region[k] : b->region[k];
	cl_mem from = numbered(a, 7);
	memcpy(other, before, BYTES);
	cl_mem to = numbered(b, 8);
	OK(cl()->clEnqueueCopyImage(queue, from, to, a->origin, b->origin, region, 0, NULL, NULL));
	copy(packed(before, 4, b->size), b->origin, packed(other, 4, a->size), a->origin, region);
	read_all(to, b, after);
	EXPECT(memcmp(after, before, total(b)) == 0);
	release(from);
	release(to);
}

static void within_one(void)
{
	const struct shape *s = &shapes[4];
	const size_t from[] = {1, 1, 1}, side[] = {4, 1, 1}, region[] = {3, 2, 2};
	cl_mem m = numbered(s, 9);
	OK(cl()->clEnqueueCopyImage(queue, m, m, from, side, region, 0, NULL, NULL));
	copy(packed(before, 4, s->size), side, packed(before, 4, s->size), from, region);
	read_all(m, s, after);
	EXPECT(memcmp(after, before, total(s)) == 0);
	const size_t near[] = {3, 2, 2}, same[] = {3, 2, 1};
	IS(CL_MEM_COPY_OVERLAP,
		cl()->clEnqueueCopyImage(queue, m, m, from, near, region, 0, NULL, NULL));
	IS(CL_MEM_COPY_OVERLAP,
		cl()->clEnqueueCopyImage(queue, m, m, from, same, region, 0, NULL, NULL));
	release(m);
}

/* ---- fills ----------------------------------------------------------------------------------- */

static void fill_region(const struct shape *s)
{
	const cl_uint color[] = {0x1234, 0x70000, 9, 9};
	const cl_ushort element[] = {0x1234, 0xffff};
	cl_mem m = numbered(s, 10);
	OK(cl()->clEnqueueFillImage(queue, m, color, s->origin, s->region, 0, NULL, NULL));
	memcpy(wanted, before, BYTES);
	struct area constant = {(unsigned char *)(uintptr_t)element, {0, 0, 0}};
	copy(packed(wanted, 4, s->size), s->origin, constant, zero, s->region);
	read_all(m, s, after);
	EXPECT(memcmp(after, wanted, total(s)) == 0);
	release(m);
}

/* The color becomes what a kernel would write. */
static void fill_formats(void)
{
	static const struct {
		cl_image_format f;
		union {
			float f[4];
			cl_int i[4];
		} color;
		size_t bytes;
		unsigned char element[16];
	} rows[] = {
		{{CL_RGBA, CL_UNORM_INT8}, {{0, 1, 0.5f, 7}}, 4, {0, 255, 128, 255}},
		{{CL_BGRA, CL_UNORM_INT8}, {{0, 1, 0.5f, -1}}, 4, {128, 255, 0, 0}},
		{{CL_ARGB, CL_UNORM_INT8}, {{0, 1, 0.5f, 0.2f}}, 4, {51, 0, 255, 128}},
		{{CL_sRGBA, CL_UNORM_INT8}, {{0, 1, 0.5f, 0.5f}}, 4, {0, 255, 188, 128}},
		{{CL_R, CL_SNORM_INT8}, {{-1, 0, 0, 0}}, 1, {0x81}},
		{{CL_A, CL_UNORM_INT8}, {{0, 0, 0, 1}}, 1, {255}},
		{{CL_RA, CL_UNORM_INT8}, {{1, 0, 0, 0}}, 2, {255, 0}},
		{{CL_LUMINANCE, CL_UNORM_INT8}, {{1, 0, 0, 0}}, 1, {255}},
		{{CL_RGB, CL_UNORM_SHORT_565}, {{1, 0, 1, 0}}, 2, {0x1f, 0xf8}},
		{{CL_RG, CL_HALF_FLOAT}, {{1, -2, 0, 0}}, 4, {0, 0x3c, 0, 0xc0}},
		{{CL_R, CL_FLOAT}, {{1, 0, 0, 0}}, 4, {0, 0, 0x80, 0x3f}},
		{{CL_DEPTH, CL_UNORM_INT16}, {{1, 0, 0, 0}}, 2, {255, 255}},
		{{CL_RG, CL_SIGNED_INT8}, {.i = {-300, 5, 0, 0}}, 2, {0x80, 5}},
		{{CL_RGBA, CL_SIGNED_INT32}, {.i = {1, -1, 2, 3}}, 16,
			{1, 0, 0, 0, 255, 255, 255, 255, 2, 0, 0, 0, 3, 0, 0, 0}},
	};
	const cl_image_desc d = SIZE(D2, 9, 2, 0, 0);
	const size_t region[] = {9, 2, 1};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		cl_mem m = create(0, &rows[k].f, &d, NULL, CL_SUCCESS);
		OK(cl()->clEnqueueFillImage(queue, m, &rows[k].color, zero, region, 0, NULL, NULL));
		OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, zero, region, 0, 0, after, 0, NULL,
			NULL));
		for (size_t n = 0; n < 18; n++)
			if (memcmp(after + n * rows[k].bytes, rows[k].element, rows[k].bytes)) {
				printf("format %zu, element %zu: %d %d\n", k, n,
					after[n * rows[k].bytes], after[n * rows[k].bytes + 1]);
				exit(1);
			}
		release(m);
	}
}

/* A color of a depth is one float. */
static void fill_depth(void)
{
	const cl_image_format depth = {CL_DEPTH, CL_FLOAT};
	const cl_image_desc d = SIZE(D2, 3, 1, 0, 0);
	const size_t region[] = {3, 1, 1};
	float *color = malloc(sizeof *color), got[3];
	EXPECT(color != NULL);
	*color = 0.75f;
	cl_mem m = create(0, &depth, &d, NULL, CL_SUCCESS);
	OK(cl()->clEnqueueFillImage(queue, m, color, zero, region, 0, NULL, NULL));
	free(color);
	OK(cl()->clEnqueueReadImage(queue, m, CL_TRUE, zero, region, 0, 0, got, 0, NULL, NULL));
	EXPECT(got[0] == 0.75f && got[1] == 0.75f && got[2] == 0.75f);
	release(m);
}

/* ---- maps ------------------------------------------------------------------------------------ */

static void maps(const struct shape *s)
{
	size_t row = 77, slice = 77;
	cl_int error;
	cl_uint count;
	cl_mem m = numbered(s, 11);
	unsigned char *p = cl()->clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
		s->origin, s->region, &row, &slice, 0, NULL, NULL, &error);
	OK(error);
	EXPECT(row == size_of(m, CL_IMAGE_ROW_PITCH) && slice == size_of(m, CL_IMAGE_SLICE_PITCH));
	OK(cl()->clGetMemObjectInfo(m, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
	EXPECT(count == 1);
	copy(packed(after, 4, s->region), zero, in_memory(s, p, row, slice), zero, s->region);
	copy(packed(wanted, 4, s->region), zero, packed(before, 4, s->size), s->origin, s->region);
	EXPECT(memcmp(after, wanted, s->region[0] * s->region[1] * s->region[2] * 4) == 0);
	memset(p, 0x5a, 4);
	OK(cl()->clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, cl()->clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	memset(wanted, 0x5a, 4);
	copy(packed(before, 4, s->size), s->origin, packed(wanted, 4, one), zero, one);
	read_all(m, s, after);
	EXPECT(memcmp(after, before, total(s)) == 0);
	release(m);
}

/* The pointer lies in the client's memory. */
static void map_of_host(void)
{
	const cl_image_desc d = {.image_type = D3,
		.image_width = 5,
		.image_height = 4,
		.image_depth = 3,
		.image_row_pitch = 24,
		.image_slice_pitch = 120};
	const size_t origin[] = {1, 2, 1}, region[] = {2, 2, 2};
	size_t row, slice;
	cl_int error;
	cl_mem m = create(CL_MEM_USE_HOST_PTR, &rg16, &d, before, CL_SUCCESS);
	void *p = cl()->clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, origin,
		region, &row, &slice, 0, NULL, NULL, &error);
	OK(error);
	EXPECT(p == before + 120 + 48 + 4 && row == 24 && slice == 120);
	OK(cl()->clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	release(m);
}

static void wrong_maps(void)
{
	const struct shape *flat = &shapes[2], *deep = &shapes[4];
	const size_t beyond[] = {1, 0, 0};
	size_t row, slice;
	cl_int error;
	cl_mem m = numbered(deep, 12), f = numbered(flat, 13),
	       hidden = create(CL_MEM_HOST_NO_ACCESS, &rg16, &flat->d, NULL, CL_SUCCESS);
	const struct {
		cl_mem m;
		cl_map_flags flags;
		const size_t *origin, *region;
		size_t *row, *slice;
		cl_int error;
	} wrong[] = {
		{m, CL_MAP_READ, NULL, one, &row, &slice, CL_INVALID_VALUE},
		{m, CL_MAP_READ, zero, zero, &row, &slice, CL_INVALID_VALUE},
		{m, CL_MAP_READ, beyond, deep->size, &row, &slice, CL_INVALID_VALUE},
		{m, CL_MAP_READ, zero, one, NULL, &slice, CL_INVALID_VALUE},
		{m, CL_MAP_READ, zero, one, &row, NULL, CL_INVALID_VALUE},
		{m, 8, zero, one, &row, &slice, CL_INVALID_VALUE},
		{m, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, one, &row, &slice,
			CL_INVALID_VALUE},
		{hidden, CL_MAP_READ, zero, one, &row, &slice, CL_INVALID_OPERATION},
		{NULL, CL_MAP_READ, zero, one, &row, &slice, CL_INVALID_MEM_OBJECT},
		{f, CL_MAP_READ, zero, one, &row, NULL, CL_SUCCESS},
	};
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		cl()->clEnqueueMapImage(queue, wrong[k].m, CL_TRUE, wrong[k].flags, wrong[k].origin,
			wrong[k].region, wrong[k].row, wrong[k].slice, 0, NULL, NULL, &error);
		IS(wrong[k].error, error);
	}
	EXPECT(cl()->clEnqueueMapImage(NULL, m, CL_TRUE, CL_MAP_READ, zero, one, &row, &slice, 0,
		       NULL, NULL, &error) == NULL);
	IS(CL_INVALID_COMMAND_QUEUE, error);
	EXPECT(cl()->clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_READ, zero, one, &row, &slice, 1,
		       NULL, NULL, &error) == NULL);
	IS(CL_INVALID_EVENT_WAIT_LIST, error);
	release(hidden);
	release(f);
	release(m);
}

/* ---- errors of the others -------------------------------------------------------------------- */

static cl_int try_read(cl_mem m, const size_t *origin, const size_t *region, size_t row,
	size_t slice, void *to)
{
	cl_int error = cl()->clEnqueueReadImage(queue, m, CL_TRUE, origin, region, row, slice, to,
		0, NULL, NULL);
	cl_int same = cl()->clEnqueueWriteImage(queue, m, CL_TRUE, origin, region, row, slice, to,
		0, NULL, NULL);
	EXPECT(error == same);
	return error;
}

static void wrong_regions(void)
{
	const struct shape *s = &shapes[3];
	const size_t far[] = {0, 0, 5}, huge[] = {SIZE_MAX, 0, 0}, long_one[] = {2, SIZE_MAX, 1},
		     empty[] = {1, 0, 1}, row[] = {13, 1, 1};
	cl_mem m = numbered(s, 14), flat = numbered(&shapes[2], 15);
	IS(CL_INVALID_VALUE, try_read(m, NULL, one, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, NULL, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, far, one, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, huge, one, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, huge, s->size, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, long_one, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, empty, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, one, s->size, 0, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, row, 51, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, s->size, 52, 311, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, s->size, SIZE_MAX, 0, after));
	IS(CL_INVALID_VALUE, try_read(m, zero, row, 0, 0, NULL));
	IS(CL_INVALID_VALUE, try_read(flat, zero, row, 0, 52, after)); /* it has no slices */
	OK(try_read(m, zero, s->size, 0, 312, after));
	release(m);
	release(flat);
}

static void wrong_objects(void)
{
	const struct shape *s = &shapes[2];
	cl_mem m = numbered(s, 16), b = buffer(64),
	       no_reads = create(CL_MEM_HOST_WRITE_ONLY, &rg16, &s->d, NULL, CL_SUCCESS),
	       no_writes = create(CL_MEM_HOST_READ_ONLY, &rg16, &s->d, NULL, CL_SUCCESS);
	const cl_icd_dispatch *f = cl();
	IS(CL_INVALID_MEM_OBJECT, try_read(NULL, zero, one, 0, 0, after));
	IS(CL_INVALID_MEM_OBJECT, try_read(b, zero, one, 0, 0, after));
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueReadImage((cl_command_queue)context, m, CL_TRUE,
					     zero, one, 0, 0, after, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, f->clEnqueueReadImage(other_queue, m, CL_TRUE, zero, one, 0, 0,
				       after, 0, NULL, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST,
		f->clEnqueueReadImage(queue, m, CL_TRUE, zero, one, 0, 0, after, 1, NULL, NULL));
	IS(CL_INVALID_OPERATION, f->clEnqueueReadImage(queue, no_reads, CL_TRUE, zero, one, 0, 0,
					 after, 0, NULL, NULL));
	OK(f->clEnqueueWriteImage(queue, no_reads, CL_TRUE, zero, one, 0, 0, after, 0, NULL, NULL));
	IS(CL_INVALID_OPERATION, f->clEnqueueWriteImage(queue, no_writes, CL_TRUE, zero, one, 0, 0,
					 after, 0, NULL, NULL));
	OK(f->clEnqueueReadImage(queue, no_writes, CL_TRUE, zero, one, 0, 0, after, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueFillImage(queue, m, NULL, zero, one, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueFillImage(queue, m, one, one, s->size, 0, NULL, NULL));
	IS(CL_INVALID_MEM_OBJECT, f->clEnqueueFillImage(queue, b, one, zero, one, 0, NULL, NULL));
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueFillImage(NULL, m, one, zero, one, 0, NULL, NULL));
	release(no_writes);
	release(no_reads);
	release(b);
	release(m);
}

static void wrong_copies(void)
{
	const struct shape *s = &shapes[2];
	const cl_icd_dispatch *f = cl();
	cl_mem m = numbered(s, 17), b = buffer(64),
	       other = create(0, &r32, &s->d, NULL, CL_SUCCESS);
	const size_t line[] = {13, 1, 1};
	IS(CL_IMAGE_FORMAT_MISMATCH,
		f->clEnqueueCopyImage(queue, m, other, zero, zero, one, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueCopyImage(queue, m, m, one, zero, line, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueCopyImage(queue, m, m, zero, one, line, 0, NULL, NULL));
	IS(CL_INVALID_MEM_OBJECT,
		f->clEnqueueCopyImage(queue, m, b, zero, zero, one, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT,
		f->clEnqueueCopyImage(other_queue, m, m, zero, one, one, 0, NULL, NULL));
	IS(CL_INVALID_VALUE,
		f->clEnqueueCopyImageToBuffer(queue, m, b, zero, line, 13, 0, NULL, NULL));
	OK(f->clEnqueueCopyImageToBuffer(queue, m, b, zero, line, 12, 0, NULL, NULL));
	IS(CL_INVALID_VALUE,
		f->clEnqueueCopyBufferToImage(queue, b, m, SIZE_MAX, zero, line, 0, NULL, NULL));
	IS(CL_INVALID_VALUE,
		f->clEnqueueCopyBufferToImage(queue, b, m, 0, zero, s->size, 0, NULL, NULL));
	IS(CL_INVALID_MEM_OBJECT,
		f->clEnqueueCopyImageToBuffer(queue, m, m, zero, line, 0, 0, NULL, NULL));
	IS(CL_INVALID_MEM_OBJECT,
		f->clEnqueueCopyBufferToImage(queue, b, b, 0, zero, line, 0, NULL, NULL));
	release(other);
	release(b);
	release(m);
}

int main(void)
{
	cl_int error;
	cl_device_id d = device();
	open_context();
	queue = cl()->clCreateCommandQueue(context, d, 0, &error);
	OK(error);
	cl_context other = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	other_queue = cl()->clCreateCommandQueue(other, d, 0, &error);
	OK(error);
	for (const struct shape *s = shapes; s < shapes + SHAPES; s++) {
		reads(s);
		writes(s);
		buffers(s);
		fill_region(s);
		maps(s);
		for (const struct shape *t = shapes; t < shapes + SHAPES; t++)
			between(s, t);
	}
	within_one();
	fill_formats();
	fill_depth();
	map_of_host();
	wrong_maps();
	wrong_regions();
	wrong_objects();
	wrong_copies();
	OK(cl()->clReleaseCommandQueue(queue));
	OK(cl()->clReleaseCommandQueue(other_queue));
	OK(cl()->clReleaseContext(other));
	OK(cl()->clReleaseContext(context));
	return 0;
}
