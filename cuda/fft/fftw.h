/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FFTW, which computes. Its planner is one for all threads of the process: plans are made and
 * destroyed by one at a time. They are executed by any. */
#ifndef HSAEMU_CUDA_FFT_FFTW_H
#define HSAEMU_CUDA_FFT_FFTW_H

#include "shape.h"

struct fftw_plan {
	void *plan; /* FFTW's own, or NULL */
	enum fft_form form;
	bool is_double;
};

/* What a plan may do, beside what its kind says. */
enum fftw_input {
	FFTW_INPUT_IN_PLACE,
	FFTW_INPUT_STAYS,   /* out of place */
	FFTW_INPUT_IS_LOST, /* out of place, and may be overwritten */
};

/* Loads FFTW for this element (half and bf16 are computed as float). Returns false after a line
 * that says why not. */
bool cufft_fftw_is_there(enum fft_element element);
struct fftw_way {
	enum fftw_input input;
	int direction;
	int rank;        /* how many of the shape's dimensions are transformed, the last ones */
	bool is_aligned; /* arrays are aligned to 16 bytes */
};

/* Makes a plan. Returns false where FFTW cannot do so, as in place with strides that differ. Never
 * touches arrays. */
bool cufft_fftw_make(struct fftw_plan *p, const struct fft_shape *s, const struct fft_side *in,
	const struct fft_side *out, const struct fftw_way *way) NODISCARD;
void cufft_fftw_execute(const struct fftw_plan *p, void *in, void *out);
void cufft_fftw_destroy(struct fftw_plan *p);

#endif
