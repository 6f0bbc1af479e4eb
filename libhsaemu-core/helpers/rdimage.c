/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rdimage instruction (PRM 7.2, 7.1.6): reads images through a sampler. Coordinates are
 * computed in f32, as the PRM's formulas say; mirroring at the edge is computed in whole
 * elements. */
#include "image_access_impl.h"

struct sampler {
	enum hsaemu_addressing addressing;
	bool normalized, linear;
};

static struct sampler sampler_of(uint64_t handle)
{
	return (struct sampler){
		.addressing = handle >> HSAEMU_SAMPLER_ADDRESSING & HSAEMU_SAMPLER_MODE_MASK,
		.normalized = handle >> HSAEMU_SAMPLER_COORD & 1,
		.linear = handle >> HSAEMU_SAMPLER_FILTER & 1,
	};
}

/* ---- addressing (PRM 7.1.6.2) ---------------------------------------------------------------- */

/* Converts `x`, which is whole or not finite, to an index within the bounds; NaN becomes `low`. */
INLINE float clamp(float x, float low, float high)
{
	x = x > low ? x : low;
	return x < high ? x : high;
}

INLINE int32_t wrapped(float x, float size, int32_t last)
{
	int32_t i = (int32_t)clamp(x - __builtin_floorf(x / size) * size, 0, size);

	return i < last ? i : last; /* large coordinates are inexact */
}

INLINE int32_t mirrored(float x, float size, int32_t last)
{
	float m = x < 0 ? -x - 1 : x;
	float tile = __builtin_floorf(m / size);
	int32_t i = (int32_t)clamp(m - tile * size, 0, size);
	bool odd = tile - 2 * __builtin_floorf(tile * 0.5f) != 0;

	i = i < last ? i : last;
	return odd ? last - i : i;
}

/* Turns coordinates in units of elements into indices on one axis; -1 is outside. */
INLINE void index_f32(enum hsaemu_addressing addressing, const float *coord, int32_t size,
	int32_t *index, unsigned n)
{
	int32_t last = size - 1;
	float fsize = (float)size;

	if (addressing == HSAEMU_ADDRESSING_CLAMP_TO_BORDER)
		for (unsigned k = 0; k < n; k++) {
			int32_t i = (int32_t)clamp(__builtin_floorf(coord[k]), -1, fsize);

			index[k] = i < size ? i : -1;
		}
	else if (addressing == HSAEMU_ADDRESSING_REPEAT)
		for (unsigned k = 0; k < n; k++)
			index[k] = wrapped(__builtin_floorf(coord[k]), fsize, last);
	else if (addressing == HSAEMU_ADDRESSING_MIRRORED_REPEAT)
		for (unsigned k = 0; k < n; k++)
			index[k] = mirrored(__builtin_floorf(coord[k]), fsize, last);
	else
		for (unsigned k = 0; k < n; k++) {
			int32_t i = (int32_t)clamp(__builtin_floorf(coord[k]), 0, fsize);

			index[k] = i < last ? i : last;
		}
}

/* Integer coordinates are used as integers, because f32 would lose precision. */
INLINE void index_s32(enum hsaemu_addressing addressing, const uint32_t *coord, int32_t size,
	int32_t *index, unsigned n)
{
	if (addressing == HSAEMU_ADDRESSING_CLAMP_TO_BORDER) {
		index_u32(coord, size, index, n);
		return;
	}
	for (unsigned k = 0; k < n; k++) {
		int32_t i = (int32_t)coord[k];

		i = i > 0 ? i : 0;
		index[k] = i < size ? i : size - 1;
	}
}

/* Finds the index of the layer. Whatever the sampler, it is the coordinate rounded to nearest, ties
 * to even, and clamped. */
INLINE void index_layer(bool is_s32, const uint32_t *coord, int32_t layers, int32_t *index,
	unsigned n)
{
	if (is_s32) {
		index_s32(HSAEMU_ADDRESSING_CLAMP_TO_EDGE, coord, layers, index, n);
		return;
	}
	for (unsigned k = 0; k < n; k++)
		index[k] =
			(int32_t)clamp(__builtin_rintf(f32_of(coord[k])), 0, (float)(layers - 1));
}

