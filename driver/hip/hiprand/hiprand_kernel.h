/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipRAND's functions for kernels, over cuRAND. */
#ifndef HSAEMU_HIPRAND_KERNEL_H
#define HSAEMU_HIPRAND_KERNEL_H

#include <curand_kernel.h>
#include "hiprand.h"

#define hiprand curand
#define hiprand4 curand4

#endif
