/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates address operands: [reg+imm], [var+imm], [imm]. HSAIL's group and private
 * segments have 32-bit addresses; PTX may keep them in 64-bit registers, whose low half is then the
 * address. */
#include "base/func.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/segments.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "operand/address.h"
#include "operand/registers.h"

static void set_address(struct tr_address *a, struct hir_var *var, uint32_t reg, int64_t offset)
{
	a->op = (struct hir_op){.kind = HIR_OP_ADDRESS};
	a->op.u.address.var = var;
	a->op.u.address.reg = reg;
	a->op.u.address.offset = offset;
}

/* Returns a register with the address of the variable, for use where [var][offset] cannot be
 * written. */
static uint32_t variable_address(struct tr *t, struct hir_var *var, uint8_t segment)
{
	bool narrow = tr_address_kind(t, segment) == BRIG_REGISTER_KIND_SINGLE;
	struct tr_env e = {.type = narrow ? PTX_U32 : PTX_U64};
	struct tr_address a;
	set_address(&a, var, HIR_NO_REG, 0);
	uint32_t reg = tr_temp(t, tr_address_kind(t, segment));
	tr_env_text(&e, "seg", tr_segment_text(segment));
	tr_env_bind(&e, 'D', hir_op_reg(reg), e.type);
	tr_env_bind(&e, 'M', a.op, PTX_NONE);
	tr_seq(t, SEQ_MOV_ADDRESS, &e);
	return reg;
}

bool tr_address_value(struct tr *t, const struct tr_address *a, struct hir_op *out)
{
	if (a->op.kind != HIR_OP_ADDRESS || a->segment == BRIG_SEGMENT_ARG) {
		tr_unsupported(t, t->at.stmt->span, "address of a function's parameter");
		return false;
	}
	bool narrow = tr_address_kind(t, a->segment) == BRIG_REGISTER_KIND_SINGLE;
	uint32_t reg = a->op.u.address.reg;
	if (a->op.u.address.var != NULL)
		reg = variable_address(t, a->op.u.address.var, a->segment);
	if (reg == HIR_NO_REG) {
		*out = hir_op_const((uint64_t)a->op.u.address.offset);
		return true;
	}
	*out = hir_op_reg(reg);
	if (a->op.u.address.offset == 0)
		return true;
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', *out, PTX_NONE);
	*out = tr_temp_op(t, tr_address_kind(t, a->segment));
	tr_env_bind(&e, 'D', *out, PTX_NONE);
	tr_env_bind(&e, 'B', hir_op_const((uint64_t)a->op.u.address.offset), PTX_NONE);
	tr_seq(t, narrow ? SEQ_ADD_ADDRESS_32 : SEQ_ADD_ADDRESS, &e);
	return true;
}

/* Dynamic shared memory begins behind all static variables that may be in use with it
 * (shared_layout.c packs them), or behind those of all modules. */
struct hir_op tr_dynamic_shared(struct tr *t)
{
	if (t->module.dynamic_shared != NULL)
		return hir_op_reg(variable_address(t, t->module.dynamic_shared,
			BRIG_SEGMENT_GROUP));
	struct tr_env e = {0};
	struct hir_op base = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', base, PTX_U32);
	const struct shared_pack *pack = shared_pack_whole(t->body.func->pack);
	if (pack == NULL || pack->var == NULL) {
		tr_seq(t, SEQ_DYNAMIC_BASE, &e);
		return base;
	}
	struct tr_address a;
	set_address(&a, pack->var, HIR_NO_REG, 0);
	tr_env_bind(&e, 'M', a.op, PTX_NONE);
	tr_env_bind(&e, 'A', hir_op_const(hir_var_bytes(pack->var)), PTX_U32);
	tr_seq(t, SEQ_DYNAMIC_AFTER, &e);
	return base;
}

/* Returns whether a variable may be accessed by name in the space. The segment does not tell,
 * because .const is in HSAIL's global segment, too. Constants and parameters cannot be accessed by
 * name as generic. */
static bool is_space_of(const struct symbol *s, enum ptx_space space)
{
	bool is_constant = s->space == PTX_SPACE_CONST;
	if (space == PTX_SPACE_NONE)
		return !is_constant && s->space != PTX_SPACE_PARAM;
	return is_constant == (space == PTX_SPACE_CONST);
}

static bool variable(struct tr *t, const struct ptx_operand *o, struct symbol *s,
	enum ptx_space space, uint64_t bytes, struct tr_address *out)
{
	if (s->kind == SYM_PARAM) {
		out->call_param = s;
		out->call_offset = (uint64_t)o->offset;
		return true;
	}
	if (s->kind == SYM_DYNAMIC) {
		if (out->segment == BRIG_SEGMENT_FLAT)
			out->segment = BRIG_SEGMENT_GROUP;
		set_address(out, NULL, tr_dynamic_shared(t).u.reg, o->offset);
		return true;
	}
	if (s->kind != SYM_VAR) {
		tr_error(t, o->span, "'" STR_FMT "' is no variable", STR_ARG(o->name));
		return false;
	}
	uint8_t have = s->var->segment;
	if (out->segment == BRIG_SEGMENT_KERNARG && have == BRIG_SEGMENT_ARG)
		out->segment = have;
	if (out->segment == BRIG_SEGMENT_FLAT) /* in the variable's own segment */
		out->segment = have;
	if (have != out->segment || !is_space_of(s, space)) {
		tr_error(t, o->span, "'" STR_FMT "' is in another state space", STR_ARG(o->name));
		return false;
	}
	uint64_t offset = s->offset + (uint64_t)o->offset, size = hir_var_bytes(s->var);
	bool is_param = have == BRIG_SEGMENT_KERNARG || have == BRIG_SEGMENT_ARG;
	bool is_open = s->var->is_array && s->var->dim == 0; /* a last parameter without a size */
	if (s->var->is_definition && !is_open && (offset > size || bytes > size - offset)) {
		if (is_param) {
			tr_error(t, o->span, "access is outside of '" STR_FMT "'",
				STR_ARG(o->name));
			return false;
		}
		set_address(out, NULL, variable_address(t, s->var, have), (int64_t)offset);
		return true;
	}
	set_address(out, s->var, HIR_NO_REG, (int64_t)offset);
	return true;
}

