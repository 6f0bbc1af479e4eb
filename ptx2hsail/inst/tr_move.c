/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates mov of values and addresses, and mov between vectors and wide registers. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/scope.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/function_address.h"
#include "inst/row_functions.h"
#include "operand/address_value.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* ---- {a, b} to and from a register ------------------------------------------------------- */

struct packing {
	unsigned bits, count; /* bits of the wide register; number of elements */
	enum tr_seq pack, unpack;
	enum ptx_type element;
};
static const struct packing packings[] = {
	{64, 2, SEQ_PACK_2X32, SEQ_UNPACK_2X32, PTX_B32},
	{32, 2, SEQ_PACK_2X16, SEQ_UNPACK_2X16, PTX_B16},
	{64, 4, SEQ_PACK_4X16, SEQ_UNPACK_4X16, PTX_B16},
	{16, 2, SEQ_PACK_2X8, SEQ_UNPACK_2X8, PTX_B8},
	{32, 4, SEQ_PACK_4X8, SEQ_UNPACK_4X8, PTX_B8},
	{128, 2, SEQ_PACK_2X64, SEQ_UNPACK_2X64, PTX_B64},
	{128, 4, SEQ_PACK_4X32, SEQ_UNPACK_4X32, PTX_B32},
};

static const struct packing *find_packing(struct tr *t, uint32_t count)
{
	unsigned bits = ptx_types[t->at.words.types[0]].bits;
	for (size_t i = 0; i < ARRAY_LEN(packings); i++)
		if (packings[i].bits == bits && packings[i].count == count)
			return &packings[i];
	tr_no_translation(t);
	return NULL;
}

static void mov_pack(struct tr *t, const struct ptx_operand *d, const struct tr_elements *vector)
{
	static const char letters[] = "ABCE";
	const struct packing *p = find_packing(t, vector->count);
	struct hir_op op;
	if (p == NULL)
		return;
	for (unsigned i = 0; i < p->count; i++) {
		if (!tr_source(t, vector->operands[i], p->element, &op))
			return;
		tr_env_bind(&t->at.env, letters[i], op, p->element);
	}
	if (!tr_dest(t, d, t->at.words.types[0], &op))
		return;
	tr_env_bind(&t->at.env, 'D', op, t->at.words.types[0]);
	tr_seq(t, p->pack, &t->at.env);
}

/* The elements may hold the source, so they are written through temporaries. */
static void mov_unpack(struct tr *t, const struct tr_elements *vector, const struct ptx_operand *a)
{
	static const char letters[] = "DQRS";
	const struct packing *p = find_packing(t, vector->count);
	struct hir_op source, finals[4], temps[4];
	if (p == NULL || !tr_address_source(t, a, t->at.words.types[0], &source))
		return;
	for (unsigned i = 0; i < p->count; i++) {
		if (!tr_dest(t, vector->operands[i], p->element, &finals[i]))
			return;
		bool same = source.kind == HIR_OP_REG && finals[i].u.reg == source.u.reg;
		temps[i] = same ? tr_temp_op(t, tr_kind_of(p->element)) : finals[i];
		tr_env_bind(&t->at.env, letters[i], temps[i], p->element);
	}
	tr_env_bind(&t->at.env, 'A', source, t->at.words.types[0]);
	tr_seq(t, p->unpack, &t->at.env);
	for (unsigned i = 0; i < p->count; i++)
		if (temps[i].u.reg != finals[i].u.reg)
			tr_move(t, finals[i], temps[i], p->element);
}

/* ---- addresses --------------------------------------------------------------------------- */

static void mov_address(struct tr *t, const struct ptx_operand *d, const struct ptx_operand *name)
{
	struct hir_op dest, value;
	uint8_t kind = 0, segment = 0;
	enum ptx_type type = t->at.words.types[0];
	const struct symbol *s = tr_symbol(t, name);
	if (!tr_dest(t, d, type, &dest))
		return;
	if (s->kind == SYM_FUNC && name->offset == 0) {
		if (!tr_has_address(t, s->func, name->span))
			return;
		value = tr_function_address(t, s->func);
		kind = BRIG_REGISTER_KIND_DOUBLE;
	} else if (!tr_address_of(t, name, &value, &kind, &segment)) {
		return;
	}
	uint8_t want = tr_kind_of(type);
	bool is_float = ptx_types[type].kind == PTX_KIND_FLOAT;
	if (is_float || (want != BRIG_REGISTER_KIND_SINGLE && want != BRIG_REGISTER_KIND_DOUBLE))
		tr_error(t, t->at.stmt->span, "'.%s' cannot hold an address", ptx_types[type].text);
	else
		tr_move(t, dest, tr_resize(t, value, kind, want, false), type);
}

/* mov.v4: all elements are read before one is written. */
void tr_fn_mov_vector(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	struct tr_elements d, a;
	struct hir_op temps[TR_MAX_ELEMENTS], op;
	unsigned count = tr_vector_size(t);
	if (!tr_operand_count(t, 2, 2) || !tr_elements(t, t->at.inst->operands[0], count, &d) ||
		!tr_elements(t, t->at.inst->operands[1], count, &a))
		return;
	for (unsigned i = 0; i < count; i++) {
		temps[i] = tr_temp_op(t, tr_kind_of(type));
		if (!tr_source(t, a.operands[i], type, &op))
			return;
		tr_move(t, temps[i], op, type);
	}
	for (unsigned i = 0; i < count; i++)
		if (tr_dest(t, d.operands[i], type, &op))
			tr_move(t, op, temps[i], type);
}

/* Splits {a, b} or a vector register into elements. Returns false for anything else. */
static bool is_vector(struct tr *t, const struct ptx_operand *o, struct tr_elements *e)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	unsigned count = o->kind == PTX_OPND_VECTOR        ? o->elem_count
	                 : s != NULL && s->kind == SYM_REG ? s->vec
	                                                   : 1;
	return count > 1 && count <= TR_MAX_ELEMENTS && tr_elements(t, o, count, e);
}

void tr_fn_mov(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	if (!tr_operand_count(t, 2, 2))
		return;
	const struct ptx_operand *d = t->at.inst->operands[0], *a = t->at.inst->operands[1];
	struct hir_op dest, source;
	struct tr_elements elems;
	if (is_vector(t, a, &elems))
		mov_pack(t, d, &elems);
	else if (is_vector(t, d, &elems))
		mov_unpack(t, &elems, a);
	else if (tr_names_memory(t, a))
		mov_address(t, d, a);
	else if (tr_source(t, a, type, &source) && tr_dest(t, d, type, &dest))
		tr_move(t, dest, source, type);
}
