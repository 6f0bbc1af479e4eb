/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images and samplers as the finalizer, the device library and the runtime share them: handles,
 * what is behind them, and the functions of the device library. Freestanding. Prose:
 * docs/kernel-abi.md.
 *
 * An image's handle is the address of a struct hsaemu_image, which is not written while a kernel
 * may use it. A sampler's handle is its modes, and for one read the level of detail. Numbers of
 * geometries, orders, types and modes are BRIG's, which are those of hsa_ext_image.h. */
#ifndef HSAEMU_IMAGE_ABI_H
#define HSAEMU_IMAGE_ABI_H

#include "hsaemu/abi_version.h"
#include "hsaemu/decls.h"
#include <stdbool.h>
#include <stdint.h>

HSAEMU_BEGIN_DECLS

enum hsaemu_image_geometry {
#define IMAGE_GEOMETRY(id, ...) HSAEMU_GEOMETRY_##id,
#include "hsaemu/images.def"
	HSAEMU_GEOMETRY_COUNT,
};
enum hsaemu_channel_type {
#define CHANNEL_TYPE(id, ...) HSAEMU_CHANNEL_##id,
#include "hsaemu/images.def"
	HSAEMU_CHANNEL_TYPE_COUNT,
};
enum hsaemu_channel_order {
#define CHANNEL_ORDER(id, ...) HSAEMU_ORDER_##id,
#include "hsaemu/images.def"
	HSAEMU_CHANNEL_ORDER_COUNT,
};

/* ---- handles -------------------------------------------------------------------------------- */

enum hsaemu_image_access {
	HSAEMU_IMAGE_RO = 1, /* roimg */
	HSAEMU_IMAGE_WO = 2, /* woimg */
	HSAEMU_IMAGE_RW = 3, /* rwimg */
};

/* An image: what its handle points to. Elements follow one another in x, rows in y, slices in z,
 * layers by their number. */
struct hsaemu_image {
	uint8_t *data;
	uint64_t row_bytes; /* from the start of a row to that of the next */
	/* from the start of a slice or layer to that of the next */
	uint64_t slice_bytes;
	/* in elements; 0 where the geometry has no such size */
	uint32_t width, height, depth, layers;
	uint8_t geometry, channel_order, channel_type, access;
	uint32_t element_bytes;
	uint64_t data_bytes;
	/* Levels of detail, which textures of CUDA have, and HSAIL's images have not. The blocks
	 * of the other levels follow this one; 0 and 1: there are none. The rest is for reads, see
	 * HSAEMU_SAMPLER_HAS_LEVEL; 0 in images of one level. */
	uint8_t levels, level_filter;
	int16_t level_bias; /* in units of HSAEMU_LEVEL_ONE, as the next */
	uint16_t level_low, level_high;
};
enum { HSAEMU_MAX_LEVELS = 16, HSAEMU_LEVEL_ONE = 256 };
enum { HSAEMU_IMAGE_BYTES = 64, HSAEMU_IMAGE_ALIGN = 64 };
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_image) == HSAEMU_IMAGE_BYTES, "image block size");

enum hsaemu_sampler_bits { /* the first bit of each mode in a sampler's handle */
	HSAEMU_SAMPLER_ADDRESSING = 0,
	HSAEMU_SAMPLER_COORD = 8,
	HSAEMU_SAMPLER_FILTER = 16,
	HSAEMU_SAMPLER_MODE_MASK = 0xff,
	/* With this bit the upper half is the level of detail of a read, an f32; without it the
	 * level is 0. An image of several levels adds its bias to the level and clamps it to its
	 * bounds. If its level filter is `linear`, the result is mixed of the two levels between
	 * which that lies, else it is that of the nearest. */
	HSAEMU_SAMPLER_HAS_LEVEL = 24,
	/* The coordinates are moved by these numbers of elements of the level, -8 to 7; 0 without a
	 * level. */
	HSAEMU_SAMPLER_OFFSET_X = 28,
	HSAEMU_SAMPLER_OFFSET_Y = 20,
	HSAEMU_SAMPLER_OFFSET_Z = 12,
	HSAEMU_SAMPLER_OFFSET_BITS = 4,
	HSAEMU_SAMPLER_LEVEL = 32,
};
/* "SAMP"; a part of each handle without a level, so that none is 0 */
#define HSAEMU_SAMPLER_MARK ((uint64_t)0x504d4153 << 32)
enum hsaemu_addressing {
	HSAEMU_ADDRESSING_UNDEFINED, /* treated like HSAEMU_ADDRESSING_CLAMP_TO_EDGE */
	HSAEMU_ADDRESSING_CLAMP_TO_EDGE,
	HSAEMU_ADDRESSING_CLAMP_TO_BORDER,
	HSAEMU_ADDRESSING_REPEAT,
	HSAEMU_ADDRESSING_MIRRORED_REPEAT,
	HSAEMU_ADDRESSING_COUNT,
};

