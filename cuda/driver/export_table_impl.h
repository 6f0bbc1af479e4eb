/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime that nvcc links into programs asks the driver for besides the functions of its
 * interface: tables of functions by identifiers. */
#ifndef HSAEMU_CUDA_EXPORT_TABLE_IMPL_H
#define HSAEMU_CUDA_EXPORT_TABLE_IMPL_H

#include "context_impl.h"

/* Values that belong to a context; NULL is the current one. */
typedef void cu_local_end(CUcontext ctx, void *key, void *value);
CUresult cu_local_put(CUcontext ctx, void *key, void *value, cu_local_end *end);
CUresult cu_local_delete(CUcontext ctx, void *key);
CUresult cu_local_get(void **value, CUcontext ctx, void *key);

/* What the answer to the runtime's question who the driver is depends on. The runtime computes it
 * from the same. */
struct cu_identity {
	uint32_t driver_version, runtime_version;
	uint32_t process, thread;
	const void *module_table, *identity_table;
	const void *function; /* that is asked */
	uint64_t seconds;
};
_Static_assert(sizeof(struct cu_identity) == 48, "as the runtime has it");
void cu_identity_answer(const struct cu_identity *i, uint8_t answer[16]);

#endif
