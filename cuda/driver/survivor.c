/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What outlives contexts. */
#include "survivor_impl.h"

static struct cu_survivor *survivors; /* guarded by the driver's lock */

void cu_survivor_enter(struct cu_survivor *s, cu_survivor_end *end)
{
	cu_lock();
	*s = (struct cu_survivor){survivors, NULL, end};
	if (survivors != NULL)
		survivors->previous = s;
	survivors = s;
	cu_unlock();
}

void cu_survivor_leave(struct cu_survivor *s)
{
	cu_lock();
	*(s->previous != NULL ? &s->previous->next : &survivors) = s->next;
	if (s->next != NULL)
		s->next->previous = s->previous;
	cu_unlock();
}

void cu_survivors_end(struct CUctx_st *c)
{
	cu_lock();
	for (struct cu_survivor *s = survivors; s != NULL; s = s->next)
		s->end(s, c);
	cu_unlock();
}
