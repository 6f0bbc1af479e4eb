/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tr_module_symbols() declares all symbols of the module; tr_module_build() begins the BRIG module
 * and writes its variables. */
#ifndef HSAEMU_PTX_MODULE_BUILD_H
#define HSAEMU_PTX_MODULE_BUILD_H

#include "hsaemu/base.h"

struct tr;

void tr_module_symbols(struct tr *t);
void tr_module_build(struct tr *t);

#endif
