/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes in 32 bits what is computed in 64 and of which only the lower half is used.
 *
 * PTX has addresses of 64 bits, also those of shared memory, which becomes the group segment with
 * addresses of 32. So there are sums and products of 64 bits that are narrowed where they are used
 * as addresses. In vectors they take twice the room, and a 32-bit id that was widened may have
 * wrapped, while modulo 2^32 that makes no difference.
 *
 * A register is narrow if all its definitions are sums, products and the like, of which the lower
 * half depends on the lower halves of the operands, and if all that reads it needs the lower half
 * only: it is such an instruction of a narrow register, or takes the lower half. */
#include "ir/bits.h"
#include "ir/lowering.h"
#include "shape/index_passes.h"
#include "shape/shapes.h"

struct pass {
	struct fin_function *f;
	struct fin_bits narrow; /* registers */
	bool changed;
};

static unsigned bits_of(uint16_t type)
{
	return isa_type_find(type)->bits;
}

static bool is_move(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_MOV && i->operands[0].count == 1 &&
	       i->operands[1].count == 1;
}

/* Whether an instruction makes a number of 32 bits of one of 64. */
static bool takes_half(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_CVT && fin_index_op(i) == FIN_INDEX_COPY &&
	       bits_of(i->isa->type) == 32 && bits_of(i->isa->source_type) == 64;
}

static bool widens(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_CVT && fin_index_op(i) == FIN_INDEX_COPY &&
	       bits_of(i->isa->type) == 64 && bits_of(i->isa->source_type) == 32;
}

/* Whether the lower half of the result depends on the lower halves of the operands only. */
static bool goes_by_halves(const struct pass *p, const struct fin_inst *i)
{
	enum { HALF = 32 };

	if (i->operand_count < 2 || i->operands[0].count != 1 ||
		i->operands[0].v[0].kind != FIN_VALUE_REG ||
		p->f->regs[i->operands[0].v[0].reg].bits != 64)
		return false;
	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
	case FIN_INDEX_PRODUCT:
	case FIN_INDEX_PRODUCT_AND_SUM:
		return true;
	case FIN_INDEX_SHIFT_LEFT:
		return i->operands[2].v[0].kind == FIN_VALUE_IMM && i->operands[2].v[0].lo < HALF;
	case FIN_INDEX_COPY:
		return is_move(i) || widens(i);
	case FIN_INDEX_OTHER:
		break;
	}
	return false;
}

/* ---- which registers ------------------------------------------------------------------------ */

static void widen(struct pass *p, uint32_t reg)
{
	p->changed |= fin_bits_has(&p->narrow, reg);
	fin_bits_remove(&p->narrow, reg);
}

static void visit(struct pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	bool halves = goes_by_halves(p, i);

	for (unsigned n = fin_inst_defs(i, regs); !halves && n > 0; n--)
		widen(p, regs[n - 1]);
	if (takes_half(i) || (halves && fin_bits_has(&p->narrow, i->operands[0].v[0].reg)))
		return;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		widen(p, regs[n - 1]);
}

/* Visits a block from its end: uses of a register tell of it before its own operands are visited,
 * so a chain of sums takes one pass. */
static void visit_block(struct pass *p, const struct fin_block *b)
{
	size_t n;
	const struct fin_inst **list = fin_list_insts(b, &n);

	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		widen(p, b->term.value.reg);
	while (n > 0)
		visit(p, list[--n]);
	mem_free(list);
}

static void find_narrow(struct pass *p)
{
	for (uint32_t r = 0; r < p->f->reg_count; r++)
		if (p->f->regs[r].bits == 64)
			fin_bits_add(&p->narrow, r);
	for (p->changed = true; p->changed;) {
		p->changed = false;
		for (size_t k = p->f->block_count; k-- > 0;)
			visit_block(p, p->f->blocks[k]);
	}
}

/* ---- making them narrow --------------------------------------------------------------------- */