static inline uint64_t hsaemu_sampler_handle(unsigned coord, unsigned filter, unsigned addressing)
{
	return HSAEMU_SAMPLER_MARK | (uint64_t)filter << HSAEMU_SAMPLER_FILTER |
	       (uint64_t)coord << HSAEMU_SAMPLER_COORD |
	       (uint64_t)addressing << HSAEMU_SAMPLER_ADDRESSING;
}

/* ---- device library ------------------------------------------------------------------------- */

/* `form` of the functions below holds the number of lanes, 1 to HSAEMU_IMAGE_LANES, and a bit that
 * says that the coordinates of hsa_rdimage are s32 instead of f32. */
enum { HSAEMU_IMAGE_LANES = 32, HSAEMU_IMAGE_FORM_S32 = 1 << 8 };

/* These read, load or store one element for each lane whose bit is set in `active`; lane k has bit
 * k. If no bit is set, no memory is accessed. Coordinate or texel component c of lane k is number c
 * * lanes + k of its array. Texels have one component for depth images, else r, g, b, a. Texels of
 * lanes that are off are undefined. Where the PRM leaves the result undefined: loads and reads
 * outside give the border's color, stores outside do nothing, addressing `undefined` clamps to the
 * edge, and coordinates that are not finite count as some coordinate. */
void hsa_rdimage(const struct hsaemu_image *image, uint64_t sampler, const uint32_t *coords,
	uint32_t *texels, uint32_t active, uint32_t form) __asm__(HSAEMU_HELPER("hsa_rdimage"));
void hsa_ldimage(const struct hsaemu_image *image, const uint32_t *coords, uint32_t *texels,
	uint32_t active, uint32_t form) __asm__(HSAEMU_HELPER("hsa_ldimage"));
void hsa_stimage(const struct hsaemu_image *image, const uint32_t *coords, const uint32_t *texels,
	uint32_t active, uint32_t form) __asm__(HSAEMU_HELPER("hsa_stimage"));

/* ---- the tables of images.def --------------------------------------------------------------- */

enum hsaemu_image_family { HSAEMU_FAMILY_COLOR, HSAEMU_FAMILY_DEPTH };

/* images.def names sets of channel types by these. */
#define IMG_T(id) 1u << HSAEMU_CHANNEL_##id
enum {
	IMG_UNORM8 = IMG_T(UNORM_INT8),
	IMG_UNORM16 = IMG_T(UNORM_INT16),
	IMG_UNORM24 = IMG_T(UNORM_INT24),
	IMG_UNORM_PACKED =
		IMG_T(UNORM_SHORT_555) | IMG_T(UNORM_SHORT_565) | IMG_T(UNORM_INT_101010),
	IMG_NORM8 = IMG_UNORM8 | IMG_T(SNORM_INT8),
	IMG_NORM16 = IMG_UNORM16 | IMG_T(SNORM_INT16),
	IMG_INT8 = IMG_T(SIGNED_INT8) | IMG_T(UNSIGNED_INT8),
	IMG_INT16 = IMG_T(SIGNED_INT16) | IMG_T(UNSIGNED_INT16),
	IMG_INT32 = IMG_T(SIGNED_INT32) | IMG_T(UNSIGNED_INT32),
	IMG_HALF = IMG_T(HALF_FLOAT),
	IMG_FLOAT = IMG_T(FLOAT),
	IMG_PLAIN = IMG_NORM8 | IMG_NORM16 | IMG_INT8 | IMG_INT16 | IMG_INT32 | IMG_HALF |
	            IMG_FLOAT, /* the channel types whose components have 8, 16 or 32 bits */
};
#undef IMG_T

struct hsaemu_geometry_row {
	uint8_t family, coordinates; /* coordinates: their number, without that of the layer */
	bool is_array;
	uint32_t max[3]; /* width, height, depth */
};
enum {
	HSAEMU_IMAGE_MAX_LAYERS = 16384,
	HSAEMU_IMAGE_MAX_BYTES_LOG2 = 40,
};

enum hsaemu_encoding {
	HSAEMU_ENCODING_UNORM,
	HSAEMU_ENCODING_SNORM,
	HSAEMU_ENCODING_UINT,
	HSAEMU_ENCODING_SINT,
	HSAEMU_ENCODING_HALF,
	HSAEMU_ENCODING_FLOAT,
};
enum hsaemu_texel_access { HSAEMU_ACCESS_F32, HSAEMU_ACCESS_S32, HSAEMU_ACCESS_U32 };
struct hsaemu_type_row {
	uint8_t encoding, bits, packed_bytes, access;
};

