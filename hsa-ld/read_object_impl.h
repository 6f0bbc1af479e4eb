/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads relocatable objects. */
#ifndef HSAEMU_LD_READ_OBJECT_IMPL_H
#define HSAEMU_LD_READ_OBJECT_IMPL_H

#include "ld_impl.h"

/* Adds an object, with its sections, symbols and relocations, to the link. Returns false after a
 * message. */
bool ld_add_object(struct ld *ld, Elf *elf, const char *name);
/* Opens the ELF file in `bytes`, which is closed with the link. Returns NULL after a message. */
Elf *ld_elf_open(struct ld *ld, const char *name, const void *bytes, size_t len);

#endif
