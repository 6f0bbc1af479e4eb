/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which default stream the calling thread means. This is not in per_thread.c, which needs all that
 * uses streams. */
#include "stream_impl.h"

static _Thread_local unsigned cu_own_calls;

void cu_own_stream_begin(void)
{
	cu_own_calls++;
}

void cu_own_stream_end(void)
{
	cu_own_calls--;
}

bool cu_wants_own_stream(void)
{
	return cu_own_calls != 0;
}