enum hsaemu_component { /* where an access component comes from */
	HSAEMU_FROM_C0,
	HSAEMU_FROM_C1,
	HSAEMU_FROM_C2,
	HSAEMU_FROM_C3,
	HSAEMU_FROM_ZERO,
	HSAEMU_FROM_ONE,
};
struct hsaemu_order_row {
	uint16_t types;
	uint8_t family, components;
	uint8_t from[4]; /* r, g, b, a: enum hsaemu_component */
	bool border_one; /* outside of the image, too, a constant alpha is 1 */
};

static inline const struct hsaemu_geometry_row *hsaemu_geometry(unsigned geometry)
{
	static const struct hsaemu_geometry_row rows[] = {
#define IMAGE_GEOMETRY(id, family, coordinates, is_array, width, height, depth) \
	{HSAEMU_FAMILY_##family, coordinates, is_array, {width, height, depth}},
#include "hsaemu/images.def"
	};
	return &rows[geometry];
}

static inline const struct hsaemu_type_row *hsaemu_channel_type(unsigned type)
{
	static const struct hsaemu_type_row rows[] = {
#define CHANNEL_TYPE(id, encoding, bits, packed_bytes, access) \
	{HSAEMU_ENCODING_##encoding, bits, packed_bytes, HSAEMU_ACCESS_##access},
#include "hsaemu/images.def"
	};
	return &rows[type];
}

static inline const struct hsaemu_order_row *hsaemu_channel_order(unsigned order)
{
	static const struct hsaemu_order_row rows[] = {
#define CHANNEL_ORDER(id, family, types, components, r, g, b, a, border) \
	{types, HSAEMU_FAMILY_##family, components, \
		{HSAEMU_FROM_##r, HSAEMU_FROM_##g, HSAEMU_FROM_##b, HSAEMU_FROM_##a}, border},
#include "hsaemu/images.def"
	};
	return &rows[order];
}

/* Returns the bytes of an element (PRM table 7-4, column bpp). */
static inline uint32_t hsaemu_element_bytes(unsigned order, unsigned type)
{
	const struct hsaemu_type_row *t = hsaemu_channel_type(type);

	if (order == HSAEMU_ORDER_DEPTH_STENCIL) /* 8 bits of stencil follow the depth */
		return t->bits > 24 ? 8 : 4;
	if (t->packed_bytes != 0)
		return t->packed_bytes;
	return hsaemu_channel_order(order)->components * t->bits / 8u;
}

/* Returns whether geometry, channel order and channel type are rows of the tables and may go
 * together (PRM table 7-4). */
static inline bool hsaemu_image_is_legal(unsigned geometry, unsigned order, unsigned type)
{
	return geometry < HSAEMU_GEOMETRY_COUNT && order < HSAEMU_CHANNEL_ORDER_COUNT &&
	       type < HSAEMU_CHANNEL_TYPE_COUNT &&
	       hsaemu_geometry(geometry)->family == hsaemu_channel_order(order)->family &&
	       (hsaemu_channel_order(order)->types >> type & 1) != 0;
}

/* Lays out an image that says nothing of its pitches: rows of the smallest size follow one another.
 * Fills row_bytes, slice_bytes, element_bytes and data_bytes from the other members. False when a
 * size is 0, is one that the geometry does not have, or is too large. */
static inline bool hsaemu_image_lay_out(struct hsaemu_image *i)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry(i->geometry);
	uint32_t size[3] = {i->width, i->height, i->depth};
	uint64_t rows = 1;

	for (unsigned k = 0; k < 3; k++) {
		if (k < g->coordinates ? size[k] == 0 || size[k] > g->max[k] : size[k] != 0)
			return false;
		if (k > 0 && k < g->coordinates)
			rows *= size[k];
	}
	if (g->is_array ? i->layers == 0 || i->layers > HSAEMU_IMAGE_MAX_LAYERS : i->layers != 0)
		return false;
	i->element_bytes = hsaemu_element_bytes(i->channel_order, i->channel_type);
	i->row_bytes = (uint64_t)i->width * i->element_bytes;
	i->slice_bytes = 0;
	if (g->coordinates == 3 || g->is_array)
		i->slice_bytes = i->row_bytes * (g->coordinates > 1 ? i->height : 1);
	i->data_bytes = i->row_bytes * rows * (g->is_array ? i->layers : 1);
	return i->data_bytes <= (uint64_t)1 << HSAEMU_IMAGE_MAX_BYTES_LOG2;
}

HSAEMU_END_DECLS

#endif