static uint16_t half_type(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);

	if (t == NULL || t->bits != 64)
		return type;
	return t->kind == ISA_KIND_SIGNED     ? BRIG_TYPE_S32
	       : t->kind == ISA_KIND_UNSIGNED ? BRIG_TYPE_U32
	                                      : BRIG_TYPE_B32;
}

/* Puts an instruction before *at that takes the lower half of a register. */
static uint32_t half_of(struct pass *p, struct fin_inst **at, uint32_t reg)
{
	uint32_t to = fin_reg_new(p->f, (struct fin_reg){32, 'v', 0});
	struct fin_operand o[] = {fin_reg_operand(to, BRIG_TYPE_U32, true),
		fin_reg_operand(reg, BRIG_TYPE_U64, false)};
	struct fin_inst *i = fin_inst_new(p->f->module, *at, ISA_LOWER_CVT,
		(struct isa_inst){.opcode = BRIG_OPCODE_CVT,
			.type = BRIG_TYPE_U32,
			.source_type = BRIG_TYPE_U64},
		o, 2);

	i->next = *at;
	*at = i;
	return to;
}

/* Makes a move of what has the same number of bits now. */
static void make_move(struct pass *p, struct fin_inst *i)
{
	struct fin_inst *move = fin_inst_new(p->f->module, i, ISA_LOWER_MOV,
		(struct isa_inst){.opcode = BRIG_OPCODE_MOV, .type = BRIG_TYPE_B32}, i->operands,
		2);

	for (unsigned k = 0; k < 2; k++)
		move->operands[k].type = BRIG_TYPE_B32;
	move->next = i->next;
	*i = *move;
}

static void make_narrow(struct pass *p, struct fin_inst **at)
{
	struct fin_inst *i = *at;

	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (!o->is_dest && o->v[0].kind == FIN_VALUE_REG &&
			p->f->regs[o->v[0].reg].bits == 64) {
			o->v[0].reg = half_of(p, at, o->v[0].reg);
			at = &(*at)->next;
		} else if (o->v[0].kind == FIN_VALUE_IMM) {
			o->v[0].lo &= UINT32_MAX;
		}
		o->type = half_type(o->type);
	}
	if (i->isa != NULL) {
		struct isa_inst *isa = ARENA_NEW(p->f->module->arena, struct isa_inst);

		*isa = *i->isa;
		isa->type = half_type(isa->type);
		i->isa = isa;
	}
}

static void rewrite(struct pass *p, struct fin_inst **at)
{
	struct fin_inst *i = *at;
	bool is_narrow = i->operand_count > 0 && i->operands[0].kind == FIN_OPND_VALUES &&
	                 i->operands[0].is_dest && i->operands[0].count == 1 &&
	                 i->operands[0].v[0].kind == FIN_VALUE_REG &&
	                 i->operands[0].v[0].reg < p->narrow.count * 64 &&
	                 fin_bits_has(&p->narrow, i->operands[0].v[0].reg);
	const struct fin_value *from = &i->operands[1].v[0];

	if (is_narrow && widens(i))
		make_move(p, i);
	else if (is_narrow)
		make_narrow(p, at);
	else if (takes_half(i) && from->kind == FIN_VALUE_REG &&
		 fin_bits_has(&p->narrow, from->reg))
		make_move(p, i);
}

void fin_use_halves(struct fin_function *f)
{
	struct pass p = {.f = f, .narrow = fin_bits_new(f->module->arena, f->reg_count)};

	if (f->module->step_by_step || f->module->profile != NULL)
		return;
	find_narrow(&p);
	for (size_t r = 0; (r = fin_bits_next(&p.narrow, r, f->reg_count)) < f->reg_count; r++)
		f->regs[r] = (struct fin_reg){32, 'v', 0};
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_inst **at = &f->blocks[k]->first;

		while (*at != NULL) {
			struct fin_inst *next = (*at)->next;

			rewrite(&p, at);
			while (*at != next)
				at = &(*at)->next;
		}
	}
}
