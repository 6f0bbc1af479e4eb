/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Profilers: as in CUDA, by names of HIP. */
#include "hip_runtime_api.h"
#include <cuda_profiler_api.h>
