/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The heap that kernels allocate from is cut into chunks. A chunk either has blocks of one class of
 * sizes, or belongs to a run of chunks that together are one block. The records of which blocks are
 * taken lie outside of the heap, so that kernels that write out of bounds, or free what they did
 * not allocate, cannot damage them. */
#include <stdlib.h>
#include <string.h>

#include "hsaemu/base.h"
#include "hsaemu/rt.h"
#include "rt/memory/kernel_heap_impl.h"

enum {
	CHUNK_BYTES = 64 << 10,
	CHUNKS = RT_HEAP_BYTES / CHUNK_BYTES,
	MOST_SMALL = 32 << 10,
	NO_CHUNK = UINT16_MAX,
	PER_WORD = 64,
};
_Static_assert((unsigned)CHUNKS < (unsigned)NO_CHUNK, "chunks have 16-bit numbers");

enum chunk_state { CHUNK_FREE, CHUNK_SMALL, CHUNK_RUN, CHUNK_REST };

struct heap_chunk {
	uint32_t block_bytes; /* in a chunk of state SMALL: the size of its blocks */
	uint32_t run;         /* in the first chunk of a RUN: how many chunks the run has */
	uint16_t used, capacity, next, previous;
	uint8_t class;
	uint64_t taken[CHUNK_BYTES / RT_HEAP_ALIGN / PER_WORD];
};

bool rt_heap_init(struct rt_heap *h)
{
	memset(h->first, 0xff, sizeof h->first);
	return pthread_mutex_init(&h->lock, NULL) == 0;
}

void rt_heap_release(struct rt_heap *h)
{
	if (h->base != NULL)
		rt_memory_free(h->base, RT_HEAP_BYTES);
	free(h->chunks);
	free(h->states);
	pthread_mutex_destroy(&h->lock);
}

/* Maps the heap, below 4 GiB if there is room, so that kernels of the small machine model can use
 * it. False when there is no memory. */
static bool prepare(struct rt_heap *h)
{
	if (h->base != NULL)
		return true;
	if (h->chunks == NULL)
		h->chunks = mem_try_new(CHUNKS, sizeof *h->chunks);
	if (h->states == NULL)
		h->states = mem_try_new(CHUNKS, sizeof *h->states);
	if (h->chunks == NULL || h->states == NULL)
		return false;
	h->base = rt_memory_alloc_low(RT_HEAP_BYTES);
	if (h->base == NULL)
		h->base = rt_memory_alloc(RT_HEAP_BYTES);
	return h->base != NULL;
}

/* ---- chunks --------------------------------------------------------------------------------- */

static uint16_t find_run(const struct rt_heap *h, uint32_t count)
{
	uint32_t have = 0;
	for (uint32_t i = 0; i < CHUNKS; i++) {
		have = h->states[i] == CHUNK_FREE ? have + 1 : 0;
		if (have == count)
			return (uint16_t)(i + 1 - count);
	}
	return NO_CHUNK;
}

static void link_chunk(struct rt_heap *h, uint16_t i)
{
	struct heap_chunk *c = &h->chunks[i];
	uint16_t *first = &h->first[c->class];
	c->previous = NO_CHUNK;
	c->next = *first;
	if (c->next != NO_CHUNK)
		h->chunks[c->next].previous = i;
	*first = i;
}

static void unlink_chunk(struct rt_heap *h, uint16_t i)
{
	struct heap_chunk *c = &h->chunks[i];
	if (c->previous != NO_CHUNK)
		h->chunks[c->previous].next = c->next;
	else
		h->first[c->class] = c->next;
	if (c->next != NO_CHUNK)
		h->chunks[c->next].previous = c->previous;
}

