/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control flow: labels, branches, returns. */
#include "base/tr.h"

uint32_t tr_label(struct tr *t)
{
	char *name = arena_printf(&t->arena, "@_.%u", t->label_count++);
	return hir_label_new(&t->hir, str_from(name));
}

void tr_place_label(struct tr *t, uint32_t label)
{
	hir_append(&t->hir, HIR_LABEL)->u.label = label;
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
	if (invert) {
		struct hir_op inverse = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
		tr_env_bind(&e, 'D', inverse, PTX_PRED);
		tr_env_bind(&e, 'A', condition, PTX_PRED);
		tr_seq(t, SEQ_SETP_NOT, &e);
		condition = inverse;
	}
	tr_env_bind(&e, 'A', condition, PTX_PRED);
	tr_env_bind(&e, 'L', label_op(label), PTX_NONE);
	tr_seq(t, SEQ_CBR, &e);
}

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
	if (!tr_operand_count(t, 1, 1) || !target(t, t->inst->operands[0], &label))
		return;
	if (t->inst->guard == NULL) {
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
	if (!tr_operand_count(t, 2, 2) || !tr_source(t, t->inst->operands[0], PTX_U32, &index))
		return;
	const struct symbol *s = tr_symbol(t, t->inst->operands[1]);
	if (s == NULL)
		return;
	if (s->kind != SYM_TABLE || s->table->kind != PTX_STMT_TARGETS) {
		tr_error(t, t->inst->operands[1]->span, "'" STR_FMT "' is no list of targets",
			STR_ARG(s->name));
		return;
	}
	struct hir_op labels = {.kind = HIR_OP_LABELS, .count = s->table->u.targets.count};
	labels.u.labels = ARENA_ARRAY(&t->arena, uint32_t, labels.count);
	for (uint32_t i = 0; i < labels.count; i++)
		if (!target(t, s->table->u.targets.names[i], &labels.u.labels[i]))
			return;
	tr_env_bind(&t->env, 'A', index, PTX_U32);
	tr_env_bind(&t->env, 'L', labels, PTX_NONE);
	tr_seq(t, SEQ_SBR, &t->env);
}

/* Programs of PTX 1.x write `ret 0`, which ptxas refuses by now. */
void tr_fn_ret(struct tr *t)
{
	if (!tr_operand_count(t, 0, 1))
		return;
	if (t->inst->operand_count == 1 && t->inst->operands[0]->kind == PTX_OPND_INT)
		diag_warning(t->diag, ptx_place(t->ptx, t->inst->operands[0]->span),
			"'ret' has no value");
	else if (t->inst->operand_count == 1)
		tr_error(t, t->inst->operands[0]->span, "expected a constant");
	tr_return(t);
}

void tr_fn_exit(struct tr *t)
{
	if (!tr_operand_count(t, 0, 0))
		return;
	if (!t->func->ptx->is_entry)
		tr_set_exited(t, 1);
	tr_return(t);
}
