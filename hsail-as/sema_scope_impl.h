/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names: declaring, defining, looking up. */
#ifndef HSAEMU_AS_SEMA_SCOPE_IMPL_H
#define HSAEMU_AS_SEMA_SCOPE_IMPL_H

#include "state_impl.h"

/* The kind as messages have it, such as "a variable". */
const char *as_symbol_kind_text(enum as_symbol_kind kind);
/* Whether the name has the sigil of the current scope; false after a diagnostic. */
bool as_name_in_scope(struct as_state *as, struct as_loc name);
/* Reports a name that is reserved (PRM 4.6.1). */
void as_check_reserved(struct as_state *as, struct as_loc name);
/* Declares a name. Returns a new symbol (`declared` is false), an earlier one that may be declared
 * again, or NULL after a diagnostic. */
struct as_symbol *as_declare(struct as_state *as, enum as_symbol_kind kind, struct as_loc name,
	bool definition);
/* Enters the name of a declaration that was diagnosed, so that its uses are not diagnosed, too. */
void as_declare_bad(struct as_state *as, enum as_symbol_kind kind, struct as_loc name);
/* Reports a declaration that disagrees with earlier ones. */
void as_declarations_differ(struct as_state *as, struct as_symbol *sym, struct as_loc name,
	const char *what);
/* Notes that the symbol's directive has been built. */
void as_define(struct as_state *as, struct as_symbol *sym, uint32_t code_off, bool definition);
/* Finds a symbol in scope that has a directive; NULL after a diagnostic. */
struct as_symbol *as_lookup(struct as_state *as, struct as_loc name);

#endif