/* Moves a normalized coordinate into the image, or its first mirror image, before it is scaled:
 * afterwards it could be rounded to another element. OpenCL computes so, too. */
INLINE float folded(enum hsaemu_addressing addressing, float x)
{
	if (addressing == HSAEMU_ADDRESSING_REPEAT)
		return x - __builtin_floorf(x);
	if (addressing == HSAEMU_ADDRESSING_MIRRORED_REPEAT)
		return __builtin_fabsf(x - 2 * __builtin_rintf(0.5f * x));
	return x;
}

/* Turns coordinates into units of elements (PRM 7.1.6.1). For linear filters, they are those of the
 * first of the two elements. */
INLINE void unnormalize(struct sampler s, bool is_s32, const uint32_t *coord, int32_t size,
	float *out, unsigned n)
{
	float scale = (float)size, shift = s.linear ? 0.5f : 0;

	if (is_s32)
		for (unsigned k = 0; k < n; k++)
			out[k] = (float)(int32_t)coord[k] - shift;
	else if (s.normalized)
		for (unsigned k = 0; k < n; k++)
			out[k] = folded(s.addressing, f32_of(coord[k])) * scale - shift;
	else
		for (unsigned k = 0; k < n; k++)
			out[k] = f32_of(coord[k]) - shift;
}

/* ---- nearest --------------------------------------------------------------------------------- */

struct reading {
	const struct hsaemu_image *image;
	struct sampler sampler;
	struct axes axes;
	const uint32_t *coords;
	uint32_t active;
	unsigned n;
	bool is_s32;
};

INLINE void read_nearest(const struct reading *r, uint32_t *texels)
{
	struct places p;
	lane_ints index;
	lane_floats x;

	start_places(&p, r->active, r->n);
	for (unsigned d = 0; d < r->axes.count; d++) {
		const uint32_t *coord = r->coords + (size_t)d * r->n;
		int32_t size = r->axes.size[d];

		if (d == r->axes.plain) {
			index_layer(r->is_s32, coord, size, index, r->n);
		} else if (r->is_s32) {
			index_s32(r->sampler.addressing, coord, size, index, r->n);
		} else {
			unnormalize(r->sampler, false, coord, size, x, r->n);
			index_f32(r->sampler.addressing, x, size, index, r->n);
		}
		add_axis(&p, index, r->axes.pitch[d], r->n);
	}
	read_elements(r->image, &p, texels, r->n);
}

/* ---- linear ---------------------------------------------------------------------------------- */

/* The two elements on an axis that a linear filter mixes, and the weight of the second. */
struct pair {
	lane_ints index[2];
	lane_floats fraction;
};

INLINE void find_pair(const struct reading *r, unsigned d, struct pair *p)
{
	const uint32_t *coord = r->coords + (size_t)d * r->n;
	int32_t size = r->axes.size[d];
	lane_floats x;

	if (d == r->axes.plain) {
		index_layer(r->is_s32, coord, size, p->index[0], r->n);
		return;
	}
	unnormalize(r->sampler, r->is_s32, coord, size, x, r->n);
	index_f32(r->sampler.addressing, x, size, p->index[0], r->n);
	for (unsigned k = 0; k < r->n; k++) {
		float whole = __builtin_floorf(x[k]);

		p->fraction[k] = x[k] - whole;
		x[k] = whole + 1; /* x + 1 could be rounded to the next element */
	}
	index_f32(r->sampler.addressing, x, size, p->index[1], r->n);
}

/* Weighted sums of the memory components, and of the part of the weights that lies inside. */
struct sums {
	lane_floats component[COMPONENTS], inside;
};

/* Adds one element to the sums. Bit d of `corner` says which of the pair's elements it is on axis
 * d. */
