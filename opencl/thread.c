/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include "thread_impl.h"

bool ocl_thread_start(void *(*run)(void *arg), void *arg)
{
	/* signals that an instruction may raise stay as they are */
	static const int of_instructions[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
	pthread_t thread;
	sigset_t all, before;
	sigfillset(&all);
	for (size_t i = 0; i < ARRAY_LEN(of_instructions); i++)
		sigdelset(&all, of_instructions[i]);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	bool started = pthread_create(&thread, NULL, run, arg) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (started)
		pthread_detach(thread);
	return started;
}

bool ocl_condition_init(pthread_cond_t *c)
{
	pthread_condattr_t a;
	if (pthread_condattr_init(&a) != 0)
		return false;
	pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
	bool done = pthread_cond_init(c, &a) == 0;
	pthread_condattr_destroy(&a);
	return done;
}
