/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file opens and closes runtimes. */
#include <stdio.h>
#include <stdlib.h>
#include "face_impl.h"
#include "hsaemu/cli.h"
#include "hsaemu/environment.h"

/* Programs have the sizes of these structures compiled in. Options and launches may therefore only
 * grow, at their ends; arguments may not grow, because they lie in arrays. */
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_options) >= 48, "members were taken away");
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_launch) >= 64, "members were taken away");
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_arg) == 16, "arguments are in arrays");

const char *hsaemu_version_text(void)
{
	return hsaemu_version;
}

static bool check_options(const struct hsaemu_options *o)
{
	enum { LEVELS = 4 };
	if (o->threads > RT_MAX_THREADS || o->cus > RT_MAX_CUS)
		face_fail(HSAEMU_BAD_CALL, "%u threads and %u cus, of at most %d and %d",
			o->threads, o->cus, (int)RT_MAX_THREADS, (int)RT_MAX_CUS);
	else if (o->optimisation > LEVELS)
		face_fail(HSAEMU_BAD_CALL, "optimisation is 0 to 4, not %u", o->optimisation);
	else if (o->simd > HSAEMU_SIMD_AVX512)
		face_fail(HSAEMU_BAD_CALL, "simd is 0 to 4, not %u", o->simd);
	else
		return true;
	return false;
}

static void print(void *arg, enum rt_stream stream, const char *text, size_t len)
{
	const struct hsaemu_runtime *r = arg;
	r->options.print(r->options.print_arg, stream == RT_STREAM_OUTPUT ? 1 : 2, text, len);
}

/* Makes the GPU as which kernels are to run. There is none after an error. */
static void make_gpu(void *arg)
{
	static const struct diag_options quiet = {.tool = "hsaemu", .error_limit = 20};
	struct hsaemu_runtime *r = arg;
	const struct gcn_device_options o = {.model = rt_environment_deep("libhsaemu")};
	struct diag d;
	diag_init(&d, &quiet);
	r->model = o.model;
	if (o.model != NULL && !gcn_device_new(&o, &r->gpu, &d))
		face_fail_diag(&d);
	diag_release(&d);
}

static bool start(struct hsaemu_runtime *r)
{
	struct rt_options o = {.threads = r->options.threads,
		.cus = r->options.cus,
		.scheduler = RT_SCHEDULER_DYNAMIC,
		.print = r->options.print != NULL ? print : NULL,
		.print_arg = r,
		.inspect = r->gpu != NULL ? gcn_device_inspect : NULL,
		.inspect_arg = r->gpu};
	if (r->gpu != NULL)
		gcn_device_set_threads(r->model, &o);
	if (pthread_mutex_init(&r->lock, NULL) != 0)
		return false;
	if (rt_new(&o, &r->rt) == HSA_STATUS_SUCCESS)
		return true;
	pthread_mutex_destroy(&r->lock);
	return false;
}

/* Names the processors that code is for; NULL when there is no memory. */
static char *name_cpus(const char *host, bool gpu)
{
	const char *more = gpu ? ",gfx600" : "";
	size_t bytes = strlen(host) + strlen(more) + 1;
	char *names = mem_try_new(bytes, 1);
	if (names != NULL)
		(void)snprintf(names, bytes, "%s%s", host, more);
	return names;
}

static void free_runtime(struct hsaemu_runtime *r)
{
	if (r->gpu != NULL)
		gcn_device_free(r->gpu);
	cache_close(r->cache);
	free(r->cpu);
	free(r);
}

struct hsaemu_runtime *hsaemu_open(const struct hsaemu_options *options)
{
	struct hsaemu_options o = {.size = sizeof o};
	face_begin();
	if ((options != NULL && !face_take_struct(&o, options, sizeof o, "hsaemu_options")) ||
		!check_options(&o))
		return NULL;
	struct hsaemu_runtime *r = mem_try_new(1, sizeof *r);
	if (r != NULL) {
		r->options = o;
		bool ok = face_run(make_gpu, r) && hsaemu_error_status() == HSAEMU_OK;
		r->cpu = name_cpus(o.cpu == NULL ? "native" : o.cpu, r->gpu != NULL);
		r->options.cpu = r->cpu;
		r->cache = cache_open(NULL);
		if (ok && r->cpu != NULL && start(r))
			return r;
		free_runtime(r);
	}
	if (hsaemu_error_status() == HSAEMU_OK)
		face_fail(HSAEMU_NO_MEMORY, "out of memory: the runtime and its threads");
	return NULL;
}

void hsaemu_close(struct hsaemu_runtime *r)
{
	if (r == NULL)
		return;
	rt_free(r->rt); /* ends the threads, so that no kernel runs any more */
	while (r->modules != NULL) {
		struct hsaemu_module *m = r->modules;
		r->modules = m->next;
		face_module_free(m);
	}
	while (r->events != NULL) {
		struct hsaemu_event *e = r->events;
		r->events = e->next;
		face_event_free(e);
	}
	pthread_mutex_destroy(&r->lock);
	free_runtime(r);
}
