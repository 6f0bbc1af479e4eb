/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces a register whose only definition moves an immediate to it by this immediate, where the
 * register is read. Lowerings then see the constant, and no register has to live across barriers
 * for it. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "opt/opt_passes.h"

struct pass {
	struct fin_function *f;
	const struct fin_value **value; /* by register: the immediate, or NULL */
};

static const struct fin_value *moved_constant(const struct fin_inst *i)
{
	if (i->lowering != ISA_LOWER_MOV || i->operands[1].v[0].kind != FIN_VALUE_IMM)
		return NULL;
	return &i->operands[1].v[0];
}

static void find_constants(struct pass *p)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_bits defined = fin_bits_new(p->f->module->arena, p->f->reg_count);

	for (size_t k = 0; k < p->f->block_count; k++)
		for (const struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
				uint32_t r = regs[n - 1];

				p->value[r] = fin_bits_has(&defined, r) ? NULL : moved_constant(i);
				fin_bits_add(&defined, r);
			}
}

static void replace(const struct pass *p, struct fin_value *v)
{
	if (v->kind == FIN_VALUE_REG && p->value[v->reg] != NULL)
		*v = *p->value[v->reg];
}

static void replace_sources(const struct pass *p, struct fin_inst *i)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (o->kind != FIN_OPND_VALUES || o->is_dest)
			continue;
		for (unsigned e = 0; e < o->count; e++)
			replace(p, &o->v[e]);
	}
}

void fin_constants(struct fin_function *f)
{
	struct pass p = {.f = f};

	p.value = mem_new(f->reg_count, sizeof *p.value);
	find_constants(&p);
	for (size_t k = 0; k < f->block_count; k++) {
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			replace_sources(&p, i);
		if (f->blocks[k]->term.value_bits != 0)
			replace(&p, &f->blocks[k]->term.value);
	}
	mem_free(p.value);
}
