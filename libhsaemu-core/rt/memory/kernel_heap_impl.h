/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The heap that kernels allocate from. Each runtime has one. */
#ifndef HSAEMU_HEAP_IMPL_H
#define HSAEMU_HEAP_IMPL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { RT_HEAP_ALIGN = 16 };
#define RT_HEAP_BYTES (UINT64_C(256) << 20)

struct heap_chunk;

struct rt_heap {
	/* guards all members below; no kernel code, which may fault, runs while it is held */
	pthread_mutex_t lock;
	uint8_t *base; /* NULL until the first block is wanted */
	struct heap_chunk *chunks;
	uint8_t *states;    /* enum chunk_state, one for each chunk */
	uint16_t first[64]; /* for each class of sizes, a chunk with a free block, or NO_CHUNK */
};

bool rt_heap_init(struct rt_heap *h);
void rt_heap_release(struct rt_heap *h);
/* Takes a block and returns its address; 0 when there is no room below `limit`. */
uint64_t rt_heap_take(struct rt_heap *h, uint64_t bytes, uint64_t limit);
/* Gives a block back. False when `block` is none of the heap's. */
bool rt_heap_give(struct rt_heap *h, uint64_t block);

#endif
