/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates branches and the ends of functions. */
#include "base/func.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/steps.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/returns.h"
#include "operand/sources.h"

static bool target(struct tr *t, const struct ptx_operand *o, uint32_t *label)
{
	const struct symbol *s = tr_symbol(t, o);
	if (s == NULL)
		return false;
	if (s->kind != SYM_LABEL) {
		tr_error(t, o->span, "'" STR_FMT "' is no label", STR_ARG(o->name));
		return false;
	}
	*label = s->label;
	return true;
}

void tr_fn_bra(struct tr *t)
{
	uint32_t label = 0;
	if (!tr_operand_count(t, 1, 1) || !target(t, t->at.inst->operands[0], &label))
		return;
	if (t->at.inst->guard == NULL) {
		tr_branch(t, label);
		return;
	}
	struct hir_op condition;
	bool negated = false;
	if (tr_guard(t, &condition, &negated))
		tr_branch_if(t, condition, negated, label);
}

void tr_fn_brx(struct tr *t)
{
	struct hir_op index;
	if (!tr_operand_count(t, 2, 2) || !tr_source(t, t->at.inst->operands[0], PTX_U32, &index))
		return;
	const struct symbol *s = tr_symbol(t, t->at.inst->operands[1]);
	if (s == NULL)
		return;
	if (s->kind != SYM_TABLE || s->table->kind != PTX_STMT_TARGETS) {
		tr_error(t, t->at.inst->operands[1]->span, "'" STR_FMT "' is no list of targets",
			STR_ARG(s->name));
		return;
	}
	struct hir_op labels = {.kind = HIR_OP_LABELS, .count = s->table->u.targets.count};
	labels.u.labels = ARENA_ARRAY(&t->arena, uint32_t, labels.count);
	for (uint32_t i = 0; i < labels.count; i++)
		if (!target(t, s->table->u.targets.names[i], &labels.u.labels[i]))
			return;
	tr_env_bind(&t->at.env, 'A', index, PTX_U32);
	tr_env_bind(&t->at.env, 'L', labels, PTX_NONE);
	tr_seq(t, SEQ_SBR, &t->at.env);
}

/* PTX 1.x programs write `ret 0`, which ptxas now refuses; this accepts it with a warning. */
void tr_fn_ret(struct tr *t)
{
	if (!tr_operand_count(t, 0, 1))
		return;
	if (t->at.inst->operand_count == 1 && t->at.inst->operands[0]->kind == PTX_OPND_INT)
		diag_warning(t->diag, ptx_place(t->ptx, t->at.inst->operands[0]->span),
			"'ret' has no value");
	else if (t->at.inst->operand_count == 1)
		tr_error(t, t->at.inst->operands[0]->span, "expected a constant");
	tr_return(t);
}

void tr_fn_exit(struct tr *t)
{
	if (!tr_operand_count(t, 0, 0))
		return;
	if (!t->body.func->ptx->is_entry)
		tr_set_exited(t, 1);
	tr_return(t);
}
