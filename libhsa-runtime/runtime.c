/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts hsa_init() and hsa_shut_down() (HSA Runtime 1.1, 2.1). The first hsa_init() makes the
 * state and all that belongs to it, threads and handlers of signals too, and the last
 * hsa_shut_down() ends it. A client may call that from a callback, or while its other threads are
 * in the runtime, where they may wait for ever. Their waits end then, and a thread is made that
 * ends the state when all have left.
 *
 * Each hsa_init() takes a reference of the library, so that dlclose() before hsa_shut_down() does
 * not take the code from under the threads. No lock is held when the loader is called: a library
 * may call hsa_init() while it is being loaded. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include "amd_impl.h"
#include "base_profile_impl.h"
#include "finalizer_impl.h"
#include "image_set_impl.h"
#include "keep_loaded_impl.h"
#include "objects_impl.h"

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER; /* guards init_count, own_library */
static unsigned init_count;
static void *own_library; /* from hr_library_hold(), which returns the same each time */

static void state_free(struct hr_state *s)
{
	if (s->rt != NULL)
		rt_free(s->rt); /* ends the threads, so no kernel uses the objects any more */
	hr_handles_release(&s->handles);
	hr_image_set_free(s->images);
	hr_amd_free(s->amd);
	hr_finalizer_free(s->finalizer);
	hr_topology_release(s);
	if (s->gpu != NULL)
		gcn_device_free(s->gpu);
	free(s);
}

/* Prints a line of HSAEMU_LINT. */
static void lint(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "libhsa-runtime64: %s\n", line);
}

/* Looks at packets, as rt_inspect. */
static const char *inspect(void *arg, const hsa_kernel_dispatch_packet_t *packet, uint64_t *number)
{
	const struct hr_state *s = arg;
	const char *wrong = NULL;
	if (s->environment.profile == HSA_PROFILE_BASE)
		wrong = hr_base_profile_inspect(arg, packet, number);
	if (wrong == NULL && s->gpu != NULL)
		wrong = gcn_device_inspect(s->gpu, packet, number);
	return wrong;
}

static hsa_status_t start_rt(struct hr_state *s)
{
	const struct rt_environment *e = &s->environment;
	bool looks = e->profile == HSA_PROFILE_BASE || s->gpu != NULL;
	struct rt_options o = {
		.lint = e->lint != 0 ? lint : NULL,
		.inspect = looks ? inspect : NULL,
		.inspect_arg = s,
	};
	rt_environment_apply(e, &o);
	gcn_device_set_threads(rt_environment_deep_model(e->deep), &o);
	return rt_new(&o, &s->rt);
}

static hsa_status_t start_gpu(void *arg)
{
	struct hr_state *s = arg;
	const struct gcn_device_options o = {
		.model = rt_environment_deep_model(s->environment.deep)};
	hsa_status_t status = HSA_STATUS_SUCCESS;
	struct diag d;
	if (o.model == NULL)
		return status;
	hr_diag_init(&d);
	if (!gcn_device_new(&o, &s->gpu, &d)) {
		diag_flush(&d, stderr); /* the status cannot say it */
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	diag_release(&d);
	return status;
}

static void watch_forks(void)
{
	/* without memory for it, a child may leave its state to its end */
	(void)pthread_atfork(NULL, NULL, hr_users_forget);
}

static hsa_status_t state_new(struct hr_state **out)
{
	struct hr_state *s = mem_try_new(1, sizeof *s);
	if (s == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (!hr_handles_init(&s->handles)) {
		free(s);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
	pthread_once(&forks_once, watch_forks);
	rt_environment_read("libhsa-runtime64", &s->environment);
	hsa_status_t status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if ((s->images = hr_image_set_new()) != NULL && (s->amd = hr_amd_new()) != NULL &&
		(s->finalizer = hr_finalizer_new()) != NULL)
		status = hr_topology_init(s);
	if (status == HSA_STATUS_SUCCESS)
		status = hr_protect("hsa_init", start_gpu, s);
	if (status == HSA_STATUS_SUCCESS)
		status = start_rt(s);
	if (status == HSA_STATUS_SUCCESS)
		*out = s;
	else
		state_free(s);
	return status;
}

/* Makes the state if there is none, and counts. The lock is held. */
static hsa_status_t count_up(void)
{
	if (init_count == INT32_MAX)
		return HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
	if (init_count == 0) {
		struct hr_state *s;
		hsa_status_t status = state_new(&s);
		if (status != HSA_STATUS_SUCCESS)
			return status;
		(void)hr_state_exchange(s);
	}
	init_count++;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_init(void)
{
	void *library = hr_library_hold();
	pthread_mutex_lock(&init_lock);
	hsa_status_t status = count_up();
	if (status == HSA_STATUS_SUCCESS)
		own_library = library;
	pthread_mutex_unlock(&init_lock);
	if (status != HSA_STATUS_SUCCESS)
		(void)hr_library_release(library);
	return status;
}

/* Counts. Returns false when there is nothing to count. Sets *last to the state if it is to be
 * ended, and *library to the reference that hsa_init() took. */
static bool count_down(struct hr_state **last, void **library)
{
	*last = NULL;
	pthread_mutex_lock(&init_lock);
	bool counted = init_count != 0;
	*library = counted ? own_library : NULL;
	if (counted && --init_count == 0)
		*last = hr_state_exchange(NULL);
	pthread_mutex_unlock(&init_lock);
	return counted;
}

static void *end_when_unused(void *state)
{
	hr_users_await();
	state_free(state);
	return NULL;
}

/* Without such a thread the state is left to the process's end. */
static void end_later(struct hr_state *s)
{
	pthread_t thread;
	sigset_t all, before;
	rt_end_waits(s->rt);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (pthread_create(&thread, NULL, end_when_unused, s) == 0)
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

hsa_status_t hsa_shut_down(void)
{
	struct hr_state *last;
	void *library;
	if (!count_down(&last, &library))
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (last != NULL && (hr_users_exist() || rt_calls_back_here(last->rt))) {
		end_later(last);
		return HSA_STATUS_SUCCESS; /* the library stays loaded for the others */
	}
	if (last != NULL)
		state_free(last);
	return (hsa_status_t)hr_library_release(library);
}
