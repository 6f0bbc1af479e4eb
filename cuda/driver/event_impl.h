/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events (CUDA driver API, "Event Management"). */
#ifndef HSAEMU_CUDA_EVENT_IMPL_H
#define HSAEMU_CUDA_EVENT_IMPL_H

#include "records_impl.h"
#include "stream_impl.h"

struct CUevent_st {
	struct handle handle;
	struct CUctx_st *context;
	unsigned flags;
	struct cu_records *records;   /* used: of all processes that have the event; else NULL */
	pthread_mutex_t lock;         /* guards what follows */
	struct cu_mark *mark;         /* used; NULL: nothing was recorded in this process */
	uint64_t number;              /* of that record, if there are records; else 0 */
	struct cu_captured *captured; /* where it was recorded last in a capture; else NULL */
};

/* Makes an event, which gets the caller's use of `records` in any case. */
CUresult cu_event_new(struct CUctx_st *c, unsigned flags, struct cu_records *records,
	CUevent *out) NODISCARD;

/* Gets a mark that is reached when the event was, with a use. NULL: the event was reached. */
CUresult cu_event_mark(CUevent e, struct CUctx_st *c, struct cu_mark **out) NODISCARD;

/* ---- record_marks.c -------------------------------------------------------------------------- */

/* Enters a record that ends when the mark is reached, and returns its number. */
uint64_t cu_record_mark(struct cu_records *r, struct cu_mark *m);
/* Makes a mark of the context that is reached when another process's record has ended. */
CUresult cu_record_await(struct cu_records *r, uint64_t number, struct CUctx_st *c,
	struct cu_mark **out) NODISCARD;
/* End the waiting of a context's streams for others, which stays undone, and wait until others know
 * of all its records. */
void cu_records_unwait(struct CUctx_st *c);
void cu_records_settle(struct CUctx_st *c);

#endif
