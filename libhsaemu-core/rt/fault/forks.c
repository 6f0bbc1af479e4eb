/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* After fork() the child has none of the runtime's threads. Functions find that out by comparing
 * the number of forks now with the number when their runtime began. */
#include <pthread.h>
#include <stdatomic.h>
#include "rt/fault/guard_impl.h"
#include "rt/rt_impl.h"

atomic_uint rt_forks;

static void note_fork(void)
{
	rt_handlers_after_fork();
	atomic_fetch_add_explicit(&rt_forks, 1, memory_order_relaxed);
}

static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
static bool forks_watched;

static void watch(void)
{
	forks_watched =
		pthread_atfork(rt_handlers_before_fork, rt_handlers_after_fork, note_fork) == 0;
}

bool rt_forks_watch(void)
{
	return pthread_once(&forks_once, watch) == 0 && forks_watched;
}
