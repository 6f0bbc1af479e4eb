/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the HSAIL segment for each PTX state space, and the type in memory for each PTX
 * type. */
#include "base/segments.h"
#include "base/tr.h"

uint8_t tr_space_segment(enum ptx_space space)
{
	switch (space) {
	case PTX_SPACE_NONE:
		return BRIG_SEGMENT_FLAT;
	case PTX_SPACE_CONST:
	case PTX_SPACE_GLOBAL:
	case PTX_SPACE_TEX:
		return BRIG_SEGMENT_GLOBAL;
	case PTX_SPACE_LOCAL:
		return BRIG_SEGMENT_PRIVATE;
	case PTX_SPACE_SHARED:
		return BRIG_SEGMENT_GROUP;
	case PTX_SPACE_PARAM:
		return BRIG_SEGMENT_KERNARG;
	case PTX_SPACE_REG:
	case PTX_SPACE_SREG:
	case PTX_SPACE_COUNT:
		break;
	}
	BUG("state space %d has no segment", (int)space);
}

const char *tr_segment_text(uint8_t segment)
{
	static const char *const texts[] = {
		[BRIG_SEGMENT_FLAT] = "",
		[BRIG_SEGMENT_GLOBAL] = "_global",
		[BRIG_SEGMENT_READONLY] = "_readonly",
		[BRIG_SEGMENT_KERNARG] = "_kernarg",
		[BRIG_SEGMENT_GROUP] = "_group",
		[BRIG_SEGMENT_PRIVATE] = "_private",
		[BRIG_SEGMENT_SPILL] = "_spill",
		[BRIG_SEGMENT_ARG] = "_arg",
	};
	return texts[segment];
}

uint8_t tr_address_kind(const struct tr *t, uint8_t segment)
{
	bool narrow = t->is_small || segment == BRIG_SEGMENT_GROUP ||
	              segment == BRIG_SEGMENT_PRIVATE || segment == BRIG_SEGMENT_ARG ||
	              segment == BRIG_SEGMENT_SPILL;
	return narrow ? BRIG_REGISTER_KIND_SINGLE : BRIG_REGISTER_KIND_DOUBLE;
}

const char *tr_memory_type(enum ptx_type type)
{
	const struct ptx_type_info *info = &ptx_types[type];
	if (info->kind != PTX_KIND_BITS && type != PTX_F16)
		return info->hsail;
	switch (info->bits) {
	case 8:
		return "u8";
	case 16:
		return "u16";
	case 32:
		return "u32";
	case 64:
		return "u64";
	}
	return info->hsail;
}
