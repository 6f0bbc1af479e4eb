/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the image. */
#ifndef HSAEMU_LD_WRITE_IMAGE_IMPL_H
#define HSAEMU_LD_WRITE_IMAGE_IMPL_H

#include "ld_impl.h"

/* Appends the image to `out`. Returns false after a message, with `out` as it was. */
bool ld_write(struct ld *ld, struct buf *out);

#endif
