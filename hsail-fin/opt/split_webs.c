/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Splits each register into its webs: sets of definitions that reach common uses. Producers of
 * HSAIL use few registers for many purposes; after this pass a register stands for one purpose, and
 * liveness, uniformity and rematerialisation see nearly what they would see in SSA form. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "opt/opt_passes.h"

/* 64-bit words of all sets together; larger functions stay as they are */
enum { MAX_WORDS = 1 << 22 };

struct web_pass {
	struct fin_function *f;
	struct fin_reg *old_regs;
	/* number of definitions; the first reg_count of them are the undefined values at the
	 * entry */
	size_t def_count;
	uint32_t *def_reg;         /* by definition: its register */
	uint32_t *parent;          /* by definition: union-find of webs */
	struct fin_bits *in, *out; /* by block: definitions that reach its start and its end */
	/* by register: its first definition; next_def leads from each definition to the next */
	uint32_t *reg_first;
	uint32_t *next_def;
	/* by register: a definition that reaches this place of the block, or NONE: not known yet */
	uint32_t *now;
};

#define NONE UINT32_MAX

static uint32_t find(struct web_pass *w, uint32_t d)
{
	while (w->parent[d] != d) {
		w->parent[d] = w->parent[w->parent[d]];
		d = w->parent[d];
	}
	return d;
}

static void unite(struct web_pass *w, uint32_t a, uint32_t b)
{
	a = find(w, a);
	b = find(w, b);
	if (a < b)
		w->parent[b] = a;
	else
		w->parent[a] = b;
}

static size_t count_defs(const struct fin_function *f)
{
	size_t n = f->reg_count;
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n += fin_inst_defs(i, regs);
	return n;
}

static void number_defs(struct web_pass *w)
{
	uint32_t regs[FIN_MAX_REGS];
	uint32_t d = 0;

	for (; d < w->f->reg_count; d++) {
		w->def_reg[d] = d;
		w->reg_first[d] = d;
		w->next_def[d] = UINT32_MAX;
	}
	for (size_t k = 0; k < w->f->block_count; k++)
		for (const struct fin_inst *i = w->f->blocks[k]->first; i != NULL; i = i->next) {
			unsigned n = fin_inst_defs(i, regs);

			for (unsigned j = 0; j < n; j++, d++) {
				w->def_reg[d] = regs[j];
				w->next_def[d] = w->next_def[regs[j]];
				w->next_def[regs[j]] = d;
			}
		}
	for (uint32_t i = 0; i < w->def_count; i++)
		w->parent[i] = i;
}

/* Adds definition `d` to the set in place of all others of its register. */
static void define(const struct web_pass *w, struct fin_bits *set, uint32_t d)
{
	for (uint32_t k = w->reg_first[w->def_reg[d]]; k != UINT32_MAX; k = w->next_def[k])
		fin_bits_remove(set, k);
	fin_bits_add(set, d);
}

/* Sets first[k] to the number of the first definition in block k. */
static void block_starts(const struct web_pass *w, uint32_t *first)
{
	uint32_t regs[FIN_MAX_REGS];
	uint32_t d = (uint32_t)w->f->reg_count;

	for (size_t k = 0; k < w->f->block_count; k++) {
		first[k] = d;
		for (const struct fin_inst *i = w->f->blocks[k]->first; i != NULL; i = i->next)
			d += fin_inst_defs(i, regs);
	}
}

/* Computes the definitions that reach the end of block k from those that reach its start: the last
 * one in the block, if any, replaces all others of its register. `d` is the first definition in the
 * block. True when out[k] grew. */
static bool transfer(struct web_pass *w, size_t k, uint32_t d, struct fin_bits *scratch)
{
	uint32_t regs[FIN_MAX_REGS];
	const struct fin_block *b = w->f->blocks[k];

	memcpy(scratch->words, w->in[k].words, scratch->count * sizeof *scratch->words);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--, d++)
			w->now[w->def_reg[d]] = d;
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
			uint32_t r = regs[n - 1];

			if (w->now[r] != NONE)
				define(w, scratch, w->now[r]);
			w->now[r] = NONE;
		}
	return fin_bits_union(&w->out[k], scratch);
}

static void solve(struct web_pass *w, const uint32_t *first)
{
	struct fin_bits scratch = fin_bits_new(w->f->module->arena, w->def_count);
	bool changed = true;

	for (uint32_t r = 0; r < w->f->reg_count; r++)
		fin_bits_add(&w->in[0], r);
	while (changed) {
		changed = false;
		for (size_t k = 0; k < w->f->block_count; k++) {
			const struct fin_block *b = w->f->blocks[k];

			for (uint32_t p = 0; p < b->pred_count; p++)
				(void)fin_bits_union(&w->in[k], &w->out[b->preds[p]->index]);
			changed |= transfer(w, k, first[k], &scratch);
		}
	}
}

/* Makes one web of all definitions of `reg` in the set, and returns one of them. */
static uint32_t join_reaching(struct web_pass *w, const struct fin_bits *set, uint32_t reg)
{
	uint32_t one = NONE;

	for (uint32_t k = w->reg_first[reg]; k != UINT32_MAX; k = w->next_def[k]) {
		if (!fin_bits_has(set, k))
			continue;
		if (one != NONE)
			unite(w, one, k);
		one = k;
	}
	if (one == NONE)
		BUG("no definition of register %u reaches its use", reg);
	return one;
}

