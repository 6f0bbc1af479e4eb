/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This makes names that HSAIL takes of those of PTX. */
#ifndef HSAEMU_PTX_HSAIL_NAMES_H
#define HSAEMU_PTX_HSAIL_NAMES_H

#include "hsaemu/str.h"

struct tr;

/* With a sigil, and written so that HSAIL takes it. */
struct str tr_hsail_name(struct tr *t, char sigil, struct str ptx_name);
/* Another one when the function at hand has it already. */
struct str tr_unique_name(struct tr *t, struct str name); /* within the function at hand */

#endif
