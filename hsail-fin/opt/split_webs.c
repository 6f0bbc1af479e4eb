/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Splits each register into its webs: sets of definitions that reach common uses. Producers of
 * HSAIL use few registers for many purposes; after this pass a register stands for one purpose, and
 * liveness, uniformity and rematerialisation see nearly what they would see in SSA form. */
#include "ir/ir.h"
#include "opt/opt_passes.h"

/* A node is a definition, or an open use: the first use of a register in a block that has not
 * defined it before. The first definitions, one for each register, are the undefined values at the
 * entry. Open uses have the numbers behind all definitions, in the order of the blocks. */
struct web_pass {
	struct fin_function *f;
	struct fin_reg *old_regs;
	uint32_t def_count, node_count;
	uint32_t *node_reg;   /* by node: its register */
	uint32_t *node_block; /* by node: its block */
	uint32_t *parent;     /* by node: union-find of webs */
	/* by register: the head of the list of its open uses, and of its last definitions in
	 * blocks; `next` leads on from node to node */
	uint32_t *first_use, *first_def, *next;
	/* by register: the node that reaches this place, if it was set in this block, which is
	 * then `now_block` */
	uint32_t *now, *now_block;
	uint32_t next_def, next_use; /* the next nodes that a walk over all blocks comes to */
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

/* ---- a walk over all blocks ------------------------------------------------------------------ */

static void start_walk(struct web_pass *w, size_t old_count)
{
	memset(w->now_block, 0xff, old_count * sizeof *w->now_block);
	w->next_def = (uint32_t)old_count;
	w->next_use = w->def_count;
}

static void set_now(struct web_pass *w, uint32_t k, uint32_t reg, uint32_t node)
{
	w->now[reg] = node;
	w->now_block[reg] = k;
}

/* The node that a use of `reg` at the current place of block k reads. An open use is one itself. */
static uint32_t read_by_use(struct web_pass *w, uint32_t k, uint32_t reg)
{
	if (w->now_block[reg] != k)
		set_now(w, k, reg, w->next_use++);
	return w->now[reg];
}

static bool term_reads(const struct fin_block *b)
{
	return b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static size_t count_defs(const struct fin_function *f)
{
	size_t n = f->reg_count;
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n += fin_inst_defs(i, regs);
	return n;
}

/* At most so many uses can be open. */
static size_t count_uses(const struct fin_function *f)
{
	size_t n = 0;
	uint32_t regs[FIN_MAX_REGS];

	for (size_t k = 0; k < f->block_count; k++) {
		n += term_reads(f->blocks[k]);
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			n += fin_inst_uses(i, regs);
			n += fin_inst_keeps_dest(i) ? fin_inst_defs(i, regs) : 0;
		}
	}
	return n;
}

static void note_node(struct web_pass *w, uint32_t node, uint32_t k, uint32_t reg)
{
	w->node_reg[node] = reg;
	w->node_block[node] = k;
	w->parent[node] = node;
}

static uint32_t note_use(struct web_pass *w, uint32_t k, uint32_t reg)
{
	uint32_t next = w->next_use, node = read_by_use(w, k, reg);

	if (node == next) {
		note_node(w, node, k, reg);
		w->next[node] = w->first_use[reg];
		w->first_use[reg] = node;
	}
	return node;
}

static void note_def(struct web_pass *w, uint32_t k, uint32_t reg, bool keeps_dest)
{
	uint32_t kept = keeps_dest ? note_use(w, k, reg) : NONE;
	uint32_t node = w->next_def++, before = w->first_def[reg];

	note_node(w, node, k, reg);
	if (keeps_dest)
		unite(w, kept, node);
	/* only the last one in a block is in the list */
	w->next[node] = before != NONE && w->node_block[before] == k ? w->next[before] : before;
	w->first_def[reg] = node;
	set_now(w, k, reg, node);
}

static void note_block(struct web_pass *w, uint32_t k)
{
	uint32_t regs[FIN_MAX_REGS];
	const struct fin_block *b = w->f->blocks[k];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		unsigned n = fin_inst_uses(i, regs);

		for (unsigned j = 0; j < n; j++)
			(void)note_use(w, k, regs[j]);
		n = fin_inst_defs(i, regs);
		for (unsigned j = 0; j < n; j++)
			note_def(w, k, regs[j], fin_inst_keeps_dest(i));
	}
	if (term_reads(b))
		(void)note_use(w, k, b->term.value.reg);
}

static void note_nodes(struct web_pass *w)
{
	for (uint32_t r = 0; r < w->f->reg_count; r++) {
		note_node(w, r, NONE, r);
		w->first_use[r] = w->first_def[r] = NONE;
	}
	start_walk(w, w->f->reg_count);
	for (uint32_t k = 0; k < w->f->block_count; k++)
		note_block(w, k);
	w->node_count = w->next_use;
}

/* ---- webs across blocks ---------------------------------------------------------------------- */

/* What is known of the blocks for one register. Block k's elements count if its stamp is the
 * register's. */
struct live_range {
	uint32_t *open, *open_stamp; /* a node that reads what reaches the start of the block */
	uint32_t *def, *def_stamp;   /* the last definition in the block */
	uint32_t *todo;              /* blocks whose predecessors are still to be looked at */
	size_t depth;
};

static void open_block(struct web_pass *w, struct live_range *l, uint32_t reg, uint32_t k,
	uint32_t node)
{
	if (l->open_stamp[k] == reg) {
		unite(w, l->open[k], node);
		return;
	}
	l->open[k] = node;
	l->open_stamp[k] = reg;
	l->todo[l->depth++] = k;
}

