/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_VALUE_WAIT_IMPL_H
#define HSAEMU_CUDA_VALUE_WAIT_IMPL_H

#include "stream_impl.h"

/* What a stream waits for in memory. */
struct cu_value {
	const void *at;
	uint64_t value;
	uint32_t bytes; /* 4 or 8 */
	CUstreamWaitValue_flags condition;
};

/* Has *reached reached when the condition holds at any time after *from was reached. Both are marks
 * of one context, and are used. OUT_OF_MEMORY. */
CUresult cu_value_wait(const struct cu_value *v, struct cu_mark *from,
	struct cu_mark *reached) NODISCARD;
/* Ends the waiting of a context's streams, which stays undone. */
void cu_values_unwait(struct CUctx_st *c);

#endif
