/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building blocks of the own IR: constructors, and which registers an instruction uses. */
#include "hsaemu/kernel_abi.h"
#include "ir/ir.h"
#include "ir/bits.h"
#include "ir/cfg.h"

struct fin_function *fin_function_new(struct fin_module *m)
{
	struct fin_function *f = ARENA_NEW(m->arena, struct fin_function);

	f->module = m;
	return f;
}

void fin_function_release(struct fin_function *f)
{
	mem_free(f->regs);
	mem_free(f->locals);
	mem_free(f->blocks);
	f->regs = NULL;
	f->locals = NULL;
	f->blocks = NULL;
	f->reg_count = f->local_count = f->block_count = 0;
}

void fin_module_release(struct fin_module *m)
{
	for (size_t i = 0; i < m->function_count; i++)
		fin_function_release(m->functions[i]);
	mem_free(m->functions);
	mem_free(m->variables);
	mem_free(m->addresses);
}

uint32_t fin_reg_new(struct fin_function *f, struct fin_reg r)
{
	ARRAY_GROW(f->regs, f->reg_count, f->reg_cap);
	f->regs[f->reg_count] = r;
	return (uint32_t)f->reg_count++;
}

uint32_t fin_local_new(struct fin_function *f, const struct fin_variable *v)
{
	ARRAY_GROW(f->locals, f->local_count, f->local_cap);
	f->locals[f->local_count] = (struct fin_local){.var = v};
	return (uint32_t)f->local_count++;
}

uint32_t fin_local_of(struct fin_function *f, const struct fin_variable *v)
{
	for (size_t i = 0; i < f->local_count; i++)
		if (f->locals[i].var == v)
			return (uint32_t)i;
	return fin_local_new(f, v);
}

struct fin_block *fin_block_new(struct fin_function *f)
{
	struct fin_block *b = ARENA_NEW(f->module->arena, struct fin_block);

	ARRAY_GROW(f->blocks, f->block_count, f->block_cap);
	b->index = (uint32_t)f->block_count;
	f->blocks[f->block_count++] = b;
	return b;
}

void fin_block_append(struct fin_block *b, struct fin_inst *i)
{
	i->next = NULL;
	if (b->last != NULL)
		b->last->next = i;
	else
		b->first = i;
	b->last = i;
}

void fin_term_set(struct fin_module *m, struct fin_block *b, enum fin_term_kind kind,
	uint32_t succ_count)
{
	b->term.kind = kind;
	b->term.succ_count = succ_count;
	b->term.succ = ARENA_ARRAY(m->arena, struct fin_block *, succ_count);
}

struct fin_inst *fin_inst_new(struct fin_module *m, const struct fin_inst *like,
	enum isa_lowering lowering, struct isa_inst isa, const struct fin_operand *operands,
	uint8_t count)
{
	struct fin_inst *i = ARENA_NEW(m->arena, struct fin_inst);
	struct isa_inst *copy = ARENA_NEW(m->arena, struct isa_inst);

	*copy = isa;
	copy->operand_count = count;
	*i = (struct fin_inst){.isa = copy,
		.lowering = lowering,
		.off = like->off,
		.loc = like->loc,
		.operand_count = count,
		.operands = ARENA_ARRAY(m->arena, struct fin_operand, count)};
	memcpy(i->operands, operands, count * sizeof *operands);
	return i;
}

static uint16_t bit_type(unsigned bits)
{
	return bits == 1    ? BRIG_TYPE_B1
	       : bits == 32 ? BRIG_TYPE_B32
	       : bits == 64 ? BRIG_TYPE_B64
	                    : BRIG_TYPE_B128;
}

struct fin_inst *fin_move_new(struct fin_function *f, const struct fin_inst *like, uint32_t from,
	uint32_t to)
{
	struct fin_inst *i = ARENA_NEW(f->module->arena, struct fin_inst);

	i->lowering = ISA_LOWER_MOV;
	i->off = like->off;
	i->loc = like->loc;
	i->operand_count = 2;
	i->operands = ARENA_ARRAY(f->module->arena, struct fin_operand, 2);
	for (unsigned k = 0; k < 2; k++)
		i->operands[k] =
			fin_reg_operand(k == 0 ? to : from, bit_type(f->regs[from].bits), k == 0);
	return i;
}

struct fin_operand fin_reg_operand(uint32_t reg, uint16_t type, bool is_dest)
{
	return (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = type,
		.is_dest = is_dest,
		.count = 1,
		.v[0] = {.kind = FIN_VALUE_REG, .reg = reg}};
}

static bool carries_values(const struct fin_operand *o)
{
	return o->kind == FIN_OPND_VALUES || o->kind == FIN_OPND_PROMOTED;
}

bool fin_inst_keeps_dest(const struct fin_inst *i)
{
	if (i->isa == NULL)
		return false;
	return i->isa->pack == BRIG_PACK_S || i->isa->pack == BRIG_PACK_SS ||
	       i->isa->pack == BRIG_PACK_SSSAT || i->isa->pack == BRIG_PACK_SSAT;
}

