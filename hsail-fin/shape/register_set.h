/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The largest set of registers that all their definitions agree with: an optimistic fixpoint. */
#ifndef HSAEMU_FIN_REGISTER_SET_H
#define HSAEMU_FIN_REGISTER_SET_H

#include "ir/bits.h"
#include "ir/ir.h"

/* Whether what a phi or an instruction defines may stay in the set at hand. What may not stay in a
 * set may not stay in a smaller one either. */
struct fin_set_rules {
	bool (*keeps_phi)(void *owner, const struct fin_block *b, const struct fin_phi *phi);
	bool (*keeps_inst)(void *owner, const struct fin_inst *i);
	void *owner;
};

/* Takes registers out of a set until the rules hold for all that are left. */
void fin_narrow_set(const struct fin_function *f, struct fin_bits *set,
	const struct fin_set_rules *rules);

#endif
