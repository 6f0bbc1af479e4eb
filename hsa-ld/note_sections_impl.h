/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and writes notes. */
#ifndef HSAEMU_LD_NOTE_SECTIONS_IMPL_H
#define HSAEMU_LD_NOTE_SECTIONS_IMPL_H

#include "ld_impl.h"

/* Reads a section of notes into the object's metadata and versions. Returns false after a
 * message. */
bool ld_read_notes(struct ld *ld, struct ld_object *o, Elf_Scn *scn);
/* Writes the notes of the image, and room for its build ID. */
void ld_make_notes(struct ld *ld);

#endif
