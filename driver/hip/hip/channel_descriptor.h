/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How elements of arrays are described: as in CUDA, by names of HIP. */
#include "hip_runtime_api.h"
#include <cuda_runtime.h>