/* A definition in the web that a use of `reg` at the current place of block k reads. */
static uint32_t read_by_use(struct web_pass *w, size_t k, uint32_t reg)
{
	if (w->now[reg] == NONE)
		w->now[reg] = join_reaching(w, &w->in[k], reg);
	return w->now[reg];
}

static void forget_all(struct web_pass *w, size_t reg_count)
{
	memset(w->now, 0xff, reg_count * sizeof *w->now);
}

static void unite_uses(struct web_pass *w, size_t k, uint32_t d)
{
	uint32_t regs[FIN_MAX_REGS];
	const struct fin_block *b = w->f->blocks[k];

	forget_all(w, w->f->reg_count);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		unsigned n = fin_inst_uses(i, regs);

		for (unsigned j = 0; j < n; j++)
			(void)read_by_use(w, k, regs[j]);
		n = fin_inst_defs(i, regs);
		for (unsigned j = 0; j < n; j++, d++) {
			if (fin_inst_keeps_dest(i))
				unite(w, read_by_use(w, k, regs[j]), d);
			w->now[regs[j]] = d;
		}
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		(void)read_by_use(w, k, b->term.value.reg);
}

/* The register that stands for the web of definition `d`, which is made when there is none yet. */
static uint32_t web_reg(struct web_pass *w, uint32_t *reg_of, uint32_t d)
{
	uint32_t root = find(w, d);

	if (reg_of[root] == 0)
		reg_of[root] = fin_reg_new(w->f, w->old_regs[w->def_reg[d]]) + 1;
	return reg_of[root] - 1;
}

static void rename_block(struct web_pass *w, size_t k, uint32_t d, size_t old_count,
	uint32_t *reg_of, uint32_t *map)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_block *b = w->f->blocks[k];

	forget_all(w, old_count);
	for (struct fin_inst *i = b->first; i != NULL; i = i->next) {
		uint32_t defs[FIN_MAX_REGS];
		unsigned n = fin_inst_uses(i, regs), nd = fin_inst_defs(i, defs);

		for (unsigned j = 0; j < n; j++)
			map[regs[j]] = web_reg(w, reg_of, read_by_use(w, k, regs[j]));
		for (unsigned j = 0; j < nd; j++)
			w->now[defs[j]] = d + j;
		/* sources are renamed first: a register may be source and destination */
		for (unsigned o = 0; o < i->operand_count; o++) {
			struct fin_inst one = {.operand_count = 1, .operands = &i->operands[o]};

			if (!i->operands[o].is_dest)
				fin_inst_rename(&one, map);
		}
		for (unsigned j = 0; j < nd; j++)
			map[defs[j]] = web_reg(w, reg_of, d + j);
		for (unsigned o = 0; o < i->operand_count; o++) {
			struct fin_inst one = {.operand_count = 1, .operands = &i->operands[o]};

			if (i->operands[o].is_dest)
				fin_inst_rename(&one, map);
		}
		d += nd;
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		b->term.value.reg = web_reg(w, reg_of, read_by_use(w, k, b->term.value.reg));
}

void fin_split_webs(struct fin_function *f)
{
	struct arena scratch_arena;
	struct web_pass w = {.f = f, .def_count = count_defs(f)};
	size_t old_count = f->reg_count;
	uint32_t *first, *reg_of, *map;

	if (f->reg_count == 0 || (w.def_count / 64 + 1) * (f->block_count + 1) * 2 > MAX_WORDS)
		return;
	arena_init(&scratch_arena);
	w.def_reg = ARENA_ARRAY(&scratch_arena, uint32_t, w.def_count);
	w.parent = ARENA_ARRAY(&scratch_arena, uint32_t, w.def_count);
	w.next_def = ARENA_ARRAY(&scratch_arena, uint32_t, w.def_count);
	w.reg_first = ARENA_ARRAY(&scratch_arena, uint32_t, f->reg_count);
	w.now = ARENA_ARRAY(&scratch_arena, uint32_t, f->reg_count);
	w.in = ARENA_ARRAY(&scratch_arena, struct fin_bits, f->block_count);
	w.out = ARENA_ARRAY(&scratch_arena, struct fin_bits, f->block_count);
	first = ARENA_ARRAY(&scratch_arena, uint32_t, f->block_count);
	for (size_t k = 0; k < f->block_count; k++) {
		w.in[k] = fin_bits_new(&scratch_arena, w.def_count);
		w.out[k] = fin_bits_new(&scratch_arena, w.def_count);
	}
	block_starts(&w, first);
	number_defs(&w);
	forget_all(&w, old_count);
	solve(&w, first);
	for (size_t k = 0; k < f->block_count; k++)
		unite_uses(&w, k, first[k]);
	reg_of = ARENA_ARRAY(&scratch_arena, uint32_t, w.def_count);
	map = ARENA_ARRAY(&scratch_arena, uint32_t, f->reg_count);
	w.old_regs = f->regs;
	f->regs = NULL;
	f->reg_count = f->reg_cap = 0;
	for (size_t k = 0; k < f->block_count; k++)
		rename_block(&w, k, first[k], old_count, reg_of, map);
	mem_free(w.old_regs);
	arena_release(&scratch_arena);
}
