/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Children of this process, which do not outnumber the CPUs. */
#define _GNU_SOURCE /* for sched_getaffinity() */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "cl_impl.h"

static struct {
	pthread_mutex_t lock;
	pthread_cond_t ended;
	size_t running;
	pid_t process; /* that counts: a process that was forked meanwhile begins anew */
} children = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static size_t cpu_count(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
	return n > 0 ? (size_t)n : 1;
}

static void wait_for_turn(void)
{
	size_t most = cpu_count();
	pthread_mutex_lock(&children.lock);
	if (children.process != getpid()) {
		children.process = getpid();
		children.running = 0;
	}
	while (children.running >= most)
		pthread_cond_wait(&children.ended, &children.lock);
	children.running++;
	pthread_mutex_unlock(&children.lock);
}

static void end_turn(void)
{
	pthread_mutex_lock(&children.lock);
	children.running--;
	pthread_cond_signal(&children.ended);
	pthread_mutex_unlock(&children.lock);
}

int fin_cl_run(const char *const *words, const struct child_files *f, int *ended)
{
	pid_t pid;
	wait_for_turn();
	int error = child_start(words, f, &pid);
	if (error == 0)
		*ended = child_wait(pid);
	end_turn();
	return error;
}
