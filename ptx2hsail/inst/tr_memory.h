/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Other accesses to memory share this with ld and st. */
#ifndef HSAEMU_PTX_TR_MEMORY_H
#define HSAEMU_PTX_TR_MEMORY_H

#include "hsaemu/base.h"

struct tr;

/* So many operands, and a cache policy behind them where .L2::cache_hint says so. False after a
 * message. */
bool tr_hinted_count(struct tr *t, uint32_t count);
/* Memory scope of the current instruction for a segment; `absent` when it names none. */
const char *tr_scope_text(const struct tr *t, uint8_t segment, const char *absent);

#endif
