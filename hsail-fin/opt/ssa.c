/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Static single assignment over the whole function, where a barrier is an edge like any other. Phis
 * are placed at iterated dominance frontiers, where the register is live (Cytron et al.; pruned).
 * Registers with one definition that reaches all their uses keep their names; after split_webs.c
 * most are of this kind. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "opt/opt_passes.h"

struct ssa_pass {
	struct fin_function *f;
	struct arena scratch;
	uint32_t *idom; /* by block: immediate dominator */
	struct fin_frontiers frontiers;
	struct fin_bits many; /* registers that get a new name for each definition */
	size_t old_regs;
	uint32_t *current; /* by old register: the name of its value at this place of the walk */
	uint32_t **phi_of; /* by block: the old register of each of its phis */
	uint32_t *phi_cap;
	uint32_t *old_phis; /* by block: how many phis it had before */
	uint32_t *filled;   /* by block: 1 + the last block from which its phis have got sources */
};

/* ---- phis ----------------------------------------------------------------------------------- */

static void note_definition(struct ssa_pass *p, struct fin_bits *once, uint32_t reg)
{
	fin_bits_add(fin_bits_has(once, reg) ? &p->many : once, reg);
}

/* Finds registers with several definitions, or with one that does not reach every use. */
static void find_many(struct ssa_pass *p, struct fin_live *live)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_bits once = fin_bits_new(&p->scratch, p->f->reg_count);

	for (uint32_t r = 0; r < p->f->reg_count; r++) {
		fin_live_of(live, r);
		if (fin_live_at(live, 0))
			fin_bits_add(&once, r);
	}
	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++)
			note_definition(p, &once, b->phis[i].reg);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				note_definition(p, &once, regs[n - 1]);
	}
}

static void add_phi(struct ssa_pass *p, uint32_t block, uint32_t reg)
{
	struct fin_block *b = p->f->blocks[block];
	uint32_t n = b->phi_count;

	if (n == p->phi_cap[block]) {
		struct fin_phi *old = b->phis;
		uint32_t *old_of = p->phi_of[block];

		p->phi_cap[block] = n == 0 ? 8 : 2 * n;
		b->phis = ARENA_ARRAY(p->f->module->arena, struct fin_phi, p->phi_cap[block]);
		p->phi_of[block] = ARENA_ARRAY(&p->scratch, uint32_t, p->phi_cap[block]);
		if (n > 0) {
			memcpy(b->phis, old, n * sizeof *old);
			memcpy(p->phi_of[block], old_of, n * sizeof *old_of);
		}
	}
	p->phi_of[block][n] = reg;
	b->phis[n] =
		(struct fin_phi){.from = ARENA_ARRAY(p->f->module->arena, uint32_t, b->pred_count)};
	b->phi_count++;
}

/* A block that defines a register of `many`. Sites are sorted by register. */
struct site {
	uint32_t reg, block;
};

static int compare_sites(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	if (x->reg != y->reg)
		return x->reg < y->reg ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

struct sites {
	struct site *site;
	size_t count, cap;
};

static void add_site(const struct ssa_pass *p, struct sites *s, uint32_t reg, uint32_t block)
{
	if (!fin_bits_has(&p->many, reg))
		return;
	ARRAY_GROW(s->site, s->count, s->cap);
	s->site[s->count++] = (struct site){reg, block};
}

static struct site *collect_sites(struct ssa_pass *p, size_t *count)
{
	uint32_t regs[FIN_MAX_REGS];
	struct sites s = {0};

	for (uint32_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++)
			add_site(p, &s, b->phis[i].reg, k);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				add_site(p, &s, regs[n - 1], k);
	}
	if (s.count > 0)
		qsort(s.site, s.count, sizeof *s.site, compare_sites);
	*count = s.count;
	return s.site;
}

