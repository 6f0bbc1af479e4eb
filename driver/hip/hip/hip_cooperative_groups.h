/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cooperative groups: as in CUDA, by names of HIP. */
#include "hip_runtime_api.h"
#include <cooperative_groups.h>
