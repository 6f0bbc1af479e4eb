/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The stimage instruction (PRM 7.4): stores elements. When several lanes store to one element, the
 * last lane wins. */
#include "image_access_impl.h"

/* Converts a linear value to 8-bit sRGB: the number of steps that are not above x. NaN and negative
 * numbers give 0. */
static uint32_t srgb_of_linear(float x)
{
	uint32_t v = 0;

	for (uint32_t half = 128; half > 0; half /= 2)
		v += x >= srgb_steps[v + half - 1] ? half : 0;
	return v;
}

/* Rounds each value to the nearest integer within the range of the component, ties to even. NaN
 * becomes 0. */
INLINE void encode_norm(uint32_t *v, float lower, float upper, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		float x = f32_of(v[k]);

		x = x == x ? x * upper : 0;
		x = x > lower ? x : lower;
		x = x < upper ? x : upper;
		v[k] = (uint32_t)(int32_t)__builtin_rintf(x);
	}
}

/* Encodes components of 24 bits. They have as many bits as f32's mantissa, so a product in f32
 * would not be exact enough. */
INLINE void encode_unorm24(uint32_t *v, unsigned n)
{
	const double upper = (1 << 24) - 1;

	for (unsigned k = 0; k < n; k++) {
		double x = f32_of(v[k]) * upper;

		x = x > 0 ? x : 0;
		x = x < upper ? x : upper;
		v[k] = (uint32_t)(int32_t)__builtin_rint(x);
	}
}

INLINE void encode_unorm(const struct format *f, unsigned c, uint32_t *v, unsigned n)
{
	if (is_srgb(f, c))
		for (unsigned k = 0; k < n; k++)
			v[k] = srgb_of_linear(f32_of(v[k]));
	else if (f->bits[c] == 24)
		encode_unorm24(v, n);
	else
		encode_norm(v, 0, (float)((1 << f->bits[c]) - 1), n);
}

INLINE void encode_int(const struct format *f, uint32_t *v, unsigned n)
{
	uint32_t most = UINT32_MAX >> (32 - f->type->bits);
	int32_t upper = (int32_t)(most / 2), lower = -upper - 1;

	if (f->type->encoding == HSAEMU_ENCODING_UINT)
		for (unsigned k = 0; k < n; k++)
			v[k] = v[k] < most ? v[k] : most;
	else
		for (unsigned k = 0; k < n; k++) {
			int32_t x = (int32_t)v[k];

			x = x > lower ? x : lower;
			v[k] = (uint32_t)(x < upper ? x : upper);
		}
}

/* Converts access values into memory component c, in place (PRM table 7-3). The bits above the
 * component's own are undefined. */
INLINE void encode(const struct format *f, unsigned c, uint32_t *v, unsigned n)
{
	float upper = (float)(UINT32_MAX >> (33 - f->bits[c]));

	switch ((enum hsaemu_encoding)f->type->encoding) {
	case HSAEMU_ENCODING_UNORM:
		encode_unorm(f, c, v, n);
		break;
	case HSAEMU_ENCODING_SNORM:
		encode_norm(v, -upper - 1, upper, n);
		break;
	case HSAEMU_ENCODING_UINT:
	case HSAEMU_ENCODING_SINT:
		encode_int(f, v, n);
		break;
	case HSAEMU_ENCODING_HALF:
		for (unsigned k = 0; k < n; k++)
			v[k] = half_of_f32(v[k]);
		break;
	case HSAEMU_ENCODING_FLOAT:
		break;
	}
}

/* ---- elements to memory ---------------------------------------------------------------------- */

INLINE void put_words(uint8_t *data, const struct places *p, unsigned bytes, const uint32_t *word,
	unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		if (!p->outside[k])
			__builtin_memcpy(data + p->offset[k], &word[k], bytes);
}

/* Stores elements of up to 4 bytes, whose components are bit fields. A stencil, which lies behind a
 * depth of 24 bits, keeps its value. */
INLINE void store_small(const struct format *f, uint8_t *data, const struct places *p, lane_bits *v,
	unsigned n)
{
	lane_bits word;

	for (unsigned k = 0; k < n; k++)
		word[k] = 0;
	for (unsigned c = 0; c < f->order->components; c++) {
		uint32_t mask = UINT32_MAX >> (32 - f->bits[c]);

		for (unsigned k = 0; k < n; k++)
			word[k] |= (v[c][k] & mask) << f->shift[c];
	}
	switch (f->type->bits == 24 ? 3 : f->element_bytes) {
	case 1:
		put_words(data, p, 1, word, n);
		break;
	case 2:
		put_words(data, p, 2, word, n);
		break;
	case 3:
		put_words(data, p, 3, word, n);
		break;
	default:
		put_words(data, p, 4, word, n);
		break;
	}
}

/* Stores elements of 8 and 16 bytes, whose components have 2 or 4 bytes. */
INLINE void store_large(const struct format *f, uint8_t *data, const struct places *p, lane_bits *v,
	unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		for (unsigned c = 0; !p->outside[k] && c < f->order->components; c++) {
			uint16_t half = (uint16_t)v[c][k];

			if (f->type->bits == 32)
				__builtin_memcpy(data + p->offset[k] + 4 * c, &v[c][k], 4);
			else
				__builtin_memcpy(data + p->offset[k] + 2 * c, &half, 2);
		}
	}
}

INLINE void store(const struct hsaemu_image *im, const uint32_t *coords, const uint32_t *texels,
	uint32_t active, unsigned n)
{
	struct format f = format_of(im);
	lane_bits v[COMPONENTS];
	struct places p;

	find_elements(im, coords, active, n, &p);
	for (unsigned c = 0; c < f.order->components; c++) {
		__builtin_memcpy(v[c], texels + (size_t)access_of(&f, c) * n, n * sizeof v[c][0]);
		encode(&f, c, v[c], n);
	}
	if (f.element_bytes <= 4)
		store_small(&f, im->data, &p, v, n);
	else
		store_large(&f, im->data, &p, v, n);
}

void hsa_stimage(const struct hsaemu_image *im, const uint32_t *coords, const uint32_t *texels,
	uint32_t active, uint32_t form)
{
	unsigned n = form & 0xff;

	if (active == 0)
		return;
	if (n == 1)
		store(im, coords, texels, active, 1);
	else
		store(im, coords, texels, active, n);
}
