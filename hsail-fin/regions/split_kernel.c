/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cuts large kernels where all work-items come by, as if there were barriers: LLVM's time grows
 * faster than the length of its functions, and regions can lie in functions of their own
 * (pieces.c).
 *
 * All work-items come by at a block that no edge of the graph leads past, in reverse post-order;
 * such a block is in no loop. Edges to a short block that ends the kernel do not count: regions
 * cope with work-items that end early. Where only some work-items may have passed a barrier, there
 * is no cut: those that have left a loop need not wait at its barriers any more, but they must not
 * wait at another one instead.
 *
 * Kernels whose regions have much in common are cut as well, whatever their length: otherwise all
 * that follows each of a hundred ifs with a barrier would be there twice. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/limits.h"

enum {
	LONG_BLOCK = FIN_LIMIT_CUT / 2,
	SHORT_TAIL = 8, /* most instructions of a block that ends the kernel */
};

static uint32_t length(const struct fin_block *b)
{
	uint32_t n = 0;

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		n++;
	return n;
}

/* Whether there is a wavebarrier, which lets waves part between two cuts. */
static bool waves_part(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.of_wave)
			return true;
	return false;
}

/* Moves what follows `i` in the block to a new block, which is returned. */
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

/* Counts for each block the edges that lead past it, forwards or back, and the edges back that
 * begin or end at it. */
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
	mem_free(change);
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

/* Whether blocks are in many regions on the average. */
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

/* What is known of work-items where the walk over the blocks is. */
struct way {
	uint32_t since; /* instructions since the last barrier or cut */
	bool together;  /* all work-items have passed the same barriers */
	/* a branch may have parted them since they were last together */
	bool parted;
	bool rejoin; /* the last barrier is one that some work-items do not pass */
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

void fin_split_kernel(struct fin_function *f)
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
	mem_free(past);
	fin_cfg_renumber(f);
}
