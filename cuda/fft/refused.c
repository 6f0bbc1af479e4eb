/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What of the interface there is not: callbacks, which are code of the device that cuFFT's kernels
 * would call, and what is asked about plans for several devices. */
#include "fft_impl.h"
#include "refuse.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters) \
	cufftResult name parameters \
	{ \
		return cufft_refuse(#name "()"); \
	}
#include "refused.def"
