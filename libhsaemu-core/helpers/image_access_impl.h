/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of images for up to 32 lanes at once: a step is a loop over the lanes, and what depends
 * on the image only is decided before the loop. Included by the members of the archive, which stand
 * alone. PRM 7.1.4. */
#ifndef HSAEMU_IMAGE_ACCESS_IMPL_H
#define HSAEMU_IMAGE_ACCESS_IMPL_H

#include <stddef.h>
#include "helpers_impl.h"
#include "hsaemu/image_abi.h"
#include "srgb_impl.h"

enum { LANES = HSAEMU_IMAGE_LANES, AXES = 3, COMPONENTS = 4 };

/* Functions with this mark are compiled once for each number of lanes that a caller knows, so that
 * loops over the lanes have constant bounds. */
#define INLINE static inline __attribute__((always_inline))

/* A value of each lane. */
typedef uint32_t lane_bits[LANES];
typedef int32_t lane_ints[LANES];
typedef float lane_floats[LANES];

/* ---- coordinates ---------------------------------------------------------------------------- */

/* The axes of an image's coordinates. If there is an axis for the layer, it is the last. */
struct axes {
	unsigned count, plain; /* plain: number of axes without that of the layer */
	int32_t size[AXES];
	uint64_t pitch[AXES];
};

INLINE struct axes axes_of(const struct hsaemu_image *im)
{
	const struct hsaemu_geometry_row *g = hsaemu_geometry(im->geometry);
	struct axes a = {.count = g->coordinates,
		.plain = g->coordinates,
		.size = {(int32_t)im->width, (int32_t)im->height, (int32_t)im->depth},
		.pitch = {im->element_bytes, im->row_bytes, im->slice_bytes}};

	if (g->is_array) {
		a.size[a.count] = (int32_t)im->layers;
		a.pitch[a.count++] = im->slice_bytes;
	}
	return a;
}

/* Where in memory the elements lie that the lanes access. */
struct places {
	uint64_t offset[LANES];
	lane_ints outside; /* -1 for a lane that is outside of the image or off, else 0 */
};

INLINE void start_places(struct places *p, uint32_t active, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		p->offset[k] = 0;
		p->outside[k] = (int32_t)(active >> k & 1) - 1;
	}
}

/* Adds each lane's index on one axis to the offset of its element. An index of -1 says that the
 * lane is outside; `outside` becomes -1 then. */
INLINE void add_axis(struct places *p, const int32_t *index, uint64_t pitch, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		int32_t outside = index[k] >> 31;

		p->outside[k] |= outside;
		p->offset[k] += (uint32_t)(index[k] & ~outside) * pitch;
	}
}

/* Turns the coordinates of ldimage and stimage on one axis into indices. A coordinate that is not
 * below `size` becomes -1, which means outside. */
INLINE void index_u32(const uint32_t *coord, int32_t size, int32_t *index, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		index[k] = coord[k] < (uint32_t)size ? (int32_t)coord[k] : -1;
}

INLINE void find_elements(const struct hsaemu_image *im, const uint32_t *coords, uint32_t active,
	unsigned n, struct places *p)
{
	struct axes a = axes_of(im);
	lane_ints index;

	start_places(p, active, n);
	for (unsigned d = 0; d < a.count; d++) {
		index_u32(coords + (size_t)d * n, a.size[d], index, n);
		add_axis(p, index, a.pitch[d], n);
	}
}

/* ---- the format ------------------------------------------------------------------------------ */

struct format {
	const struct hsaemu_order_row *order;
	const struct hsaemu_type_row *type;
	uint32_t element_bytes;
	bool srgb, is_depth;
	uint8_t shift[COMPONENTS], bits[COMPONENTS]; /* in an element of up to 4 bytes */
};

INLINE struct format format_of(const struct hsaemu_image *im)
{
	struct format f = {.order = hsaemu_channel_order(im->channel_order),
		.type = hsaemu_channel_type(im->channel_type),
		.element_bytes = im->element_bytes,
		.srgb = im->channel_order >= HSAEMU_ORDER_SRGB &&
	                im->channel_order <= HSAEMU_ORDER_SBGRA};
	unsigned bits = f.type->bits;

	f.is_depth = f.order->family == HSAEMU_FAMILY_DEPTH;
	for (unsigned c = 0; c < COMPONENTS; c++) {
		f.bits[c] = (uint8_t)bits;
		f.shift[c] = (uint8_t)(c * bits);
	}
	if (f.type->packed_bytes != 0) { /* red on top */
		f.bits[1] += im->channel_type == HSAEMU_CHANNEL_UNORM_SHORT_565;
		f.shift[2] = 0;
		f.shift[1] = (uint8_t)bits;
		f.shift[0] = (uint8_t)(bits + f.bits[1]);
	}
	return f;
}

