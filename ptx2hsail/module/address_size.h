/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The size of a module's addresses. */
#ifndef HSAEMU_PTX_ADDRESS_SIZE_H
#define HSAEMU_PTX_ADDRESS_SIZE_H

#include "parse/ptx_ast.h"

/* Returns whether the module's addresses have 32 bits. */
bool tr_is_small(const struct ptx_module *m);

#endif
