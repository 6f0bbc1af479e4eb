/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether a kernel can tell its work-groups apart (docs/design/vector-code.md, "Groups that are
 * alike"). */
#ifndef HSAEMU_FIN_ALIKE_GROUPS_H
#define HSAEMU_FIN_ALIKE_GROUPS_H

#include "ir/ir.h"

/* Sets f->alike. */
void fin_alike_groups(struct fin_function *f);
/* The bits of the kernel's descriptor that say so. */
uint32_t fin_alike_flags(const struct fin_alike *a);

#endif
