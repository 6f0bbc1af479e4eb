/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* String tables of the image. */
#ifndef HSAEMU_LD_STRING_TABLE_IMPL_H
#define HSAEMU_LD_STRING_TABLE_IMPL_H

#include "ld_impl.h"

/* The offset of a string, which is added when the table has none like it. */
uint32_t ld_strings_add(struct ld_strings *s, const char *z);

#endif