static void place_phis(struct ssa_pass *p, struct fin_live *live)
{
	size_t count, blocks = p->f->block_count;
	struct site *sites = collect_sites(p, &count);
	uint32_t *work = mem_new(blocks, sizeof *work);
	uint32_t *queued = mem_new(blocks, sizeof *queued), *has = mem_new(blocks, sizeof *has);

	for (size_t first = 0, end; first < count; first = end) {
		uint32_t reg = sites[first].reg, mark = reg + 1;
		size_t n = 0;

		fin_live_of(live, reg);
		for (end = first; end < count && sites[end].reg == reg; end++)
			if (queued[sites[end].block] != mark) {
				queued[sites[end].block] = mark;
				work[n++] = sites[end].block;
			}
		while (n > 0) {
			uint32_t b = work[--n];

			for (uint32_t k = p->frontiers.first[b]; k < p->frontiers.first[b + 1];
				k++) {
				uint32_t join = p->frontiers.node[k];

				if (has[join] == mark || !fin_live_at(live, join))
					continue;
				has[join] = mark;
				add_phi(p, join, reg);
				if (queued[join] != mark) {
					queued[join] = mark;
					work[n++] = join;
				}
			}
		}
	}
	mem_free(has);
	mem_free(queued);
	mem_free(work);
	mem_free(sites);
}

/* ---- renaming ------------------------------------------------------------------------------- */

/* A register's name before the walk entered a block, to be restored when the walk leaves it. */
struct undo {
	uint32_t reg, name;
};
struct walk {
	struct undo *log;
	size_t count, cap;
};

static uint32_t new_name(struct ssa_pass *p, struct walk *w, uint32_t reg)
{
	ARRAY_GROW(w->log, w->count, w->cap);
	w->log[w->count++] = (struct undo){reg, p->current[reg]};
	p->current[reg] = fin_reg_new(p->f, p->f->regs[reg]);
	return p->current[reg];
}

static void rename_operand(struct ssa_pass *p, struct walk *w, struct fin_operand *o)
{
	if (o->kind == FIN_OPND_ADDRESS && o->has_reg)
		o->reg = p->current[o->reg];
	if (o->kind != FIN_OPND_VALUES && o->kind != FIN_OPND_PROMOTED)
		return;
	for (unsigned e = 0; e < o->count; e++) {
		uint32_t *reg = &o->v[e].reg;

		if (o->v[e].kind != FIN_VALUE_REG)
			continue;
		if (o->is_dest && fin_bits_has(&p->many, *reg))
			*reg = new_name(p, w, *reg);
		else
			*reg = p->current[*reg];
	}
}

/* Renames sources before destinations. An instruction that keeps part of its destination gets a
 * copy of the old value to the new name first; *link is what points to the instruction. */
static void rename_inst(struct ssa_pass *p, struct walk *w, struct fin_inst *i,
	struct fin_inst **link)
{
	uint32_t kept = UINT32_MAX;

	if (fin_inst_keeps_dest(i))
		kept = p->current[i->operands[0].v[0].reg];
	for (unsigned dest = 0; dest < 2; dest++)
		for (unsigned k = 0; k < i->operand_count; k++)
			if (i->operands[k].is_dest == (dest == 1))
				rename_operand(p, w, &i->operands[k]);
	if (kept != UINT32_MAX && kept != i->operands[0].v[0].reg) {
		struct fin_inst *copy = fin_move_new(p->f, i, kept, i->operands[0].v[0].reg);

		copy->next = i;
		*link = copy;
	}
}

static void fill_phi_sources(struct ssa_pass *p, const struct fin_block *b)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		struct fin_block *s = b->term.succ[k];

		if (p->filled[s->index] == b->index + 1)
			continue;
		p->filled[s->index] = b->index + 1;
		if (s->phi_count == 0)
			continue;
		for (uint32_t q = fin_first_edge(s, b); q < s->pred_count && s->preds[q] == b; q++)
			for (uint32_t i = 0; i < s->phi_count; i++) {
				bool old = i < p->old_phis[s->index];

				s->phis[i].from[q] = p->current[old ? s->phis[i].from[q]
								    : p->phi_of[s->index][i]];
			}
	}
}

