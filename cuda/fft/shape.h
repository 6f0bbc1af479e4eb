/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a plan transforms: kind, sizes, and where the elements lie (cuFFT, "Data Layout"). */
#ifndef HSAEMU_CUDA_FFT_SHAPE_H
#define HSAEMU_CUDA_FFT_SHAPE_H

#include "fft_impl.h"

enum { FFT_MAX_RANK = 3 };

enum fft_form {
	FFT_C2C,
	FFT_R2C,
	FFT_C2R,
};

enum fft_element { FFT_F16, FFT_BF16, FFT_F32, FFT_F64, FFT_ELEMENT_COUNT };

struct fft_kind {
	unsigned type; /* a cufftType, or 0 */
	cudaDataType input, output, execution;
	enum fft_form form;
	enum fft_element element;
};

/* The memory of one side, input or output, as the client lays it out. */
struct fft_storage {
	long long sizes[FFT_MAX_RANK];
	long long stride, distance;
};

struct fft_shape {
	const struct fft_kind *kind; /* NULL: the client's type is none */
	int rank;
	bool has_sizes; /* else n is unknown */
	bool is_packed; /* without storage: elements lie beside each other */
	long long n[FFT_MAX_RANK];
	long long batch;
	struct fft_storage in, out;
};

/* Where the elements of one side lie, in elements: that of a batch and three indices is at the sum
 * of the products with strides. */
struct fft_side {
	bool is_complex;
	long long count
		[FFT_MAX_RANK]; /* of elements, the last index is halved where it is redundant */
	long long stride[FFT_MAX_RANK];
	long long distance;
};

/* Returns the kind, or NULL. */
const struct fft_kind *cufft_kind_find(unsigned type);
const struct fft_kind *cufft_kind_of(cudaDataType input, cudaDataType output,
	cudaDataType execution);
cufftResult cufft_shape_check(const struct fft_shape *s);
/* Gives both sides' layouts. Packed rows of reals that are transformed in place end in room for
 * what they become. */
void cufft_sides(const struct fft_shape *s, bool in_place, struct fft_side *in,
	struct fft_side *out);
size_t cufft_element_bytes(const struct fft_shape *s, const struct fft_side *side);
/* Returns how many bytes lie between the first and the last element, with them. */
size_t cufft_side_bytes(const struct fft_shape *s, const struct fft_side *side);

#endif
