/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Large kernels are cut where all work-items come by, as if there were barriers: LLVM's time grows
 * faster than its functions do, and regions can lie in functions of their own (pieces.c).
 *
 * That is at blocks which no edge of the graph leads past, in reverse post-order, and which so are
 * in no loop. Edges to a short end of the kernel do not count: work-items that end early are known
 * to regions. Where only some work-items may have passed a barrier, there is no cut: those that
 * have left a loop need not wait at its barriers any more, but must not wait at another one.
 *
 * Kernels whose regions have much in common are cut as well, whatever their length: after each of
 * a hundred ifs with a barrier, all that follows would be there twice. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"

enum {
	LONG_BLOCK = FIN_LIMIT_CUT / 2,
	SHORT_TAIL = 8, /* instructions before a ret */
};

static uint32_t length(const struct fin_block *b)
{
	uint32_t n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		n++;
	return n;
}

/* Wavebarriers let waves part between two cuts. */
static bool waves_part(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.of_wave)
			return true;
	return false;
}

/* The rest of the block, after `i`, gets a block of its own. */
static struct fin_block *split_after(struct fin_function *f, struct fin_block *b,
	struct fin_inst *i)
{
	struct fin_block *rest = fin_block_new(f);

	rest->first = i->next;
	rest->last = b->last;
	rest->term = b->term;
	b->last = i;
	i->next = NULL;
	fin_term_set(f->module, b, FIN_TERM_BR, 1);
	b->term.succ[0] = rest;
	b->term.off = rest->term.off;
	b->term.loc = rest->term.loc;
	return rest;
}

static struct fin_inst *nth(const struct fin_block *b, uint32_t n)
{
	struct fin_inst *i = b->first;

	while (n-- > 0)
		i = i->next;
	return i;
}

static void split_long_blocks(struct fin_function *f)
{
	size_t count = f->block_count;

	for (size_t k = 0; k < count; k++) {
		struct fin_block *b = f->blocks[k];

		for (uint32_t left = length(b); left > 2 * LONG_BLOCK; left -= LONG_BLOCK)
			b = split_after(f, b, nth(b, LONG_BLOCK - 1));
	}
	fin_cfg_renumber(f);
}

static bool is_short_tail(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_RET && length(b) <= SHORT_TAIL;
}

/* By block: how many edges lead past it, or go back to it or before it. */
static uint32_t *count_edges_past(const struct fin_function *f)
{
	int64_t *change = mem_new(f->block_count + 2, sizeof *change), sum = 0;
	uint32_t *past = mem_new(f->block_count, sizeof *past);

	for (size_t k = 0; k < f->block_count; k++)
		for (uint32_t i = 0; i < f->blocks[k]->term.succ_count; i++) {
			const struct fin_block *to = f->blocks[k]->term.succ[i];

			if (to->index <= k) {
				change[to->index]++;
				change[k + 1]--;
			} else if (!is_short_tail(to)) {
				change[k + 1]++;
				change[to->index]--;
			}
		}
	for (size_t k = 0; k < f->block_count; k++) {
		sum += change[k];
		past[k] = (uint32_t)sum;
	}
	free(change);
	return past;
}

static void cut_before(struct fin_function *f, struct fin_block *to)
{
	struct fin_block *cut = fin_block_new(f);

	fin_term_set(f->module, cut, FIN_TERM_BARRIER, 1);
	cut->term.width = BRIG_WIDTH_ALL;
	cut->term.succ[0] = to;
	cut->term.off = to->term.off;
	cut->term.loc = to->first != NULL ? to->first->loc : to->term.loc;
	for (uint32_t p = 0; p < to->pred_count; p++) {
		struct fin_term *t = &to->preds[p]->term;

		for (uint32_t k = 0; k < t->succ_count; k++)
			if (t->succ[k] == to)
				t->succ[k] = cut;
	}
}

/* Blocks are in many regions each. */
static bool regions_overlap(struct fin_function *f)
{
	struct fin_regions rs;
	size_t sum = 0;

	fin_regions_find(f, &rs);
	for (uint32_t r = 0; r < rs.count; r++)
		for (size_t w = 0; w < rs.regions[r].blocks.count; w++)
			sum += (unsigned)__builtin_popcountll(rs.regions[r].blocks.words[w]);
	return sum > FIN_LIMIT_OVERLAP * f->block_count + FIN_LIMIT_OVERLAP_BLOCKS;
}

/* Where the walk over the blocks is. */
struct way {
	uint32_t since; /* instructions since the last cut */
	bool together;  /* all have passed the same barriers */
	bool parted;    /* some branch since all came by may have parted them */
	bool rejoin;    /* after a barrier that not all ways have */
};

static void pass_block(struct way *w, const struct fin_block *b, bool is_passed, bool diverges)
{
	w->since += length(b);
	w->together |= !is_passed && !w->parted;
	if (!is_passed && w->together)
		w->parted = false;
	w->parted |= diverges;
	if (b->term.kind == FIN_TERM_BARRIER) {
		w->since = 0;
		w->together = !is_passed;
		w->parted &= is_passed;
		w->rejoin = is_passed;
	}
}

void fin_cut(struct fin_function *f)
{
	bool is_long = fin_instruction_count(f) > 2 * FIN_LIMIT_CUT, overlaps;
	struct way w = {.together = true};
	struct fin_uniformity u;
	uint32_t *past;
	size_t count;

	if (waves_part(f))
		return;
	overlaps = regions_overlap(f);
	if (!is_long && !overlaps)
		return;
	if (is_long)
		split_long_blocks(f);
	fin_uniform(f, &u);
	past = count_edges_past(f);
	count = f->block_count;
	for (size_t k = 1; k < count; k++) {
		struct fin_block *b = f->blocks[k];
		bool joins, is_due;

		pass_block(&w, f->blocks[k - 1], past[k - 1] > 0,
			fin_bits_has(&u.divergent, k - 1));
		joins = overlaps && w.rejoin && !w.parted;
		is_due = joins || (w.together && w.since >= FIN_LIMIT_CUT);
		if (past[k] > 0 || !is_due || is_short_tail(b))
			continue;
		cut_before(f, b);
		w = (struct way){.together = true};
	}
	free(past);
	fin_cfg_renumber(f);
}
