/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads that make the code of kernels before the first command needs it, while the client fills
 * its buffers. One CPU is left to the client. A client that comes first makes the code itself. */
#include <pthread.h>
#include <stdlib.h>
#include "late_impl.h"
#include "make_impl.h"
#include "thread_impl.h"

struct wish {
	struct ocl_build *build; /* used */
	uint32_t kernel;
	struct wish *next;
};

static struct {
	pthread_mutex_t lock;
	/* guarded by the lock: */
	struct wish *first, *last;
	unsigned threads;
} soon = {PTHREAD_MUTEX_INITIALIZER, NULL, NULL, 0};

static void add(struct wish *w)
{
	if (soon.first == NULL)
		soon.first = w;
	else
		soon.last->next = w;
	soon.last = w;
}

/* The lock is held. Returns NULL, and counts the thread no longer, when there is nothing to do. */
static struct wish *take(void)
{
	struct wish *w = soon.first;
	if (w == NULL)
		soon.threads--;
	else
		soon.first = w->next;
	return w;
}

static void *work(void *arg)
{
	struct wish *w;
	pthread_mutex_lock(&soon.lock);
	while ((w = take()) != NULL) {
		const struct hsaemu_kernel_descriptor *kd;
		pthread_mutex_unlock(&soon.lock);
		/* a command hears of the error again */
		(void)ocl_late_code(w->build->late, NULL, w->kernel, &kd);
		ocl_build_drop(w->build);
		free(w);
		pthread_mutex_lock(&soon.lock);
	}
	pthread_mutex_unlock(&soon.lock);
	return arg;
}

void ocl_late_soon(struct ocl_build *b, uint32_t kernel)
{
	unsigned most = ocl_gate_places() - 1;
	if (most == 0 || ocl_late_is_ready(b->late, kernel))
		return;
	struct wish *w = mem_try_new(1, sizeof *w);
	if (w == NULL)
		return;
	w->build = ocl_build_use(b);
	w->kernel = kernel;
	pthread_mutex_lock(&soon.lock);
	add(w);
	bool start = soon.threads < most;
	soon.threads += start;
	pthread_mutex_unlock(&soon.lock);
	if (!start || ocl_thread_start(work, NULL))
		return;
	/* other threads do it, or else the client */
	pthread_mutex_lock(&soon.lock);
	soon.threads--;
	pthread_mutex_unlock(&soon.lock);
}
