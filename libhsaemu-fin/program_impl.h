/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From modules of BRIG, or from objects, to an image. */
#ifndef HSAEMU_PROGRAM_IMPL_H
#define HSAEMU_PROGRAM_IMPL_H

#include "hsaemu/compiler.h"
#include "hsaemu/link.h"

/* Finalizes the modules, links them, and appends the image to `image`. False after diagnostics. */
bool fin_program_image(const struct hsaemu_program *p, struct buf *image, struct diag *d) NODISCARD;
/* Links the objects with the device library, and appends the image to `image`. With `imports`,
 * variables that none of them defines are left to the loader. False after
 * diagnostics. */
bool fin_link_objects(const struct link_input *objects, size_t count, bool imports,
	struct buf *image, struct diag *d) NODISCARD;

#endif