/* Zero-extends an address to 32 bits (PTX ISA 5.1, "Addresses as operands"). */
static struct hir_op zero_extended(struct tr *t, struct hir_op narrow, unsigned bits)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_U32);
	tr_env_bind(&e, 'A', narrow, PTX_NONE);
	tr_env_text(&e, "to", "u32");
	tr_env_text(&e, "from", bits == 8 ? "u8" : "u16");
	tr_seq(t, SEQ_NARROW, &e);
	return d;
}

/* Returns whether registers of the type may hold addresses: integers and bits of up to 64 bits, but
 * no pairs of halves. */
static bool holds_addresses(enum ptx_type type)
{
	unsigned bits = ptx_types[type].bits;
	bool is_pair = type == PTX_F16X2 || type == PTX_U16X2 || type == PTX_S16X2;
	return bits >= 8 && bits <= 64 && ptx_types[type].kind != PTX_KIND_FLOAT && !is_pair;
}

static bool register_base(struct tr *t, const struct ptx_operand *base, struct tr_address *out)
{
	struct ptx_operand plain = *base;
	plain.offset = 0;
	struct hir_op reg;
	enum ptx_type type = PTX_NONE;
	if (!tr_register(t, &plain, &reg, &type))
		return false;
	if (out->segment == BRIG_SEGMENT_KERNARG && !t->body.func->ptx->is_entry)
		/* the address is that of a copy (tr_arg_copy()) */
		out->segment = BRIG_SEGMENT_PRIVATE;
	uint8_t want = tr_address_kind(t, out->segment);
	unsigned bits = ptx_types[type].bits;
	bool is_special = scope_find(t, t->body.scope, base->name) == NULL;
	if (!holds_addresses(type) || is_special) {
		tr_error(t, base->span, "'" STR_FMT "' cannot hold an address",
			STR_ARG(base->name));
		return false;
	}
	if (bits < 32)
		reg = zero_extended(t, reg, bits);
	reg = tr_resize(t, reg, tr_kind_of(type), want, false);
	set_address(out, NULL, reg.u.reg, base->offset);
	return true;
}

/* Rewrites a[i] as a plus the offset of the element. Returns false after a message. */
static bool resolve_element(struct tr *t, struct ptx_operand *o)
{
	const struct symbol *s = tr_symbol(t, o);
	if (s == NULL)
		return false;
	if ((s->kind != SYM_VAR && s->kind != SYM_DYNAMIC) || ptx_types[s->type].bits < 8) {
		tr_error(t, o->span, "'" STR_FMT "' has no elements", STR_ARG(o->name));
		return false;
	}
	unsigned vec = s->decl != NULL ? s->decl->vec : 1;
	o->offset += (int64_t)(o->value * (ptx_types[s->type].bits / 8u) * vec);
	o->is_element = false;
	return true;
}

bool tr_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space, uint64_t bytes,
	struct tr_address *out)
{
	if (space == PTX_SPACE_REG || space == PTX_SPACE_SREG) {
		tr_error(t, o->span, "registers have no addresses");
		return false;
	}
	*out = (struct tr_address){.segment = tr_space_segment(space)};
	bool element = o->kind == PTX_OPND_NAME && o->is_element; /* ld.u32 r, a[1] */
	if (!element && (o->kind != PTX_OPND_ADDRESS || o->elem_count != 1)) {
		tr_error(t, o->span, "expected an address in brackets");
		return false;
	}
	const struct ptx_operand *base = element ? o : o->elems[0];
	struct ptx_operand plain = *base;
	if (base->kind == PTX_OPND_NAME && base->is_element) {
		if (!resolve_element(t, &plain))
			return false;
		base = &plain;
	}
	if (base->kind == PTX_OPND_INT && space != PTX_SPACE_LOCAL) {
		tr_error(t, base->span, "only addresses in '.local' can be numbers");
		return false;
	}
	if (base->kind == PTX_OPND_INT) {
		set_address(out, NULL, HIR_NO_REG, (int64_t)base->value);
		return true;
	}
	if (base->kind != PTX_OPND_NAME) {
		tr_error(t, base->span, "expected a register, a variable or a constant");
		return false;
	}
	struct symbol *s = scope_find(t, t->body.scope, base->name);
	if (s != NULL && s->kind != SYM_REG)
		return variable(t, base, s, space, bytes, out);
	return register_base(t, base, out);
}
