/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The module's header, extensions, annotations and control directives. */
#ifndef HSAEMU_AS_SEMA_MODULE_IMPL_H
#define HSAEMU_AS_SEMA_MODULE_IMPL_H

#include "state_impl.h"

void as_module_header(struct as_state *as, struct as_loc loc, struct as_loc name,
	struct as_version version, struct as_loc profile, struct as_loc model, struct as_loc round);
void as_extension(struct as_state *as, struct as_loc loc, struct as_loc string);
void as_loc_directive(struct as_state *as, struct as_loc loc, uint64_t line, struct as_loc line_loc,
	const uint64_t *column, const struct as_loc *column_loc, const struct as_loc *file);
void as_pragma(struct as_state *as, struct as_loc loc);
void as_control(struct as_state *as, const struct as_lexeme *word, struct as_loc word_loc,
	struct as_loc loc);
/* Must be called before each statement at module level other than the header, annotations and
 * extensions. */
void as_module_statement(struct as_state *as, struct as_loc loc);
/* Must be called at the end of the text. Reports undefined symbols and a missing header. */
void as_module_end(struct as_state *as);

#endif
