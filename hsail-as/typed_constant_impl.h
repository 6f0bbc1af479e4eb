/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Literals and typed constants. The value being read is st.value. */
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
/* The first says whether the next element may be a plain number. The second takes one if its type
 * is right, and else returns false without a message. */
bool as_constant_takes_plain(const struct as_state *as);
bool as_constant_plain(struct as_state *as, struct as_literal l);
void as_constant_nested(struct as_state *as);
void as_constant_property(struct as_state *as, struct as_loc name, const uint64_t *number,
	struct as_loc value);
void as_constant_end(struct as_state *as, struct as_loc loc);
void as_aggregate_item(struct as_state *as);
void as_aggregate_align(struct as_state *as, uint64_t align, struct as_loc loc);
void as_aggregate_end(struct as_state *as, struct as_loc loc);
/* Bytes that the value occupies in memory. */
uint64_t as_value_bytes(const struct as_state *as, const struct as_value *v);

#endif
