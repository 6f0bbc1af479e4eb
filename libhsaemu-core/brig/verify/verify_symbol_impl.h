/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names, their declarations and scopes. */
#ifndef HSAEMU_BRIG_VERIFY_SYMBOL_IMPL_H
#define HSAEMU_BRIG_VERIFY_SYMBOL_IMPL_H

#include "brig/verify/verify_state_impl.h"

/* Returns the identifier at a data offset. Returns NULL after an error at `code_off` when it is no
 * identifier or has another sigil. */
struct brig_name *brig_verify_name(struct brig_verifier *vf, uint32_t code_off, uint32_t data_off,
	char sigil);
/* Declares a module-scope variable, fbarrier or executable. */
void brig_verify_declare(struct brig_verifier *vf, const struct brig_entry *e);
/* Declares a name of the current function or arg block. */
void brig_verify_declare_local(struct brig_verifier *vf, const struct brig_entry *e,
	uint32_t data_off, char sigil);
/* Checks that declarations of module linkage have a definition. */
void brig_verify_definitions(struct brig_verifier *vf);
/* Returns whether the entry at `user` may refer to the directive at `target`; reports an error if
 * not. */
bool brig_verify_reference(struct brig_verifier *vf, uint32_t user, uint32_t target);
/* Returns the name of a directive that has a name field; empty for formals of signatures without a
 * name. */
struct str brig_verify_name_of(const struct brig_verifier *vf, const struct brig_entry *e);

#endif
