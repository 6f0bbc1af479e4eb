/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates cvt to bf16, and from f32 to f16 and bf16 with .relu and .satfinite, one or
 * a pair. HSAIL has no bf16. A source that is not f32 is first rounded to odd to an f32, so that
 * the second rounding, to bf16, gives the right result in every direction. NaNs become 0x7fff. */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

static enum ptx_mod rounding(const struct tr *t)
{
	enum ptx_mod rnd = t->at.words.classes[PTX_CLASS_RND];
	return rnd != PTX_MOD_NONE ? rnd : t->at.words.classes[PTX_CLASS_NEARZERO];
}

static struct hir_op step(struct tr *t, enum tr_seq seq, struct hir_op a, enum ptx_type from)
{
	struct tr_env e = {.type = from};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', a, from);
	tr_env_text(&e, "rnd", ptx_class_text(PTX_CLASS_RND, rounding(t)));
	tr_seq(t, seq, &e);
	return d;
}

static struct hir_op bf16_of_f32(struct tr *t, struct hir_op a)
{
	enum ptx_mod rnd = rounding(t);
	enum tr_seq seq = rnd == PTX_MOD_RZ   ? SEQ_BF16_ZERO
	                  : rnd == PTX_MOD_RM ? SEQ_BF16_DOWN
	                  : rnd == PTX_MOD_RP ? SEQ_BF16_UP
	                                      : SEQ_BF16_ROUND;
	return step(t, seq, a, PTX_F32);
}

static struct hir_op half_of_f32(struct tr *t, struct hir_op a, bool bf16)
{
	if (ptx_words_has(&t->at.words, PTX_MOD_FTZ))
		a = step(t, SEQ_MINMAX_FLUSH, a, PTX_F32);
	struct hir_op r = bf16 ? bf16_of_f32(t, a) : step(t, SEQ_F16_OF_F32, a, PTX_F32);
	if (ptx_words_has(&t->at.words, PTX_MOD_SATFINITE))
		r = step(t, bf16 ? SEQ_BF16_FINITE : SEQ_F16_FINITE, r, PTX_B32);
	if (ptx_words_has(&t->at.words, PTX_MOD_RELU))
		r = step(t, SEQ_HALF_RELU, r, PTX_B32);
	return r;
}

static void deliver(struct tr *t, struct hir_op d, struct hir_op low, struct hir_op high)
{
	bool pair = high.kind != HIR_OP_NONE;
	struct tr_env e = {.type = PTX_B32};
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', low, PTX_B16);
	tr_env_bind(&e, 'B', high, PTX_B16);
	tr_seq(t, pair ? SEQ_PACK_2X16 : SEQ_MOV, &e);
}

/* The operands are d, a, or d, a, b, where a goes to the high half. */
void tr_fn_cvt_halves(struct tr *t)
{
	enum ptx_type to = t->at.words.types[0];
	bool pair = to == PTX_F16X2 || to == PTX_BF16X2, bf16 = to == PTX_BF16 || to == PTX_BF16X2;
	struct hir_op d, a, b = {0};
	if (!tr_operand_count(t, pair ? 3 : 2, pair ? 3 : 2) ||
		!tr_source(t, t->at.inst->operands[1], PTX_F32, &a) ||
		(pair && !tr_source(t, t->at.inst->operands[2], PTX_F32, &b)) ||
		!tr_dest(t, t->at.inst->operands[0], to, &d))
		return;
	struct hir_op first = half_of_f32(t, a, bf16);
	if (pair)
		deliver(t, d, half_of_f32(t, b, bf16), first);
	else
		deliver(t, d, first, b);
}

/* Converts integers, f16 and f64 to bf16. */
void tr_fn_cvt_to_bf16(struct tr *t)
{
	enum ptx_type from = t->at.words.types[1];
	struct hir_op d, a;
	if (!tr_operand_count(t, 2, 2) || !tr_source(t, t->at.inst->operands[1], from, &a) ||
		!tr_dest(t, t->at.inst->operands[0], PTX_BF16, &d))
		return;
	bool exact = ptx_types[from].bits == 16;
	enum tr_seq seq = exact             ? SEQ_F32_EXACT
	                  : from == PTX_F64 ? SEQ_F32_ODD_OF_F64
	                                    : SEQ_F32_ODD_OF_INT;
	if (from == PTX_F16)
		seq = SEQ_F32_OF_F16;
	deliver(t, d, bf16_of_f32(t, step(t, seq, a, from)), (struct hir_op){0});
}
