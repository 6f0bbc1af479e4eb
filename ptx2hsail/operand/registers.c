/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates operands that are names, mostly of registers. */
#include "base/message.h"
#include "base/scope.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/special_registers.h"

struct symbol *tr_symbol(struct tr *t, const struct ptx_operand *o)
{
	if (o->kind != PTX_OPND_NAME) {
		tr_error(t, o->span, "expected a name");
		return NULL;
	}
	struct symbol *s = scope_find(t, t->body.scope, o->name);
	if (s == NULL)
		tr_error(t, o->span, "'" STR_FMT "' is not declared", STR_ARG(o->name));
	return s;
}

struct symbol *tr_find_register(struct tr *t, const struct ptx_operand *o, unsigned *element)
{
	*element = 0;
	struct symbol *s = scope_find(t, t->body.scope, o->name);
	if (s != NULL || o->name.n < 3 || o->name.p[o->name.n - 2] != '.')
		return s;
	static const char members[] = "xyzwrgba";
	const char *m = strchr(members, o->name.p[o->name.n - 1]);
	s = scope_find(t, t->body.scope, (struct str){o->name.p, o->name.n - 2});
	if (m == NULL || s == NULL || s->kind != SYM_REG)
		return NULL;
	*element = (unsigned)(m - members) % 4;
	return *element < s->vec ? s : NULL;
}

/* Finds the register that an operand names, and its type. Returns false, without a message, when it
 * names none. */
static bool plain_register(struct tr *t, const struct ptx_operand *o, uint32_t *reg,
	enum ptx_type *type)
{
	unsigned element = 0;
	if (o->kind != PTX_OPND_NAME || o->offset != 0 || o->is_element)
		return false;
	const struct symbol *s = tr_find_register(t, o, &element);
	if (s == NULL || s->kind != SYM_REG || (s->vec > 1 && s->name.n == o->name.n))
		return false;
	*reg = s->reg + element;
	*type = s->type;
	return true;
}

static void complain_no_register(struct tr *t, const struct ptx_operand *o, const char *what)
{
	unsigned element = 0;
	if (o->kind == PTX_OPND_NAME && tr_find_register(t, o, &element) == NULL)
		tr_error(t, o->span, "'" STR_FMT "' is not declared", STR_ARG(o->name));
	else
		tr_error(t, o->span, "expected %s", what);
}

/* Unlike other registers, one of 128 bits can never stand for a narrower type. */
bool tr_refuse_quad(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type type)
{
	if (tr_kind_of(have) != BRIG_REGISTER_KIND_QUAD ||
		tr_kind_of(type) == BRIG_REGISTER_KIND_QUAD)
		return false;
	tr_unsupported(t, o->span, "'.b128' register for '.%s'", ptx_types[type].text);
	return true;
}

static bool destination(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	enum tr_width width, struct hir_op *out, uint8_t *kind)
{
	uint32_t reg = HIR_NO_REG;
	enum ptx_type have = PTX_NONE;
	if (!plain_register(t, o, &reg, &have) || o->negated) {
		complain_no_register(t, o, "a register");
		return false;
	}
	*kind = t->body.hir.regs[reg].kind;
	*out = hir_op_reg(reg);
	return tr_check_type(t, o, have, type, width) && !tr_refuse_quad(t, o, have, type);
}

bool tr_dest_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out,
	uint8_t *kind)
{
	return destination(t, o, type, TR_AT_LEAST, out, kind);
}

bool tr_dest(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out)
{
	uint8_t kind = tr_kind_of(type);
	if (o->kind == PTX_OPND_SINK) {
		*out = tr_temp_op(t, kind);
		return true;
	}
	return destination(t, o, type, TR_EXACTLY, out, &kind);
}

/* Returns the value of the operand %r+4 in a new register. */
static struct hir_op plus_offset(struct tr *t, struct hir_op reg, uint8_t kind, int64_t offset)
{
	struct tr_env e = {0};
	struct hir_op sum = tr_temp_op(t, kind);
	tr_env_bind(&e, 'D', sum, PTX_NONE);
	tr_env_bind(&e, 'A', reg, PTX_NONE);
	tr_env_bind(&e, 'B', hir_op_const((uint64_t)offset), PTX_NONE);
	tr_seq(t, kind == BRIG_REGISTER_KIND_DOUBLE ? SEQ_ADD_ADDRESS : SEQ_ADD_ADDRESS_32, &e);
	return sum;
}

bool tr_register(struct tr *t, const struct ptx_operand *o, struct hir_op *out, enum ptx_type *type)
{
	uint32_t reg = HIR_NO_REG;
	struct ptx_operand plain = *o;
	plain.offset = 0;
	if (plain_register(t, &plain, &reg, type)) {
		uint8_t kind = t->body.hir.regs[reg].kind;
		*out = hir_op_reg(reg);
		if (o->offset != 0 &&
			(kind == BRIG_REGISTER_KIND_SINGLE || kind == BRIG_REGISTER_KIND_DOUBLE))
			*out = plus_offset(t, *out, kind, o->offset);
		if (o->negated && kind != BRIG_REGISTER_KIND_CONTROL) {
			tr_error(t, o->span, "only predicates can be negated with '!'");
			return false;
		}
		if (o->negated)
			*out = tr_not(t, *out);
		return true;
	}
	if (o->kind == PTX_OPND_NAME && !o->negated && tr_special_register(t, o->name, out, type))
		return true;
	complain_no_register(t, o, "a register or a constant");
	return false;
}

bool tr_one_size(struct tr *t, const struct tr_elements *e)
{
	unsigned bits = 0;
	for (unsigned i = 0; i < e->count; i++) {
		uint32_t reg = HIR_NO_REG;
		enum ptx_type type = PTX_NONE;
		if (!plain_register(t, e->operands[i], &reg, &type))
			continue;
		if (bits != 0 && ptx_types[type].bits != bits) {
			tr_error(t, e->operands[i]->span,
				"registers of a vector must be of one size");
			return false;
		}
		bits = ptx_types[type].bits;
	}
	return true;
}
