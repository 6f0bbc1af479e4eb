/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the image. */
#ifndef HSAEMU_LD_WRITE_IMAGE_IMPL_H
#define HSAEMU_LD_WRITE_IMAGE_IMPL_H

#include "ld_impl.h"

bool ld_write(struct ld *ld, struct buf *out);

#endif
