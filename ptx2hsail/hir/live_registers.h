/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Live intervals of registers, for the allocator. */
#ifndef HSAEMU_PTX_LIVE_REGISTERS_H
#define HSAEMU_PTX_LIVE_REGISTERS_H

#include "hir/blocks.h"

/* The interval of positions between the first and the last point where a register is live. Position
 * 2i is where entry i reads, 2i+1 where it writes; first > last for a register that is never
 * accessed. */
struct hir_interval {
	uint32_t reg;
	uint32_t first, last;
	uint32_t hint; /* a register that it is a copy of, or HIR_NO_REG */
};
struct hir_interval *hir_liveness(const struct hir_func *f, const struct hir_cfg *g) NODISCARD;

#endif
