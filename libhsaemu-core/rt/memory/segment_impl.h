/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory whose ends are watched: group and private segments, and blocks of clients. It lies between
 * fences, which fault; what alignment leaves of its pages is painted, and looked at afterwards. */
#ifndef HSAEMU_SEGMENT_IMPL_H
#define HSAEMU_SEGMENT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"
#include "rt/os/os_impl.h"

/* How much address space there is beyond a segment: as far as 32-bit offsets reach, or little
 * where there are many segments. */
enum rt_fence { RT_FENCE_WIDE, RT_FENCE_NARROW };

/* A segment's memory, all zero at first. A worker keeps the pages between dispatches. */
struct rt_segment {
	struct os_fenced memory;
	uint8_t *start; /* the segment's; paint is on both sides of it */
	size_t bytes;
	bool is_painted;
	bool low; /* below 4 GiB */
};

/* Start of an aligned segment of `bytes`, whose end is as close to the fence as alignment allows;
 * one without bytes is all fence. Contents are undefined, zero in a new segment. NULL when memory
 * ended; the old pages are gone then, too. `low`: it has to lie below 4 GiB. */
uint8_t *rt_segment_get(struct rt_segment *s, size_t bytes, size_t align, bool low,
	enum rt_fence fence) NODISCARD;
/* False when the paint has come off: *offset is where, from the segment's start; the next
 * rt_segment_get() paints anew. */
bool rt_segment_is_intact(struct rt_segment *s, int64_t *offset);
/* Has the next rt_segment_get() paint anew, because it is not known what a kernel did. */
void rt_segment_distrust(struct rt_segment *s);
void rt_segment_release(struct rt_segment *s);

/* The memory of a resident work-group. */
struct rt_memory {
	struct rt_segment group, private_memory;
	struct rt_segment context; /* the finalizer's, for what lives across barriers */
};

#endif
