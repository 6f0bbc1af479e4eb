/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Relocations. */
#ifndef HSAEMU_LD_RELOC_X86_64_IMPL_H
#define HSAEMU_LD_RELOC_X86_64_IMPL_H

#include "ld_impl.h"

/* Counts GOT slots and loader relocations. Reports undefined symbols and relocations that cannot be
 * linked; returns false after such a message. */
bool ld_scan_relocs(struct ld *ld);
/* Applies the section's relocations to `at`, its copy in the image. Relocations for the loader are
 * appended to o_rela. Returns false after a message. */
bool ld_apply_relocs(struct ld *ld, const struct ld_section *s, uint8_t *at);
void ld_fill_got(struct ld *ld, uint8_t *at);

#endif
