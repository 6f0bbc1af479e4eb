/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of allocations, until rt has it. */
#ifndef HSAEMU_HSA_INTERIM_H
#define HSAEMU_HSA_INTERIM_H
#include "hsaemu/rt.h"
struct rt_allocation {
	void *base;
	size_t bytes;
	uint32_t kind;
	uint64_t maker;
	void *user;
};
hsa_status_t rt_allocate(struct rt *rt, size_t bytes, uint32_t kind, uint64_t maker, void **out);
hsa_status_t rt_deallocate(struct rt *rt, void *base);
hsa_status_t rt_allocation_add(struct rt *rt, void *base, size_t bytes, uint32_t kind,
	uint64_t maker);
bool rt_allocation_remove(struct rt *rt, const void *base);
bool rt_allocation_find(struct rt *rt, const void *inside, struct rt_allocation *out);
bool rt_allocation_set_user(struct rt *rt, const void *base, void *user);
#endif
