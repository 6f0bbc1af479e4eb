/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes a sum of a bitwise or of numbers that have no bit in common, as compilers write 2 * i + 1.
 * Indices are followed through sums, not through bits. */
#include "ir/bits.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "shape/index_passes.h"
#include "shape/shapes.h"

struct pass {
	struct fin_function *f;
	const struct fin_inst **def; /* by register: its only definition, or NULL */
};

static void find_definitions(struct pass *p)
{
	struct fin_bits defined = fin_bits_new(p->f->module->arena, p->f->reg_count);
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < p->f->block_count; k++)
		for (const struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
				uint32_t r = regs[n - 1];

				p->def[r] = fin_bits_has(&defined, r) ? NULL : i;
				fin_bits_add(&defined, r);
			}
}

/* ---- bits that are zero --------------------------------------------------------------------- */

static uint64_t zeros_of(const struct pass *p, const struct fin_value *v, unsigned depth);

static uint64_t bits_below(unsigned n)
{
	return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

static unsigned trailing(uint64_t zeros)
{
	return zeros == UINT64_MAX ? 64 : (unsigned)__builtin_ctzll(~zeros);
}

static uint64_t zeros_of_shift(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct isa_type *t = isa_type_find(i->isa->type);
	const struct fin_value *by = &i->operands[2].v[0];
	uint64_t a = zeros_of(p, &i->operands[1].v[0], depth);
	unsigned n;

	if (by->kind != FIN_VALUE_IMM)
		return 0;
	n = by->lo & (t->bits - 1);
	if (i->isa->opcode == BRIG_OPCODE_SHL)
		return a << n | bits_below(n);
	return t->kind == ISA_KIND_SIGNED
	               ? 0
	               : (a & bits_below(t->bits)) >> n | ~bits_below(t->bits - n);
}

static uint64_t zeros_of_copy(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	uint64_t a = zeros_of(p, &i->operands[1].v[0], depth);
	const struct isa_type *from;

	if (i->lowering == ISA_LOWER_MOV)
		return a;
	from = isa_type_find(i->isa->source_type);
	if (isa_type_find(i->isa->type)->bits <= from->bits)
		return a;
	return from->kind == ISA_KIND_SIGNED ? a & bits_below(from->bits - 1)
	                                     : a | ~bits_below(from->bits);
}

static uint64_t zeros_of_index(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct fin_operand *o = i->operands;
	unsigned a, b;

	switch (fin_index_op(i)) {
	case FIN_INDEX_COPY:
		return zeros_of_copy(p, i, depth);
	case FIN_INDEX_SHIFT_LEFT:
		return zeros_of_shift(p, i, depth);
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
	case FIN_INDEX_PRODUCT:
		a = trailing(zeros_of(p, &o[1].v[0], depth));
		b = trailing(zeros_of(p, &o[2].v[0], depth));
		return bits_below(fin_index_op(i) == FIN_INDEX_PRODUCT ? a + b : a < b ? a : b);
	case FIN_INDEX_PRODUCT_AND_SUM:
	case FIN_INDEX_OTHER:
		break;
	}
	return 0;
}

static uint64_t zeros_of_inst(const struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct isa_type *t;
	uint64_t a, b;

	if (i->isa == NULL || i->operand_count < 2 || i->operands[0].count != 1 ||
		i->operands[1].kind != FIN_OPND_VALUES || i->operands[1].count != 1)
		return 0;
	t = isa_type_find(i->isa->type);
	if (t->count != 1 || (t->bits != 32 && t->bits != 64))
		return 0;
	if (i->lowering == ISA_LOWER_SHIFT)
		return zeros_of_shift(p, i, depth);
	if (i->lowering != ISA_LOWER_LOGIC || i->operand_count != 3)
		return zeros_of_index(p, i, depth);
	a = zeros_of(p, &i->operands[1].v[0], depth);
	b = zeros_of(p, &i->operands[2].v[0], depth);
	return i->isa->opcode == BRIG_OPCODE_AND  ? a | b
	       : i->isa->opcode == BRIG_OPCODE_OR ? a & b
	                                          : 0;
}

/* The bits that are 0 in the value, those that it does not have included. */
static uint64_t zeros_of(const struct pass *p, const struct fin_value *v, unsigned depth)
{
	uint64_t beyond;

	if (v->kind == FIN_VALUE_IMM)
		return ~v->lo;
	if (v->kind != FIN_VALUE_REG)
		return 0;
	beyond = ~bits_below(p->f->regs[v->reg].bits);
	if (p->def[v->reg] == NULL || depth == 0)
		return beyond;
	return zeros_of_inst(p, p->def[v->reg], depth - 1) | beyond;
}

/* ---- sums ----------------------------------------------------------------------------------- */

static bool is_sum(const struct pass *p, const struct fin_inst *i)
{
	const struct isa_type *t;

	if (i->lowering != ISA_LOWER_LOGIC || i->isa->opcode != BRIG_OPCODE_OR)
		return false;
	t = isa_type_find(i->isa->type);
	return t->count == 1 && (t->bits == 32 || t->bits == 64) &&
	       (zeros_of(p, &i->operands[1].v[0], FIN_LIMIT_ORS) |
		       zeros_of(p, &i->operands[2].v[0], FIN_LIMIT_ORS)) == UINT64_MAX;
}

static void make_sum(const struct pass *p, struct fin_inst *i)
{
	bool is_long = isa_type_find(i->isa->type)->bits == 64;
	uint16_t type = is_long ? BRIG_TYPE_U64 : BRIG_TYPE_U32;
	struct fin_inst *sum = fin_inst_new(p->f->module, i, ISA_LOWER_ARITH,
		(struct isa_inst){.opcode = BRIG_OPCODE_ADD, .type = type}, i->operands, 3);

	for (unsigned k = 0; k < 3; k++)
		sum->operands[k].type = type;
	sum->next = i->next;
	*i = *sum;
}

void fin_ors_to_sums(struct fin_function *f)
{
	struct pass p = {.f = f};

	if (f->module->step_by_step || f->module->profile != NULL)
		return;
	p.def = mem_new(f->reg_count, sizeof *p.def);
	find_definitions(&p);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (is_sum(&p, i))
				make_sum(&p, i);
	mem_free(p.def);
}
