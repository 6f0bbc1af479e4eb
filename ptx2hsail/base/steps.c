/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has steps that many instructions share: copying a value, changing its size,
 * branching. */
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"

void tr_move(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type)
{
	struct tr_env e = {.type = type};
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a, type);
	tr_seq(t, SEQ_MOV, &e);
}

struct hir_op tr_resize(struct tr *t, struct hir_op op, uint8_t from, uint8_t to, bool is_signed)
{
	if (op.kind != HIR_OP_REG || from == to)
		return op;
	bool widen = to == BRIG_REGISTER_KIND_DOUBLE;
	struct tr_env e = {0};
	struct hir_op result = tr_temp_op(t, to);
	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'A', op, PTX_NONE);
	tr_env_text(&e, "to", !widen ? "u32" : is_signed ? "s64" : "u64");
	tr_env_text(&e, "from", !widen ? "u64" : is_signed ? "s32" : "u32");
	tr_seq(t, SEQ_NARROW, &e);
	return result;
}

struct hir_op tr_word_step(struct tr *t, enum tr_seq seq, struct hir_op a, struct hir_op b,
	struct hir_op c)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', a, PTX_B32);
	tr_env_bind(&e, 'B', b, PTX_B32);
	tr_env_bind(&e, 'C', c, PTX_B32);
	tr_seq(t, seq, &e);
	return d;
}

struct hir_op tr_not(struct tr *t, struct hir_op predicate)
{
	struct tr_env e = {0};
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	tr_env_bind(&e, 'D', result, PTX_PRED);
	tr_env_bind(&e, 'A', predicate, PTX_PRED);
	tr_seq(t, SEQ_SETP_NOT, &e);
	return result;
}

static struct hir_op label_op(uint32_t label)
{
	return (struct hir_op){.kind = HIR_OP_LABEL, .u.label = label};
}

void tr_branch(struct tr *t, uint32_t label)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'L', label_op(label), PTX_NONE);
	tr_seq(t, SEQ_BR, &e);
}

void tr_branch_if(struct tr *t, struct hir_op condition, bool invert, uint32_t label)
{
	struct tr_env e = {0};
	if (invert)
		condition = tr_not(t, condition);
	tr_env_bind(&e, 'A', condition, PTX_PRED);
	tr_env_bind(&e, 'L', label_op(label), PTX_NONE);
	tr_seq(t, SEQ_CBR, &e);
}
