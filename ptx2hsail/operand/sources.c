/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates operands that instructions read: registers, constants, addresses and the
 * guard. */
#include "base/constant_bits.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "operand/address_value.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"
#include "operand/special_registers.h"

static bool is_constant(const struct ptx_operand *o)
{
	return o->kind == PTX_OPND_INT || o->kind == PTX_OPND_F32 || o->kind == PTX_OPND_F64;
}

/* Returns whether the operand is a sum such as var+4, which, as an integer or bits, is an address
 * in the variable's own space. */
static bool is_address_sum(struct tr *t, const struct ptx_operand *o, enum ptx_type type)
{
	enum ptx_kind kind = ptx_types[type].kind;
	bool is_number =
		kind == PTX_KIND_BITS || kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED;
	return o->kind == PTX_OPND_NAME && o->is_sum && is_number && ptx_types[type].bits <= 64 &&
	       tr_names_memory(t, o);
}

static bool source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	enum tr_width width, struct hir_op *out)
{
	enum ptx_type have = PTX_NONE;
	if (is_address_sum(t, o, type))
		return tr_address_source(t, o, type, out);
	if (is_constant(o)) {
		uint64_t value = 0;
		if (!tr_constant(t, o, type, &value))
			return false;
		*out = hir_op_const(value);
		return true;
	}
	if (!tr_register(t, o, out, &have))
		return false;
	unsigned element = 0;
	bool is_special = tr_find_register(t, o, &element) == NULL;
	if (!(is_special ? tr_check_special(t, o, have, type)
			 : tr_check_type(t, o, have, type, width)))
		return false;
	if (tr_refuse_quad(t, o, have, type))
		return false;
	*out = tr_resize(t, *out, tr_kind_of(have), tr_kind_of(type), false);
	return true;
}

bool tr_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out)
{
	return source(t, o, type, TR_EXACTLY, out);
}

bool tr_source_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out)
{
	return source(t, o, type, TR_AT_LEAST, out);
}

bool tr_address_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out)
{
	uint8_t kind = BRIG_REGISTER_KIND_DOUBLE, segment = 0;
	if (!tr_names_memory(t, o))
		return tr_source(t, o, type, out);
	if (!tr_address_of(t, o, out, &kind, &segment))
		return false;
	*out = tr_resize(t, *out, kind, tr_kind_of(type), false);
	return true;
}

bool tr_guard(struct tr *t, struct hir_op *condition, bool *is_negated)
{
	struct ptx_operand plain = *t->at.inst->guard;
	*is_negated = plain.negated;
	plain.negated = false;
	return tr_source(t, &plain, PTX_PRED, condition);
}
