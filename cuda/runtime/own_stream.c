/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which default stream the calling thread means. This is not in per_thread.c, which needs all that
 * uses streams. */
#include "runtime_impl.h"

static _Thread_local unsigned cudart_own_calls;

void cudart_own_stream_begin(void)
{
	cudart_own_calls++;
}

void cudart_own_stream_end(void)
{
	cudart_own_calls--;
}

cudaStream_t cudart_stream(cudaStream_t stream)
{
	return stream == NULL && cudart_own_calls != 0 ? cudaStreamPerThread : stream;
}
