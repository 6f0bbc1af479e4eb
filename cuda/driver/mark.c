/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks: places in streams for which others can wait. */
#include <stdlib.h>
#include "hsaemu/base.h"
#include "stream_impl.h"

static struct cu_mark *take_free(struct CUctx_st *c)
{
	pthread_mutex_lock(&c->marks_lock);
	struct cu_mark *m = c->free_marks;
	if (m != NULL)
		c->free_marks = m->next;
	pthread_mutex_unlock(&c->marks_lock);
	return m;
}

static struct cu_mark *make(struct CUctx_st *c)
{
	struct cu_mark *m = mem_try_new(1, sizeof *m);
	if (m == NULL || rt_signal_create(c->rt, 1, &m->signal) == HSA_STATUS_SUCCESS)
		return m;
	free(m);
	return NULL;
}

struct cu_mark *cu_mark_new(struct CUctx_st *c)
{
	struct cu_mark *m = take_free(c);
	if (m == NULL)
		m = make(c);
	if (m == NULL)
		return NULL;
	m->context = c;
	m->stream = NULL;
	atomic_init(&m->uses, 1);
	rt_signal_silent_store(m->signal, 1);
	return m;
}

void cu_mark_use(struct cu_mark *m)
{
	/* relaxed: whoever calls this has a use already */
	atomic_fetch_add_explicit(&m->uses, 1, memory_order_relaxed);
}

void cu_mark_drop(struct cu_mark *m)
{
	/* acq_rel: all uses come before the next one of a new mark */
	if (m == NULL || atomic_fetch_sub_explicit(&m->uses, 1, memory_order_acq_rel) != 1)
		return;
	struct CUctx_st *c = m->context;
	pthread_mutex_lock(&c->marks_lock);
	m->next = c->free_marks;
	c->free_marks = m;
	pthread_mutex_unlock(&c->marks_lock);
}

bool cu_mark_is_reached(const struct cu_mark *m)
{
	return rt_signal_load(m->signal) <= 0;
}

void cu_mark_wait(const struct cu_mark *m)
{
	rt_signal_wait(m->signal, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER, HSA_WAIT_STATE_BLOCKED);
}

void cu_marks_free(struct CUctx_st *c)
{
	while (c->free_marks != NULL) {
		struct cu_mark *m = c->free_marks;
		c->free_marks = m->next;
		rt_signal_destroy(m->signal);
		free(m);
	}
}
