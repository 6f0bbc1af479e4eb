/* Liveness of registers, backwards over the blocks. A phi's source is used at the end of the
 * predecessor it comes from; its register is not live at its own block's start. */
#include "regions.h"

struct block_sets {
	struct fin_bits use, def; /* read before written; written */
};

static void note_use(struct block_sets *s, uint32_t r)
{
	if (!fin_bits_has(&s->def, r))
		fin_bits_add(&s->use, r);
}

static void local_sets(const struct fin_block *b, struct block_sets *s)
{
	uint32_t regs[FIN_MAX_REGS];

	for (uint32_t k = 0; k < b->phi_count; k++)
		fin_bits_add(&s->def, b->phis[k].reg);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		unsigned n = fin_inst_uses(i, regs);

		for (unsigned k = 0; k < n; k++)
			note_use(s, regs[k]);
		n = fin_inst_defs(i, regs);
		for (unsigned k = 0; k < n; k++)
			fin_bits_add(&s->def, regs[k]);
	}
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		note_use(s, b->term.value.reg);
}

/* Sources of phis in the successors, unless the block defines them. */
static void phi_uses(const struct fin_block *b, struct block_sets *s)
{
	for (uint32_t k = 0; k < b->term.succ_count; k++) {
		const struct fin_block *to = b->term.succ[k];

		for (uint32_t p = 0; fin_may_take(&b->term, k) && p < to->pred_count; p++)
			for (uint32_t i = 0; to->preds[p] == b && i < to->phi_count; i++)
				note_use(s, to->phis[i].from[p]);
	}
}

/* in |= use | (out - def); true when it grew. */
static bool update(const struct block_sets *s, const struct fin_block *b, struct fin_bits *in)
{
	bool grew = false;

	for (size_t w = 0; w < s->use.count; w++) {
		uint64_t out = 0, all;

		for (uint32_t k = 0; k < b->term.succ_count; k++)
			if (fin_may_take(&b->term, k))
				out |= in[b->term.succ[k]->index].words[w];
		all = in[b->index].words[w] | s->use.words[w] | (out & ~s->def.words[w]);
		grew |= all != in[b->index].words[w];
		in[b->index].words[w] = all;
	}
	return grew;
}

void fin_liveness(const struct fin_function *f, struct fin_liveness *out)
{
	struct arena *a = f->module->arena;
	struct block_sets *sets = ARENA_ARRAY(a, struct block_sets, f->block_count);
	bool changed = true;

	out->in = ARENA_ARRAY(a, struct fin_bits, f->block_count);
	for (size_t k = 0; k < f->block_count; k++) {
		out->in[k] = fin_bits_new(a, f->reg_count);
		sets[k].use = fin_bits_new(a, f->reg_count);
		sets[k].def = fin_bits_new(a, f->reg_count);
		local_sets(f->blocks[k], &sets[k]);
		phi_uses(f->blocks[k], &sets[k]);
	}
	while (changed) {
		changed = false;
		for (size_t k = f->block_count; k-- > 0;)
			changed |= update(&sets[k], f->blocks[k], out->in);
	}
}
