/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of numbers that libraries take: as in CUDA, by names of HIP. */
#include "hip_runtime_api.h"
#include <library_types.h>
