/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Remembers which dispatches took so little time that it does not pay to wake a thread for others
 * like them. */
#ifndef HSAEMU_RT_BRIEF_DISPATCHES_IMPL_H
#define HSAEMU_RT_BRIEF_DISPATCHES_IMPL_H

#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

enum { RT_WORTH_TICKS = 1 << 17 }; /* around 40 us; waking a thread pays from there on */

static inline struct rt_brief *rt_brief_of(struct rt *rt, const struct rt_dispatch *d)
{
	/* divided, because descriptors are 64 bytes apart */
	return &rt->briefs[d->packet.kernel_object / HSAEMU_KD_BYTES % RT_BRIEFS];
}

/* Returns true when the last dispatch of the same kernel and size took less than RT_WORTH_TICKS. */
static inline bool rt_dispatch_is_brief(struct rt *rt, const struct rt_dispatch *d)
{
	const struct rt_brief *b = rt_brief_of(rt, d);
	return b->kernel_object == d->packet.kernel_object && b->group_count == d->group_count;
}

/* Notes how long a dispatch took whose groups have all ended. */
static inline void rt_brief_note_end(struct rt *rt, const struct rt_dispatch *d)
{
	struct rt_brief *b = rt_brief_of(rt, d);
	if (os_ticks() - d->start_ticks < RT_WORTH_TICKS)
		*b = (struct rt_brief){d->packet.kernel_object, d->group_count};
	else if (b->kernel_object == d->packet.kernel_object)
		*b = (struct rt_brief){0, 0};
}

#endif
