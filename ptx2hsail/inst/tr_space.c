/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State spaces of generic addresses: cvta, isspacep, istypep (PTX ISA 9.7.9.18 to 9.7.9.20,
 * 9.7.10.8).
 *
 * Constants lie in HSAIL's global segment and copies of a kernel's arguments in the private one, so
 * the segment of an address does not tell PTX's space: the address is compared with the places of
 * variables. The places of other modules' constants are not known. */
#include "base/func.h"
#include "base/refusal.h"
#include "base/scope.h"
#include "base/segments.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_space.h"
#include "operand/address_value.h"
#include "operand/argument_copies.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

static struct hir_op params_address(struct tr *t)
{
	return (struct hir_op){.kind = HIR_OP_ADDRESS, .u.address.var = tr_params_copy(t)};
}

/* Reads the source of cvta: the address of a variable, or with .to, a generic address, which is a
 * value. */
static bool source_of_cvta(struct tr *t, enum ptx_type type, struct hir_op *a)
{
	const struct ptx_operand *o = t->at.inst->operands[1];
	return ptx_words_has(&t->at.words, PTX_MOD_TO) ? tr_source(t, o, type, a)
	                                               : tr_address_source(t, o, type, a);
}

static bool cvta_operands(struct tr *t)
{
	enum ptx_type type = tr_flat_type(t);
	struct hir_op d, a;
	if (t->at.words.types[0] != type) {
		tr_no_translation(t);
		return false;
	}
	if (!tr_operand_count(t, 2, 2) || !source_of_cvta(t, type, &a) ||
		!tr_dest(t, t->at.inst->operands[0], type, &d))
		return false;
	tr_env_bind(&t->at.env, 'D', d, type);
	tr_env_bind(&t->at.env, 'A', a, type);
	tr_env_text(&t->at.env, "seg", tr_segment_text(tr_space_segment(t->at.words.space)));
	return true;
}

/* One direction of cvta; [0] is for the large machine model, [1] for the small one. */
struct conversion {
	enum tr_seq segment[2]; /* for group and private addresses */
	enum tr_seq param[2];   /* for a kernel's arguments */
};

/* Converts addresses of arguments. The kernarg segment has no flat addresses, so a kernel's
 * arguments are copied to private memory at its entry. Addresses of a function's arguments are
 * always those of private copies. */
static void convert_param(struct tr *t, const struct conversion *c)
{
	if (!t->body.func->ptx->is_entry) {
		tr_env_text(&t->at.env, "seg", tr_segment_text(BRIG_SEGMENT_PRIVATE));
		tr_seq(t, c->segment[t->is_small], &t->at.env);
		return;
	}
	tr_env_bind(&t->at.env, 'M', params_address(t), PTX_NONE);
	tr_seq(t, c->param[t->is_small], &t->at.env);
}

static void convert(struct tr *t, const struct conversion *c)
{
	if (!cvta_operands(t))
		return;
	if (t->at.words.space == PTX_SPACE_GLOBAL || t->at.words.space == PTX_SPACE_CONST)
		tr_seq(t, SEQ_MOV, &t->at.env);
	else if (t->at.words.space == PTX_SPACE_SHARED || t->at.words.space == PTX_SPACE_LOCAL)
		tr_seq(t, c->segment[t->is_small], &t->at.env);
	else if (t->at.words.space == PTX_SPACE_PARAM)
		convert_param(t, c);
	else
		tr_no_translation(t);
}

void tr_fn_cvta(struct tr *t)
{
	convert(t, &(struct conversion){
			   {SEQ_CVTA, SEQ_CVTA_SMALL}, {SEQ_CVTA_PARAM, SEQ_CVTA_PARAM_SMALL}});
}

void tr_fn_cvta_to(struct tr *t)
{
	convert(t, &(struct conversion){{SEQ_CVTA_TO, SEQ_CVTA_TO_SMALL},
			   {SEQ_CVTA_TO_PARAM, SEQ_CVTA_TO_PARAM_SMALL}});
}

/* ---- which variable an address is in --------------------------------------------------------- */

static struct hir_op predicate(struct tr *t)
{
	return tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
}

static void combine(struct tr *t, enum tr_seq seq, struct hir_op d, struct hir_op a,
	struct hir_op b)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, PTX_PRED);
	tr_env_bind(&e, 'B', b, PTX_PRED);
	tr_seq(t, seq, &e);
}

