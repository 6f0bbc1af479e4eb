/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Group and private memory that several modules share. */
#ifndef HSAEMU_LD_GROUP_SEGMENT_IMPL_H
#define HSAEMU_LD_GROUP_SEGMENT_IMPL_H

#include "ld_impl.h"

/* Defines the symbols whose values tell code the sizes of shared memory. ld_place_group() sets the
 * values. */
void ld_define_sizes(struct ld *ld);
bool ld_place_group(struct ld *ld);
/* Writes each kernel's sizes of group and private memory into its descriptors in the image. */
void ld_patch_descriptors(const struct ld *ld, uint8_t *image);

#endif
