/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What threads keep from one work-group to the next. Each thread has one state, for whichever
 * device it works. The key of the threads is there as long as there are devices: a library that has
 * ended them may be unloaded, though threads live on. */
#include <pthread.h>
#include <stdlib.h>
#include "device_impl.h"

static pthread_mutex_t gpu_threads_lock = PTHREAD_MUTEX_INITIALIZER;
/* guarded by the lock: */
static unsigned gpu_devices;
static struct thread_state *gpu_threads;
static pthread_key_t gpu_key; /* while there are devices */

void gcn_thread_forget(struct thread_state *t)
{
	if (t->of == NULL)
		return;
	gcn_group_release(&t->group);
	free(t->kernarg);
	t->kernarg = NULL;
	t->of = NULL;
	t->runs = false;
	/* relaxed: who ends a device knows that no thread works for it */
	atomic_store_explicit(&t->device, NULL, memory_order_relaxed);
}

/* A thread ends. When the last device ends at that time, the state may be gone already. */
static void end_thread(void *state)
{
	struct thread_state **at = &gpu_threads, *t = NULL;

	pthread_mutex_lock(&gpu_threads_lock);
	while (*at != NULL && *at != state)
		at = &(*at)->next;
	if (*at != NULL) {
		t = *at;
		*at = t->next;
		gcn_thread_forget(t);
	}
	pthread_mutex_unlock(&gpu_threads_lock);
	free(t);
}

bool gcn_threads_begin(void)
{
	bool ok = true;

	pthread_mutex_lock(&gpu_threads_lock);
	if (gpu_devices == 0)
		ok = pthread_key_create(&gpu_key, end_thread) == 0;
	gpu_devices += ok;
	pthread_mutex_unlock(&gpu_threads_lock);
	return ok;
}

static void free_states(void)
{
	while (gpu_threads != NULL) {
		struct thread_state *t = gpu_threads;

		gpu_threads = t->next;
		gcn_thread_forget(t);
		free(t);
	}
}

void gcn_threads_end(const struct gcn_device *device)
{
	pthread_mutex_lock(&gpu_threads_lock);
	for (struct thread_state *t = gpu_threads; t != NULL; t = t->next)
		if (atomic_load_explicit(&t->device, memory_order_relaxed) == device)
			gcn_thread_forget(t);
	if (--gpu_devices == 0) {
		pthread_key_delete(gpu_key);
		free_states();
	}
	pthread_mutex_unlock(&gpu_threads_lock);
}

struct thread_state *gcn_thread_state(void)
{
	return pthread_getspecific(gpu_key);
}

struct thread_state *gcn_thread_new(void)
{
	struct thread_state *t = mem_try_new(1, sizeof *t);

	if (t == NULL || pthread_setspecific(gpu_key, t) != 0) {
		free(t);
		return NULL;
	}
	pthread_mutex_lock(&gpu_threads_lock);
	t->next = gpu_threads;
	gpu_threads = t;
	pthread_mutex_unlock(&gpu_threads_lock);
	return t;
}
