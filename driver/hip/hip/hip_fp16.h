/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Half precision: CUDA's, by the same names. */
#include "hip_common.h"
#include <cuda_runtime.h>
#include <cuda_fp16.h>
