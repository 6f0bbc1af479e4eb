/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_GCN_MISTAKES_H
#define HSAEMU_GCN_MISTAKES_H

#include <llvm-c/Core.h>

/* Writes what LLVM would make wrong code of in another way. It comes after LLVM's passes, of which
 * `level` is that of -O. */
void gcn_avoid_mistakes(LLVMModuleRef module, int level);

#endif