static uint64_t take_run(struct rt_heap *h, uint64_t bytes)
{
	uint32_t count = (uint32_t)((bytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
	uint16_t first = find_run(h, count);
	if (first == NO_CHUNK)
		return 0;
	memset(&h->states[first], CHUNK_REST, count);
	h->states[first] = CHUNK_RUN;
	h->chunks[first].run = count;
	return (uint64_t)(uintptr_t)h->base + (uint64_t)first * CHUNK_BYTES;
}

/* ---- small blocks --------------------------------------------------------------------------- */

/* Returns the class of a size and sets *block_bytes to the size of its blocks. There are four
 * classes from each power of two to the next; class 0 has blocks of RT_HEAP_ALIGN bytes. */
static uint32_t class_of(uint64_t bytes, uint32_t *block_bytes)
{
	uint32_t size = RT_HEAP_ALIGN, step = RT_HEAP_ALIGN, class = 0;
	while (size < bytes) {
		if (size >= 8 * step)
			step *= 2;
		size += step;
		class ++;
	}
	*block_bytes = size;
	return class;
}

static uint16_t new_chunk(struct rt_heap *h, uint32_t class, uint32_t block_bytes)
{
	uint16_t i = find_run(h, 1);
	if (i == NO_CHUNK)
		return NO_CHUNK;
	struct heap_chunk *c = &h->chunks[i];
	*c = (struct heap_chunk){.block_bytes = block_bytes,
		.class = (uint8_t)class,
		.capacity = (uint16_t)(CHUNK_BYTES / block_bytes)};
	h->states[i] = CHUNK_SMALL;
	link_chunk(h, i);
	return i;
}

/* Returns the index of a free block. The caller has checked that the chunk has one. */
static uint32_t first_free(const struct heap_chunk *c)
{
	uint32_t w = 0;
	while (c->taken[w] == UINT64_MAX)
		w++;
	return w * PER_WORD + (uint32_t)__builtin_ctzll(~c->taken[w]);
}

static uint64_t take_small(struct rt_heap *h, uint64_t bytes)
{
	uint32_t block_bytes = 0, class = class_of(bytes, &block_bytes);
	uint16_t i = h->first[class];
	if (i == NO_CHUNK)
		i = new_chunk(h, class, block_bytes);
	if (i == NO_CHUNK)
		return 0;
	struct heap_chunk *c = &h->chunks[i];
	uint32_t block = first_free(c);
	c->taken[block / PER_WORD] |= UINT64_C(1) << block % PER_WORD;
	if (++c->used == c->capacity)
		unlink_chunk(h, i);
	return (uint64_t)(uintptr_t)h->base + (uint64_t)i * CHUNK_BYTES +
	       (uint64_t)block * block_bytes;
}

static bool give_small(struct rt_heap *h, uint16_t i, uint32_t offset)
{
	struct heap_chunk *c = &h->chunks[i];
	uint32_t block = offset / c->block_bytes;
	uint64_t bit = UINT64_C(1) << block % PER_WORD;
	if (offset % c->block_bytes != 0 || block >= c->capacity ||
		(c->taken[block / PER_WORD] & bit) == 0)
		return false;
	c->taken[block / PER_WORD] &= ~bit;
	if (c->used-- == c->capacity)
		link_chunk(h, i);
	if (c->used == 0) {
		unlink_chunk(h, i);
		h->states[i] = CHUNK_FREE;
	}
	return true;
}

/* ---- entry ---------------------------------------------------------------------------------- */

uint64_t rt_heap_take(struct rt_heap *h, uint64_t bytes, uint64_t limit)
{
	uint64_t block = 0;
	if (bytes > RT_HEAP_BYTES)
		return 0;
	pthread_mutex_lock(&h->lock);
	if (prepare(h) && (uint64_t)(uintptr_t)h->base + (RT_HEAP_BYTES - 1) <= limit)
		block = bytes > MOST_SMALL ? take_run(h, bytes) : take_small(h, bytes);
	pthread_mutex_unlock(&h->lock);
	return block;
}

static bool give(struct rt_heap *h, uint64_t offset)
{
	uint16_t i = (uint16_t)(offset / CHUNK_BYTES);
	uint32_t in_chunk = (uint32_t)(offset % CHUNK_BYTES);
	if (h->states[i] == CHUNK_SMALL)
		return give_small(h, i, in_chunk);
	if (h->states[i] != CHUNK_RUN || in_chunk != 0)
		return false;
	memset(&h->states[i], CHUNK_FREE, h->chunks[i].run);
	return true;
}

bool rt_heap_give(struct rt_heap *h, uint64_t block)
{
	pthread_mutex_lock(&h->lock);
	uint64_t offset = block - (uint64_t)(uintptr_t)h->base;
	bool ok = h->base != NULL && offset < RT_HEAP_BYTES && give(h, offset);
	pthread_mutex_unlock(&h->lock);
	return ok;
}
