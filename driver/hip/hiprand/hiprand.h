/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipRAND's functions for the host, over cuRAND. */
#ifndef HSAEMU_HIPRAND_H
#define HSAEMU_HIPRAND_H

#include <curand.h>
#include <hip/hip_runtime_api.h>
#include "hiprand_names.h"

#endif
