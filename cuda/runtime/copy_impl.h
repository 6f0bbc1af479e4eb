/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_COPY_IMPL_H
#define HSAEMU_CUDA_COPY_IMPL_H

#include "runtime_impl.h"

/* Begins a call about a copy, and describes the copy for the driver. */
cudaError_t cudart_copy_of(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *out) NODISCARD;
/* Describes a copy of the driver's for the client. */
cudaError_t cudart_copy_from(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *out) NODISCARD;

/* Begins a call about a part of a variable, and finds it. */
cudaError_t cudart_part_of(const void *symbol, size_t offset, size_t count, void **at) NODISCARD;
/* Returns whether there are both devices: cudaErrorInvalidDevice. */
cudaError_t cudart_check_devices(int a, int b) NODISCARD;

#endif
