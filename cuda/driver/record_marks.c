/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks and the records of events that processes share. In the process that has recorded such an
 * event, the record is a mark as any, and the runtime tells when it is reached. A stream of another
 * process waits by a mark, too, which a thread reaches for it; there is one for each event that
 * streams wait for, as long as they do. */
#include <stdlib.h>
#include "event_impl.h"
#include "helper_thread_impl.h"
#include "hsaemu/base.h"

static pthread_mutex_t records_lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static pthread_cond_t records_told = PTHREAD_COND_INITIALIZER;

/* A record of this process whose end others do not know. */
struct told {
	struct told *next;
	struct cu_records *records; /* used */
	uint64_t number;
	struct cu_mark *mark; /* used */
	struct CUctx_st *context;
};
static struct told *all_told;

/* A mark that is reached when another process's record has ended. */
struct awaited {
	struct awaited *next;
	struct cu_records *records; /* used by its thread */
	uint64_t number;
	struct cu_mark *mark; /* used */
};
static struct awaited *all_awaited;

/* ---- records of this process ----------------------------------------------------------------- */

static bool end_record(hsa_signal_value_t value, void *arg)
{
	struct told *t = arg;
	(void)value; /* what has failed has ended, too */
	cu_record_end(t->records, t->number);
	cu_records_drop(t->records);
	cu_mark_drop(t->mark);
	pthread_mutex_lock(&records_lock);
	struct told **link = &all_told;
	while (*link != t)
		link = &(*link)->next;
	*link = t->next;
	pthread_cond_broadcast(&records_told);
	pthread_mutex_unlock(&records_lock);
	free(t);
	return false;
}

uint64_t cu_record_mark(struct cu_records *r, struct cu_mark *m)
{
	uint64_t number = cu_record_begin(r);
	struct told *t = mem_try_new(1, sizeof *t);
	if (t == NULL) { /* nobody could tell when it ends */
		cu_mark_wait(m);
		cu_record_end(r, number);
		return number;
	}
	*t = (struct told){.records = r, .number = number, .mark = m, .context = m->context};
	cu_records_use(r);
	cu_mark_use(m);
	pthread_mutex_lock(&records_lock);
	t->next = all_told;
	all_told = t;
	pthread_mutex_unlock(&records_lock);
	if (rt_signal_watch(m->context->rt, m->signal, HSA_SIGNAL_CONDITION_LT, 1, end_record, t) !=
		HSA_STATUS_SUCCESS) {
		cu_mark_wait(m);
		end_record(0, t);
	}
	return number;
}

static bool has_untold(const struct CUctx_st *c)
{
	const struct told *t = all_told;
	while (t != NULL && t->context != c)
		t = t->next;
	return t != NULL;
}

void cu_records_settle(struct CUctx_st *c)
{
	pthread_mutex_lock(&records_lock);
	while (has_untold(c))
		pthread_cond_wait(&records_told, &records_lock);
	pthread_mutex_unlock(&records_lock);
}

/* ---- records of others ----------------------------------------------------------------------- */

/* Takes out what is of the records and has ended, or of the context. Returns whether the records
 * have more. With the lock. */
static bool sweep(const struct cu_records *r, const struct CUctx_st *c)
{
	bool more = false;
	for (struct awaited **link = &all_awaited; *link != NULL;) {
		struct awaited *a = *link;
		bool ends = c != NULL
		                    ? a->mark->context == c
		                    : a->records == r && cu_record_has_ended(a->records, a->number);
		if (!ends) {
			more |= a->records == r;
			link = &a->next;
			continue;
		}
		*link = a->next;
		if (c == NULL)
			rt_signal_update(a->mark->signal, RT_SIGNAL_STORE, 0);
		cu_mark_drop(a->mark);
		free(a);
	}
	return more;
}

static void *wait_for_others(void *arg)
{
	struct cu_records *r = arg;
	for (;;) {
		uint32_t changes = cu_records_changes(r);
		pthread_mutex_lock(&records_lock);
		bool more = sweep(r, NULL);
		pthread_mutex_unlock(&records_lock);
		if (!more)
			break;
		cu_records_sleep(r, changes);
	}
	cu_records_drop(r);
	return NULL;
}

/* Enters *a; false: there is no thread for it. */
static bool enter(struct awaited *a)
{
	struct cu_records *r = a->records;
	pthread_mutex_lock(&records_lock);
	const struct awaited *same = all_awaited;
	while (same != NULL && same->records != r)
		same = same->next;
	a->next = all_awaited;
	all_awaited = a;
	if (same == NULL)
		cu_records_use(r);
	bool entered = same != NULL || cu_thread_start(wait_for_others, r);
	if (!entered) {
		all_awaited = a->next;
		cu_records_drop(r);
	}
	pthread_mutex_unlock(&records_lock);
	if (same != NULL) /* the thread looks at this one, too */
		cu_records_change(r);
	return entered;
}

CUresult cu_record_await(struct cu_records *r, uint64_t number, struct CUctx_st *c,
	struct cu_mark **out)
{
	struct awaited *a = mem_try_new(1, sizeof *a);
	struct cu_mark *m = a != NULL ? cu_mark_new(c) : NULL;
	if (m != NULL) {
		*a = (struct awaited){.records = r, .number = number, .mark = m};
		cu_mark_use(m);
		if (enter(a)) {
			*out = m;
			return CUDA_SUCCESS;
		}
		cu_mark_drop(m);
	}
	cu_mark_drop(m);
	free(a);
	return CUDA_ERROR_OUT_OF_MEMORY;
}

void cu_records_unwait(struct CUctx_st *c)
{
	pthread_mutex_lock(&records_lock);
	sweep(NULL, c);
	pthread_mutex_unlock(&records_lock);
}
