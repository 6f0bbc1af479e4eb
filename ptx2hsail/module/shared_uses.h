/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which function uses which shared variables. */
#ifndef HSAEMU_PTX_SHARED_USES_H
#define HSAEMU_PTX_SHARED_USES_H

struct tr;

/* Fills the module's table of shared variables, and what struct func has of them. */
void tr_find_shared_uses(struct tr *t);

#endif
