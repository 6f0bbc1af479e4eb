/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels, functions and signatures. */
#ifndef HSAEMU_AS_SEMA_FUNCTION_IMPL_H
#define HSAEMU_AS_SEMA_FUNCTION_IMPL_H

#include "state_impl.h"

/* Begins an executable: notes its kind and its name. */
void as_executable(struct as_state *as, uint16_t kind, struct as_loc keyword, struct as_loc name);
/* Begins an executable whose header could not be read. Names that are not found from then on are
 * not reported, because the header may have declared them. */
void as_executable_bad(struct as_state *as, uint16_t kind, struct as_loc keyword);
void as_executable_linkage(struct as_state *as, unsigned linkage, struct as_loc loc);
void as_executable_declare(struct as_state *as, struct as_loc semicolon);
void as_signature(struct as_state *as, struct as_loc semicolon);
void as_body_begin(struct as_state *as, struct as_loc brace);
void as_body_end(struct as_state *as, struct as_loc brace);

#endif
