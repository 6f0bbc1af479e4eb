/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries out image and sampler statements, which have HSAIL's words. The runtime makes the
 * handles; an image's data is a buffer of memory components. */
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"
#include "buffers.h"
#include "evaluate.h"
#include "initial_values.h"
#include "picture.h"
#include "results.h"
#include "targets.h"

/* ---- images --------------------------------------------------------------------------------- */

static const struct hsaemu_image *block_of(uint64_t handle)
{
	return (const void *)(uintptr_t)handle;
}

/* Returns the type that a memory component has as an element of a buffer. */
static enum run_type component_type(unsigned order, unsigned type)
{
	switch ((enum hsaemu_channel_type)type) {
	case HSAEMU_CHANNEL_SNORM_INT8:
	case HSAEMU_CHANNEL_SIGNED_INT8:
		return RUN_TYPE_S8;
	case HSAEMU_CHANNEL_SNORM_INT16:
	case HSAEMU_CHANNEL_SIGNED_INT16:
		return RUN_TYPE_S16;
	case HSAEMU_CHANNEL_UNORM_INT8:
	case HSAEMU_CHANNEL_UNSIGNED_INT8:
		return RUN_TYPE_U8;
	case HSAEMU_CHANNEL_UNORM_INT16:
	case HSAEMU_CHANNEL_UNSIGNED_INT16:
		return RUN_TYPE_U16;
	case HSAEMU_CHANNEL_UNORM_INT24:
		return order == HSAEMU_ORDER_DEPTH_STENCIL ? RUN_TYPE_B32 : RUN_TYPE_B8;
	case HSAEMU_CHANNEL_UNORM_SHORT_555:
	case HSAEMU_CHANNEL_UNORM_SHORT_565:
		return RUN_TYPE_B16;
	case HSAEMU_CHANNEL_UNORM_INT_101010:
		return RUN_TYPE_B32;
	case HSAEMU_CHANNEL_SIGNED_INT32:
		return RUN_TYPE_S32;
	case HSAEMU_CHANNEL_UNSIGNED_INT32:
		return RUN_TYPE_U32;
	case HSAEMU_CHANNEL_HALF_FLOAT:
		return RUN_TYPE_F16;
	case HSAEMU_CHANNEL_FLOAT:
	case HSAEMU_CHANNEL_TYPE_COUNT:
		break;
	}
	return RUN_TYPE_F32;
}

static const char *status_text(hsa_status_t status)
{
	switch ((int)status) {
	case HSA_EXT_STATUS_ERROR_IMAGE_FORMAT_UNSUPPORTED:
		return "geometry, channel order and channel type do not go together";
	case HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED:
		return "a size is 0 or too large";
	case HSA_EXT_STATUS_ERROR_SAMPLER_DESCRIPTOR_UNSUPPORTED:
		return "repeated addressing needs normalized coordinates";
	default:
		return "out of memory";
	}
}

static enum run_exit exit_of(hsa_status_t status)
{
	return status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ? RUN_NO_MEMORY : RUN_USAGE;
}

static const char *sizes_text(struct run_session *s, const size_t *sizes, unsigned n)
{
	const char *text = arena_printf(&s->arena, "%zu", sizes[0]);

	for (unsigned k = 1; k < n; k++)
		text = arena_printf(&s->arena, "%s x %zu", text, sizes[k]);
	return text;
}

static bool refuse(struct run_session *s, const struct run_stmt *stmt,
	const hsa_ext_image_descriptor_t *d, hsa_status_t status)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry((uint8_t)d->geometry);
	size_t sizes[4] = {d->width, d->height, d->depth},
	       most[4] = {g->max[0], g->max[1], g->max[2]};
	unsigned n = g->coordinates;

	if ((int)status != HSA_EXT_STATUS_ERROR_IMAGE_SIZE_UNSUPPORTED)
		return run_fail(s, exit_of(status), stmt->place, "%s", status_text(status));
	if (g->is_array) {
		most[n] = HSAEMU_IMAGE_MAX_LAYERS;
		sizes[n++] = d->array_size;
	}
	return run_fail(s, RUN_USAGE, stmt->place, "%s: %s, of at most %s and 2^%d bytes",
		status_text(status), sizes_text(s, sizes, n), sizes_text(s, most, n),
		HSAEMU_IMAGE_MAX_BYTES_LOG2);
}

