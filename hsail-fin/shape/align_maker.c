/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions and branches that align_copy.c makes. */
#include "shape/align_maker.h"

static struct fin_operand operand_of(struct fin_value v, uint16_t type)
{
	return (struct fin_operand){.kind = FIN_OPND_VALUES, .type = type, .count = 1, .v[0] = v};
}

uint16_t fin_unsigned_of(unsigned bits)
{
	return bits == 64 ? BRIG_TYPE_U64 : bits == 1 ? BRIG_TYPE_B1 : BRIG_TYPE_U32;
}

uint32_t fin_maker_reg(struct fin_maker *m, unsigned bits)
{
	return fin_reg_new(m->f, (struct fin_reg){(uint8_t)bits, 'v', 0});
}

void fin_maker_append(struct fin_maker *m, uint32_t to, enum isa_lowering lowering,
	struct isa_inst isa, struct fin_value a, struct fin_value b)
{
	uint16_t source = isa.source_type != 0 ? isa.source_type : isa.type;
	struct fin_operand o[] = {fin_reg_operand(to, isa.type, true), operand_of(a, source),
		operand_of(b, lowering == ISA_LOWER_SHIFT ? BRIG_TYPE_U32 : source)};

	fin_block_append(m->b, fin_inst_new(m->f->module, m->like, lowering, isa, o,
				       lowering == ISA_LOWER_CVT ? 2 : 3));
}

uint32_t fin_maker_compute(struct fin_maker *m, uint16_t opcode, unsigned bits, struct fin_value a,
	struct fin_value b)
{
	uint32_t to = fin_maker_reg(m, bits);

	fin_maker_append(m, to, ISA_LOWER_ARITH,
		(struct isa_inst){.opcode = opcode, .type = fin_unsigned_of(bits)}, a, b);
	return to;
}

static uint32_t logic(struct fin_maker *m, uint16_t opcode, uint32_t a, struct fin_value b)
{
	unsigned bits = m->f->regs[a].bits;
	uint32_t to = fin_maker_reg(m, bits);

	fin_maker_append(m, to, ISA_LOWER_LOGIC,
		(struct isa_inst){
			.opcode = opcode, .type = bits == 1 ? BRIG_TYPE_B1 : BRIG_TYPE_B32},
		reg_value(a), b);
	return to;
}

uint32_t fin_maker_and(struct fin_maker *m, uint32_t a, struct fin_value b)
{
	return logic(m, BRIG_OPCODE_AND, a, b);
}

uint32_t fin_maker_or(struct fin_maker *m, uint32_t a, uint32_t b)
{
	return logic(m, BRIG_OPCODE_OR, a, reg_value(b));
}

uint32_t fin_maker_not(struct fin_maker *m, uint32_t bit)
{
	return logic(m, BRIG_OPCODE_XOR, bit, number(1));
}

uint32_t fin_maker_shift(struct fin_maker *m, uint32_t a, unsigned n)
{
	uint32_t to;

	if (n == 0)
		return a;
	to = fin_maker_reg(m, 32);
	fin_maker_append(m, to, ISA_LOWER_SHIFT,
		(struct isa_inst){.opcode = BRIG_OPCODE_SHR, .type = BRIG_TYPE_U32}, reg_value(a),
		number(n));
	return to;
}

uint32_t fin_maker_compare(struct fin_maker *m, uint8_t how, uint32_t a, struct fin_value b)
{
	uint32_t to = fin_maker_reg(m, 1);

	fin_maker_append(m, to, ISA_LOWER_CMP,
		(struct isa_inst){.opcode = BRIG_OPCODE_CMP,
			.type = BRIG_TYPE_B1,
			.source_type = BRIG_TYPE_U32,
			.compare = how},
		reg_value(a), b);
	return to;
}

uint32_t fin_maker_ask(struct fin_maker *m, enum fin_pseudo what, uint32_t reg, int64_t stride)
{
	unsigned bits = m->f->regs[reg].bits;
	bool is_question = what == FIN_PSEUDO_IS_LINE || what == FIN_PSEUDO_ON_LINE ||
	                   what == FIN_PSEUDO_LEADS_ON || what == FIN_PSEUDO_ALL;
	unsigned to_bits = is_question ? 1 : what == FIN_PSEUDO_HOW_MANY ? 32 : bits;
	uint16_t type = bits == 1 ? BRIG_TYPE_B1 : fin_unsigned_of(bits);
	struct fin_inst *i = ARENA_NEW(m->f->module->arena, struct fin_inst);
	uint32_t to = fin_maker_reg(m, to_bits);

	*i = (struct fin_inst){.lowering = ISA_LOWER_LINE,
		.pseudo = what,
		.off = m->like->off,
		.loc = m->like->loc,
		.operand_count = 3,
		.operands = ARENA_ARRAY(m->f->module->arena, struct fin_operand, 3)};
	i->operands[0] =
		fin_reg_operand(to, to_bits == 1 ? BRIG_TYPE_B1 : fin_unsigned_of(to_bits), true);
	i->operands[1] = fin_reg_operand(reg, type, false);
	i->operands[2] = operand_of(number((uint64_t)stride), type);
	fin_block_append(m->b, i);
	return to;
}

void fin_maker_move(struct fin_maker *m, uint32_t from, uint32_t to)
{
	fin_block_append(m->b, fin_move_new(m->f, m->like, from, to));
}

void fin_maker_set(struct fin_maker *m, uint32_t to, uint64_t n)
{
	struct fin_inst *i = fin_move_new(m->f, m->like, to, to);

	i->operands[1] = operand_of(number(n), i->operands[0].type);
	fin_block_append(m->b, i);
}

void fin_maker_end(struct fin_maker *m, struct fin_block *to)
{
	fin_term_set(m->f->module, m->b, FIN_TERM_BR, 1);
	m->b->term.succ[0] = to;
	m->b->term.off = m->like->off;
	m->b->term.loc = m->like->loc;
}

void fin_maker_end_by(struct fin_maker *m, uint32_t condition, struct fin_block *yes,
	struct fin_block *no)
{
	fin_term_set(m->f->module, m->b, FIN_TERM_CBR, 2);
	m->b->term.succ[0] = yes;
	m->b->term.succ[1] = no;
	m->b->term.value = reg_value(condition);
	m->b->term.value_bits = 1;
	m->b->term.width = BRIG_WIDTH_1;
	m->b->term.asks_lines = yes == m->start || yes == m->enter;
	m->b->term.off = m->like->off;
	m->b->term.loc = m->like->loc;
}
