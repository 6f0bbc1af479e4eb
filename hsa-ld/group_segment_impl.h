/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Group and private memory that several modules share. */
#ifndef HSAEMU_LD_GROUP_SEGMENT_IMPL_H
#define HSAEMU_LD_GROUP_SEGMENT_IMPL_H

#include "ld_impl.h"

/* Defines the symbols by whose values code asks for sizes. */
void ld_define_sizes(struct ld *ld);
bool ld_place_group(struct ld *ld);
/* Writes the sizes of group and private memory into the descriptors of the image. */
void ld_patch_descriptors(const struct ld *ld, uint8_t *image);

#endif
