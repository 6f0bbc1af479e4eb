/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_POOL_IMPL_H
#define HSAEMU_CUDA_POOL_IMPL_H

#include "context_impl.h"

/* Gives back what lies idle in the context's pools, beyond what these are to keep. */
void cu_pools_trim(struct CUctx_st *c);
/* Frees memory of a pool at once; nothing uses it, and it was taken (cu_memory_take_pool()). */
CUresult cu_pool_forget(struct CUmemPoolHandle_st *p, void *base);
/* Frees the pools of a context, whose streams were freed. */
void cu_pools_free(struct CUctx_st *c);

#endif