unsigned fin_inst_uses(const struct fin_inst *i, uint32_t regs[FIN_MAX_REGS])
{
	unsigned n = 0;

	for (unsigned k = 0; k < i->operand_count; k++) {
		const struct fin_operand *o = &i->operands[k];

		if (o->kind == FIN_OPND_ADDRESS && o->has_reg)
			regs[n++] = o->reg;
		if (!carries_values(o) || (o->is_dest && !fin_inst_keeps_dest(i)))
			continue;
		for (unsigned e = 0; e < o->count; e++)
			if (o->v[e].kind == FIN_VALUE_REG)
				regs[n++] = o->v[e].reg;
	}
	return n;
}

unsigned fin_inst_defs(const struct fin_inst *i, uint32_t regs[FIN_MAX_REGS])
{
	unsigned n = 0;

	for (unsigned k = 0; k < i->operand_count; k++) {
		const struct fin_operand *o = &i->operands[k];

		if (!carries_values(o) || !o->is_dest)
			continue;
		for (unsigned e = 0; e < o->count; e++)
			regs[n++] = o->v[e].reg;
	}
	return n;
}

static void rename_operand(struct fin_operand *o, const uint32_t *map)
{
	if (o->kind == FIN_OPND_ADDRESS && o->has_reg)
		o->reg = map[o->reg];
	if (!carries_values(o))
		return;
	for (unsigned e = 0; e < o->count; e++)
		if (o->v[e].kind == FIN_VALUE_REG)
			o->v[e].reg = map[o->v[e].reg];
}

void fin_inst_rename(struct fin_inst *i, const uint32_t *map)
{
	for (unsigned k = 0; k < i->operand_count; k++)
		rename_operand(&i->operands[k], map);
}

void fin_inst_rename_only(struct fin_inst *i, bool dest, const uint32_t *map)
{
	for (unsigned k = 0; k < i->operand_count; k++)
		if (i->operands[k].is_dest == dest)
			rename_operand(&i->operands[k], map);
}

/* A binary search: fill_preds() in cfg.c enters predecessors in the order of their numbers. */
uint32_t fin_first_edge(const struct fin_block *to, const struct fin_block *from)
{
	uint32_t low = 0, high = to->pred_count;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (to->preds[mid]->index < from->index)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == to->pred_count || to->preds[low] != from)
		BUG("no edge between blocks");
	return low;
}

uint32_t fin_phi_source(const struct fin_phi *phi, const struct fin_block *to,
	const struct fin_block *from)
{
	return phi->from[fin_first_edge(to, from)];
}

void fin_only_definitions(const struct fin_function *f, struct fin_inst **def)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_bits twice = fin_bits_new(f->module->arena, f->reg_count);

	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
				if (def[regs[n - 1]] != NULL)
					fin_bits_add(&twice, regs[n - 1]);
				def[regs[n - 1]] = i;
			}
	for (size_t g = 0; g < f->reg_count; g++)
		if (fin_bits_has(&twice, g))
			def[g] = NULL;
}

bool fin_has_lowering(const struct fin_function *f, enum isa_lowering lowering)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == lowering)
				return true;
	return false;
}

uint32_t fin_instruction_count(const struct fin_function *f)
{
	uint32_t n = 0;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n++;
	return n;
}

bool fin_width_has_wave(uint8_t width)
{
	return width >= BRIG_WIDTH_32 && width <= BRIG_WIDTH_ALL;
}

/* The variable is no directive of BRIG. Its `off` is above all others, because the array of
 * variables is sorted by `off`. */
const struct fin_variable *fin_handle_variable(struct fin_module *m, struct fin_function *f)
{
	struct fin_variable *v;

	if (f->handle != NULL)
		return f->handle;
	v = ARENA_NEW(m->arena, struct fin_variable);
	*v = (struct fin_variable){.off = UINT32_MAX,
		.index = (uint32_t)m->variable_count,
		.name = f->name,
		.type = isa_type_find(BRIG_TYPE_U8),
		.segment = BRIG_SEGMENT_READONLY,
		.linkage = BRIG_LINKAGE_NONE,
		.module_scope = true,
		.align = HSAEMU_FD_BYTES,
		.handle_of = f};
	ARRAY_GROW(m->variables, m->variable_count, m->variable_cap);
	m->variables[m->variable_count++] = v;
	return f->handle = v;
}

double fin_float_immediate(const struct fin_value *v, unsigned bits)
{
	uint32_t low = (uint32_t)v->lo;
	float f;
	double d;

	memcpy(&f, &low, sizeof f);
	memcpy(&d, &v->lo, sizeof d);
	return bits == 32 ? (double)f : d;
}

const struct fin_inst **fin_list_insts(const struct fin_block *b, size_t *count)
{
	const struct fin_inst **list;
	size_t n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		n++;
	*count = n;
	list = mem_new(n + 1, sizeof *list);
	n = 0;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		list[n++] = i;
	return list;
}

uint32_t *fin_count_uses(const struct fin_function *f)
{
	uint32_t *uses = ARENA_ARRAY(f->module->arena, uint32_t, f->reg_count);
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_block *b = f->blocks[k];

		for (uint32_t p = 0; p < b->phi_count; p++)
			for (uint32_t e = 0; e < b->pred_count; e++)
				uses[b->phis[p].from[e]]++;
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
				uses[regs[n - 1]]++;
		if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
			uses[b->term.value.reg]++;
	}
	return uses;
}
