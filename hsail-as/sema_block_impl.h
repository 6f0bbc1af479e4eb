/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code blocks, argument blocks and labels. */
#ifndef HSAEMU_AS_SEMA_BLOCK_IMPL_H
#define HSAEMU_AS_SEMA_BLOCK_IMPL_H

#include "state_impl.h"

/* Notes that the code block uses the register. */
static inline void as_use_register(struct as_state *as, struct as_register r)
{
	uint32_t *count = &as->exe.register_count[r.kind];
	if (r.number >= *count)
		*count = r.number + 1u;
}

#define AS_BLOCK_ANY UINT32_MAX /* block of a label that only a pragma has named so far */

/* Checks that a statement of kind `phase` may follow what the code block has so far. `what` is the
 * plural that messages use for such statements. */
void as_block_statement(struct as_state *as, enum as_block_phase phase, struct as_loc loc,
	const char *what);
void as_arg_block_begin(struct as_state *as, struct as_loc brace);
void as_arg_block_end(struct as_state *as, struct as_loc brace);
void as_label(struct as_state *as, struct as_loc name, struct as_loc loc);
/* Returns the label's symbol, which is made at its first use; NULL after a diagnostic. `branch` is
 * false when a pragma names the label, which may lie in any block. */
struct as_symbol *as_label_use(struct as_state *as, struct as_loc loc, bool branch);
void as_labels_end(struct as_state *as);

#endif
