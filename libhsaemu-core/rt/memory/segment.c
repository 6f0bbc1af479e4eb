/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A segment ends at its fence, so that a kernel that runs over the end of its group or private
 * memory faults at once instead of reading its neighbour's. Offsets in segments have 32 bits with a
 * sign, so a wide fence is as far as a kernel gets from where the segment begins. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/kernel_abi.h"
#include "hsaemu/rt.h"
#include "rt/memory/segment_impl.h"

enum {
	HUGE_BYTES = 2 << 20,
	/* Read as a floating-point number of any type this is large, and read as an integer of any
	 * type it is unusual. */
	PAINT = 0xfe,
};

/* ---- paint ---------------------------------------------------------------------------------- */

/* Returns where the paint before the segment begins, at most a page before its start. */
static uint8_t *paint_start(const struct rt_segment *s)
{
	size_t before = (size_t)(s->start - s->memory.pages);
	return s->start - (before < OS_PAGE_BYTES ? before : OS_PAGE_BYTES);
}

static void paint(struct rt_segment *s)
{
	uint8_t *from = paint_start(s), *behind = s->start + s->bytes;
	memset(from, PAINT, (size_t)(s->start - from));
	memset(behind, PAINT, (size_t)(s->memory.pages + s->memory.bytes - behind));
	s->is_painted = true;
}

/* Finds the first byte in [from, to) that is not paint; returns `to` when all bytes are paint. */
static const uint8_t *find_scratch(const uint8_t *from, const uint8_t *to)
{
	if (from == to || (*from == PAINT && memcmp(from, from + 1, (size_t)(to - from) - 1) == 0))
		return to;
	while (*from == PAINT)
		from++;
	return from;
}

bool rt_segment_is_intact(struct rt_segment *s, int64_t *offset)
{
	if (s->bytes == 0)
		return true;
	const uint8_t *behind = s->start + s->bytes, *end = s->memory.pages + s->memory.bytes;
	const uint8_t *at = find_scratch(behind, end);
	if (at == end) {
		end = s->start;
		at = find_scratch(paint_start(s), end);
	}
	*offset = at - s->start;
	s->is_painted = at == end;
	return s->is_painted;
}

void rt_segment_distrust(struct rt_segment *s)
{
	s->is_painted = false;
}

/* ---- segments ------------------------------------------------------------------------------- */

static bool get_pages(struct rt_segment *s, size_t need, bool low, enum rt_fence fence)
{
	if (s->memory.whole != NULL && need <= s->memory.bytes && (s->low || !low))
		return true;
	rt_segment_release(s);
	s->low = low;
	return os_fence(&s->memory, need, fence == RT_FENCE_WIDE ? OS_WIDE_FENCE : OS_LEAST_FENCE,
		low);
}

uint8_t *rt_segment_get(struct rt_segment *s, size_t bytes, size_t align, bool low,
	enum rt_fence fence)
{
	if (bytes > SIZE_MAX / 2 || !get_pages(s, (size_t)align_up(bytes, align), low, fence))
		return NULL;
	uint8_t *end = s->memory.pages + s->memory.bytes;
	uint8_t *start = bytes == 0 ? end + s->memory.fence / 2 / OS_PAGE_BYTES * OS_PAGE_BYTES
	                            : end - align_up(bytes, align);
	if (s->start != start || s->bytes != bytes || !s->is_painted) {
		s->start = start;
		s->bytes = bytes;
		if (bytes != 0)
			paint(s);
	}
	return start;
}

void rt_segment_release(struct rt_segment *s)
{
	os_unfence(&s->memory);
	*s = (struct rt_segment){0};
}

/* ---- memory of clients ---------------------------------------------------------------------- */

struct rt_block {
	struct rt_segment segment;
};

/* Large blocks are aligned as vectors are. Small ones are aligned as their size allows, and no
 * better than any element needs, so that they end at the fence. */
static size_t block_align(size_t bytes)
{
	enum { LEAST = 16, VECTOR = 64, LARGE = 64 << 10 };
	size_t align = bytes < LARGE ? LEAST : VECTOR;
	while (align < OS_PAGE_BYTES && bytes % (2 * align) == 0)
		align *= 2;
	return align;
}

struct rt_block *rt_block_new(size_t bytes, bool low)
{
	struct rt_block *b = mem_try_new(1, sizeof *b);
	if (b == NULL)
		return NULL;
	if (rt_segment_get(&b->segment, bytes, block_align(bytes), low, RT_FENCE_WIDE) == NULL) {
		free(b);
		return NULL;
	}
	if (bytes >= HUGE_BYTES)
		os_advise_huge(b->segment.memory.pages, b->segment.memory.bytes);
	return b;
}

void *rt_block_data(const struct rt_block *b)
{
	return b->segment.start;
}

bool rt_block_is_intact(struct rt_block *b, int64_t *offset)
{
	bool intact = rt_segment_is_intact(&b->segment, offset);
	if (!intact)
		paint(&b->segment);
	return intact;
}

void rt_block_free(struct rt_block *b)
{
	rt_segment_release(&b->segment);
	free(b);
}

/* The caller gets no record of this mapping: the address and the size, rounded up to pages, are
 * enough to unmap it. */
static void *alloc(size_t bytes, bool low)
{
	struct os_fenced f;
	if (!os_fence(&f, bytes == 0 ? 1 : bytes, OS_LEAST_FENCE, low))
		return NULL;
	if (bytes >= HUGE_BYTES && !low)
		os_advise_huge(f.pages, f.bytes);
	return f.pages;
}

void *rt_memory_alloc(size_t bytes)
{
	return alloc(bytes, false);
}

void *rt_memory_alloc_low(size_t bytes)
{
	return alloc(bytes, true);
}

void rt_memory_free(void *block, size_t bytes)
{
	if (block == NULL)
		return;
	size_t inner = (size_t)align_up(bytes == 0 ? 1 : bytes, OS_PAGE_BYTES);
	struct os_fenced f = {.whole = (uint8_t *)block - OS_LEAST_FENCE,
		.whole_bytes = inner + (size_t)2 * OS_LEAST_FENCE};
	os_unfence(&f);
}
