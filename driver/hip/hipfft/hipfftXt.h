/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The other functions of hipFFT. */
#include <cufftXt.h>
#include "hipfft.h"
