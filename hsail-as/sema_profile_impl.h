/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks for features that do not exist in the module's profile, in its machine model, or without
 * an extension. */
#ifndef HSAEMU_AS_SEMA_PROFILE_IMPL_H
#define HSAEMU_AS_SEMA_PROFILE_IMPL_H

#include "state_impl.h"

/* Returns whether the type exists in the module's profile and machine model; false after a
 * diagnostic. */
bool as_check_type_exists(struct as_state *as, uint16_t type, struct as_loc loc);
/* Checks that the type of an untyped literal exists in the profile; false after a diagnostic.
 * Returns true for all other values, whose types are checked where they are written. */
bool as_check_literal(struct as_state *as, const struct as_value *v);
/* Returns whether the module has extension "IMAGE", which images and samplers need. Reports a
 * missing extension once only. */
bool as_need_images(struct as_state *as, struct as_loc loc);

#endif
