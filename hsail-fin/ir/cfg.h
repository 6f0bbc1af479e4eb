/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The graph of a function's blocks. */
#ifndef HSAEMU_FIN_CFG_H
#define HSAEMU_FIN_CFG_H

#include "ir/graph.h"
#include "ir/ir.h"

/* Drops unreachable blocks, joins straight lines, numbers blocks in reverse post-order, fills preds
 * and ipdom. */
void fin_cfg(struct fin_function *f);
/* Numbers, preds and ipdom again after blocks were added. */
void fin_cfg_renumber(struct fin_function *f);
/* The graph of blocks by their numbers. */
struct fin_edges fin_successors(const struct fin_function *f);
struct fin_edges fin_predecessors(const struct fin_function *f);

/* The register that a phi of `to` gets on the edges from `from`, which there are. */
uint32_t fin_phi_source(const struct fin_phi *phi, const struct fin_block *to,
	const struct fin_block *from);
/* Number of the first edge to a block that comes from `from`; those after it follow. */
uint32_t fin_first_edge(const struct fin_block *to, const struct fin_block *from);

#endif
