/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates one instruction: it finds the row, checks the words, binds the operands, and
 * expands the row or calls its function. HSAIL has no predication, so a guarded instruction gets a
 * branch around it. */
#include "base/func.h"
#include "base/message.h"
#include "base/refusal.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "module/select_row.h"
#include "operand/address.h"
#include "operand/registers.h"
#include "operand/sources.h"

static enum ptx_type operand_type(const struct op_operand *want, const struct ptx_words *w)
{
	static const enum ptx_type wide[PTX_TYPE_COUNT] = {
		[PTX_U16] = PTX_U32, [PTX_S16] = PTX_S32, [PTX_U32] = PTX_U64, [PTX_S32] = PTX_S64};
	switch (want->relative) {
	case 'T':
		return w->types[0];
	case 'S':
		return w->types[1];
	case 'W':
		return wide[w->types[0]];
	}
	return want->type;
}

static bool bind_address(struct tr *t, const struct ptx_operand *o, char letter)
{
	struct tr_address a;
	if (!tr_address(t, o, t->at.words.has_space ? t->at.words.space : PTX_SPACE_NONE, 1, &a))
		return false;
	tr_env_bind(&t->at.env, letter, a.op, PTX_NONE);
	return true;
}

static bool bind_operand(struct tr *t, const struct op_operand *want, const struct ptx_operand *o)
{
	enum ptx_type type = operand_type(want, &t->at.words);
	struct hir_op op;
	if (want->is_address)
		return bind_address(t, o, want->letter);
	if (!(want->is_dest ? tr_dest(t, o, type, &op) : tr_source(t, o, type, &op)))
		return false;
	tr_env_bind(&t->at.env, want->letter, op, type);
	return true;
}

static bool bind_operands(struct tr *t, const struct op_row *row)
{
	for (unsigned i = 0; i < row->operand_count; i++)
		if (!bind_operand(t, &row->operands[i], t->at.inst->operands[i]))
			return false;
	return true;
}

static void set_texts(struct tr *t, const struct op_row *row)
{
	t->at.env = (struct tr_env){
		.type = t->at.words.type_count > 0 ? t->at.words.types[0] : PTX_NONE,
		.source = t->at.words.type_count > 1 ? t->at.words.types[1] : PTX_NONE};
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if ((row->classes >> c & 1) != 0)
			tr_env_text(&t->at.env, ptx_class_name((enum ptx_class)c),
				ptx_class_text((enum ptx_class)c, t->at.words.classes[c]));
}

static void expand_row(struct tr *t, struct op_row *row)
{
	set_texts(t, row);
	if (!row->any_operands && !bind_operands(t, row))
		return;
	if (row->function != NULL) {
		row->function(t);
		return;
	}
	if (row->compiled == NULL)
		row->compiled = tpl_compile(&t->arena, row->expansion);
	tr_expand(t, row->compiled, &t->at.env);
}

/* HSAIL has no predication, so this puts a branch around the instruction. */
static void expand_guarded(struct tr *t, struct op_row *row)
{
	struct hir_op condition;
	bool negated = false;
	if (!tr_guard(t, &condition, &negated))
		return;
	uint32_t skip = tr_label(t);
	tr_branch_if(t, condition, !negated, skip);
	expand_row(t, row);
	tr_place_label(t, skip);
}

/* Returns false when the instruction has .ftz but no type that it flushes: f64 and bf16 have no
 * flushing, and cvt flushes only if one of its types is f32. */
static bool flushes_floats(const struct op_row *row, const struct ptx_words *w)
{
	if ((row->classes >> PTX_CLASS_FTZ & 1) == 0 || !ptx_words_has(w, PTX_MOD_FTZ))
		return true;
	if (str_is(row->root, "cvt"))
		return w->types[0] == PTX_F32 || (w->type_count > 1 && w->types[1] == PTX_F32);
	enum ptx_type type = w->types[w->type_count - 1];
	if (type == PTX_BF16 || type == PTX_BF16X2)
		return false;
	bool is_packed = ptx_types[type].kind == PTX_KIND_BITS && type != PTX_B16 &&
	                 type != PTX_B32 && type != PTX_B64;
	return is_packed || (ptx_types[type].kind == PTX_KIND_FLOAT && type != PTX_F64);
}

