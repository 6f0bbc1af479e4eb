/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From modules of BRIG and objects to an image. */
#ifndef HSAEMU_PROGRAM_IMPL_H
#define HSAEMU_PROGRAM_IMPL_H

#include "hsaemu/compiler.h"

/* Finalizes the modules, links them, and appends the image to `image`. False after diagnostics. */
bool fin_program_image(const struct hsaemu_program *p, struct buf *image, struct diag *d) NODISCARD;

#endif
