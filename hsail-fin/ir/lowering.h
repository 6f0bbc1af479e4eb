/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts of instructions that several passes ask for: columns of lowerings.def. */
#ifndef HSAEMU_FIN_LOWERING_H
#define HSAEMU_FIN_LOWERING_H

#include "ir/ir.h"

enum fin_fact {
	FIN_HEAVY = 1 << 0,
	FIN_IN_TURN = 1 << 1,
	FIN_PARTIAL = 1 << 2,
	FIN_MEMORY = 1 << 3,
	FIN_OUTLINE = 1 << 4,
	FIN_OF_GROUP = 1 << 5,
};
extern const uint8_t fin_lowering_facts[ISA_LOWER_COUNT]; /* bits of enum fin_fact */

static inline bool fin_has_fact(const struct fin_inst *i, enum fin_fact fact)
{
	return (fin_lowering_facts[i->lowering] & fact) != 0;
}

/* Whether this is a load or store of a promoted variable, which only moves registers. */
static inline bool fin_is_register_move(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE) &&
	       i->operands[1].kind == FIN_OPND_PROMOTED;
}

/* Whether this is a load or store that accesses memory. */
static inline bool fin_is_access(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE) &&
	       i->operands[1].kind != FIN_OPND_PROMOTED;
}

/* Whether the instruction is an atomic that combines a value with the memory's so that the order of
 * several does not matter. Each has a form without a result. */
bool fin_is_combining_atomic(const struct fin_inst *i);

/* Whether the instruction may write memory, or what it reads there depends on when it runs. */
bool fin_may_write(const struct fin_inst *i);

/* Whether the instruction may give work-items with equal operands different results. */
bool fin_differs_by_item(const struct fin_inst *i);

/* Whether the instruction generates an exception for some values of its operands (PRM 12.2). */
bool fin_may_except(const struct fin_inst *i);

#endif
