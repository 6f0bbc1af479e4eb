/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_COPY_IMPL_H
#define HSAEMU_CUDA_COPY_IMPL_H

#include "runtime_impl.h"

/* Begins a call about a copy, and describes the copy for the driver. */
cudaError_t cudart_copy_of(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *out) NODISCARD;
/* Returns whether there are both devices: cudaErrorInvalidDevice. */
cudaError_t cudart_check_devices(int a, int b) NODISCARD;

#endif
