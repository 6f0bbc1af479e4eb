/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of elements, row by row: steps are in bytes, and an element has one part or two. */
#include <string.h>
#include "cuda/library/small_numbers.h"
#include "copy.h"

typedef void (*row_function)(uint8_t *to, ptrdiff_t to_step, const uint8_t *from,
	ptrdiff_t from_step, long long count, size_t parts);

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
ROW(halves_to_floats, uint16_t, float, culib_half_to_float)
ROW(bf16s_to_floats, uint16_t, float, culib_brain_to_float)
ROW(floats_to_halves, float, uint16_t, culib_float_to_half)
ROW(floats_to_bf16s, float, uint16_t, culib_float_to_brain)
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
