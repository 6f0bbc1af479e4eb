/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs have advised of pages, which has no effect here and is told when they ask. */
#ifndef HSAEMU_CUDA_ADVICE_IMPL_H
#define HSAEMU_CUDA_ADVICE_IMPL_H

#include "context_impl.h"

struct cu_advice {
	CUmemLocation preferred, prefetched; /* INVALID: none, or several */
	uint32_t accessed_by;                /* set of devices */
	bool read_mostly;
};

/* What is changed of the pages with a byte of a range: one of these. */
struct cu_advice_change {
	enum {
		CU_ADVISE_READ_MOSTLY,
		CU_ADVISE_PREFERRED,
		CU_ADVISE_ACCESS,
		CU_ADVISE_PREFETCHED
	} what;
	bool on;
	CUmemLocation place;
};
/* False: there is no memory. */
bool cu_advice_change(uintptr_t at, size_t bytes, const struct cu_advice_change *c) NODISCARD;
/* Gets what all pages with a byte of the range have in common. */
void cu_advice_get(uintptr_t at, size_t bytes, struct cu_advice *out);
/* Forgets what was advised of memory that is freed. */
void cu_advice_forget(uintptr_t at, size_t bytes);

#endif
