/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file splits vector operands into elements. */
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "operand/elements.h"
#include "operand/special_registers.h"

/* Splits a vector register %v into %v.x, %v.y and so on. Returns false when the operand is none. */
static bool split_register(struct tr *t, const struct ptx_operand *o, unsigned count,
	struct tr_elements *e)
{
	if (o->kind != PTX_OPND_NAME || o->offset != 0 || o->negated)
		return false;
	const struct symbol *s = scope_find(t, t->body.scope, o->name);
	if (s == NULL ? count != 4 || !tr_is_special_vector(t, o->name)
		      : s->kind != SYM_REG || s->vec != count)
		return false;
	for (unsigned i = 0; i < count; i++) {
		struct ptx_operand *elem = ARENA_NEW(&t->arena, struct ptx_operand);
		*elem = *o;
		elem->name = str_from(arena_printf(&t->arena, STR_FMT ".%c", STR_ARG(o->name),
			"xyzw"[i]));
		e->operands[i] = elem;
	}
	return true;
}

bool tr_elements(struct tr *t, const struct ptx_operand *o, unsigned count, struct tr_elements *e)
{
	e->count = count;
	if (count == 1) {
		bool single = o->kind == PTX_OPND_VECTOR && o->elem_count == 1;
		e->operands[0] = single ? o->elems[0] : o;
		return true;
	}
	if (count <= 4 && split_register(t, o, count, e))
		return true;
	if (o->kind != PTX_OPND_VECTOR || o->elem_count != count) {
		tr_error(t, o->span, "expected %u registers in braces", count);
		return false;
	}
	for (unsigned i = 0; i < count; i++)
		e->operands[i] = o->elems[i];
	return true;
}

unsigned tr_vector_size(const struct tr *t)
{
	enum ptx_mod v = ptx_words_of(&t->at.words, PTX_CLASS_VEC);
	return v == PTX_MOD_V2 ? 2 : v == PTX_MOD_V4 ? 4 : v == PTX_MOD_V8 ? 8 : 1;
}

struct hir_op tr_vector_of(struct tr *t, const struct hir_op *ops, unsigned count)
{
	if (count == 1)
		return ops[0];
	struct hir_op v = {.kind = HIR_OP_VECTOR, .count = count};
	v.u.elems = ARENA_ARRAY(&t->arena, struct hir_scalar, count);
	for (unsigned i = 0; i < count; i++)
		v.u.elems[i] = ops[i].kind == HIR_OP_REG
		                       ? (struct hir_scalar){.reg = ops[i].u.reg}
		                       : (struct hir_scalar){.value = ops[i].u.value};
	return v;
}
