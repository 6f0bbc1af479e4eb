/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels, functions and signatures with their formals. */
#ifndef HSAEMU_BRIG_VERIFY_FUNCTION_IMPL_H
#define HSAEMU_BRIG_VERIFY_FUNCTION_IMPL_H

#include "brig/verify/verify_state_impl.h"

/* Checks an executable with its formals and returns where it ends; records it. */
uint32_t brig_verify_executable(struct brig_verifier *vf, const struct brig_entry *e);
const struct brig_function *brig_verify_function_at(const struct brig_verifier *vf, uint32_t off);

#endif
