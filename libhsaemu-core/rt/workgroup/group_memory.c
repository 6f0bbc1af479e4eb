/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gets the segments of a resident work-group, and the memory in which the finalizer keeps values
 * across barriers. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/workgroup/workgroup_impl.h"

bool rt_group_memory_get(struct rt_memory *m, const struct rt_dispatch *d, struct hsaemu_wg *wg,
	enum rt_fence fence)
{
	wg->group =
		rt_segment_get(&m->group, d->abi.group_bytes, HSAEMU_SEGMENT_ALIGN, d->low, fence);
	wg->private_memory = rt_segment_get(&m->private_memory, d->private_bytes,
		HSAEMU_SEGMENT_ALIGN, d->low, fence);
	wg->context = rt_segment_get(&m->context, d->context_bytes, HSAEMU_SEGMENT_ALIGN, d->low,
		RT_FENCE_NARROW);
	return wg->group != NULL && wg->private_memory != NULL && wg->context != NULL;
}

void rt_group_memory_distrust(struct rt_memory *m)
{
	rt_segment_distrust(&m->group);
	rt_segment_distrust(&m->private_memory);
}

void rt_group_memory_release(struct rt_memory *m)
{
	rt_segment_release(&m->group);
	rt_segment_release(&m->private_memory);
	rt_segment_release(&m->context);
}
