/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The data that --profile adds to a module (hsaemu/profile.h). */
#ifndef HSAEMU_FIN_PROFILE_MAP_H
#define HSAEMU_FIN_PROFILE_MAP_H

#include "ir/profile.h"
#include "llvm/llvm_ctx.h"

/* The module's counters, an array of u64, which is made when there is none yet. */
LLVMValueRef fin_profile_counters(const struct fin_profile *p, struct fin_llvm *l);
/* The struct hsaemu_profile of the image that the module will be in. */
LLVMValueRef fin_profile_control(struct fin_llvm *l);
/* Adds the map of the counters to the module. */
void fin_profile_emit_map(const struct fin_module *m, struct fin_llvm *l);

#endif
