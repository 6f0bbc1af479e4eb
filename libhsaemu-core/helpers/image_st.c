/* stimage (PRM 7.4): of lanes that store to one element the last wins. */
#include "image_impl.h"

/* The number of steps that are not above x; NaN and negative numbers: 0. */
static uint32_t srgb_of_linear(float x)
{
	uint32_t v = 0;

	for (uint32_t half = 128; half > 0; half /= 2)
		v += x >= srgb_steps[v + half - 1] ? half : 0;
	return v;
}

/* NaN is 0. The conversion rounds to nearest even; 24 bits are as many as f32 has, too few for the
 * product. */
static inline uint32_t encode_unorm(float v, unsigned bits)
{
	double scale = (double)(UINT32_MAX >> (32 - bits)), x = v * scale;

	x = x > 0 ? x : 0;
	x = x < scale ? x : scale;
	return (uint32_t)(int32_t)__builtin_rint(x);
}

static inline uint32_t encode_snorm(float x, float scale)
{
	x = x == x ? x * scale : 0;
	x = x > -scale - 1 ? x : -scale - 1;
	x = x < scale ? x : scale;
	return (uint32_t)(int32_t)__builtin_rintf(x);
}

static uint32_t clamp_signed(int32_t v, unsigned bits)
{
	int32_t upper = (int32_t)(UINT32_MAX >> (33 - bits)), lower = -upper - 1;

	return (uint32_t)(v < lower ? lower : v > upper ? upper : v);
}

/* Memory component c from its access value (PRM table 7-3); bits above its own are anything. */
static inline uint32_t encode(const struct format *f, unsigned c, uint32_t v)
{
	unsigned bits = f->bits[c];
	uint32_t upper = UINT32_MAX >> (32 - bits);

	switch ((enum hsaemu_encoding)f->type->encoding) {
	case HSAEMU_ENCODING_UNORM:
		return is_srgb(f, c) ? srgb_of_linear(f32_of(v)) : encode_unorm(f32_of(v), bits);
	case HSAEMU_ENCODING_SNORM:
		return encode_snorm(f32_of(v), (float)(upper / 2));
	case HSAEMU_ENCODING_UINT:
		return v < upper ? v : upper;
	case HSAEMU_ENCODING_SINT:
		return clamp_signed((int32_t)v, bits);
	case HSAEMU_ENCODING_HALF:
		return half_of_f32(v);
	case HSAEMU_ENCODING_FLOAT:
		break;
	}
	return v;
}

/* Components of an element of up to 4 bytes, which are bit fields. */
static void store_word(const struct format *f, uint8_t *to, const uint32_t *v)
{
	unsigned bytes = f->element_bytes;
	uint32_t word = 0;

	for (unsigned c = 0; c < f->order->components; c++)
		word |= (v[c] & UINT32_MAX >> (32 - f->bits[c])) << f->shift[c];
	if (f->type->bits == 24) /* what lies behind a depth of 24 bits, a stencil, stays */
		bytes = 3;
	for (unsigned b = 0; b < bytes; b++)
		to[b] = (uint8_t)(word >> 8 * b);
}

static void store_components(const struct format *f, uint8_t *to, const uint32_t *v)
{
	unsigned bytes = f->type->bits / 8;

	for (unsigned c = 0; c < f->order->components; c++)
		for (unsigned b = 0; b < bytes; b++)
			to[bytes * c + b] = (uint8_t)(v[c] >> 8 * b);
}

void hsa_stimage(const struct hsaemu_image *im, const uint32_t *coords, const uint32_t *texels,
	uint32_t active, uint32_t form)
{
	unsigned n = form & 0xff;
	struct places p;

	if (active == 0)
		return;
	find_elements(im, coords, active, n, &p);
	struct format f = format_of(im);
	lane_bits v[COMPONENTS];

	for (unsigned c = 0; c < f.order->components; c++) {
		const uint32_t *from = texels + (size_t)access_of(&f, c) * n;

		for (unsigned k = 0; k < n; k++)
			v[c][k] = encode(&f, c, from[k]);
	}
	for (unsigned k = 0; k < n; k++) {
		uint32_t own[COMPONENTS] = {v[0][k], v[1][k], v[2][k], v[3][k]};

		if (!p.outside[k])
			(f.element_bytes <= 4 ? store_word : store_components)(&f,
				im->data + p.offset[k], own);
	}
}
