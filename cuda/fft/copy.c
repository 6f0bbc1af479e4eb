/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of elements, row by row: steps are in bytes, and an element has one part or two. */
#include <string.h>
#include "copy.h"

typedef void (*row_function)(uint8_t *to, ptrdiff_t to_step, const uint8_t *from,
	ptrdiff_t from_step, long long count, size_t parts);

static float float_of_bits(uint32_t bits)
{
	float f;
	memcpy(&f, &bits, sizeof f);
	return f;
}

static uint32_t bits_of_float(float f)
{
	uint32_t bits;
	memcpy(&bits, &f, sizeof bits);
	return bits;
}

/* The product moves the exponent, also that of what is no normal number as a half. */
static float from_half(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, rest = (uint32_t)(h & 0x7fff) << 13;
	if (rest >= 0x0f800000) /* infinity, or no number */
		return float_of_bits(sign | rest | 0x7f800000);
	return float_of_bits(sign | bits_of_float(float_of_bits(rest) * 0x1p112f));
}

/* Rounds to the nearest, to even in the middle. Where the result is no normal number, adding a half
 * has the processor do so at the right bit. */
static uint16_t to_half(float f)
{
	uint32_t bits = bits_of_float(f), sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
	if (rest > 0x7f800000)
		rest = 0x7e00;
	else if (rest >= 0x477ff000) /* 65520 */
		rest = 0x7c00;
	else if (rest < 0x38800000) /* 2 to the power of -14 */
		rest = bits_of_float(float_of_bits(rest) + 0.5f) - bits_of_float(0.5f);
	else
		rest = (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13;
	return (uint16_t)(sign | rest);
}

static float from_bf16(uint16_t b)
{
	return float_of_bits((uint32_t)b << 16);
}

static uint16_t to_bf16(float f)
{
	uint32_t bits = bits_of_float(f);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define ROW(name, FROM, TO, convert) \
	static void name(uint8_t *to, ptrdiff_t to_step, const uint8_t *from, ptrdiff_t from_step, \
		long long count, size_t parts) \
	{ \
		for (long long i = 0; i < count; i++, to += to_step, from += from_step) \
			for (size_t p = 0; p < parts; p++) { \
				FROM v; \
				memcpy(&v, from + p * sizeof v, sizeof v); \
				TO w = convert(v); \
				memcpy(to + p * sizeof w, &w, sizeof w); \
			} \
	}
ROW(halves_to_floats, uint16_t, float, from_half)
ROW(bf16s_to_floats, uint16_t, float, from_bf16)
ROW(floats_to_halves, float, uint16_t, to_half)
ROW(floats_to_bf16s, float, uint16_t, to_bf16)
ROW(floats, float, float, )
ROW(doubles, double, double, )

static const struct {
	row_function load, store;
	size_t bytes, work_bytes; /* of a part */
} elements[] = {
	[FFT_F16] = {halves_to_floats, floats_to_halves, 2, 4},
	[FFT_BF16] = {bf16s_to_floats, floats_to_bf16s, 2, 4},
	[FFT_F32] = {floats, floats, 4, 4},
	[FFT_F64] = {doubles, doubles, 8, 8},
};
_Static_assert(ARRAY_LEN(elements) == FFT_ELEMENT_COUNT, "one for each element");

/* The layouts are those of one and the same side, and differ in strides and the parts' bytes. */
struct copy {
	const struct fft_side *from, *to;
	size_t from_bytes, to_bytes; /* of an element */
	row_function row;
};

static void copy_row(const struct copy *c, int last, const uint8_t *from, uint8_t *to)
{
	size_t parts = c->from->is_complex ? 2 : 1;
	ptrdiff_t from_step = c->from->stride[last] * (ptrdiff_t)c->from_bytes;
	ptrdiff_t to_step = c->to->stride[last] * (ptrdiff_t)c->to_bytes;
	long long count = c->from->count[last];
	if (c->from_bytes == c->to_bytes && c->from->stride[last] == 1 && c->to->stride[last] == 1)
		memcpy(to, from, (size_t)count * c->to_bytes);
	else
		c->row(to, to_step, from, from_step, count, parts);
}

static void copy(const struct copy *c, const struct fft_shape *s, const uint8_t *from, uint8_t *to)
{
	int last = s->rank - 1;
	long long rows = s->batch;
	for (int i = 0; i < last; i++)
		rows *= c->from->count[i];
	for (long long row = 0; row < rows; row++) {
		long long rest = row, at = 0, there = 0;
		for (int i = last - 1; i >= 0; i--) {
			long long index = rest % c->from->count[i];
			rest /= c->from->count[i];
			at += index * c->from->stride[i];
			there += index * c->to->stride[i];
		}
		at += rest * c->from->distance;
		there += rest * c->to->distance;
		copy_row(c, last, from + at * (long long)c->from_bytes,
			to + there * (long long)c->to_bytes);
	}
}

void cufft_load(const struct fft_shape *s, const struct fft_side *client, const void *from,
	const struct fft_side *work, void *to)
{
	enum fft_element e = s->kind->element;
	size_t parts = client->is_complex ? 2 : 1;
	struct copy c = {client, work, elements[e].bytes * parts, elements[e].work_bytes * parts,
		elements[e].load};
	copy(&c, s, from, to);
}

void cufft_store(const struct fft_shape *s, const struct fft_side *work, const void *from,
	const struct fft_side *client, void *to)
{
	enum fft_element e = s->kind->element;
	size_t parts = client->is_complex ? 2 : 1;
	struct copy c = {work, client, elements[e].work_bytes * parts, elements[e].bytes * parts,
		elements[e].store};
	copy(&c, s, from, to);
}