INLINE void add_corner(const struct reading *r, const struct format *f, const struct pair *pairs,
	unsigned corner, struct sums *s)
{
	struct places p;
	lane_bits v[COMPONENTS];
	lane_floats weight;

	start_places(&p, r->active, r->n);
	for (unsigned k = 0; k < r->n; k++)
		weight[k] = 1;
	for (unsigned d = 0; d < r->axes.count; d++) {
		unsigned second = corner >> d & 1;

		add_axis(&p, pairs[d].index[second], r->axes.pitch[d], r->n);
		for (unsigned k = 0; d < r->axes.plain && k < r->n; k++)
			weight[k] *= second ? pairs[d].fraction[k] : 1 - pairs[d].fraction[k];
	}
	fetch(f, r->image->data, &p, v, r->n);
	for (unsigned c = 0; c < f->order->components; c++)
		for (unsigned k = 0; k < r->n; k++)
			s->component[c][k] += weight[k] * f32_of(v[c][k]);
	for (unsigned k = 0; k < r->n; k++)
		s->inside[k] += p.outside[k] ? 0 : weight[k];
}

/* Writes the sums as texels. Rounding can make the sum of the weights greater than 1, so it is
 * limited to 1. */
INLINE void put_sums(const struct format *f, const struct sums *s, uint32_t *texels, unsigned n)
{
	bool is_norm = f->type->encoding == HSAEMU_ENCODING_UNORM ||
	               f->type->encoding == HSAEMU_ENCODING_SNORM;
	lane_bits v[COMPONENTS], inside;

	for (unsigned c = 0; c < f->order->components; c++)
		for (unsigned k = 0; k < n; k++) {
			float x = s->component[c][k];

			v[c][k] = bits_of_f32(is_norm ? clamp(x, -1, 1) : x);
		}
	for (unsigned k = 0; k < n; k++)
		inside[k] = bits_of_f32(s->inside[k] < 1 ? s->inside[k] : 1);
	put_texels(f, v, inside, texels, n);
}

INLINE void read_linear(const struct reading *r, uint32_t *texels)
{
	struct format f = format_of(r->image);
	struct pair pairs[AXES];
	struct sums s;

	for (unsigned d = 0; d < r->axes.count; d++)
		find_pair(r, d, &pairs[d]);
	for (unsigned k = 0; k < r->n; k++)
		s.component[0][k] = s.component[1][k] = s.component[2][k] = s.component[3][k] =
			s.inside[k] = 0;
	for (unsigned corner = 0; corner < 1u << r->axes.plain; corner++)
		add_corner(r, &f, pairs, corner, &s);
	put_sums(&f, &s, texels, r->n);
}

/* ---- rdimage --------------------------------------------------------------------------------- */

/* Reads with the sampler's filter. Integers are not filtered (PRM table 7-6). */
INLINE void read(struct reading *r, uint32_t *texels)
{
	r->sampler.linear &=
		hsaemu_channel_type(r->image->channel_type)->access == HSAEMU_ACCESS_F32;
	if (r->sampler.linear)
		read_linear(r, texels);
	else
		read_nearest(r, texels);
}

/* Reads for any number of lanes: a copy of read() that does not know it. */
static __attribute__((noinline)) void read_lanes(struct reading *r, uint32_t *texels)
{
	read(r, texels);
}

/* ---- levels of detail (image_abi.h) ---------------------------------------------------------- */

static bool has_level(uint64_t sampler)
{
	return (sampler >> HSAEMU_SAMPLER_HAS_LEVEL & 1) != 0;
}

/* Returns the level to read, in units of HSAEMU_LEVEL_ONE. */
static uint32_t level_of(const struct hsaemu_image *im, uint64_t sampler)
{
	const float most = HSAEMU_MAX_LEVELS * 2;
	float level = has_level(sampler) ? f32_of((uint32_t)(sampler >> HSAEMU_SAMPLER_LEVEL)) : 0;
	int32_t x = (int32_t)__builtin_rintf(clamp(level, -most, most) * HSAEMU_LEVEL_ONE);
	int32_t last = im->levels > 1 ? (im->levels - 1) * HSAEMU_LEVEL_ONE : 0;

	x += im->level_bias;
	x = x < im->level_high ? x : im->level_high;
	x = x > im->level_low ? x : im->level_low;
	return (uint32_t)(x < last ? x : last);
}

