/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms along a dimension in which elements lie apart. FFTW's own way, in which a plan that
 * was not measured goes from row to row for each element, takes several times as long where rows
 * are a power of two apart, and most are. */
#ifndef HSAEMU_CUDA_FFT_LINES_H
#define HSAEMU_CUDA_FFT_LINES_H

#include "fftw.h"

/* Makes the plan for lines along a dimension of the shape. */
bool cufft_lines_make(struct fftw_plan *p, const struct fft_shape *s, int dimension,
	int direction) NODISCARD;
/* Returns how much memory lines along all dimensions need to be transformed in. */
size_t cufft_lines_bytes(const struct fft_shape *s);

struct fft_array {
	const struct fft_side *side;
	void *data;
};

/* Transforms all lines of a complex array along a dimension that is not the last one, or the only
 * one. The array that they go to may be the same one. */
void cufft_lines_run(const struct fftw_plan *p, const struct fft_shape *s, int dimension,
	const struct fft_array *from, const struct fft_array *to, void *memory);

#endif
