/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bfloat16: CUDA's functions, and types by HIP's names. */
#include "hip_common.h"
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#define __hip_bfloat16 __nv_bfloat16
#define __hip_bfloat162 __nv_bfloat162
#define __hip_bfloat16_raw __nv_bfloat16_raw
#define __hip_bfloat162_raw __nv_bfloat162_raw
