/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Literals and typed constants, as the grammar reads them. A function that completes a value stores
 * it in as->st.value; while a typed constant is incomplete, as->st.frames describes it. */
#ifndef HSAEMU_AS_TYPED_CONSTANT_IMPL_H
#define HSAEMU_AS_TYPED_CONSTANT_IMPL_H

#include "state_impl.h"

struct as_literal as_literal_integer(uint64_t value, bool negative);
struct as_literal as_literal_negate(struct as_literal l);
void as_value_literal(struct as_state *as, struct as_literal l, struct as_loc loc);
void as_value_integer(struct as_state *as, uint64_t value, struct as_loc loc);
void as_constant_begin(struct as_state *as, const struct as_lexeme *type, bool array,
	struct as_loc loc);
void as_constant_literal(struct as_state *as, struct as_literal l, struct as_loc loc);
/* as_constant_takes_plain() returns whether the next element of the typed constant being read may
 * be a plain number. If so, as_constant_plain() appends `l` to the constant when its type is right,
 * and otherwise returns false without a message. */
bool as_constant_takes_plain(const struct as_state *as);
bool as_constant_plain(struct as_state *as, struct as_literal l);
void as_constant_nested(struct as_state *as);
void as_constant_property(struct as_state *as, struct as_loc name, const uint64_t *number,
	struct as_loc value);
void as_constant_end(struct as_state *as, struct as_loc loc);
void as_aggregate_item(struct as_state *as);
void as_aggregate_align(struct as_state *as, uint64_t align, struct as_loc loc);
void as_aggregate_end(struct as_state *as, struct as_loc loc);
/* Returns how many bytes the value occupies in memory. */
uint64_t as_value_bytes(const struct as_state *as, const struct as_value *v);

#endif
