/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuFFT: the client's interface, and the name by which the library speaks. */
#ifndef HSAEMU_CUDA_FFT_IMPL_H
#define HSAEMU_CUDA_FFT_IMPL_H

#pragma GCC visibility push(default)
#include <cufftXt.h>
#pragma GCC visibility pop
#include "cuda/library/library.h"

#define CUFFT_NAME "libcufft"

#endif
