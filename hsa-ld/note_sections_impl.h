/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and writes notes. */
#ifndef HSAEMU_LD_NOTE_SECTIONS_IMPL_H
#define HSAEMU_LD_NOTE_SECTIONS_IMPL_H

#include "ld_impl.h"

bool ld_read_notes(struct ld *ld, struct ld_object *o, Elf_Scn *scn);
void ld_make_notes(struct ld *ld);

#endif