/* Returns the access component that is stored as memory component c: the first one that comes from
 * c. */
INLINE unsigned access_of(const struct format *f, unsigned c)
{
	unsigned a = 0;

	while (a < COMPONENTS - 1 && f->order->from[a] != c)
		a++;
	return a;
}

INLINE bool is_srgb(const struct format *f, unsigned c)
{
	return f->srgb && access_of(f, c) < 3;
}

INLINE uint32_t one_of(const struct format *f)
{
	return f->type->access == HSAEMU_ACCESS_F32 ? bits_of_f32(1) : 1;
}

/* ---- halves ---------------------------------------------------------------------------------- */

/* Converts a binary16 to f32, exactly. NaNs become quiet and keep their payload. */
INLINE uint32_t f32_of_half(uint32_t h)
{
	uint32_t sign = (h & 0x8000) << 16, m = h & 0x7fff;
	uint32_t small = bits_of_f32((float)(int32_t)m * 0x1p-24f);
	uint32_t r = (m << 13) + (112u << 23);

	r = m >= 0x7c00 ? r + (112u << 23) : r;
	r = m > 0x7c00 ? r | 0x400000 : r;
	return sign | (m < 0x400 ? small : r);
}

/* Converts f32 to binary16, rounding to nearest, ties to even. */
INLINE uint32_t half_of_f32(uint32_t bits)
{
	uint32_t sign = bits >> 16 & 0x8000, m = bits & 0x7fffffff;
	/* below 2^-14 the sum has units of 2^-24 */
	uint32_t small = bits_of_f32(f32_of(m) + 0.5f) - bits_of_f32(0.5f);
	uint32_t r = (m - (112u << 23) + 0xfff + (m >> 13 & 1)) >> 13;

	r = m < 113u << 23 ? small : r;
	r = m >= 143u << 23 ? 0x7c00 : r;
	r = m > 255u << 23 ? 0x7e00 | (m >> 13 & 0x1ff) : r;
	return sign | r;
}

/* ---- from memory to access values ------------------------------------------------------------ */

INLINE int32_t sign_extend(uint32_t v, unsigned bits)
{
	return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

/* Decodes components of 24 bits. A half is stored as 2^23, which stands for a number as near to 0.5
 * as to the next one above; it is read as 0.5 again. */
INLINE void decode_unorm24(uint32_t *v, unsigned n)
{
	const float scale = (1 << 24) - 1;

	for (unsigned k = 0; k < n; k++)
		v[k] = bits_of_f32(v[k] == 1 << 23 ? 0.5f : (float)(int32_t)v[k] / scale);
}

INLINE void decode_norm(const struct format *f, unsigned c, uint32_t *v, unsigned n)
{
	unsigned bits = f->bits[c];

	if (is_srgb(f, c)) {
		for (unsigned k = 0; k < n; k++)
			v[k] = bits_of_f32(srgb_to_linear[v[k]]);
	} else if (bits == 24) {
		decode_unorm24(v, n);
	} else if (f->type->encoding == HSAEMU_ENCODING_UNORM) {
		float scale = (float)((1 << bits) - 1);

		for (unsigned k = 0; k < n; k++)
			v[k] = bits_of_f32((float)(int32_t)v[k] / scale);
	} else {
		float scale = (float)((1 << (bits - 1)) - 1);

		for (unsigned k = 0; k < n; k++) {
			float x = (float)sign_extend(v[k], bits) / scale;

			v[k] = bits_of_f32(x > -1 ? x : -1);
		}
	}
}

/* Converts memory component c of all lanes into its access value, in place (PRM table 7-3). */
INLINE void decode(const struct format *f, unsigned c, uint32_t *v, unsigned n)
{
	switch ((enum hsaemu_encoding)f->type->encoding) {
	case HSAEMU_ENCODING_UNORM:
	case HSAEMU_ENCODING_SNORM:
		decode_norm(f, c, v, n);
		break;
	case HSAEMU_ENCODING_SINT:
		for (unsigned k = 0; k < n; k++)
			v[k] = (uint32_t)sign_extend(v[k], f->bits[c]);
		break;
	case HSAEMU_ENCODING_HALF:
		for (unsigned k = 0; k < n; k++)
			v[k] = f32_of_half(v[k]);
		break;
	case HSAEMU_ENCODING_UINT:
	case HSAEMU_ENCODING_FLOAT:
		break;
	}
}

/* lanes that are outside read this element, whose components are all 0 */
static const uint8_t no_element[16];

INLINE const uint8_t *element(const uint8_t *data, const struct places *p, unsigned k)
{
	return p->outside[k] ? no_element : data + p->offset[k];
}

/* Loads elements of 1 to 4 bytes as integers. */
INLINE void fetch_words(const uint8_t *data, const struct places *p, unsigned bytes, uint32_t *v,
	unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		const uint8_t *e = element(data, p, k);
		uint32_t word = 0;

		__builtin_memcpy(&word, e, bytes);
		v[k] = word;
	}
}

