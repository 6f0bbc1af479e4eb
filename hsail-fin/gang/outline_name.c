/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which instructions can be outlined, and what their function takes, and makes its name
 * (outline.h). */
#include "ir/lowering.h"
#include "gang/outline.h"
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"

unsigned fin_outline_address(const struct fin_inst *i)
{
	unsigned k = 0;

	while (k < i->operand_count && i->operands[k].kind != FIN_OPND_ADDRESS)
		k++;
	return k;
}

bool fin_outline_has_address(const struct fin_inst *i)
{
	return fin_outline_address(i) < i->operand_count;
}

static bool has_plain_operands(const struct fin_inst *i)
{
	bool all = true;

	for (unsigned k = 0; k < i->operand_count; k++)
		all &= i->operands[k].kind == FIN_OPND_VALUES ||
		       (i->operands[k].kind == FIN_OPND_ADDRESS && fin_address_has_base(i, k));
	return all;
}

bool fin_may_outline(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n;

	if (i->isa == NULL || !fin_has_fact(i, FIN_OUTLINE) || !has_plain_operands(i))
		return false;
	n = fin_inst_defs(i, regs);
	if (n > 0 && g->s->of[regs[0]].kind != FIN_SHAPE_VARYING)
		return false;
	return i->lowering == ISA_LOWER_ATOMIC ? n <= 1 && !fin_gang_reduces(g, i) : n == 1;
}

bool fin_outline_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i)
{
	return fin_outline_has_address(i) || fin_gang_goes_in_turn(g, i);
}

bool fin_outline_takes_one(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg)
{
	struct fin_lane_shape s = g->s->of[reg];

	return fin_is_uniform(s) ||
	       (!fin_outline_goes_in_turn(g, i) && fin_is_part_uniform(s) && !s.risky);
}

static unsigned number_of(struct fin_outline_reads *r, uint32_t reg)
{
	unsigned k = 0;

	while (k < r->count && r->regs[k] != reg)
		k++;
	if (k == r->count)
		r->regs[r->count++] = reg;
	return k;
}

static bool is_read(const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	return o->kind == FIN_OPND_VALUES && (!o->is_dest || fin_inst_keeps_dest(i));
}

struct fin_outline_reads fin_outline_reads(const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs);
	struct fin_outline_reads r = {.count = 0};

	for (unsigned k = 0; k < n; k++)
		(void)number_of(&r, regs[k]);
	return r;
}

static void name_register(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg,
	struct fin_outline_reads *r, struct buf *out)
{
	buf_printf(out, ".%c%u_%u", fin_outline_takes_one(g, i, reg) ? 's' : 'v', number_of(r, reg),
		g->w->f->regs[reg].bits);
}

static void name_operand(const struct fin_gang *g, const struct fin_inst *i, unsigned k,
	struct fin_outline_reads *r, struct buf *out)
{
	const struct fin_operand *o = &i->operands[k];

	if (o->kind == FIN_OPND_ADDRESS && o->has_reg)
		name_register(g, i, o->reg, r, out);
	for (unsigned e = 0; o->kind == FIN_OPND_VALUES && e < o->count; e++)
		if (!is_read(i, k))
			buf_printf(out, ".d%u", g->w->f->regs[o->v[e].reg].bits);
		else if (o->v[e].kind == FIN_VALUE_REG)
			name_register(g, i, o->v[e].reg, r, out);
		else
			buf_printf(out, ".%llx_%llx", (unsigned long long)o->v[e].hi,
				(unsigned long long)o->v[e].lo);
}

bool fin_outline_name(const struct fin_gang *g, const struct fin_inst *i,
	char name[FIN_OUTLINE_NAME_BYTES])
{
	const struct isa_inst *isa = i->isa;
	struct fin_outline_reads r = {.count = 0};
	struct buf text = {0};
	size_t n;

	buf_printf(&text, FIN_SHARED_PREFIX "%s.%x.%x.%x.%x.%x.%x.%x",
		isa_opcode_find(isa->opcode)->text, isa->type, isa->source_type, isa->compare,
		fin_round_of(g->w, isa), isa->pack, isa->ftz, i->fits);
	if (fin_outline_has_address(i))
		buf_printf(&text, ".%x.%x.%x.%x.%x", isa->atomic_op, isa->memory_order,
			isa->memory_scope, isa->segment, isa->equiv);
	for (unsigned k = 0; k < i->operand_count; k++)
		name_operand(g, i, k, &r, &text);
	buf_printf(&text, ".l%u.%u.%s", g->lanes, fin_outline_goes_in_turn(g, i) ? g->parts : 1,
		g->w->l->target.cpu);
	buf_u8(&text, 0);
	n = text.len;
	if (n <= FIN_OUTLINE_NAME_BYTES)
		memcpy(name, text.data, n);
	buf_release(&text);
	return n <= FIN_OUTLINE_NAME_BYTES;
}

uint32_t fin_outline_result(const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return fin_inst_defs(i, regs) > 0 ? regs[0] : FIN_NOWHERE;
}
