/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Refusing what is not supported. */
#ifndef HSAEMU_CUDA_FFT_REFUSE_H
#define HSAEMU_CUDA_FFT_REFUSE_H

#include <stdio.h>
#include "fft_impl.h"

/* Says so on standard error, and returns the error for it. */
static inline cufftResult cufft_refuse(const char *what)
{
	fprintf(stderr, CUFFT_NAME ": %s is not supported\n", what);
	return CUFFT_NOT_IMPLEMENTED;
}

#endif
