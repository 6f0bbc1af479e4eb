/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Relocations. */
#ifndef HSAEMU_LD_RELOC_X86_64_IMPL_H
#define HSAEMU_LD_RELOC_X86_64_IMPL_H

#include "ld_impl.h"

/* Counts GOT slots and loader relocations, reports what cannot be linked and what is undefined. */
bool ld_scan_relocs(struct ld *ld);
/* Patches the section's bytes at `at`, its copy in the image; loader relocations go to o_rela. */
bool ld_apply_relocs(struct ld *ld, const struct ld_section *s, uint8_t *at);
void ld_fill_got(struct ld *ld, uint8_t *at);

#endif
