/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* String tables of the image. */
#ifndef HSAEMU_LD_STRING_TABLE_IMPL_H
#define HSAEMU_LD_STRING_TABLE_IMPL_H

#include "ld_impl.h"

/* Returns the offset of a string in the table. The string is added when the table does not have
 * it. */
uint32_t ld_strings_add(struct ld_strings *s, const char *z);

#endif
