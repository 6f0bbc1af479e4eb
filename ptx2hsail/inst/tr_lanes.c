/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates match.all, elect and redux (PTX ISA 9.7.13), whose results depend on all
 * lanes of a warp, to loops over the lanes. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* Reads the destination d or d|p. Without p, *p is a register that nothing reads. */
static bool dual_dest(struct tr *t, enum ptx_type type, struct hir_op *d, struct hir_op *p)
{
	const struct ptx_operand *o = t->at.inst->operands[0];
	*p = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	if (o->kind != PTX_OPND_DUAL)
		return tr_dest(t, o, type, d);
	return tr_dest(t, o->elems[0], type, d) && tr_dest(t, o->elems[1], PTX_PRED, p);
}

void tr_fn_match_all(struct tr *t)
{
	struct hir_op d, p, a, mask;
	enum ptx_type type = t->at.words.types[0];
	if (!tr_operand_count(t, 3, 3) || !dual_dest(t, PTX_B32, &d, &p) ||
		!tr_source(t, t->at.inst->operands[1], type, &a) ||
		!tr_source(t, t->at.inst->operands[2], PTX_B32, &mask))
		return;
	tr_env_bind(&t->at.env, 'D', d, PTX_B32);
	tr_env_bind(&t->at.env, 'Q', p, PTX_PRED);
	tr_env_bind(&t->at.env, 'A', a, type);
	tr_env_bind(&t->at.env, 'B', mask, PTX_B32);
	tr_seq(t, SEQ_MATCH_ALL, &t->at.env);
}

void tr_fn_elect(struct tr *t)
{
	struct hir_op d, p, mask;
	if (!tr_operand_count(t, 2, 2))
		return;
	if (t->at.inst->operands[0]->kind != PTX_OPND_DUAL) {
		tr_error(t, t->at.inst->operands[0]->span,
			"expected a register and a predicate, as '%%r|%%p'");
		return;
	}
	if (!dual_dest(t, PTX_B32, &d, &p) ||
		!tr_source(t, t->at.inst->operands[1], PTX_B32, &mask))
		return;
	tr_env_bind(&t->at.env, 'D', d, PTX_B32);
	tr_env_bind(&t->at.env, 'Q', p, PTX_PRED);
	tr_env_bind(&t->at.env, 'B', mask, PTX_B32);
	tr_seq(t, SEQ_ELECT, &t->at.env);
}

void tr_fn_redux(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	enum ptx_mod op = t->at.words.classes[PTX_CLASS_REDUX];
	bool arithmetic = op == PTX_MOD_ADD || op == PTX_MOD_MIN || op == PTX_MOD_MAX;
	if (arithmetic == (type == PTX_B32)) {
		tr_no_translation(t);
		return;
	}
	uint64_t start = op == PTX_MOD_AND   ? UINT32_MAX
	                 : op == PTX_MOD_MIN ? (type == PTX_S32 ? INT32_MAX : UINT32_MAX)
	                 : op == PTX_MOD_MAX && type == PTX_S32 ? UINT64_C(0x80000000)
	                                                        : 0;
	tr_env_text(&t->at.env, "type", ptx_types[type].hsail);
	tr_env_bind(&t->at.env, 'E', hir_op_const(start), PTX_U32);
	tr_seq(t, SEQ_REDUX, &t->at.env);
}

void tr_fn_redux_float(struct tr *t)
{
	enum ptx_mod op = t->at.words.classes[PTX_CLASS_REDUX];
	struct hir_op value = t->at.env.bind['A' - 'A'],
		      any_nan = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	bool with_nan = ptx_words_has(&t->at.words, PTX_MOD_NAN);
	enum { NAN_BITS = 0x7fffffff };
	if (op != PTX_MOD_MIN && op != PTX_MOD_MAX) {
		tr_no_translation(t);
		return;
	}
	struct tr_env e = t->at.env;
	if (ptx_words_has(&t->at.words, PTX_MOD_ABS)) {
		tr_env_bind(&e, 'D', tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE), PTX_F32);
		tr_seq(t, SEQ_MAGNITUDE, &e);
		value = e.bind['D' - 'A'];
		tr_env_bind(&e, 'A', value, PTX_F32);
	}
	tr_env_bind(&e, 'D', any_nan, PTX_PRED);
	if (with_nan)
		tr_seq(t, SEQ_REDUX_NAN, &e);
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_F32);
	tr_env_text(&e, "type", "f32");
	tr_env_bind(&e, 'E', hir_op_const(NAN_BITS), PTX_F32); /* any number wins over NaN */
	tr_seq(t, SEQ_REDUX, &e);
	tr_env_bind(&e, 'A', any_nan, PTX_PRED);
	if (with_nan)
		tr_seq(t, SEQ_REDUX_ANY_NAN, &e);
}
