/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What outlives contexts: graphs, and what was made of them, which clients destroy when they will.
 * It is told that a context ends, and lets go of what it has of that. If it was made for that one,
 * it can only be destroyed from then on. */
#ifndef HSAEMU_CUDA_SURVIVOR_IMPL_H
#define HSAEMU_CUDA_SURVIVOR_IMPL_H

#include "context_impl.h"

struct cu_survivor;
/* Called with the driver's lock, when the context's streams have ended. */
typedef void cu_survivor_end(struct cu_survivor *s, struct CUctx_st *c);

/* A part of each. */
struct cu_survivor {
	struct cu_survivor *next, *previous;
	cu_survivor_end *end;
};

void cu_survivor_enter(struct cu_survivor *s, cu_survivor_end *end);
void cu_survivor_leave(struct cu_survivor *s);
void cu_survivors_end(struct CUctx_st *c);

#endif
