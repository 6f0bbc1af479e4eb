/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's host interface. */
#ifndef HSAEMU_CUDA_RAND_IMPL_H
#define HSAEMU_CUDA_RAND_IMPL_H

#pragma GCC visibility push(default)
#include <curand.h>
#pragma GCC visibility pop
#include "cuda/library/library.h"

#endif