INLINE void fetch_small(const struct format *f, const uint8_t *data, const struct places *p,
	lane_bits *v, unsigned n)
{
	lane_bits word;

	switch (f->element_bytes) {
	case 1:
		fetch_words(data, p, 1, word, n);
		break;
	case 2:
		fetch_words(data, p, 2, word, n);
		break;
	case 3:
		fetch_words(data, p, 3, word, n);
		break;
	default:
		fetch_words(data, p, 4, word, n);
		break;
	}
	for (unsigned c = 0; c < f->order->components; c++) {
		uint32_t mask = UINT32_MAX >> (32 - f->bits[c]);

		for (unsigned k = 0; k < n; k++)
			v[c][k] = word[k] >> f->shift[c] & mask;
	}
}

/* Loads elements of 8 and 16 bytes, whose components have 2 or 4 bytes. */
INLINE void fetch_large(const struct format *f, const uint8_t *data, const struct places *p,
	lane_bits *v, unsigned n)
{
	for (unsigned c = 0; c < f->order->components; c++)
		for (unsigned k = 0; k < n; k++) {
			const uint8_t *e = element(data, p, k);
			uint16_t half;

			if (f->type->bits == 32) {
				__builtin_memcpy(&v[c][k], e + 4 * c, 4);
			} else {
				__builtin_memcpy(&half, e + 2 * c, 2);
				v[c][k] = half;
			}
		}
}

/* Loads all memory components and converts them into access values. */
INLINE void fetch(const struct format *f, const uint8_t *data, const struct places *p, lane_bits *v,
	unsigned n)
{
	if (f->element_bytes <= 4)
		fetch_small(f, data, p, v, n);
	else
		fetch_large(f, data, p, v, n);
	for (unsigned c = 0; c < f->order->components; c++)
		decode(f, c, v[c], n);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Fills a row of the result from its source `from`, a memory component or a constant. `inside` says
 * how much of a lane's element lies in the image, from 0 to 1, and is the value of a constant 1
 * that the border's color does not have. */
INLINE void put_row(const struct format *f, unsigned from, lane_bits *v, const uint32_t *inside,
	uint32_t *out, unsigned n)
{
	uint32_t constant = from == HSAEMU_FROM_ONE ? one_of(f) : 0;

	if (from <= HSAEMU_FROM_C3)
		__builtin_memcpy(out, v[from], n * sizeof *out);
	else if (from == HSAEMU_FROM_ONE && !f->order->border_one)
		__builtin_memcpy(out, inside, n * sizeof *out);
	else
		for (unsigned k = 0; k < n; k++)
			out[k] = constant;
}

INLINE void put_texels(const struct format *f, lane_bits *v, const uint32_t *inside,
	uint32_t *texels, unsigned n)
{
	for (unsigned c = 0; c < (f->is_depth ? 1 : COMPONENTS); c++)
		put_row(f, f->order->from[c], v, inside, texels + (size_t)c * n, n);
}

/* Loads one element for each lane, without filtering. */
INLINE void read_elements(const struct hsaemu_image *im, const struct places *p, uint32_t *texels,
	unsigned n)
{
	struct format f = format_of(im);
	lane_bits v[COMPONENTS], inside;
	uint32_t one = one_of(&f);

	for (unsigned k = 0; k < n; k++)
		inside[k] = p->outside[k] ? 0 : one;
	fetch(&f, im->data, p, v, n);
	put_texels(&f, v, inside, texels, n);
}

#endif