static void rename_block(struct ssa_pass *p, struct walk *w, struct fin_block *b)
{
	struct fin_inst **link = &b->first;

	for (uint32_t i = 0; i < b->phi_count; i++)
		if (i >= p->old_phis[b->index])
			b->phis[i].reg = new_name(p, w, p->phi_of[b->index][i]);
		else if (fin_bits_has(&p->many, b->phis[i].reg))
			b->phis[i].reg = new_name(p, w, b->phis[i].reg);
	for (struct fin_inst *i = b->first; i != NULL; link = &i->next, i = i->next)
		rename_inst(p, w, i, link);
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		b->term.value.reg = p->current[b->term.value.reg];
	fill_phi_sources(p, b);
}

/* Renames blocks down the dominator tree. */
static void rename_all(struct ssa_pass *p)
{
	size_t blocks = p->f->block_count, depth = 0;
	uint32_t *child = mem_new(blocks, sizeof *child), *sibling = mem_new(blocks, sizeof *child);
	struct {
		uint32_t block;
		size_t log;
	} *stack = mem_new(blocks, sizeof *stack);
	struct walk w = {0};

	for (size_t k = 0; k < blocks; k++)
		child[k] = sibling[k] = UINT32_MAX;
	for (size_t k = blocks; k-- > 1;) {
		sibling[k] = child[p->idom[k]];
		child[p->idom[k]] = (uint32_t)k;
	}
	stack[depth++].block = 0;
	rename_block(p, &w, p->f->blocks[0]);
	while (depth > 0) {
		uint32_t next = child[stack[depth - 1].block];

		if (next == UINT32_MAX) {
			size_t keep = stack[--depth].log;

			for (; w.count > keep; w.count--)
				p->current[w.log[w.count - 1].reg] = w.log[w.count - 1].name;
			continue;
		}
		child[stack[depth - 1].block] = sibling[next];
		stack[depth].block = next;
		stack[depth++].log = w.count;
		rename_block(p, &w, p->f->blocks[next]);
	}
	mem_free(w.log);
	mem_free(stack);
	mem_free(sibling);
	mem_free(child);
}

/* Sets the name that each register has where nothing has defined it yet. */
static void initial_names(struct ssa_pass *p)
{
	p->current = ARENA_ARRAY(&p->scratch, uint32_t, p->old_regs);
	for (uint32_t r = 0; r < p->old_regs; r++)
		/* a register of `many` keeps this name for its undefined value: no definition has
		 * it any more */
		p->current[r] = r;
}

static void note_old_phis(struct ssa_pass *p)
{
	p->old_phis = ARENA_ARRAY(&p->scratch, uint32_t, p->f->block_count);
	for (size_t k = 0; k < p->f->block_count; k++) {
		uint32_t n = p->f->blocks[k]->phi_count;

		p->old_phis[k] = p->phi_cap[k] = n;
		p->phi_of[k] = ARENA_ARRAY(&p->scratch, uint32_t, n + 1);
	}
}

void fin_ssa(struct fin_function *f)
{
	struct ssa_pass p = {.f = f, .old_regs = f->reg_count};
	struct fin_live live;

	arena_init(&p.scratch);
	p.idom = ARENA_ARRAY(&p.scratch, uint32_t, f->block_count);
	p.phi_of = ARENA_ARRAY(&p.scratch, uint32_t *, f->block_count);
	p.phi_cap = ARENA_ARRAY(&p.scratch, uint32_t, f->block_count);
	p.filled = ARENA_ARRAY(&p.scratch, uint32_t, f->block_count);
	p.many = fin_bits_new(&p.scratch, f->reg_count);
	fin_live_init(&live, f);
	fin_dominators(fin_predecessors(f), (uint32_t)f->block_count, p.idom);
	p.frontiers =
		fin_frontiers_of(&p.scratch, fin_predecessors(f), (uint32_t)f->block_count, p.idom);
	note_old_phis(&p);
	find_many(&p, &live);
	place_phis(&p, &live);
	fin_live_release(&live);
	initial_names(&p);
	rename_all(&p);
	arena_release(&p.scratch);
}
