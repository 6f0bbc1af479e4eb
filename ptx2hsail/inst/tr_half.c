/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates functions of f16 and bf16, one or two in a register, by computing them in
 * f32. */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_half.h"

static struct hir_op step(struct tr *t, enum tr_seq seq, struct hir_op a, enum ptx_type type)
{
	struct tr_env e = {.type = type};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a, type);
	tr_seq(t, seq, &e);
	return d;
}

struct hir_op tr_half_to_f32(struct tr *t, struct hir_op a, enum ptx_type type, bool high)
{
	if (type == PTX_BF16 || type == PTX_BF16X2)
		return step(t, high ? SEQ_BF16_HIGH : SEQ_BF16_LOW, a, PTX_F32);
	if (high)
		a = step(t, SEQ_HIGH_HALF, a, PTX_F16);
	return step(t, SEQ_F32_OF_F16, a, PTX_F32);
}

static struct hir_op half(struct tr *t, enum tr_seq seq, bool high)
{
	enum ptx_type type = t->at.words.types[0];
	bool bf16 = type == PTX_BF16 || type == PTX_BF16X2;
	struct hir_op value = tr_half_to_f32(t, t->at.env.bind['A' - 'A'], type, high);
	return step(t, bf16 ? SEQ_BF16_ROUND : SEQ_F16_NEAR, step(t, seq, value, PTX_F32), PTX_F32);
}

static void through_f32(struct tr *t, enum tr_seq seq)
{
	bool pair = ptx_types[t->at.words.types[0]].bits == 32;
	struct tr_env e = {.type = PTX_B32};
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_B32);
	tr_env_bind(&e, 'A', half(t, seq, false), PTX_B16);
	if (pair)
		tr_env_bind(&e, 'B', half(t, seq, true), PTX_B16);
	tr_seq(t, pair ? SEQ_PACK_2X16 : SEQ_MOV, &e);
}

void tr_fn_half_tanh(struct tr *t)
{
	through_f32(t, SEQ_TANH);
}

void tr_fn_half_ex2(struct tr *t)
{
	through_f32(t, ptx_words_has(&t->at.words, PTX_MOD_FTZ) ? SEQ_EX2_FTZ : SEQ_EX2);
}

void tr_fn_tanh(struct tr *t)
{
	tr_seq(t, SEQ_TANH, &t->at.env);
}
