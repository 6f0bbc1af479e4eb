/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A variable's name may stand where a value is read, and then means its address. This file makes
 * that value. */
#include "base/func.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/segments.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "operand/address.h"
#include "operand/address_value.h"
#include "operand/argument_copies.h"
#include "operand/registers.h"

bool tr_is_reference_argument(struct tr *t, const struct ptx_operand *o)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	return s != NULL && s->kind == SYM_VAR && s->var != NULL && s->var->reference != PTX_NONE &&
	       s->var->segment == BRIG_SEGMENT_KERNARG;
}

struct hir_op tr_argument_value(struct tr *t, struct hir_var *v)
{
	struct hir_op value = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct tr_env e = {0};
	tr_env_text(&e, "seg", tr_segment_text(BRIG_SEGMENT_KERNARG));
	tr_env_text(&e, "vec", "");
	tr_env_text(&e, "align", "_align(8)");
	tr_env_text(&e, "type", "u64");
	tr_env_bind(&e, 'D', value, PTX_U64);
	tr_env_bind(&e, 'M', (struct hir_op){.kind = HIR_OP_ADDRESS, .u.address.var = v}, PTX_NONE);
	tr_seq(t, SEQ_LD, &e);
	return value;
}

struct hir_op tr_reference_argument(struct tr *t, const struct ptx_operand *o)
{
	return tr_argument_value(t, scope_find(t, t->body.scope, o->name)->var);
}

bool tr_address_of(struct tr *t, const struct ptx_operand *o, struct hir_op *out, uint8_t *kind,
	uint8_t *segment)
{
	struct ptx_operand *elems[1] = {ARENA_NEW(&t->arena, struct ptx_operand)};
	*elems[0] = *o;
	struct ptx_operand brackets = {
		.kind = PTX_OPND_ADDRESS, .span = o->span, .elems = elems, .elem_count = 1};
	const struct symbol *s = tr_symbol(t, o);
	struct tr_address a;
	if (s == NULL)
		return false;
	if (tr_is_reference_argument(t, o)) {
		*out = tr_reference_argument(t, o);
		*segment = BRIG_SEGMENT_GLOBAL;
		*kind = BRIG_REGISTER_KIND_DOUBLE;
		return true;
	}
	if (s->kind == SYM_FUNC || s->kind == SYM_LABEL || s->kind == SYM_TABLE) {
		tr_unsupported(t, o->span, "address of '" STR_FMT "' as a value", STR_ARG(o->name));
		return false;
	}
	enum ptx_space space = s->kind == SYM_VAR ? s->space : PTX_SPACE_NONE;
	if (!tr_address(t, &brackets, space, 0, &a))
		return false;
	if (a.segment == BRIG_SEGMENT_ARG && a.op.kind == HIR_OP_ADDRESS &&
		a.op.u.address.var != NULL && a.op.u.address.var != t->body.func->ret) {
		a.segment = BRIG_SEGMENT_PRIVATE;
		a.op.u.address.var = tr_arg_copy(t, a.op.u.address.var);
	}
	if (!tr_address_value(t, &a, out))
		return false;
	*segment = a.segment;
	*kind = tr_address_kind(t, a.segment);
	return true;
}

bool tr_names_memory(struct tr *t, const struct ptx_operand *o)
{
	if (o->kind != PTX_OPND_NAME || o->negated)
		return false;
	const struct symbol *s = scope_find(t, t->body.scope, o->name);
	return s != NULL && s->kind != SYM_REG;
}
