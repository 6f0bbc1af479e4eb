/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This says where registers are live. */
#ifndef HSAEMU_PTX_LIVE_REGISTERS_H
#define HSAEMU_PTX_LIVE_REGISTERS_H

#include "hir/blocks.h"

/* One interval of entry numbers per register, covering all points where it is live; first > last
 * for a register that is never accessed. Position 2i is entry i's reads, 2i+1 its writes. */
struct hir_interval {
	uint32_t reg;
	uint32_t first, last;
	uint32_t hint; /* register copied from, or HIR_NO_REG */
};
struct hir_interval *hir_liveness(const struct hir_func *f, const struct hir_cfg *g) NODISCARD;

#endif
