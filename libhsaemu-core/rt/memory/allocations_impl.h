/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of a runtime's blocks of memory. */
#ifndef HSAEMU_ALLOCATIONS_IMPL_H
#define HSAEMU_ALLOCATIONS_IMPL_H

#include <pthread.h>
#include "hsaemu/rt.h"

struct rt_allocations {
	pthread_mutex_t lock; /* guards the other members; its holder takes no other lock */
	void *tree;           /* of tsearch(): the blocks by address, none of which overlap */
	size_t fenced;        /* number of blocks with fences */
};

bool rt_allocations_init(struct rt_allocations *t) NODISCARD;
/* Frees the blocks that are left, but not the client's own memory. */
void rt_allocations_release(struct rt_allocations *t);

#endif
