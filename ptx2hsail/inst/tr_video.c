/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Video instructions (PTX ISA 9.7.17, 9.7.18).
 *
 * All have one scheme: parts of registers are selected and extended, an operation is done on them,
 * and its result is saturated, then combined with a third operand or merged into it. Scalar ones
 * are computed in 64 bits, because their intermediate results have 34; those of 2 or 4 lanes are
 * computed in 32. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/steps.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_video_values.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* ---- scalar ------------------------------------------------------------------------------ */

static struct hir_op secondary(struct tr *t, struct hir_op value, struct hir_op c,
	enum ptx_type type)
{
	enum ptx_mod op = t->at.words.classes[PTX_CLASS_VOP2];
	enum tr_seq seq = op == PTX_MOD_ADD   ? SEQ_VIDEO_ADD
	                  : op == PTX_MOD_MIN ? SEQ_VIDEO_MIN
	                                      : SEQ_VIDEO_MAX;
	return tr_video_compute(t, seq, PTX_S64, (struct video_value){value, PTX_S64},
		tr_video_widen(t, (struct video_value){c, type}));
}

static void scalar(struct tr *t, enum tr_seq op)
{
	enum ptx_type type, type_a, type_b;
	bool combined = t->at.words.classes[PTX_CLASS_VOP2] != PTX_MOD_NONE;
	struct ptx_operand dest = *t->at.inst->operands[0];
	struct video_part to;
	struct video_value a, b;
	struct hir_op d, c = {0};
	tr_video_operand_types(t, &type, &type_a, &type_b);
	if (!tr_video_scalar_part(t, &dest, &to))
		return;
	bool merged = to.bits < VIDEO_WORD_BITS;
	unsigned count = combined || merged ? 4 : 3;
	if (combined && merged) {
		tr_error(t, dest.span, "a second operation has all of a register for its result");
		return;
	}
	if (!tr_operand_count(t, count, count) || !tr_dest(t, &dest, PTX_B32, &d) ||
		!tr_video_scalar_source(t, 1, type_a, &a) ||
		!tr_video_scalar_source(t, 2, type_b, &b) ||
		(count == 4 && !tr_source(t, t->at.inst->operands[3], type, &c)))
		return;
	struct hir_op value = tr_video_compute(t, op, PTX_S64, a, b);
	if (tr_video_is_saturated(t))
		value = tr_video_saturate(t, value, PTX_S64, type, to.bits);
	if (combined)
		value = secondary(t, value, c, type);
	value = tr_resize(t, value, BRIG_REGISTER_KIND_DOUBLE, BRIG_REGISTER_KIND_SINGLE, false);
	tr_video_deliver(t, d, merged ? tr_video_insert(t, c, value, to) : value);
}

/* ---- two and four lanes ------------------------------------------------------------------ */

struct lanes { /* the lanes of an operand: lane i is part of[i] of the pair {b, a} */
	unsigned of[VIDEO_LANES];
	enum ptx_type type;
};

static bool take_lanes(struct tr *t, unsigned k, unsigned lanes, enum ptx_type type,
	struct ptx_operand *plain, struct lanes *l)
{
	unsigned count = 0;
	*plain = *t->at.inst->operands[k];
	l->type = type;
	if (!tr_video_lane_digits(t, plain, lanes, false, l->of, &count))
		return false;
	for (unsigned i = 0; count == 0 && i < lanes; i++)
		l->of[i] = i + (k == 1 ? 0 : lanes);
	return true;
}

static struct video_value lane(struct tr *t, const struct lanes *l, unsigned i, unsigned lanes,
	const struct hir_op sources[2])
{
	unsigned bits = VIDEO_WORD_BITS / lanes, from = l->of[i];
	return tr_video_select_part(t, sources[from / lanes], l->type,
		(struct video_part){from % lanes * bits, bits});
}

/* Returns whether this is vabsdiff4.u32.u32.u32.add without selectors, for which HSAIL has an
 * instruction. */
static bool is_plain_sad(const struct tr *t, enum tr_seq op, unsigned lanes)
{
	if (op != SEQ_VIDEO_ABSDIFF || lanes != 4 || !ptx_words_has(&t->at.words, PTX_MOD_ADD))
		return false;
	for (unsigned i = 0; i < 3; i++) {
		struct ptx_operand o = *t->at.inst->operands[i];
		if (t->at.words.types[i] != PTX_U32 || tr_video_split_selector(&o).n != 0)
			return false;
	}
	return true;
}

