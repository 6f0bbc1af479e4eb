/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What --profile adds to a module (hsaemu/profile.h). */
#ifndef HSAEMU_FIN_PROFILE_MAP_H
#define HSAEMU_FIN_PROFILE_MAP_H

#include "ir/profile.h"
#include "llvm/llvm_ctx.h"

/* The module's counters, an array of u64. */
LLVMValueRef fin_profile_counters(const struct fin_profile *p, struct fin_llvm *l);
/* The image's struct hsaemu_profile. */
LLVMValueRef fin_profile_control(struct fin_llvm *l);
/* The map of the counters (hsaemu/profile.h). */
void fin_profile_emit_map(const struct fin_module *m, struct fin_llvm *l);

#endif
