/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See team_impl.h. The threads live as long as the work, so that a program that unloads the
 * library, or forks, finds none. */
#define _GNU_SOURCE /* for sched_getaffinity() */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include "team_impl.h"

enum { MOST_THREADS = 16 };

struct team {
	void (*work)(void *arg, size_t index);
	void *arg;
	size_t count;
	atomic_size_t next;
};

static void *take_part(void *arg)
{
	struct team *t = arg;
	size_t i;
	while ((i = atomic_fetch_add(&t->next, 1)) < t->count)
		t->work(t->arg, i);
	return NULL;
}

/* How many CPUs this thread may run on. Where there are more than fit into the set, the system says
 * nothing of them, but they are enough. */
static size_t cpu_count(void)
{
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : MOST_THREADS;
}

static size_t thread_count(size_t pieces)
{
	size_t cpus = cpu_count(), most = cpus > MOST_THREADS ? MOST_THREADS : cpus;
	return pieces < most ? pieces : most;
}

/* The program's signal handlers do not run on these threads. */
void fin_team_run(void (*work)(void *arg, size_t index), void *arg, size_t count)
{
	struct team t = {.work = work, .arg = arg, .count = count};
	pthread_t threads[MOST_THREADS];
	size_t wanted = thread_count(count), started = 0;
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (started + 1 < wanted && pthread_create(&threads[started], NULL, take_part, &t) == 0)
		started++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	take_part(&t);
	while (started > 0)
		pthread_join(threads[--started], NULL);
}
