/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of the driver's own, which end by themselves. */
#include <signal.h>
#include "helper_thread_impl.h"
#include "hsaemu/base.h"

bool cu_thread_start(void *(*run)(void *), void *arg)
{
	pthread_t thread;
	sigset_t all, before;
	sigfillset(&all);
	if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
		return false;
	bool started = pthread_create(&thread, NULL, run, arg) == 0;
	if (pthread_sigmask(SIG_SETMASK, &before, NULL) != 0)
		BUG("signals cannot be unblocked");
	return started && pthread_detach(thread) == 0;
}
