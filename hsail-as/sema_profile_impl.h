/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the module's profile, machine model and extensions leave out. */
#ifndef HSAEMU_AS_SEMA_PROFILE_IMPL_H
#define HSAEMU_AS_SEMA_PROFILE_IMPL_H

#include "state_impl.h"

/* Whether profile and machine model have the type; false after a diagnostic. */
bool as_check_type_exists(struct as_state *as, uint16_t type, struct as_loc loc);
/* Checks the type of an untyped literal in the same way; true for other values. */
bool as_check_literal(struct as_state *as, const struct as_value *v);
/* Images and samplers need extension "IMAGE"; false after the one diagnostic of that. */
bool as_need_images(struct as_state *as, struct as_loc loc);

#endif
