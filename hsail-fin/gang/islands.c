/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Islands of scalar code. An atomic or a counter runs for one lane after the other. What only it
 * needs - the load of an index, sums and shifts - would be made as vectors and taken apart again by
 * way of the memory. So such instructions go with it, lane by lane.
 *
 * Of a store at one address only what the last lane stores is left, and a gather takes as long as
 * the loads of all lanes. So what only such a store needs is computed for that lane alone. */
#include "ir/lowering.h"
#include "gang/islands.h"
#include "gang/gang_lowerings.h"
#include "ir/exceptions.h"
#include "ir/limits.h"

struct islands {
	struct fin_function *f;
	const struct fin_shapes *s;
	uint32_t *left; /* by register: uses that are not in the island at hand */
	struct fin_inst **at;
	uint32_t count;
};

static bool is_varying(const struct islands *p, uint32_t reg)
{
	return p->s->of[reg].kind == FIN_SHAPE_VARYING;
}

/* Whether the instruction is a store at one address of something that varies. */
static bool is_of_last(const struct islands *p, const struct fin_inst *i)
{
	struct fin_lane_shape a;

	if (i->lowering != ISA_LOWER_STORE || !fin_is_access(i) || i->is_counter ||
		i->operands[0].count != 1 || i->operands[0].v[0].kind != FIN_VALUE_REG ||
		(i->isa->segment != BRIG_SEGMENT_GLOBAL && i->isa->segment != BRIG_SEGMENT_GROUP))
		return false;
	a = fin_address_shape(p->f, p->s, i, 1);
	return fin_is_uniform(a) && !a.risky && is_varying(p, i->operands[0].v[0].reg);
}

static bool is_root(const struct islands *p, const struct fin_inst *i)
{
	const struct fin_operand *a;

	if (is_of_last(p, i))
		return true;

	if (i->lowering == ISA_LOWER_STORE && i->is_counter)
		a = &i->operands[1];
	else if (i->isa != NULL && i->isa->opcode == BRIG_OPCODE_ATOMICNORET)
		a = &i->operands[0];
	else
		return false;
	return a->has_reg && is_varying(p, a->reg);
}

static bool is_plain(const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_ARITH:
	case ISA_LOWER_SHIFT:
	case ISA_LOWER_LOGIC:
	case ISA_LOWER_MOV:
	case ISA_LOWER_CVT:
	case ISA_LOWER_CMOV:
		return !fin_may_except(i) && i->isa->pack == BRIG_PACK_NONE;
	default:
		return false;
	}
}

/* Whether a load may wait until lanes before it have run the root. */
static bool may_wait(const struct fin_inst *i, const struct fin_island *island, bool wrote)
{
	const struct fin_inst *root = island->root;

	if (i->is_counter)
		return root->is_counter;
	if (i->lowering != ISA_LOWER_LOAD || !fin_is_access(i) || i->operands[0].count != 1 ||
		wrote)
		return false;
	if (island->is_of_last)
		return i->isa->segment == BRIG_SEGMENT_GLOBAL ||
		       i->isa->segment == BRIG_SEGMENT_GROUP ||
		       i->isa->segment == BRIG_SEGMENT_READONLY;
	if (root->isa->segment == BRIG_SEGMENT_FLAT)
		return i->isa->segment == BRIG_SEGMENT_READONLY;
	return i->isa->segment != root->isa->segment &&
	       (i->isa->segment == BRIG_SEGMENT_GLOBAL || i->isa->segment == BRIG_SEGMENT_GROUP ||
		       i->isa->segment == BRIG_SEGMENT_READONLY);
}

/* Takes the uses of an instruction in or out of the island. */
static void count_uses(struct islands *p, const struct fin_inst *i, int by)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		p->left[regs[n - 1]] += (uint32_t)by;
}

/* Whether only the island needs what the instruction computes for each lane. */
static bool is_for_island(const struct islands *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return i->island == NULL && fin_inst_defs(i, regs) == 1 && !fin_inst_keeps_dest(i) &&
	       p->left[regs[0]] == 0 && is_varying(p, regs[0]) && p->s->def[regs[0]] == i;
}

/* Finds what goes with instruction number `at`, a root. */
static void grow(struct islands *p, uint32_t at)
{
	struct fin_inst *root = p->at[at];
	struct fin_island *island = ARENA_NEW(p->f->module->arena, struct fin_island);
	unsigned loads = 0, others = 0;
	bool wrote = false, counts = !root->is_counter;
	uint32_t k;

	island->root = island->first = root;
	island->is_of_last = is_of_last(p, root);
	count_uses(p, root, -1);
	for (k = at; k-- > 0 && at - k < FIN_LIMIT_ISLAND_SPAN;) {
		struct fin_inst *i = p->at[k];

		if (is_for_island(p, i) && (is_plain(i) || may_wait(i, island, wrote))) {
			i->island = island;
			island->first = i;
			count_uses(p, i, -1);
			counts |= i->is_counter;
			loads += i->lowering == ISA_LOWER_LOAD;
			others += i->lowering != ISA_LOWER_LOAD;
		}
		wrote |= fin_may_write(i);
	}
	root->island = island;
	for (k++; k <= at; k++) {
		if (p->at[k]->island != island)
			continue;
		count_uses(p, p->at[k], 1);
		if (!island->is_of_last && (!counts || loads == 0 || others > FIN_LIMIT_ISLAND))
			p->at[k]->island = NULL;
	}
}

static void look_at_block(struct islands *p, const struct fin_block *b)
{
	uint32_t n = 0;
	bool any = false;

	for (struct fin_inst *i = b->first; i != NULL; i = i->next, n++)
		any |= is_root(p, i);
	if (!any)
		return;
	p->at = mem_new(n, sizeof *p->at);
	p->count = 0;
	for (struct fin_inst *i = b->first; i != NULL; i = i->next)
		p->at[p->count++] = i;
	for (uint32_t k = 0; k < n; k++)
		if (is_root(p, p->at[k]))
			grow(p, k);
	mem_free(p->at);
}

void fin_islands(struct fin_function *f, const struct fin_shapes *s)
{
	struct islands p = {.f = f, .s = s};

	if (fin_each_counts(f))
		return;
	p.left = fin_count_uses(f);
	for (size_t k = 0; k < f->block_count; k++)
		look_at_block(&p, f->blocks[k]);
}
