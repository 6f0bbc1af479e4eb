/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What nodes of graphs do, for the driver. */
#ifndef HSAEMU_CUDA_GRAPH_PARAMS_IMPL_H
#define HSAEMU_CUDA_GRAPH_PARAMS_IMPL_H

#include "runtime_impl.h"

/* Describes a launch, of which `from` may be NULL: cudaErrorInvalidValue. */
cudaError_t cudart_kernel_of(const struct cudaKernelNodeParams *from,
	CUDA_KERNEL_NODE_PARAMS *to) NODISCARD;
/* Describes a fill and returns `out`; NULL: there is none. */
const CUDA_MEMSET_NODE_PARAMS *cudart_fill_of(const struct cudaMemsetParams *p,
	CUDA_MEMSET_NODE_PARAMS *out);

#endif
