/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions make HSAIL names of PTX names. */
#ifndef HSAEMU_PTX_HSAIL_NAMES_H
#define HSAEMU_PTX_HSAIL_NAMES_H

#include "hsaemu/str.h"

struct tr;

/* Returns the name with a sigil in front, with characters that HSAIL does not allow rewritten. */
struct str tr_hsail_name(struct tr *t, char sigil, struct str ptx_name);
/* Returns `name`, or `name` with a number when the current function already uses it. */
struct str tr_unique_name(struct tr *t, struct str name);

#endif
