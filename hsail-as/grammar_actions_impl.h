/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the grammar calls while it reads a statement. */
#ifndef HSAEMU_AS_GRAMMAR_ACTIONS_IMPL_H
#define HSAEMU_AS_GRAMMAR_ACTIONS_IMPL_H

#include "state_impl.h"

/* as_statement_end() is called after a good statement; as_statement_drop() discards what was read
 * of a wrong one. Both return false when parsing should stop: the limit of errors is reached, or
 * the rest of the text cannot be judged. */
bool as_statement_end(struct as_state *as) NODISCARD;
bool as_statement_drop(struct as_state *as) NODISCARD;
void as_operand_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_operand_value(struct as_state *as, struct as_loc loc);
void as_operand_wavesize(struct as_state *as, struct as_loc loc);
void as_operand_name(struct as_state *as, struct as_loc loc);
void as_operand_label(struct as_state *as, struct as_loc loc);
void as_operand_string(struct as_state *as, struct as_loc loc);
void as_operand_vector(struct as_state *as, struct as_loc loc);
void as_operand_arguments(struct as_state *as, struct as_loc loc);
void as_operand_targets(struct as_state *as, struct as_loc open, struct as_loc close);
void as_operand_address(struct as_state *as, struct as_loc loc, const struct as_loc *symbol);
void as_address_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_address_offset(struct as_state *as, uint64_t offset);
void as_element_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_element_value(struct as_state *as, struct as_loc loc);
void as_element_wavesize(struct as_state *as, struct as_loc loc);
void as_element_name(struct as_state *as, struct as_loc loc);
void as_element_label(struct as_state *as, struct as_loc loc);
void as_variable_type(struct as_state *as, const struct as_lexeme *word, struct as_loc loc);
void as_variable_name(struct as_state *as, struct as_loc loc);
void as_variable_alloc(struct as_state *as, struct as_loc kind, struct as_loc loc);
void as_variable_align(struct as_state *as, uint64_t align, struct as_loc loc);
void as_variable_const(struct as_state *as, struct as_loc loc);
void as_variable_dim(struct as_state *as, const uint64_t *dim, struct as_loc loc);
void as_variable_init(struct as_state *as);
void as_formal_end(struct as_state *as, struct as_loc loc);
void as_formals_split(struct as_state *as);

#endif
