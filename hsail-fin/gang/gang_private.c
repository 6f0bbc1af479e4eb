/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Private memory of which the lanes of a part share rows.
 *
 * The blocks of a part's work-items are one piece of memory. Usually they lie one behind the other,
 * and what the lanes find at one address is far apart. Where a kernel does no more with private
 * addresses than to load and store with them, the piece has rows instead, a unit for each lane:
 *
 *     the unit at private address `a` of lane `v` is at a * lanes + v * unit
 *
 * so that one address for all lanes is one vector. The unit is the largest element that the kernel
 * accesses, at addresses that are aligned by promise. */
#include "gang/gang_access.h"
#include "ir/exceptions.h"

bool fin_is_private_access(const struct fin_function *f, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	if (i->isa == NULL || (i->lowering != ISA_LOWER_LOAD && i->lowering != ISA_LOWER_STORE) ||
		o->kind == FIN_OPND_PROMOTED || o->global != NULL)
		return false;
	if (o->local != FIN_NO_LOCAL)
		return f->locals[o->local].home == FIN_HOME_PRIVATE;
	return i->isa->segment == BRIG_SEGMENT_PRIVATE || i->isa->segment == BRIG_SEGMENT_SPILL;
}

static bool is_used(const struct fin_function *f, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++)
			for (uint32_t p = 0; p < b->pred_count; p++)
				if (b->phis[i].from[p] == reg)
					return true;
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
				if (regs[n - 1] == reg)
					return true;
		if (b->term.value.kind == FIN_VALUE_REG && b->term.value.reg == reg)
			return true;
	}
	return false;
}

/* Whether an instruction makes a flat address of a private one, or the other way around. */
static bool lets_escape(const struct fin_function *f, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	if (i->isa == NULL || i->isa->segment != BRIG_SEGMENT_PRIVATE ||
		(i->lowering != ISA_LOWER_STOF && i->lowering != ISA_LOWER_FTOS))
		return false;
	return fin_inst_defs(i, regs) != 1 || is_used(f, regs[0]);
}

/* Whether the access can go by rows; *unit becomes its size if that is larger. */
static bool fits(const struct fin_function *f, const struct fin_inst *i, unsigned *unit)
{
	unsigned bytes = isa_type_find(i->isa->type)->bits / 8;
	unsigned align = i->isa->align > 0 ? 1u << (i->isa->align - 1) : 1;
	const struct fin_operand *o = &i->operands[1];

	if (bytes > 8 || align < bytes || fin_width_has_wave(i->isa->width) ||
		(o->has_reg && f->regs[o->reg].bits != 32))
		return false;
	*unit = bytes > *unit ? bytes : *unit;
	return true;
}

unsigned fin_private_unit(const struct fin_function *f)
{
	enum { MOST_BYTES = 1 << 24 }; /* so that distances in a part have 32 bits */
	unsigned unit = 0;

	if (f->dynamic_stack || f->links_private || f->frame_bytes > MOST_BYTES || fin_breaks(f) ||
		f->module->profile != NULL || f->module->step_by_step ||
		fin_has_lowering(f, ISA_LOWER_CALL))
		return 0;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (lets_escape(f, i) ||
				(fin_is_private_access(f, i) && !fits(f, i, &unit)))
				return 0;
	return unit > 0 && f->frame_bytes % unit == 0 ? unit : 0;
}

bool fin_is_in_rows(const struct fin_gang *g, const struct fin_inst *i)
{
	return g->private_unit > 0 && fin_is_private_access(g->w->f, i);
}

/* The constant part of the address, which is a sum of 32 bits. */
static int32_t constant_of(const struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];
	uint64_t place = o->local != FIN_NO_LOCAL ? x->g->w->f->locals[o->local].offset : 0;

	return (int32_t)(uint32_t)(place + o->offset);
}

static LLVMValueRef add(struct fin_access *x, LLVMValueRef ptr, LLVMValueRef offset)
{
	return LLVMBuildGEP2(fin_access_builder(x), x->g->w->l->i8, ptr, &offset, 1, "");
}

/* Where the unit of lane `v` lies whose private address is in lane `v` of `a`, <V x i32>, from the
 * part's memory on. */
static LLVMValueRef distances(struct fin_access *x, LLVMValueRef a)
{
	LLVMBuilderRef b = fin_access_builder(x);
	unsigned unit = x->g->private_unit;
	LLVMValueRef in_unit = LLVMBuildAnd(b, a, fin_like(a, unit - 1), "");
	LLVMValueRef row = LLVMBuildSub(b, a, in_unit, "");

	row = LLVMBuildMul(b, x->bytes == unit ? a : row, fin_like(a, x->g->lanes), "");
	row = LLVMBuildAdd(b, row, fin_gang_iota(x->g, x->g->w->l->i32, unit), "");
	return x->bytes == unit ? row : LLVMBuildAdd(b, row, in_unit, "");
}

