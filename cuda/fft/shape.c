/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shapes of transforms: which there are, and where their elements lie. */
#include "shape.h"

static const struct fft_kind kinds[] = {
#define KIND(type, input, output, execution, form, element) \
	{type, input, output, execution, form, element},
#include "kinds.def"
};

static const size_t scalar_bytes[] = {
	[FFT_F16] = 2,
	[FFT_BF16] = 2,
	[FFT_F32] = 4,
	[FFT_F64] = 8,
};
_Static_assert(ARRAY_LEN(scalar_bytes) == FFT_ELEMENT_COUNT, "one for each element");

const struct fft_kind *cufft_kind_find(unsigned type)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (type != 0 && kinds[i].type == type)
			return &kinds[i];
	return NULL;
}

const struct fft_kind *cufft_kind_of(cudaDataType input, cudaDataType output,
	cudaDataType execution)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const struct fft_kind *k = &kinds[i];
		if (k->input == input && k->output == output && k->execution == execution)
			return k;
	}
	return NULL;
}

/* ---- what is valid --------------------------------------------------------------------------- */

static bool is_storage(const struct fft_shape *s, const struct fft_storage *m)
{
	for (int i = 1; i < s->rank; i++) /* the first size is of no use */
		if (m->sizes[i] < 1)
			return false;
	return m->stride >= 1 && m->distance >= 0;
}

/* Returns an upper bound of the elements that the storage is from end to end. */
static double span(const struct fft_shape *s, const struct fft_storage *m)
{
	double elements = (double)m->stride;
	for (int i = 0; i < s->rank; i++)
		elements *= (double)(i > 0 && m->sizes[i] > s->n[i] ? m->sizes[i] : s->n[i] + 2);
	return elements + (double)m->distance * (double)s->batch;
}

/* All computing with sizes and strides stays in 64 bits. */
static bool fits(const struct fft_shape *s)
{
	static const double most = 0x1p58;
	if (!s->is_packed)
		return span(s, &s->in) < most && span(s, &s->out) < most;
	return span(s, &(struct fft_storage){.stride = 1}) * (double)s->batch < most;
}

cufftResult cufft_shape_check(const struct fft_shape *s)
{
	if (s->rank < 1 || s->rank > FFT_MAX_RANK || !s->has_sizes)
		return CUFFT_INVALID_VALUE;
	if (s->kind == NULL)
		return CUFFT_INVALID_TYPE;
	for (int i = 0; i < s->rank; i++)
		if (s->n[i] < 1)
			return CUFFT_INVALID_SIZE;
	if (s->batch < 1)
		return CUFFT_INVALID_SIZE;
	if (!s->is_packed && !(is_storage(s, &s->in) && is_storage(s, &s->out)))
		return CUFFT_INVALID_VALUE;
	return fits(s) ? CUFFT_SUCCESS : CUFFT_INVALID_SIZE;
}

/* ---- layouts --------------------------------------------------------------------------------- */

static void count(const struct fft_shape *s, bool is_complex, struct fft_side *side)
{
	int last = s->rank - 1;
	*side = (struct fft_side){.is_complex = is_complex};
	for (int i = 0; i < s->rank; i++)
		side->count[i] = s->n[i];
	if (is_complex && s->kind->form != FFT_C2C)
		side->count[last] = s->n[last] / 2 + 1;
}

static void pack(const struct fft_shape *s, bool in_place, struct fft_side *side)
{
	int last = s->rank - 1;
	long long row = side->count[last];
	if (in_place && !side->is_complex)
		row = 2 * (row / 2 + 1);
	side->stride[last] = 1;
	for (int i = last - 1; i >= 0; i--) {
		side->stride[i] = row;
		row *= side->count[i];
	}
	side->distance = row;
}

static void embed(const struct fft_shape *s, const struct fft_storage *m, struct fft_side *side)
{
	long long stride = m->stride;
	for (int i = s->rank - 1; i >= 0; i--) {
		side->stride[i] = stride;
		stride *= i > 0 ? m->sizes[i] : 1;
	}
	side->distance = m->distance;
}

void cufft_sides(const struct fft_shape *s, bool in_place, struct fft_side *in,
	struct fft_side *out)
{
	count(s, s->kind->form != FFT_R2C, in);
	count(s, s->kind->form != FFT_C2R, out);
	if (s->is_packed) {
		pack(s, in_place, in);
		pack(s, in_place, out);
	} else {
		embed(s, &s->in, in);
		embed(s, &s->out, out);
	}
}

size_t cufft_element_bytes(const struct fft_shape *s, const struct fft_side *side)
{
	return scalar_bytes[s->kind->element] * (side->is_complex ? 2 : 1);
}

size_t cufft_side_bytes(const struct fft_shape *s, const struct fft_side *side)
{
	long long elements = 1 + (s->batch - 1) * side->distance;
	for (int i = 0; i < s->rank; i++)
		elements += (side->count[i] - 1) * side->stride[i];
	return (size_t)elements * cufft_element_bytes(s, side);
}
