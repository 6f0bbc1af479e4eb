/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates shfl (PTX ISA 9.7.9.5, 9.7.9.6). */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

struct shuffle {
	struct hir_op dest, in_range, value, b, c;
	struct hir_op lane, limit, from;
};

static bool shuffle_operands(struct tr *t, struct shuffle *s)
{
	bool sync = ptx_words_has(&t->at.words, PTX_MOD_SYNC);
	struct hir_op mask;
	uint32_t count = sync ? 5 : 4;
	if (!tr_operand_count(t, count, count))
		return false;
	const struct ptx_operand *d = t->at.inst->operands[0];
	bool dual = d->kind == PTX_OPND_DUAL;
	s->in_range = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	return tr_dest(t, dual ? d->elems[0] : d, PTX_B32, &s->dest) &&
	       (!dual || tr_dest(t, d->elems[1], PTX_PRED, &s->in_range)) &&
	       tr_source(t, t->at.inst->operands[1], PTX_B32, &s->value) &&
	       tr_source(t, t->at.inst->operands[2], PTX_U32, &s->b) &&
	       tr_source(t, t->at.inst->operands[3], PTX_U32, &s->c) &&
	       (!sync || tr_source(t, t->at.inst->operands[4], PTX_B32, &mask));
}

static enum tr_seq shuffle_seq(const struct tr *t)
{
	enum ptx_mod mode = t->at.words.classes[PTX_CLASS_SHFL];
	return mode == PTX_MOD_DOWN   ? SEQ_SHFL_DOWN
	       : mode == PTX_MOD_UP   ? SEQ_SHFL_UP
	       : mode == PTX_MOD_BFLY ? SEQ_SHFL_BFLY
	                              : SEQ_SHFL_IDX;
}

/* The member mask is not used: the lanes that it names are active, and HSAIL permutes the active
 * lanes. The value of an inactive lane is undefined in PTX; here it is 0, on which programs that
 * sum over part of a warp rely. */
void tr_fn_shfl(struct tr *t)
{
	struct shuffle s;
	if (!shuffle_operands(t, &s))
		return;
	s.lane = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	s.limit = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	s.from = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', s.lane, PTX_U32);
	tr_env_bind(&e, 'Q', s.limit, PTX_U32);
	tr_env_bind(&e, 'C', s.c, PTX_U32);
	tr_seq(t, SEQ_SHFL_LIMITS, &e);
	tr_env_bind(&e, 'E', s.c, PTX_U32);
	tr_env_bind(&e, 'A', s.lane, PTX_U32);
	tr_env_bind(&e, 'B', s.b, PTX_U32);
	tr_env_bind(&e, 'C', s.limit, PTX_U32);
	tr_env_bind(&e, 'R', s.in_range, PTX_PRED);
	tr_env_bind(&e, 'S', s.from, PTX_U32);
	tr_seq(t, shuffle_seq(t), &e);
	tr_env_bind(&e, 'D', s.dest, PTX_B32);
	tr_env_bind(&e, 'A', s.value, PTX_B32);
	tr_env_bind(&e, 'B', s.lane, PTX_U32);
	tr_seq(t, SEQ_SHFL_MOVE, &e);
}
