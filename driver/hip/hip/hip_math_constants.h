/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants: as in CUDA, by names of HIP. */
#include "hip_runtime_api.h"
#include <math_constants.h>
