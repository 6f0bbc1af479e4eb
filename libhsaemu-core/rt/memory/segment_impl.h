/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory whose ends are watched: group and private segments, and blocks of clients. A segment lies
 * between fences, which fault when they are touched. Alignment leaves some bytes of its pages
 * unused; these are painted with a pattern, and a changed pattern afterwards shows a store out of
 * bounds. */
#ifndef HSAEMU_SEGMENT_IMPL_H
#define HSAEMU_SEGMENT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"
#include "rt/os/os_impl.h"

/* How much address space beyond a segment faults: as much as 32-bit offsets reach (WIDE), or little
 * (NARROW), for use where there are many segments. */
enum rt_fence { RT_FENCE_WIDE, RT_FENCE_NARROW };

/* A segment's memory, all zero at first. A worker keeps the pages between dispatches. */
struct rt_segment {
	struct os_fenced memory;
	uint8_t *start; /* where the segment begins; there is paint before it and behind it */
	size_t bytes;
	bool is_painted;
	bool low; /* the memory lies below 4 GiB */
};

/* Returns the start of an aligned segment of `bytes`, whose end is as close to the fence as the
 * alignment allows; a segment without bytes has only the fence. Contents are undefined, but zero in
 * a new segment. With `low` the segment lies below 4 GiB. The memory belongs to *s. Returns NULL
 * when there is no memory; the old pages are gone then, too. */
uint8_t *rt_segment_get(struct rt_segment *s, size_t bytes, size_t align, bool low,
	enum rt_fence fence) NODISCARD;
/* Returns false when a byte of the paint has changed; *offset is then its place, counted from the
 * segment's start, and the next rt_segment_get() paints anew. */
bool rt_segment_is_intact(struct rt_segment *s, int64_t *offset);
/* Makes the next rt_segment_get() paint anew. It is called when a kernel was cut off, because what
 * the kernel did is not known then. */
void rt_segment_distrust(struct rt_segment *s);
void rt_segment_release(struct rt_segment *s);

/* The memory of a resident work-group: its segments and its context. */
struct rt_memory {
	struct rt_segment group, private_memory;
	struct rt_segment context; /* the finalizer keeps here what lives across barriers */
};

#endif
