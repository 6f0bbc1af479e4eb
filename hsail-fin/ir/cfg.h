/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph of a function's blocks. */
#ifndef HSAEMU_FIN_CFG_H
#define HSAEMU_FIN_CFG_H

#include "ir/graph.h"
#include "ir/ir.h"

/* Drops unreachable blocks, joins straight lines, numbers the blocks in reverse post-order, and
 * fills in `preds` and `ipdom`. */
void fin_cfg(struct fin_function *f);
/* Does the same without joining straight lines; it is called after blocks were added. */
void fin_cfg_renumber(struct fin_function *f);
/* The graph whose nodes are the numbers of the function's blocks. */
struct fin_edges fin_successors(const struct fin_function *f);
struct fin_edges fin_predecessors(const struct fin_function *f);
/* Whether a block goes back to one before it, or to itself. */
bool fin_has_loop(const struct fin_function *f);

/* The register that a phi of `to` gets on the edges from `from`; there must be such an edge. */
uint32_t fin_phi_source(const struct fin_phi *phi, const struct fin_block *to,
	const struct fin_block *from);
/* Index in to->preds of the first edge from `from`. Several edges from one block lie side by
 * side. */
uint32_t fin_first_edge(const struct fin_block *to, const struct fin_block *from);

#endif
