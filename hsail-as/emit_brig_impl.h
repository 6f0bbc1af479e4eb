/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes statements and their parts to the BRIG builder. */
#ifndef HSAEMU_AS_EMIT_BRIG_IMPL_H
#define HSAEMU_AS_EMIT_BRIG_IMPL_H

#include "state_impl.h"

/* Must be called before the entries of a statement are built. Adds the comments that belong to the
 * statement and, if places are recorded, the statement's place. */
void as_emit_statement(struct as_state *as, struct as_loc loc);
/* Adds the comments that began before `end` to the code section. */
void as_emit_comments(struct as_state *as, uint32_t end);
/* If places are recorded, records that the entries built from here on stem from `loc`. */
void as_emit_place(struct as_state *as, struct as_loc loc);
/* With option -g, adds a loc directive that names the line of `loc` in the HSAIL text. Adds none if
 * the line has not changed, or if the text has loc directives of its own. */
void as_emit_line(struct as_state *as, struct as_loc loc);
/* The next five functions build an operand and return its offset. An operand that refers to a
 * symbol that is not yet defined is completed by as_emit_fixups(). */
uint32_t as_emit_register(struct as_state *as, struct as_register r);
uint32_t as_emit_wavesize(struct as_state *as);
uint32_t as_emit_code_ref(struct as_state *as, struct as_symbol *sym);
uint32_t as_emit_code_list(struct as_state *as, struct as_symbol *const *syms, uint32_t count);
uint32_t as_emit_address(struct as_state *as, struct as_symbol *sym, uint32_t reg, uint64_t offset);
/* Makes all operands that refer to the symbol point at its directive. */
void as_emit_fixups(struct as_state *as, struct as_symbol *sym);
/* Builds the directive of a variable or formal argument and returns its offset. */
uint32_t as_emit_variable(struct as_state *as, const struct as_variable *v,
	const struct as_declared_type *decl, uint8_t linkage, bool definition);
/* Builds an operand for a value and returns its offset. The operand has type `type`, or the value's
 * own type if `type` is 0. The caller has checked that the value may have that type. */
uint32_t as_emit_value(struct as_state *as, const struct as_value *v, uint16_t type);

/* Returns the variable's allocation as BRIG_ALLOCATION_*. */
uint8_t as_variable_allocation(const struct as_variable *v);

#endif