/* Sets d to whether address a is in the segment. */
static void in_segment(struct tr *t, struct hir_op d, struct hir_op a, uint8_t segment)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, tr_flat_type(t));
	tr_env_text(&e, "flat", ptx_types[tr_flat_type(t)].text);
	tr_env_text(&e, "seg", tr_segment_text(segment));
	tr_seq(t, SEQ_ISSPACEP, &e);
}

/* Sets d to whether address a is in the variable, or with `too`, adds that to d by `or`. */
static void in_variable(struct tr *t, struct hir_op d, struct hir_op a, struct hir_var *v, bool too)
{
	enum ptx_type flat = tr_flat_type(t);
	bool is_private = v->segment == BRIG_SEGMENT_PRIVATE;
	struct hir_op at = tr_temp_op(t, is_private ? BRIG_REGISTER_KIND_SINGLE : tr_kind_of(flat));
	struct hir_op where = {.kind = HIR_OP_ADDRESS, .u.address.var = v};
	struct tr_env e = {.type = is_private ? PTX_U32 : flat};
	tr_env_bind(&e, 'D', at, PTX_NONE);
	tr_env_bind(&e, 'M', where, PTX_NONE);
	tr_env_text(&e, "seg", tr_segment_text(v->segment));
	tr_seq(t, SEQ_MOV_ADDRESS, &e);
	if (is_private) {
		tr_env_bind(&e, 'A', at, PTX_U32);
		tr_env_bind(&e, 'D', at = tr_temp_op(t, tr_kind_of(flat)), flat);
		tr_seq(t, t->is_small ? SEQ_CVTA_SMALL : SEQ_CVTA_32, &e);
	}
	e.type = flat;
	tr_env_bind(&e, 'A', a, flat);
	tr_env_bind(&e, 'B', at, flat);
	tr_env_bind(&e, 'C', hir_op_const(hir_var_bytes(v)), flat);
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_seq(t, too ? SEQ_IN_RANGE_TOO : SEQ_IN_RANGE, &e);
}

/* Sets d to whether address a is in a constant or, when `type` is given, in a reference of this
 * type. */
static void in_variables(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type)
{
	bool found = false;
	for (size_t i = 0; i < t->module.var_count; i++) {
		struct hir_var *v = t->module.vars[i];
		if (v->segment != BRIG_SEGMENT_GLOBAL ||
			(type == PTX_NONE ? !v->is_constant : v->reference != type))
			continue;
		in_variable(t, d, a, v, found);
		found = true;
	}
	if (!found)
		combine(t, SEQ_IN_NONE, d, d, d);
}

static bool has_constants(const struct tr *t)
{
	for (size_t i = 0; i < t->module.var_count; i++)
		if (t->module.vars[i]->is_constant)
			return true;
	return false;
}

static void bind_arguments(struct tr *t, struct tr_env *e)
{
	struct hir_op at = {.kind = HIR_OP_ADDRESS, .u.address.var = t->module.arguments};
	tr_env_bind(e, 'X', at, PTX_NONE);
	at.u.address.offset = sizeof(uint32_t);
	tr_env_bind(e, 'Y', at, PTX_NONE);
}

void tr_tell_arguments(struct tr *t)
{
	struct tr_env e = {0};
	bind_arguments(t, &e);
	if (t->body.func->param_count != 0) {
		tr_env_bind(&e, 'M', params_address(t), PTX_NONE);
		tr_env_bind(&e, 'A', hir_op_const(hir_var_bytes(t->body.params_copy)), PTX_U32);
	}
	tr_seq(t, t->body.func->param_count != 0 ? SEQ_TELL_ARGUMENTS : SEQ_TELL_NO_ARGUMENTS, &e);
}

static void is_argument(struct tr *t, struct hir_op d, struct hir_op a)
{
	struct tr_env e = {0};
	if (t->body.func->ptx->is_entry && t->body.func->param_count == 0) {
		combine(t, SEQ_IN_NONE, d, d, d);
	} else if (t->body.func->ptx->is_entry) {
		in_variable(t, d, a, tr_params_copy(t), false);
	} else {
		bind_arguments(t, &e);
		tr_env_bind(&e, 'D', d, PTX_PRED);
		tr_env_bind(&e, 'A', a, tr_flat_type(t));
		tr_env_text(&e, "flat", ptx_types[tr_flat_type(t)].text);
		tr_seq(t, SEQ_TOLD_ARGUMENTS, &e);
	}
}

