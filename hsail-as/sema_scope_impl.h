/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names: declaring, defining, looking up. */
#ifndef HSAEMU_AS_SEMA_SCOPE_IMPL_H
#define HSAEMU_AS_SEMA_SCOPE_IMPL_H

#include "state_impl.h"

/* Returns what messages call the kind, such as "a variable". */
const char *as_symbol_kind_text(enum as_symbol_kind kind);
/* Returns whether the name begins with the sigil that the current scope requires; false after a
 * diagnostic. */
bool as_name_in_scope(struct as_state *as, struct as_loc name);
/* Reports a name that HSAIL reserves (PRM 4.6.1). */
void as_check_reserved(struct as_state *as, struct as_loc name);
/* Declares a name. Returns a new symbol, whose `declared` is false, or an earlier symbol that may
 * be declared again. Returns NULL after a diagnostic. */
struct as_symbol *as_declare(struct as_state *as, enum as_symbol_kind kind, struct as_loc name,
	bool definition);
/* Adds the name of a declaration that has been diagnosed, so that uses of the name are not
 * diagnosed as well. */
void as_declare_bad(struct as_state *as, enum as_symbol_kind kind, struct as_loc name);
/* Reports a declaration that disagrees with an earlier one of the same symbol; `what` names the
 * difference. */
void as_declarations_differ(struct as_state *as, struct as_symbol *sym, struct as_loc name,
	const char *what);
/* Notes that the symbol's directive has been built at code_off. A definition also sets the operands
 * that refer to the symbol. */
void as_define(struct as_state *as, struct as_symbol *sym, uint32_t code_off, bool definition);
/* Finds a symbol in scope that has a directive. Returns NULL after a diagnostic. */
struct as_symbol *as_lookup(struct as_state *as, struct as_loc name);

#endif
