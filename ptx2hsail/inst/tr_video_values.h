/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of registers for video instructions: selected, extended, saturated and put back. */
#ifndef HSAEMU_PTX_TR_VIDEO_VALUES_H
#define HSAEMU_PTX_TR_VIDEO_VALUES_H

#include "base/tr.h"

enum { VIDEO_LANES = 4, VIDEO_WORD_BITS = 32 };

struct video_part { /* a part of a register: `bits` bits from bit `at` on */
	unsigned at, bits;
};

struct video_value {
	struct hir_op op;
	enum ptx_type type; /* S32 or U32; S64 after tr_video_widen() */
};

/* Returns the selector of an operand (r.b2, r.h10) without its dot, or an empty text, and removes
 * it from the operand. */
struct str tr_video_split_selector(struct ptx_operand *o);
bool tr_video_scalar_part(struct tr *t, struct ptx_operand *o, struct video_part *p);
/* Reads the digits of a selector of lanes, that of lane 0 first. There must be as many as lanes; a
 * mask may have fewer. *count is their number. Returns false after a message. */
bool tr_video_lane_digits(struct tr *t, struct ptx_operand *o, unsigned lanes, bool is_mask,
	unsigned digits[VIDEO_LANES], unsigned *count);
struct hir_op tr_video_compute(struct tr *t, enum tr_seq seq, enum ptx_type type,
	struct video_value a, struct video_value b);
struct video_value tr_video_select_part(struct tr *t, struct hir_op from, enum ptx_type type,
	struct video_part p);
struct video_value tr_video_widen(struct tr *t, struct video_value v);
/* Reads source k: the selected part, extended to 64 bits. Returns false after a message. */
bool tr_video_scalar_source(struct tr *t, unsigned k, enum ptx_type type, struct video_value *v);
/* Clamps `a` to the range of a number of `bits` bits and type `to`. */
struct hir_op tr_video_saturate(struct tr *t, struct hir_op a, enum ptx_type computed,
	enum ptx_type to, unsigned bits);
struct hir_op tr_video_insert(struct tr *t, struct hir_op into, struct hir_op value,
	struct video_part p);
void tr_video_deliver(struct tr *t, struct hir_op d, struct hir_op value);
bool tr_video_is_saturated(const struct tr *t);
/* Gets the types of the operands. Comparisons name no type for their result, which is then
 * unsigned. */
void tr_video_operand_types(const struct tr *t, enum ptx_type *d, enum ptx_type *a,
	enum ptx_type *b);

#endif