static void plain_sad(struct tr *t, struct hir_op d, const struct hir_op sources[2],
	struct hir_op c)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_U32);
	tr_env_bind(&e, 'A', sources[0], PTX_U32);
	tr_env_bind(&e, 'B', sources[1], PTX_U32);
	tr_env_bind(&e, 'C', c, PTX_U32);
	tr_seq(t, SEQ_VIDEO_SAD, &e);
}

static void simd(struct tr *t, enum tr_seq op, unsigned lanes)
{
	enum ptx_type type, type_a, type_b;
	bool add = ptx_words_has(&t->at.words, PTX_MOD_ADD);
	struct ptx_operand dest = *t->at.inst->operands[0], from[2];
	unsigned mask[VIDEO_LANES], count = 0, bits = VIDEO_WORD_BITS / lanes;
	struct lanes a, b;
	struct hir_op d, sources[2], c;
	tr_video_operand_types(t, &type, &type_a, &type_b);
	if (add && tr_video_is_saturated(t)) {
		tr_no_translation(t);
		return;
	}
	if (!tr_video_lane_digits(t, &dest, lanes, true, mask, &count) ||
		!take_lanes(t, 1, lanes, type_a, &from[0], &a) ||
		!take_lanes(t, 2, lanes, type_b, &from[1], &b) || !tr_dest(t, &dest, PTX_B32, &d) ||
		!tr_source(t, &from[0], PTX_B32, &sources[0]) ||
		!tr_source(t, &from[1], PTX_B32, &sources[1]) ||
		!tr_source(t, t->at.inst->operands[3], PTX_B32, &c))
		return;
	if (is_plain_sad(t, op, lanes)) {
		plain_sad(t, d, sources, c);
		return;
	}
	bool all = count == 0;
	for (unsigned i = 0; i < (all ? lanes : count); i++) {
		unsigned k = all ? i : mask[i];
		struct hir_op value = tr_video_compute(t, op, PTX_S32,
			lane(t, &a, k, lanes, sources), lane(t, &b, k, lanes, sources));
		if (tr_video_is_saturated(t))
			value = tr_video_saturate(t, value, PTX_S32, type, bits);
		c = add ? tr_video_compute(t, SEQ_VIDEO_ADD, PTX_S32,
				  (struct video_value){c, PTX_S32},
				  (struct video_value){value, PTX_S32})
		        : tr_video_insert(t, c, value, (struct video_part){k * bits, bits});
	}
	tr_video_deliver(t, d, c);
}

/* Translates a video instruction. The digit of vadd2 or vadd4 is its number of lanes. */
static void video(struct tr *t, enum tr_seq op)
{
	char last = t->at.inst->root.p[t->at.inst->root.n - 1];
	bool is_simd = last == '2' || last == '4';
	if (!tr_operand_count(t, is_simd ? 4 : 3, 4))
		return;
	if (is_simd)
		simd(t, op, (unsigned)(last - '0'));
	else
		scalar(t, op);
}

void tr_fn_vadd(struct tr *t)
{
	video(t, SEQ_VIDEO_ADD);
}

void tr_fn_vsub(struct tr *t)
{
	video(t, SEQ_VIDEO_SUB);
}

void tr_fn_vabsdiff(struct tr *t)
{
	video(t, SEQ_VIDEO_ABSDIFF);
}

void tr_fn_vmin(struct tr *t)
{
	video(t, SEQ_VIDEO_MIN);
}

void tr_fn_vmax(struct tr *t)
{
	video(t, SEQ_VIDEO_MAX);
}

void tr_fn_vavrg(struct tr *t)
{
	video(t, SEQ_VIDEO_AVERAGE);
}

void tr_fn_vset(struct tr *t)
{
	video(t, SEQ_VIDEO_SET);
}

/* With .sat, the result of an unsigned shift is clipped to 63 bits, because the 64-bit value would
 * be taken for a negative one when it is saturated. */
void tr_fn_vshl(struct tr *t)
{
	bool wrap = ptx_words_has(&t->at.words, PTX_MOD_WRAP);
	bool clip = tr_video_is_saturated(t) && t->at.words.types[1] == PTX_U32;
	video(t, wrap ? SEQ_VIDEO_SHL_WRAP : clip ? SEQ_VIDEO_SHL_CLIP : SEQ_VIDEO_SHL_CLAMP);
}

void tr_fn_vshr(struct tr *t)
{
	video(t, ptx_words_has(&t->at.words, PTX_MOD_WRAP) ? SEQ_VIDEO_SHR_WRAP
							   : SEQ_VIDEO_SHR_CLAMP);
}
