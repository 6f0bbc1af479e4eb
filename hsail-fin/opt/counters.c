/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counters: elements of group or global memory to which a work-item adds, by a load, a sum and a
 * store, at a place that it has loaded. Histograms without atomics are made of them. Work-items may
 * add one after the other, for sums of whole numbers have no order, so the load and the store of a
 * counter need not run for all lanes before the next instruction. */
#include "ir/lowering.h"
#include "opt/opt_passes.h"
#include "ir/limits.h"

static bool is_whole_number(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);

	return t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED;
}

/* ---- a block's instructions in a row -------------------------------------------------------- */

/* The last instructions before one, the last one first. */
struct recent {
	struct fin_inst *at[FIN_LIMIT_COUNTER];
	unsigned n;
};

static void push(struct recent *r, struct fin_inst *i)
{
	if (r->n < FIN_LIMIT_COUNTER)
		r->n++;
	for (unsigned k = r->n; --k > 0;)
		r->at[k] = r->at[k - 1];
	r->at[0] = i;
}

static unsigned find_def(const struct recent *r, uint32_t reg)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned k = 0; k < r->n; k++)
		for (unsigned n = fin_inst_defs(r->at[k], regs); n > 0; n--)
			if (regs[n - 1] == reg)
				return k;
	return FIN_LIMIT_COUNTER;
}

/* Whether two registers are the same one, or a value converted in the same way. */
static bool are_same(const struct recent *r, uint32_t a, uint32_t b)
{
	unsigned x = find_def(r, a), y = find_def(r, b);
	const struct fin_inst *i, *j;

	if (a == b)
		return true;
	if (x == FIN_LIMIT_COUNTER || y == FIN_LIMIT_COUNTER)
		return false;
	i = r->at[x];
	j = r->at[y];
	return i->lowering == ISA_LOWER_CVT && j->lowering == ISA_LOWER_CVT &&
	       i->isa->type == j->isa->type && i->isa->source_type == j->isa->source_type &&
	       is_whole_number(i->isa->type) && is_whole_number(i->isa->source_type) &&
	       i->operands[1].v[0].kind == FIN_VALUE_REG &&
	       j->operands[1].v[0].kind == FIN_VALUE_REG &&
	       i->operands[1].v[0].reg == j->operands[1].v[0].reg;
}

static bool access_same(const struct recent *r, const struct fin_inst *i, const struct fin_inst *j)
{
	const struct fin_operand *a = &i->operands[1], *b = &j->operands[1];

	return i->isa->segment == j->isa->segment && i->operands[0].count == 1 &&
	       j->operands[0].count == 1 &&
	       isa_type_find(i->isa->type)->bits == isa_type_find(j->isa->type)->bits &&
	       a->global == b->global && a->local == b->local && a->offset == b->offset &&
	       a->has_reg && b->has_reg && are_same(r, a->reg, b->reg);
}

/* Whether the register is made of something that was loaded a short time ago. */
static bool was_loaded(const struct recent *r, uint32_t reg, unsigned depth)
{
	unsigned k = find_def(r, reg);
	uint32_t regs[FIN_MAX_REGS];

	if (k == FIN_LIMIT_COUNTER || depth == 0)
		return false;
	if (r->at[k]->lowering == ISA_LOWER_LOAD)
		return fin_is_access(r->at[k]) && r->at[k]->operands[1].has_reg;
	for (unsigned n = fin_inst_uses(r->at[k], regs); n > 0; n--)
		if (was_loaded(r, regs[n - 1], depth - 1))
			return true;
	return false;
}

/* ---- counters ------------------------------------------------------------------------------- */

static bool is_counted_in(uint8_t segment)
{
	return segment == BRIG_SEGMENT_GROUP || segment == BRIG_SEGMENT_GLOBAL;
}

/* The load of what the sum is made of, if that is what `store` overwrites, else NULL. */
static struct fin_inst *load_of(const struct recent *r, const struct fin_inst *store,
	const struct fin_inst *sum, const uint32_t *uses)
{
	bool is_difference = sum->isa->opcode == BRIG_OPCODE_SUB;

	for (unsigned k = 1; k < (is_difference ? 2 : 3); k++) {
		const struct fin_value *v = &sum->operands[k].v[0];
		unsigned at = v->kind == FIN_VALUE_REG ? find_def(r, v->reg) : FIN_LIMIT_COUNTER;

		if (at == FIN_LIMIT_COUNTER || uses[v->reg] != 1)
			continue;
		if (r->at[at]->lowering == ISA_LOWER_LOAD && fin_is_access(r->at[at]) &&
			access_same(r, r->at[at], store)) {
			for (unsigned j = 0; j < at; j++)
				if (fin_may_write(r->at[j]))
					return NULL;
			return r->at[at];
		}
	}
	return NULL;
}

static void find_counter(const struct recent *r, struct fin_inst *store, const uint32_t *uses)
{
	const struct fin_value *v = &store->operands[0].v[0];
	const struct fin_inst *sum;
	struct fin_inst *load;
	unsigned at;

	if (!is_counted_in(store->isa->segment) || store->operands[0].count != 1 ||
		!store->operands[1].has_reg || v->kind != FIN_VALUE_REG || uses[v->reg] != 1)
		return;
	at = find_def(r, v->reg);
	if (at == FIN_LIMIT_COUNTER)
		return;
	sum = r->at[at];
	if (sum->lowering != ISA_LOWER_ARITH || sum->isa->pack != BRIG_PACK_NONE ||
		!is_whole_number(sum->isa->type) ||
		(sum->isa->opcode != BRIG_OPCODE_ADD && sum->isa->opcode != BRIG_OPCODE_SUB))
		return;
	load = load_of(r, store, sum, uses);
	if (load == NULL || !was_loaded(r, store->operands[1].reg, FIN_LIMIT_COUNTER_DEPTH))
		return;
	load->is_counter = store->is_counter = true;
}

/* ---- results that nobody reads -------------------------------------------------------------- */

/* Makes an atomicnoret of an atomic whose result is never read. C has no other form of atomics. */
static void drop_result(struct fin_function *f, struct fin_inst *i, const uint32_t *uses)
{
	const struct fin_value *result;
	struct isa_inst *isa;

	if (!fin_is_combining_atomic(i) || i->isa->opcode != BRIG_OPCODE_ATOMIC)
		return;
	result = &i->operands[0].v[0];
	if (result->kind != FIN_VALUE_REG || uses[result->reg] != 0)
		return;
	isa = ARENA_NEW(f->module->arena, struct isa_inst);
	*isa = *i->isa;
	isa->opcode = BRIG_OPCODE_ATOMICNORET;
	isa->operand_count--;
	memmove(&isa->operands[0], &isa->operands[1], isa->operand_count * sizeof isa->operands[0]);
	i->isa = isa;
	i->operands++;
	i->operand_count--;
}

void fin_find_counters(struct fin_function *f)
{
	const uint32_t *uses;

	if (f->module->profile != NULL || f->module->step_by_step)
		return;
	uses = fin_count_uses(f);
	for (size_t k = 0; k < f->block_count; k++) {
		struct recent r = {.n = 0};

		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			drop_result(f, i, uses);
			if (i->lowering == ISA_LOWER_STORE && fin_is_access(i))
				find_counter(&r, i, uses);
			push(&r, i);
		}
	}
}
