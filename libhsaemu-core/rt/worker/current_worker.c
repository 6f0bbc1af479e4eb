/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Knows as which worker the calling thread acts. */
#include "rt/fault/guard_impl.h"
#include "rt/worker/worker_impl.h"

/* The worker in whose place this thread acts, its own or a borrowed one; NULL: none. A thread acts
 * in one runtime at a time. */
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