static const uint64_t any_offset = (uint64_t)0xf << HSAEMU_SAMPLER_OFFSET_X |
                                   (uint64_t)0xf << HSAEMU_SAMPLER_OFFSET_Y |
                                   (uint64_t)0xf << HSAEMU_SAMPLER_OFFSET_Z;

static int32_t offset_of(uint64_t sampler, unsigned d)
{
	static const uint8_t first[AXES] = {
		HSAEMU_SAMPLER_OFFSET_X, HSAEMU_SAMPLER_OFFSET_Y, HSAEMU_SAMPLER_OFFSET_Z};
	uint32_t bits = (uint32_t)(sampler >> first[d]) << (32 - HSAEMU_SAMPLER_OFFSET_BITS);

	return (int32_t)bits >> (32 - HSAEMU_SAMPLER_OFFSET_BITS);
}

/* Writes the coordinates, moved by the sampler's offsets, but the layer. */
static void move(const struct reading *r, uint64_t sampler, uint32_t *moved)
{
	__builtin_memcpy(moved, r->coords, r->axes.count * r->n * sizeof *moved);
	for (unsigned d = 0; d < r->axes.plain; d++) {
		int32_t offset = offset_of(sampler, d);
		float step = r->sampler.normalized ? 1 / (float)r->axes.size[d] : 1;
		uint32_t *c = moved + (size_t)d * r->n;

		for (unsigned k = 0; k < r->n; k++)
			c[k] = r->is_s32 ? c[k] + (uint32_t)offset
			                 : bits_of_f32(f32_of(c[k]) + (float)offset * step);
	}
}

static void read_level(const struct reading *all, const struct hsaemu_image *im, uint64_t sampler,
	uint32_t *texels)
{
	uint32_t moved[AXES * LANES];
	struct reading r = *all;

	r.image = im;
	r.axes = axes_of(im);
	if ((sampler & any_offset) != 0) {
		move(&r, sampler, moved);
		r.coords = moved;
	}
	read_lanes(&r, texels);
}

static void mix(uint32_t *texels, const uint32_t *second, float fraction, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		float a = f32_of(texels[k]), b = f32_of(second[k]);

		texels[k] = bits_of_f32((1 - fraction) * a + fraction * b);
	}
}

/* Integers are not mixed, as they are not filtered. */
static void read_levels(const struct reading *r, uint64_t sampler, uint32_t *texels)
{
	const struct hsaemu_image *im = r->image;
	uint32_t second[COMPONENTS * LANES], level = level_of(im, sampler);
	bool is_linear = im->level_filter != 0 &&
	                 hsaemu_channel_type(im->channel_type)->access == HSAEMU_ACCESS_F32;

	if (!is_linear)
		level += HSAEMU_LEVEL_ONE / 2;
	read_level(r, &im[level / HSAEMU_LEVEL_ONE], sampler, texels);
	if (!is_linear || level % HSAEMU_LEVEL_ONE == 0)
		return;
	read_level(r, &im[level / HSAEMU_LEVEL_ONE + 1], sampler, second);
	mix(texels, second, (float)(level % HSAEMU_LEVEL_ONE) / HSAEMU_LEVEL_ONE,
		COMPONENTS * r->n);
}

void hsa_rdimage(const struct hsaemu_image *im, uint64_t sampler, const uint32_t *coords,
	uint32_t *texels, uint32_t active, uint32_t form)
{
	if (active == 0)
		return;
	struct reading r = {.image = im,
		.sampler = sampler_of(sampler),
		.axes = axes_of(im),
		.coords = coords,
		.active = active,
		.n = form & 0xff,
		.is_s32 = form & HSAEMU_IMAGE_FORM_S32};

	if (im->levels > 1 || (has_level(sampler) && (sampler & any_offset) != 0)) {
		read_levels(&r, sampler, texels);
	} else if (r.n == 1) {
		r.n = 1; /* the compiler sees this constant in all functions that are inlined */
		read(&r, texels);
	} else {
		read_lanes(&r, texels);
	}
}
