/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See team_impl.h. The threads live as long as the work, so that a program that unloads the
 * library, or forks, finds none. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
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

static size_t thread_count(size_t pieces)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = cpus < 1 ? 1 : cpus > MOST_THREADS ? MOST_THREADS : (size_t)cpus;
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