/* Checks the modifiers for errors that ptx_ops_match() lets pass. Returns false after a message. */
static bool check_words(struct tr *t, const struct op_row *row)
{
	const struct ptx_words *w = &t->at.words;
	struct str doubled = ptx_ops_doubled(&t->ops, row, t->at.inst);
	if (doubled.n != 0) {
		tr_error(t, t->at.stmt->span, "'" STR_FMT "' has '." STR_FMT "' twice",
			STR_ARG(t->at.inst->text), STR_ARG(doubled));
		return false;
	}
	if (row == NULL || (t->at.inst->root.p[0] == '$' && !t->body.func->is_library)) {
		tr_refuse(t);
		return false;
	}
	if (tr_refuse_exclusion(t))
		return false;
	enum ptx_mod misplaced = ptx_ops_misplaced(&t->ops, row, t->at.inst, w);
	if (misplaced != PTX_MOD_NONE) {
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT
			"' has '.%s' behind other modifiers, but it is part of the name",
			STR_ARG(t->at.inst->text), ptx_mod_text(misplaced));
		return false;
	}
	if (!flushes_floats(row, w)) {
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "' has '.ftz', but nothing that it flushes",
			STR_ARG(t->at.inst->text));
		return false;
	}
	if (!ptx_ops_has_space(row, w)) {
		tr_refuse_space(t);
		return false;
	}
	return true;
}

/* ---- results that are not kept --------------------------------------------------------------- */

static bool is_sink(const struct ptx_operand *o)
{
	return o->kind == PTX_OPND_SINK;
}

static bool are_all_sinks(const struct ptx_operand *o)
{
	for (uint32_t i = 0; i < o->elem_count; i++)
		if (!is_sink(o->elems[i]))
			return false;
	return true;
}

/* Returns whether the results that are written `_` may be dropped. At least one element of a vector
 * must be kept; for other results the row tells. */
static bool is_discard_allowed(const struct op_row *row, const struct ptx_operand *o)
{
	switch (o->kind) {
	case PTX_OPND_SINK:
		return row->may_discard[0];
	case PTX_OPND_VECTOR:
		return !are_all_sinks(o);
	case PTX_OPND_DUAL:
		return !are_all_sinks(o) && (!is_sink(o->elems[0]) || row->may_discard[1]) &&
		       (!is_sink(o->elems[1]) || row->may_discard[2]);
	case PTX_OPND_INT:
	case PTX_OPND_F32:
	case PTX_OPND_F64:
	case PTX_OPND_NAME:
	case PTX_OPND_ADDRESS:
	case PTX_OPND_LIST:
		break;
	}
	return true;
}

static bool check_discard(struct tr *t, const struct op_row *row)
{
	if (t->at.inst->operand_count == 0 || is_discard_allowed(row, t->at.inst->operands[0]))
		return true;
	tr_error(t, t->at.inst->operands[0]->span,
		"'_': '" STR_FMT "' must have a register for this result",
		STR_ARG(t->at.inst->root));
	return false;
}

void tr_instruction(struct tr *t, const struct ptx_stmt *s)
{
	t->at.stmt = s;
	t->at.inst = &s->u.inst;
	struct op_row *row = ptx_ops_match(&t->ops, t->ptx, t->at.inst, &t->at.words);
	t->at.row = row;
	if (!check_words(t, row) || !check_discard(t, row))
		return;
	if (t->at.inst->guard != NULL && row->kind != OP_BRANCH)
		expand_guarded(t, row);
	else
		expand_row(t, row);
}