/* Unites each open use of the register with all definitions that reach it. */
static void unite_reaching(struct web_pass *w, struct live_range *l, uint32_t reg)
{
	for (uint32_t d = w->first_def[reg]; d != NONE; d = w->next[d]) {
		l->def[w->node_block[d]] = d;
		l->def_stamp[w->node_block[d]] = reg;
	}
	for (uint32_t u = w->first_use[reg]; u != NONE; u = w->next[u])
		open_block(w, l, reg, w->node_block[u], u);
	while (l->depth > 0) {
		uint32_t k = l->todo[--l->depth];
		const struct fin_block *b = w->f->blocks[k];

		if (k == 0)
			unite(w, l->open[k], reg);
		for (uint32_t n = 0; n < b->pred_count; n++) {
			uint32_t p = b->preds[n]->index;

			if (l->def_stamp[p] == reg)
				unite(w, l->open[k], l->def[p]);
			else
				open_block(w, l, reg, p, l->open[k]);
		}
	}
}

static void find_webs(struct web_pass *w, struct arena *a)
{
	size_t n = w->f->block_count;
	struct live_range l = {.open = ARENA_ARRAY(a, uint32_t, n),
		.open_stamp = ARENA_ARRAY(a, uint32_t, n),
		.def = ARENA_ARRAY(a, uint32_t, n),
		.def_stamp = ARENA_ARRAY(a, uint32_t, n),
		.todo = ARENA_ARRAY(a, uint32_t, n)};

	memset(l.open_stamp, 0xff, n * sizeof *l.open_stamp);
	memset(l.def_stamp, 0xff, n * sizeof *l.def_stamp);
	for (uint32_t r = 0; r < w->f->reg_count; r++)
		unite_reaching(w, &l, r);
}

/* ---- registers for webs ---------------------------------------------------------------------- */

/* The register that stands for the web of a node, which is made when there is none yet. */
static uint32_t web_reg(struct web_pass *w, uint32_t *reg_of, uint32_t node)
{
	uint32_t root = find(w, node);

	if (reg_of[root] == 0)
		reg_of[root] = fin_reg_new(w->f, w->old_regs[w->node_reg[root]]) + 1;
	return reg_of[root] - 1;
}

static void rename_inst(struct web_pass *w, uint32_t k, struct fin_inst *i, uint32_t *reg_of,
	uint32_t *map)
{
	uint32_t regs[FIN_MAX_REGS], defs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs), nd = fin_inst_defs(i, defs);

	for (unsigned j = 0; j < n; j++)
		map[regs[j]] = web_reg(w, reg_of, read_by_use(w, k, regs[j]));
	/* sources are renamed first: a register may be source and destination */
	fin_inst_rename_only(i, false, map);
	for (unsigned j = 0; j < nd; j++) {
		if (fin_inst_keeps_dest(i))
			(void)read_by_use(w, k, defs[j]);
		set_now(w, k, defs[j], w->next_def++);
		map[defs[j]] = web_reg(w, reg_of, w->now[defs[j]]);
	}
	fin_inst_rename_only(i, true, map);
}

static void rename_all(struct web_pass *w, size_t old_count, uint32_t *reg_of, uint32_t *map)
{
	start_walk(w, old_count);
	for (uint32_t k = 0; k < w->f->block_count; k++) {
		struct fin_block *b = w->f->blocks[k];

		for (struct fin_inst *i = b->first; i != NULL; i = i->next)
			rename_inst(w, k, i, reg_of, map);
		if (term_reads(b))
			b->term.value.reg =
				web_reg(w, reg_of, read_by_use(w, k, b->term.value.reg));
	}
}

static void take_memory(struct web_pass *w, size_t nodes, struct arena *a)
{
	w->node_reg = ARENA_ARRAY(a, uint32_t, nodes);
	w->node_block = ARENA_ARRAY(a, uint32_t, nodes);
	w->parent = ARENA_ARRAY(a, uint32_t, nodes);
	w->next = ARENA_ARRAY(a, uint32_t, nodes);
	w->first_use = ARENA_ARRAY(a, uint32_t, w->f->reg_count);
	w->first_def = ARENA_ARRAY(a, uint32_t, w->f->reg_count);
	w->now = ARENA_ARRAY(a, uint32_t, w->f->reg_count);
	w->now_block = ARENA_ARRAY(a, uint32_t, w->f->reg_count);
}

void fin_split_webs(struct fin_function *f)
{
	struct arena scratch;
	struct web_pass w = {.f = f};
	size_t old_count = f->reg_count, defs = count_defs(f), nodes = defs + count_uses(f);
	uint32_t *reg_of, *map;

	if (f->reg_count == 0 || nodes >= UINT32_MAX)
		return;
	w.def_count = (uint32_t)defs;
	arena_init(&scratch);
	take_memory(&w, nodes, &scratch);
	note_nodes(&w);
	find_webs(&w, &scratch);
	reg_of = ARENA_ARRAY(&scratch, uint32_t, w.node_count);
	map = ARENA_ARRAY(&scratch, uint32_t, f->reg_count);
	w.old_regs = f->regs;
	f->regs = NULL;
	f->reg_count = f->reg_cap = 0;
	rename_all(&w, old_count, reg_of, map);
	mem_free(w.old_regs);
	arena_release(&scratch);
}
