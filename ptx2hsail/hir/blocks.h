/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The control-flow graph of a function: its basic blocks and their predecessors. */
#ifndef HSAEMU_PTX_BLOCKS_H
#define HSAEMU_PTX_BLOCKS_H

#include "hir/hir.h"

/* Basic blocks: maximal runs of entries entered only at the top and left only at the end. */
struct hir_block {
	size_t first, end; /* the block's entries are first to end - 1 */
	uint32_t *preds;   /* block numbers */
	uint32_t pred_count;
	bool falls_through;
};
struct hir_cfg {
	struct hir_block *blocks;
	uint32_t block_count;
	uint32_t *storage; /* backs the `preds` of all blocks */
};
void hir_cfg_build(struct hir_cfg *g, const struct hir_func *f);
void hir_cfg_release(struct hir_cfg *g);

#endif