static bool eval_sizes(struct run_session *s, const struct run_stmt *stmt,
	hsa_ext_image_descriptor_t *d)
{
	const struct run_picture *p = &stmt->picture;
	const struct hsaemu_geometry_row *g = hsaemu_geometry(p->geometry);
	size_t *sizes[] = {&d->width, &d->height, &d->depth, NULL};
	unsigned n = g->coordinates;

	if (g->is_array)
		sizes[n++] = &d->array_size;
	if (stmt->grid_dims != n)
		return run_fail(s, RUN_USAGE, stmt->place,
			"an image of this geometry has %u sizes, not %u", n, stmt->grid_dims);
	for (unsigned k = 0; k < n; k++) {
		uint64_t v = 0;

		if (!run_eval_count(s, stmt->grid[k], UINT32_MAX, &v))
			return false;
		*sizes[k] = (size_t)v;
	}
	return true;
}

static struct run_buffer *add_buffer(struct run_session *s, const struct run_stmt *stmt,
	enum run_object object, uint64_t handle)
{
	const struct hsaemu_image *im = block_of(handle);
	struct run_buffer *b = ARENA_NEW(&s->arena, struct run_buffer);

	*b = (struct run_buffer){.next = s->buffers,
		.name = stmt->name == NULL ? "argument" : stmt->name,
		.object = object,
		.address = handle,
		.type = component_type(im->channel_order, im->channel_type),
		.data = im->data,
		.bytes = im->data_bytes};
	b->count = im->data_bytes / run_types[b->type].bytes;
	s->buffers = b;
	return b;
}

static bool create(struct run_session *s, const struct run_stmt *stmt,
	const hsa_ext_image_descriptor_t *d, enum run_object object, uint8_t *data,
	struct run_buffer **out)
{
	hsa_ext_image_t image;
	hsa_status_t status =
		rt_ext_image_create(d, data, (hsa_access_permission_t)stmt->picture.access, &image);

	if (status != HSA_STATUS_SUCCESS)
		return refuse(s, stmt, d, status);
	*out = add_buffer(s, stmt, object, image.handle);
	return true;
}

static bool create_new(struct run_session *s, const struct run_stmt *stmt)
{
	const struct run_picture *p = &stmt->picture;
	hsa_ext_image_descriptor_t d = {
		.geometry = (hsa_ext_image_geometry_t)p->geometry, .format = {p->type, p->order}};
	hsa_ext_image_data_info_t info;
	struct run_buffer *b;
	hsa_status_t status;
	uint8_t *data;

	if (!eval_sizes(s, stmt, &d))
		return false;
	status = rt_ext_image_data_get_info(&d, (hsa_access_permission_t)p->access, &info);
	if (status != HSA_STATUS_SUCCESS)
		return refuse(s, stmt, &d, status);
	data = rt_memory_alloc(info.size);
	if (data == NULL)
		return run_fail(s, RUN_NO_MEMORY, stmt->place,
			"out of memory: an image of %zu bytes", info.size);
	if (!create(s, stmt, &d, RUN_OBJECT_PICTURE, data, &b)) {
		rt_memory_free(data, info.size);
		return false;
	}
	const struct run_target t = {
		.name = b->name, .type = b->type, .count = b->count, .data = b->data};
	return run_fill(s, stmt->init, &t);
}

/* Tells whether a number that a program variable holds is the handle of an image. The image is one
 * of this run file, or one whose block and data lie in the program. */
static bool is_handle(const struct run_session *s, uint64_t handle)
{
	struct hsaemu_image copy;
	uint64_t unused;

	for (const struct run_buffer *b = s->buffers; b != NULL; b = b->next)
		if (run_is_picture(b) && b->address == handle)
			return true;
	if (handle % HSAEMU_IMAGE_ALIGN != 0 || !rt_image_address(s->image, handle, &unused) ||
		!rt_image_address(s->image, handle + sizeof copy - 1, &unused))
		return false;
	copy = *block_of(handle);
	uint64_t data = (uint64_t)(uintptr_t)copy.data, bytes = copy.data_bytes;
	return hsaemu_image_is_legal(copy.geometry, copy.channel_order, copy.channel_type) &&
	       hsaemu_image_lay_out(&copy) && copy.data_bytes == bytes &&
	       rt_image_address(s->image, data, &unused) &&
	       rt_image_address(s->image, data + bytes - 1, &unused);
}

