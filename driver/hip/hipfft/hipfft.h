/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipFFT over cuFFT. */
#ifndef HSAEMU_HIPFFT_H
#define HSAEMU_HIPFFT_H

#include <cufft.h>
#include <hip/hip_runtime_api.h>
#include "hipfft_names.h"

#define HIPFFT_BACKWARD CUFFT_INVERSE

#endif
