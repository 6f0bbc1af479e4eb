/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How values change while a waiting loop goes around, and what it writes. */
#include "regions/wait_loop.h"

const struct fin_inst *fin_loop_definition(const struct fin_wait_loop *l, uint32_t reg,
	unsigned *count)
{
	const struct fin_inst *found = NULL;
	uint32_t regs[FIN_MAX_REGS];

	*count = 0;
	for (size_t k = l->head->index; k < l->end; k++)
		for (const struct fin_inst *i = l->f->blocks[k]->first;
			i != NULL && fin_bits_has(&l->in, k); i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				if (regs[n - 1] == reg) {
					found = i;
					++*count;
				}
	return found;
}

bool fin_loop_moves_on(const struct fin_wait_loop *l, uint32_t reg, unsigned depth)
{
	enum { DEEP = 8 };
	uint32_t uses[FIN_MAX_REGS];
	unsigned count;
	const struct fin_inst *i = fin_loop_definition(l, reg, &count);

	if (count != 1 || depth > DEEP)
		return count != 0;
	for (unsigned n = fin_inst_uses(i, uses); n > 0; n--)
		if (uses[n - 1] == reg || fin_loop_moves_on(l, uses[n - 1], depth + 1))
			return true;
	return false;
}

/* Whether a store puts a value into shared memory that moves on. */
static bool stores_news(const struct fin_wait_loop *l, const struct fin_inst *i)
{
	const struct fin_operand *value = NULL;

	if (i->lowering == ISA_LOWER_STORE && fin_is_shared_segment(i->isa->segment))
		value = &i->operands[0];
	else if (i->lowering == ISA_LOWER_ATOMIC && i->isa->atomic_op == BRIG_ATOMIC_ST)
		value = &i->operands[fin_atomic_address(i) + 1];
	return value != NULL && value->kind == FIN_OPND_VALUES &&
	       value->v[0].kind == FIN_VALUE_REG && fin_loop_moves_on(l, value->v[0].reg, 0);
}

bool fin_loop_writes(const struct fin_wait_loop *l)
{
	for (size_t k = l->head->index; k < l->end; k++)
		for (const struct fin_inst *i = l->f->blocks[k]->first;
			i != NULL && fin_bits_has(&l->in, k); i = i->next)
			if (stores_news(l, i))
				return true;
	return false;
}
