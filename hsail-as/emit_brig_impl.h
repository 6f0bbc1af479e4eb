/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements and their parts into the BRIG builder. */
#ifndef HSAEMU_AS_EMIT_BRIG_IMPL_H
#define HSAEMU_AS_EMIT_BRIG_IMPL_H

#include "state_impl.h"

/* Called before the entries of a statement are built: adds its comments, and its place when places
 * are recorded. */
void as_emit_statement(struct as_state *as, struct as_loc loc);
/* Puts comments that began before `end` into the code section. */
void as_emit_comments(struct as_state *as, uint32_t end);
/* Notes that the entries to come stem from this place. */
void as_emit_place(struct as_state *as, struct as_loc loc);
/* With -g, adds the line of the text itself. */
void as_emit_line(struct as_state *as, struct as_loc loc);
uint32_t as_emit_register(struct as_state *as, struct as_register r);
uint32_t as_emit_wavesize(struct as_state *as);
uint32_t as_emit_code_ref(struct as_state *as, struct as_symbol *sym);
uint32_t as_emit_code_list(struct as_state *as, struct as_symbol *const *syms, uint32_t count);
uint32_t as_emit_address(struct as_state *as, struct as_symbol *sym, uint32_t reg, uint64_t offset);
/* Points all operands that refer to the symbol at its directive. */
void as_emit_fixups(struct as_state *as, struct as_symbol *sym);
/* Builds the directive of a variable or formal argument. */
uint32_t as_emit_variable(struct as_state *as, const struct as_variable *v,
	const struct as_declared_type *decl, uint8_t linkage, bool definition);
/* Builds a value as one of type `type`, or of its own when that is 0. Whether it may be, the
 * caller has checked. */
uint32_t as_emit_value(struct as_state *as, const struct as_value *v, uint16_t type);

/* The variable's allocation as BRIG_ALLOCATION_*. */
uint8_t as_variable_allocation(const struct as_variable *v);

#endif
