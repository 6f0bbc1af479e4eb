/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams that wait for numbers in memory. Anybody may store these: kernels, other processes, the
 * host, and none of them tells, so a thread looks at them again and again while streams wait, less
 * often the longer it takes. It is not one that runs kernels, as these may be what is waited
 * for. */
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "helper_thread_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/mapped.h"
#include "value_wait_impl.h"

enum { QUICK_LOOKS = 200, FIRST_NS = 20000, LAST_NS = 1000000 };

struct waiting {
	struct waiting *next;
	struct cu_value value;
	struct cu_mark *from, *reached; /* used */
};

static pthread_mutex_t values_lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static struct waiting *all_values; /* there is a thread while this is not empty */

/* Memory that a program unmaps while a stream waits for it has no value. */
static bool holds(const struct cu_value *v)
{
	uint64_t now;
	if (!mem_is_mapped(v->at, v->bytes))
		return false;
	if (v->bytes == 4)
		now = __atomic_load_n((const uint32_t *)v->at, __ATOMIC_ACQUIRE);
	else
		now = __atomic_load_n((const uint64_t *)v->at, __ATOMIC_ACQUIRE);
	switch (v->condition) {
	case CU_STREAM_WAIT_VALUE_GEQ: /* of numbers that go round */
		return v->bytes == 4 ? (int32_t)(uint32_t)(now - v->value) >= 0
		                     : (int64_t)(now - v->value) >= 0;
	case CU_STREAM_WAIT_VALUE_EQ:
		return now == v->value;
	case CU_STREAM_WAIT_VALUE_AND:
		return (now & v->value) != 0;
	case CU_STREAM_WAIT_VALUE_NOR:
		return (v->bytes == 4 ? (uint32_t)~(now | v->value) : ~(now | v->value)) != 0;
	case CU_STREAM_WAIT_VALUE_FLUSH:
		break;
	}
	BUG("condition %d", (int)v->condition);
}

static void take_out(struct waiting **link)
{
	struct waiting *w = *link;
	*link = w->next;
	cu_mark_drop(w->from);
	cu_mark_drop(w->reached);
	free(w);
}

/* Returns whether anybody was waited for enough, *more whether there are others. */
static bool look(bool *more)
{
	bool any = false;
	pthread_mutex_lock(&values_lock);
	for (struct waiting **link = &all_values; *link != NULL;) {
		const struct waiting *w = *link;
		if (!cu_mark_is_reached(w->from) || !holds(&w->value)) {
			link = &(*link)->next;
			continue;
		}
		rt_signal_update(w->reached->signal, RT_SIGNAL_STORE, 0);
		take_out(link);
		any = true;
	}
	*more = all_values != NULL;
	pthread_mutex_unlock(&values_lock);
	return any;
}

static void *look_at_values(void *arg)
{
	bool more = true;
	long ns = FIRST_NS;
	for (unsigned looks = 0; more; looks++) {
		if (look(&more)) {
			looks = 0;
			ns = FIRST_NS;
		}
		if (looks < QUICK_LOOKS) {
			sched_yield();
			continue;
		}
		nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
		ns = ns < LAST_NS ? 2 * ns : LAST_NS;
	}
	return arg;
}

CUresult cu_value_wait(const struct cu_value *v, struct cu_mark *from, struct cu_mark *reached)
{
	struct waiting *w = mem_try_new(1, sizeof *w);
	if (w == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	cu_mark_use(from);
	cu_mark_use(reached);
	pthread_mutex_lock(&values_lock);
	bool is_first = all_values == NULL;
	*w = (struct waiting){all_values, *v, from, reached};
	all_values = w;
	bool started = !is_first || cu_thread_start(look_at_values, NULL);
	if (!started)
		take_out(&all_values);
	pthread_mutex_unlock(&values_lock);
	return started ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* The thread sees by itself when the last one has gone; it may then wait for one that came
 * later. */
void cu_values_unwait(struct CUctx_st *c)
{
	pthread_mutex_lock(&values_lock);
	for (struct waiting **link = &all_values; *link != NULL;)
		if ((*link)->reached->context == c)
			take_out(link);
		else
			link = &(*link)->next;
	pthread_mutex_unlock(&values_lock);
}