/* Returns whether generic addresses may be those of argument copies. */
static bool has_copies(const struct tr *t)
{
	return t->body.func->ptx->is_entry ? t->body.func->copies_arguments
	                                   : t->module.arguments != NULL;
}

/* Sets d to whether address a is in .global: in neither the group nor the private segment, and in
 * no constant. Argument copies lie in the private segment, but PTX has kernel arguments in the
 * global window. */
static void is_global(struct tr *t, struct hir_op d, struct hir_op a)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, tr_flat_type(t));
	tr_env_text(&e, "flat", ptx_types[tr_flat_type(t)].text);
	tr_seq(t, SEQ_ISSPACEP_GLOBAL, &e);
	struct hir_op other = predicate(t);
	if (has_constants(t)) {
		in_variables(t, other, a, PTX_NONE);
		combine(t, SEQ_AND_NOT, d, d, other);
	}
	if (has_copies(t)) {
		is_argument(t, other, a);
		combine(t, SEQ_PREDICATE_OR, d, d, other);
	}
}

static void is_local(struct tr *t, struct hir_op d, struct hir_op a)
{
	in_segment(t, d, a, BRIG_SEGMENT_PRIVATE);
	if (!has_copies(t))
		return;
	struct hir_op other = predicate(t);
	is_argument(t, other, a);
	combine(t, SEQ_AND_NOT, d, d, other);
}

/* Reads a generic address, which may be in a 32-bit register; its high half is then 0. */
static bool generic_address(struct tr *t, const struct ptx_operand *o, struct hir_op *a)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	bool is_narrow = s != NULL && s->kind == SYM_REG && ptx_types[s->type].bits == 32;
	enum ptx_type flat = tr_flat_type(t), type = is_narrow ? PTX_U32 : flat;
	if (!tr_source(t, o, type, a))
		return false;
	*a = tr_resize(t, *a, tr_kind_of(type), tr_kind_of(flat), false);
	return true;
}

void tr_fn_isspacep(struct tr *t)
{
	struct hir_op d, result = predicate(t), a;
	if (!tr_operand_count(t, 2, 2) || !tr_dest(t, t->at.inst->operands[0], PTX_PRED, &d) ||
		!generic_address(t, t->at.inst->operands[1], &a))
		return;
	if (t->at.words.space == PTX_SPACE_SHARED)
		in_segment(t, result, a, BRIG_SEGMENT_GROUP);
	else if (t->at.words.space == PTX_SPACE_LOCAL)
		is_local(t, result, a);
	else if (t->at.words.space == PTX_SPACE_GLOBAL)
		is_global(t, result, a);
	else if (t->at.words.space == PTX_SPACE_CONST)
		in_variables(t, result, a, PTX_NONE);
	else if (t->at.words.space == PTX_SPACE_PARAM)
		is_argument(t, result, a);
	else
		tr_no_translation(t);
	struct tr_env e = {.type = PTX_PRED};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', result, PTX_PRED);
	tr_seq(t, SEQ_MOV, &e);
}

/* ---- arguments that are references ----------------------------------------------------------- */

/* Adds to d, by `or`, whether address a is the object that an argument refers to. */
static void is_object(struct tr *t, struct hir_op d, struct hir_op a, struct hir_var *argument)
{
	struct tr_env e = {.type = PTX_U64};
	tr_env_bind(&e, 'A', a, PTX_U64);
	tr_env_bind(&e, 'B', tr_argument_value(t, argument), PTX_U64);
	tr_env_bind(&e, 'C', hir_op_const(1), PTX_U64);
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_seq(t, SEQ_IN_RANGE_TOO, &e);
}

void tr_fn_istypep(struct tr *t)
{
	struct hir_op d, a;
	if (!tr_operand_count(t, 2, 2) || !tr_dest(t, t->at.inst->operands[0], PTX_PRED, &d) ||
		!tr_source(t, t->at.inst->operands[1], tr_flat_type(t), &a))
		return;
	struct hir_op result = predicate(t);
	in_variables(t, result, a, t->at.words.types[0]);
	for (uint32_t i = 0; t->body.func->ptx->is_entry && i < t->body.func->param_count; i++)
		if (t->body.func->params[i]->reference == t->at.words.types[0])
			is_object(t, result, a, t->body.func->params[i]);
	struct tr_env e = {.type = PTX_PRED};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', result, PTX_PRED);
	tr_seq(t, SEQ_MOV, &e);
}
