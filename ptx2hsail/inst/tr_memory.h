/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of ld and st that other accesses to memory share. */
#ifndef HSAEMU_PTX_TR_MEMORY_H
#define HSAEMU_PTX_TR_MEMORY_H

#include "hsaemu/base.h"

struct tr;

/* Checks that there are `count` operands, and a cache policy behind them if .L2::cache_hint says
 * so. Returns false after a message. */
bool tr_hinted_count(struct tr *t, uint32_t count);
/* Returns the HSAIL memory scope of the current instruction for the segment; `absent` when it names
 * none. */
const char *tr_scope_text(const struct tr *t, uint8_t segment, const char *absent);

#endif
