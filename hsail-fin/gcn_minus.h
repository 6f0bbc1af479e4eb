/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_GCN_MINUS_H
#define HSAEMU_GCN_MINUS_H

#include <llvm-c/Core.h>

/* Has all subtractions from +0 in a module make the zeros that they are to make. It comes after
 * LLVM's passes. */
void gcn_keep_minus(LLVMModuleRef module);

#endif
