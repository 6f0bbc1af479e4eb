/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions map PTX's state spaces to HSAIL's segments, and PTX's types to HSAIL's types in
 * memory. */
#ifndef HSAEMU_PTX_SEGMENTS_H
#define HSAEMU_PTX_SEGMENTS_H

#include "base/tr.h"

uint8_t tr_space_segment(enum ptx_space space);
/* Returns the segment as mnemonics have it: "_group", or "" for flat. */
const char *tr_segment_text(uint8_t segment);
/* Returns the register class (BRIG_REGISTER_KIND_*) that holds addresses of the segment. */
uint8_t tr_address_kind(const struct tr *t, uint8_t segment);
/* Returns the PTX type of a flat address. */
static inline enum ptx_type tr_flat_type(const struct tr *t)
{
	return t->is_small ? PTX_U32 : PTX_U64;
}
/* Returns HSAIL's type for memory accesses of a PTX type. Untyped bits are accessed as unsigned,
 * and f16 as u16, so that its bit pattern is kept. */
const char *tr_memory_type(enum ptx_type type);

#endif
