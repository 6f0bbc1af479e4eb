/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAIL has segments for PTX's state spaces, and types in memory for its types. */
#ifndef HSAEMU_PTX_SEGMENTS_H
#define HSAEMU_PTX_SEGMENTS_H

#include "base/tr.h"

uint8_t tr_space_segment(enum ptx_space space);
/* "_group", "" for flat */
const char *tr_segment_text(uint8_t segment);
/* The class of registers with addresses in a segment. */
uint8_t tr_address_kind(const struct tr *t, uint8_t segment);
/* The type of flat ones. */
static inline enum ptx_type tr_flat_type(const struct tr *t)
{
	return t->is_small ? PTX_U32 : PTX_U64;
}
/* HSAIL's type for memory of a PTX type: bits are read as unsigned, f16 stays a bit pattern. */
const char *tr_memory_type(enum ptx_type type);

#endif
