/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the constructors of functions with virtual registers, and visits the registers of
 * an entry. */

#include "hir/hir.h"

uint64_t hir_var_bytes(const struct hir_var *v)
{
	const struct isa_type *t = isa_type_find(v->type);
	return (uint64_t)(t->bits / 8) * v->dim;
}

void hir_func_init(struct hir_func *f, struct arena *arena)
{
	*f = (struct hir_func){.arena = arena};
	hir_reg_new(f, BRIG_REGISTER_KIND_CONTROL, (struct str){0}); /* is HIR_NO_REG */
}

void hir_func_release(struct hir_func *f)
{
	mem_free(f->entries);
	mem_free(f->regs);
	mem_free(f->labels);
	mem_free(f->vars);
}

uint32_t hir_reg_new(struct hir_func *f, uint8_t kind, struct str name)
{
	ARRAY_GROW(f->regs, f->reg_count, f->reg_capacity);
	f->regs[f->reg_count] = (struct hir_reg){.kind = kind, .name = name};
	return (uint32_t)f->reg_count++;
}

uint32_t hir_label_new(struct hir_func *f, struct str name)
{
	ARRAY_GROW(f->labels, f->label_count, f->label_capacity);
	f->labels[f->label_count] = (struct hir_label){.name = name};
	return (uint32_t)f->label_count++;
}

struct hir_entry *hir_append(struct hir_func *f, enum hir_kind kind)
{
	ARRAY_GROW(f->entries, f->entry_count, f->entry_capacity);
	struct hir_entry *e = &f->entries[f->entry_count++];
	*e = (struct hir_entry){.kind = kind};
	return e;
}

void hir_append_inst(struct hir_func *f, const struct hir_proto *proto, struct hir_op *ops)
{
	struct hir_entry *e = hir_append(f, HIR_INST);
	e->u.inst.proto = proto;
	e->u.inst.ops = ops;
}

struct hir_var *hir_var_new(struct hir_func *f, struct str name, uint8_t segment, uint16_t type)
{
	struct hir_var *v = ARENA_NEW(f->arena, struct hir_var);
	*v = (struct hir_var){.name = name,
		.segment = segment,
		.type = type,
		.dim = 1,
		.align = isa_type_align(isa_type_find(type)),
		.linkage = BRIG_LINKAGE_FUNCTION,
		.allocation = BRIG_ALLOCATION_AUTOMATIC,
		.is_definition = true};
	return v;
}

static void visit_op(struct hir_op *o, bool is_dest, enum hir_access pass, hir_visit *visit,
	void *context)
{
	enum hir_access access = is_dest ? HIR_WRITE : HIR_READ;
	if (o->kind == HIR_OP_ADDRESS) {
		if (pass == HIR_READ && o->u.address.reg != HIR_NO_REG)
			visit(context, &o->u.address.reg, HIR_READ);
		return;
	}
	if (access != pass)
		return;
	if (o->kind == HIR_OP_REG)
		visit(context, &o->u.reg, access);
	if (o->kind == HIR_OP_VECTOR)
		for (uint32_t i = 0; i < o->count; i++)
			if (o->u.elems[i].reg != HIR_NO_REG)
				visit(context, &o->u.elems[i].reg, access);
}

void hir_visit_regs(struct hir_entry *e, hir_visit *visit, void *context)
{
	if (e->kind != HIR_INST)
		return;
	const struct hir_proto *p = e->u.inst.proto;
	for (int pass = HIR_READ; pass <= HIR_WRITE; pass++)
		for (unsigned i = 0; i < p->operand_count; i++)
			visit_op(&e->u.inst.ops[i], (p->dest_mask >> i & 1) != 0,
				(enum hir_access)pass, visit, context);
}

void hir_add_var(struct hir_func *f, struct hir_var *v)
{
	ARRAY_GROW(f->vars, f->var_count, f->var_capacity);
	f->vars[f->var_count++] = v;
}
