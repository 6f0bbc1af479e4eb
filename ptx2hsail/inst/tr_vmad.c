/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates vmad (PTX ISA 9.7.17): a product and an addend are summed in 128 bits, and
 * the sum is shifted. */
#include "base/refusal.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_video_values.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

struct wide { /* a number of 128 bits */
	struct hir_op low, high;
};

static struct wide wide_new(struct tr *t)
{
	return (struct wide){
		tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE), tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE)};
}

/* Expands a sequence with what *e binds, and returns its results D and Q as one number. */
static struct wide wide_compute(struct tr *t, enum tr_seq seq, struct tr_env *e)
{
	struct wide w = wide_new(t);
	tr_env_bind(e, 'D', w.low, PTX_B64);
	tr_env_bind(e, 'Q', w.high, PTX_B64);
	tr_seq(t, seq, e);
	return w;
}

static struct wide wide_product(struct tr *t, struct video_value a, struct video_value b,
	bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.op, PTX_S64);
	tr_env_bind(&e, 'B', b.op, PTX_S64);
	return wide_compute(t, is_signed ? SEQ_VMAD_SIGNED : SEQ_VMAD_UNSIGNED, &e);
}

static struct wide wide_extend(struct tr *t, struct hir_op c, bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', c, is_signed ? PTX_S32 : PTX_U32);
	return wide_compute(t, is_signed ? SEQ_VMAD_SEXT : SEQ_VMAD_ZEXT, &e);
}

static struct wide wide_not(struct tr *t, struct wide a)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	return wide_compute(t, SEQ_VMAD_NOT, &e);
}

static struct wide wide_sum(struct tr *t, struct wide a, struct wide c, bool plus_one)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	tr_env_bind(&e, 'C', c.low, PTX_B64);
	tr_env_bind(&e, 'E', c.high, PTX_B64);
	tr_env_bind(&e, 'F', hir_op_const(plus_one), PTX_B64);
	return wide_compute(t, SEQ_VMAD_SUM, &e);
}

/* Returns the 64 bits of `a` from bit n on. */
static struct hir_op wide_shift(struct tr *t, struct wide a, unsigned n)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	if (n == 0)
		return a.low;
	tr_env_bind(&e, 'D', d, PTX_B64);
	tr_env_bind(&e, 'A', a.low, PTX_B64);
	tr_env_bind(&e, 'B', a.high, PTX_B64);
	tr_env_bind(&e, 'C', hir_op_const(n), PTX_U32);
	tr_env_bind(&e, 'E', hir_op_const(64 - n), PTX_U32);
	tr_seq(t, SEQ_VMAD_SHIFT, &e);
	return d;
}

/* Reads source k; *minus tells whether it is written -a. Returns false after a message. */
static bool vmad_source(struct tr *t, unsigned k, enum ptx_type type, struct video_value *v,
	bool *minus)
{
	struct ptx_operand *o = t->at.inst->operands[k];
	*minus = o->minus;
	o->minus = false;
	bool ok = tr_video_scalar_source(t, k, type, v);
	o->minus = *minus;
	return ok;
}

static bool vmad_addend(struct tr *t, bool is_signed, struct hir_op *c, bool *minus)
{
	struct ptx_operand o = *t->at.inst->operands[3];
	*minus = o.minus;
	o.minus = false;
	return tr_source(t, &o, is_signed ? PTX_S32 : PTX_U32, c);
}

static void vmad_saturate(struct tr *t, struct hir_op d, struct hir_op low, struct hir_op above,
	bool is_signed)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', low, PTX_B32);
	tr_env_bind(&e, 'B', above, PTX_B64);
	tr_seq(t, is_signed ? SEQ_VMAD_SAT_SIGNED : SEQ_VMAD_SAT_UNSIGNED, &e);
}

void tr_fn_vmad(struct tr *t)
{
	enum ptx_type type, type_a, type_b;
	struct video_value a, b;
	struct hir_op d, c;
	bool minus_a, minus_b, minus_c, po = ptx_words_has(&t->at.words, PTX_MOD_PO);
	tr_video_operand_types(t, &type, &type_a, &type_b);
	if (!tr_operand_count(t, 4, 4) || !tr_dest(t, t->at.inst->operands[0], PTX_B32, &d) ||
		!vmad_source(t, 1, type_a, &a, &minus_a) ||
		!vmad_source(t, 2, type_b, &b, &minus_b))
		return;
	bool minus = minus_a != minus_b, is_signed = type_a == PTX_S32 || type_b == PTX_S32;
	if (!vmad_addend(t, is_signed || minus, &c, &minus_c))
		return;
	if ((po && (minus_a || minus_b || minus_c)) || (minus && minus_c)) {
		tr_no_translation(t);
		return;
	}
	bool signed_result = is_signed || minus || minus_c;
	unsigned shift = ptx_words_has(&t->at.words, PTX_MOD_SHR7)    ? 7
	                 : ptx_words_has(&t->at.words, PTX_MOD_SHR15) ? 15
	                                                              : 0;
	struct wide product = wide_product(t, a, b, is_signed);
	struct wide addend = wide_extend(t, c, signed_result);
	if (minus)
		product = wide_not(t, product);
	if (minus_c)
		addend = wide_not(t, addend);
	struct wide sum = wide_sum(t, product, addend, po || minus || minus_c);
	struct hir_op low = tr_resize(t, wide_shift(t, sum, shift), BRIG_REGISTER_KIND_DOUBLE,
		BRIG_REGISTER_KIND_SINGLE, false);
	if (tr_video_is_saturated(t))
		vmad_saturate(t, d, low, wide_shift(t, sum, shift + (signed_result ? 31 : 32)),
			signed_result);
	else
		tr_video_deliver(t, d, low);
}
