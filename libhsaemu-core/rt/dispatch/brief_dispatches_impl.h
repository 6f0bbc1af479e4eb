/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Remembers which dispatches took so little time that it does not pay to wake a thread for others
 * like them. */
#ifndef HSAEMU_RT_BRIEF_DISPATCHES_IMPL_H
#define HSAEMU_RT_BRIEF_DISPATCHES_IMPL_H

#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

enum {
	RT_WORTH_TICKS = 1 << 17, /* around 40 us; waking a thread pays from there on */
	RT_SHARE_TICKS = 1 << 14, /* around 5 us; so much is worth a thread that is awake */
};

static inline struct rt_brief *rt_brief_of(struct rt *rt, const struct rt_dispatch *d)
{
	/* divided, because descriptors are 64 bytes apart */
	return &rt->briefs[d->packet.kernel_object / HSAEMU_KD_BYTES % RT_BRIEFS];
}

/* Returns the number of work-groups, not of tiles. */
static inline uint64_t rt_group_count(const struct rt_dispatch *d)
{
	return (uint64_t)d->abi.groups_x * d->abi.groups_y * d->abi.groups_z;
}

/* Returns true when the last dispatch of the same kernel and size took less than RT_WORTH_TICKS. */
static inline bool rt_dispatch_is_brief(struct rt *rt, const struct rt_dispatch *d)
{
	const struct rt_brief *b = rt_brief_of(rt, d);
	return b->kernel_object == d->packet.kernel_object && b->group_count == rt_group_count(d);
}

/* Returns how many workers besides the one that launches it a brief dispatch is worth, if they are
 * awake. Sharing need not pay: the data may be in the cache of one CPU, and another CPU may be
 * busy. That is tried again every now and then. */
static inline uint64_t rt_brief_helpers(struct rt *rt, const struct rt_dispatch *d)
{
	enum { TRIES = 32 };
	struct rt_brief *b = rt_brief_of(rt, d);
	if (b->shared_ticks > b->alone_ticks / 8 * 7 && ++b->refusals % TRIES != 0)
		return 0;
	return b->alone_ticks / RT_SHARE_TICKS;
}

static inline void rt_ticks_note(uint64_t *mean, uint64_t ticks)
{
	*mean = *mean == 0 ? ticks : (*mean * 3 + ticks) / 4;
}

/* Notes how long a dispatch took whose groups have all ended. Of one whose kind was not brief the
 * time of all workers counts; of others it is told apart whether they were shared. */
static inline void rt_brief_note_end(struct rt *rt, const struct rt_dispatch *d)
{
	struct rt_brief *b = rt_brief_of(rt, d);
	uint64_t ticks = os_ticks() - d->start_ticks;
	bool was_brief = rt_dispatch_is_brief(rt, d), shared = d->turns > 1;
	uint64_t work = shared && !was_brief ? ticks * d->turns : ticks;
	if (work >= RT_WORTH_TICKS) {
		if (b->kernel_object == d->packet.kernel_object)
			*b = (struct rt_brief){0};
		return;
	}
	if (!was_brief)
		*b = (struct rt_brief){
			d->packet.kernel_object, rt_group_count(d), .alone_ticks = work};
	rt_ticks_note(shared ? &b->shared_ticks : &b->alone_ticks, ticks);
}

#endif
