/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The blocks of memory that clients have, in rt's table of allocations. */
#ifndef HSAEMU_HSA_MEMORY_IMPL_H
#define HSAEMU_HSA_MEMORY_IMPL_H

#include "agents_impl.h"

/* The kinds of blocks in the table; `maker` of the first one is the handle of its region. */
enum hr_memory_kind {
	HR_MEMORY_ALLOCATED = 1,
	HR_MEMORY_REGISTERED, /* the client's own, by hsa_memory_register() */
	HR_MEMORY_LOCKED,     /* the client's own, by hsa_amd_memory_lock() */
	HR_MEMORY_INTEROP,    /* another driver's, by hsa_amd_interop_map_buffer() */
};

/* Does what hsa_memory_allocate() does in a region that is valid. */
hsa_status_t hr_allocate(struct hr_state *s, const struct hr_region *r, size_t size,
	void **ptr) NODISCARD;
/* Does what hsa_memory_free() does; INVALID_ALLOCATION when no block begins at `ptr`. */
hsa_status_t hr_deallocate(struct hr_state *s, void *ptr) NODISCARD;

#endif
