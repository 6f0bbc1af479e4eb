/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which worker the calling thread acts as. */
#include "rt/fault/guard_impl.h"
#include "rt/worker/worker_impl.h"

/* The worker whose place this thread has, its own or a lent one. A thread is one for one runtime at
 * a time. */
static _Thread_local struct rt_worker *acting;

void rt_current_set(struct rt_worker *w)
{
	acting = w;
}

struct rt_worker *rt_current_worker(void)
{
	return acting;
}

bool rt_current_is_idle(const struct rt *rt)
{
	return acting != NULL && acting->rt == rt && rt_guard_armed() == NULL;
}
