/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which dispatches took so little time that waking a thread for their like is not worth while. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/rt_impl.h"

static struct rt_brief *brief_of(struct rt *rt, const struct rt_dispatch *d)
{
	/* descriptors are 64 bytes each */
	return &rt->briefs[d->packet.kernel_object / HSAEMU_KD_BYTES % RT_BRIEFS];
}

bool rt_dispatch_is_brief(struct rt *rt, const struct rt_dispatch *d)
{
	const struct rt_brief *b = brief_of(rt, d);
	return b->kernel_object == d->packet.kernel_object && b->group_count == d->group_count;
}

void rt_brief_note_end(struct rt *rt, const struct rt_dispatch *d)
{
	struct rt_brief *b = brief_of(rt, d);
	if (os_ticks() - d->start_ticks < RT_WORTH_TICKS)
		*b = (struct rt_brief){d->packet.kernel_object, d->group_count};
	else if (b->kernel_object == d->packet.kernel_object)
		*b = (struct rt_brief){0, 0};
}