LLVMValueRef fin_row_addresses(struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];
	struct fin_view lanes = fin_gang_vectors(x->g, x->part);
	LLVMTypeRef type = fin_vector_of(x->g->w->l->i32, x->g->lanes);
	LLVMValueRef a = fin_int(type, (uint32_t)constant_of(x));

	if (o->has_reg)
		a = LLVMBuildAdd(fin_access_builder(x), fin_reg_get(&lanes.w, o->reg), a, "");
	return add(x, x->g->part_block[x->part], fin_resize(x->g->w->l, distances(x, a), 64, true));
}

/* The row at an address that all lanes of the part have. Where lanes are off, it may be a bad one
 * if all are: it is the first row then. *shift is set to where in the units the element is, in
 * bits; NULL: it is the whole unit. */
static LLVMValueRef row_of_part(struct fin_access *x, LLVMValueRef *shift)
{
	const struct fin_operand *o = &x->i->operands[1];
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef block = x->g->part_block[x->part], ptr, in_unit;
	LLVMValueRef a = LLVMConstInt(l->i64, (uint64_t)(int64_t)constant_of(x), false);

	if (o->has_reg)
		a = LLVMBuildAdd(l->b, a,
			fin_resize(l, fin_gang_scalar(x->g, o->reg, x->part), 64, true), "");
	*shift = NULL;
	if (x->bytes < x->g->private_unit) {
		in_unit = LLVMBuildAnd(l->b, a, fin_like(a, x->g->private_unit - 1), "");
		a = LLVMBuildSub(l->b, a, in_unit, "");
		*shift = LLVMBuildMul(l->b, in_unit, fin_like(a, 8), "");
	}
	ptr = add(x, block, LLVMBuildMul(l->b, a, fin_like(a, x->g->lanes), ""));
	return x->mask == NULL ? ptr : fin_select(l, fin_access_part_is_on(x), ptr, block);
}

/* The units of the row with the elements in them. */
static LLVMValueRef put_elements(struct fin_access *x, LLVMValueRef row, LLVMValueRef shift)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef v = fin_resize(l, x->v[0], x->g->private_unit * 8, false), mask;

	mask = LLVMBuildShl(l->b, fin_like(v, ((uint64_t)1 << (x->bytes * 8)) - 1), shift, "");
	return LLVMBuildOr(l->b, LLVMBuildAnd(l->b, row, LLVMBuildNot(l->b, mask, ""), ""),
		LLVMBuildShl(l->b, v, shift, ""), "");
}

/* Accesses the whole row. Lanes that are off keep what they have there, as the thread is the only
 * one that accesses the row: stores by masks would delay loads behind them. */
static void access_row(struct fin_access *x)
{
	struct fin_address a = {.segment = x->i->isa->segment, .equiv = x->i->isa->equiv};
	struct fin_access unit = *x;
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef shift, ptr = row_of_part(x, &shift), row = NULL, v = x->v[0];

	unit.align = x->g->private_unit;
	unit.elem = fin_int_type(l, unit.align * 8);
	if (x->is_load || x->mask != NULL || shift != NULL)
		row = fin_access_load_vector(&unit, &a, ptr, x->g->lanes, NULL);
	if (shift != NULL)
		shift = fin_splat(l, fin_resize(l, shift, unit.align * 8, false), x->g->lanes);
	if (x->is_load) {
		v = shift != NULL ? LLVMBuildLShr(l->b, row, shift, "") : row;
		x->v[0] = fin_resize(l, v, x->bytes * 8, false);
		return;
	}
	if (shift != NULL)
		v = put_elements(x, row, shift);
	if (x->mask != NULL)
		v = fin_select(l, x->mask, v, row);
	fin_access_store_vector(&unit, &a, ptr, v, NULL);
}

bool fin_is_one_row(const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return !o->has_reg || (fin_is_part_uniform(s->of[o->reg]) && !s->of[o->reg].risky);
}

void fin_access_rows(struct fin_access *x)
{
	struct fin_operand operands[ISA_MAX_OPERANDS];
	struct isa_inst isa = *x->i->isa;
	struct fin_inst i = *x->i;

	memcpy(operands, x->i->operands, i.operand_count * sizeof *operands);
	i.operands = operands;
	i.isa = &isa;
	isa.align = (uint8_t)(__builtin_ctz(x->bytes) + 1); /* lanes' units are no better aligned */
	for (unsigned e = 0; e < x->count; e++) {
		struct fin_access one = *x;

		operands[1].offset = x->i->operands[1].offset + (uint64_t)e * x->bytes;
		one.i = &i;
		one.count = 1;
		one.align = x->bytes;
		one.v[0] = x->v[e];
		(fin_is_one_row(x->g->s, &i) ? access_row : fin_access_scattered)(&one);
		x->v[e] = one.v[0];
	}
}
