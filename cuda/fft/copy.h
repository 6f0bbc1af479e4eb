/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements from one layout to another one, with conversion between float and what FFTW does not
 * know. */
#ifndef HSAEMU_CUDA_FFT_COPY_H
#define HSAEMU_CUDA_FFT_COPY_H

#include "shape.h"

/* Copies all elements of a side of the client's to where FFTW works, as float or double. */
void cufft_load(const struct fft_shape *s, const struct fft_side *client, const void *from,
	const struct fft_side *work, void *to);
/* Copies results back. */
void cufft_store(const struct fft_shape *s, const struct fft_side *work, const void *from,
	const struct fft_side *client, void *to);

#endif
