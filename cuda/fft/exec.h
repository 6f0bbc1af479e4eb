/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executing plans in their streams. */
#ifndef HSAEMU_CUDA_FFT_EXEC_H
#define HSAEMU_CUDA_FFT_EXEC_H

#include "plan.h"

/* Executes the plan, which must be of this type (0: any), behind what its stream has. The direction
 * counts where the kind leaves it open. */
cufftResult cufft_execute(cufftHandle plan, unsigned type, void *in, void *out,
	int direction) NODISCARD;
cufftResult cufft_error(CUresult error) NODISCARD;

#endif