/* Returns the handle of the image that stmt->path names; 0 after an error. */
static uint64_t handle_of(struct run_session *s, const struct run_stmt *stmt)
{
	const struct run_buffer *b = run_buffer_find(s, stmt->path);
	struct run_target t;
	uint64_t handle = 0;

	if (stmt->path[0] == '&') {
		if (!run_target_find(s, stmt->path, stmt->place, &t))
			return 0;
		if (t.is_image)
			memcpy(&handle, t.data, sizeof handle);
		if (!is_handle(s, handle))
			handle = 0;
	} else if (b != NULL) {
		handle = run_is_picture(b) ? b->address : 0;
	}
	if (handle == 0)
		(void)!run_fail(s, RUN_USAGE, stmt->place, "'%s' has no image", stmt->path);
	return handle;
}

/* Makes a new handle for the data of another image. Returns false after an error. */
static bool create_alias(struct run_session *s, const struct run_stmt *stmt)
{
	uint64_t handle = handle_of(s, stmt);
	struct run_buffer *b;

	if (handle == 0)
		return false;
	const struct hsaemu_image *im = block_of(handle);
	const hsa_ext_image_descriptor_t d = {.geometry = (hsa_ext_image_geometry_t)im->geometry,
		.width = im->width,
		.height = im->height,
		.depth = im->depth,
		.array_size = im->layers,
		.format = {im->channel_type, im->channel_order}};
	return create(s, stmt, &d, RUN_OBJECT_ALIAS, im->data, &b);
}

bool run_picture(struct run_session *s, const struct run_stmt *stmt)
{
	return stmt->path != NULL ? create_alias(s, stmt) : create_new(s, stmt);
}

/* ---- samplers ------------------------------------------------------------------------------- */

bool run_sampler(struct run_session *s, const struct run_stmt *stmt, uint64_t *handle)
{
	const struct run_picture *p = &stmt->picture;
	const hsa_ext_sampler_descriptor_t d = {.coordinate_mode = p->coord,
		.filter_mode = p->filter,
		.address_mode = p->addressing};
	hsa_ext_sampler_t sampler;
	hsa_status_t status = rt_ext_sampler_create(&d, &sampler);

	if (status != HSA_STATUS_SUCCESS)
		return run_fail(s, exit_of(status), stmt->place, "%s", status_text(status));
	*handle = sampler.handle;
	return true;
}

/* ---- arguments ------------------------------------------------------------------------------ */

static bool pack(struct run_session *s, const struct run_arg *arg, const struct image_arg *formal,
	uint64_t handle, uint8_t *at)
{
	if (formal->bytes != sizeof handle)
		return run_fail(s, RUN_USAGE, arg->place, "argument %s is an array, '%s' is not",
			formal->name, arg->expr->name);
	memcpy(at, &handle, sizeof handle);
	return true;
}

bool run_pack_handle(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, const struct run_buffer *b, uint8_t *at)
{
	uint8_t wanted = 0;
	struct run_number n;

	if (run_word_find(RUN_WORD_ACCESS, str_from(formal->type), &wanted)) {
		if (b == NULL || !run_is_picture(b))
			return run_fail(s, RUN_USAGE, arg->place,
				"argument %s is %s: expected an image", formal->name, formal->type);
		if (block_of(b->address)->access != wanted)
			return run_fail(s, RUN_USAGE, arg->place,
				"argument %s is %s, but '%s' is of another access; 'as' makes a handle",
				formal->name, formal->type, b->name);
		return pack(s, arg, formal, b->address, at);
	}
	if (b != NULL || !run_eval(s, arg->expr, &n))
		return b == NULL ? false
		                 : run_fail(s, RUN_USAGE, arg->place,
					   "argument %s is samp: expected a sampler", formal->name);
	if (n.is_float || n.i >> 32 != HSAEMU_SAMPLER_MARK >> 32)
		return run_fail(s, RUN_USAGE, arg->place, "argument %s is samp: expected a sampler",
			formal->name);
	return pack(s, arg, formal, n.i, at);
}

void run_picture_release(struct run_buffer *b)
{
	if (b->object == RUN_OBJECT_PICTURE)
		rt_memory_free(b->data, b->bytes);
	(void)rt_ext_image_destroy((hsa_ext_image_t){b->address});
}
