/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out where work-items that part at a branch can end or wait next. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/worklist.h"

/* What can be reached from a block without crossing a barrier. */
struct ahead {
	/* `ret`: a ret can be reached; `several`: more than one barrier can */
	bool ret, several;
	/* one such barrier, or NULL; one that is a wavebarrier, or NULL */
	const struct fin_block *barrier, *wave;
};

/* Adds what can be reached from a successor; true when `a` grew. */
static bool look_past(struct ahead *a, const struct ahead *b)
{
	struct ahead old = *a;

	a->ret |= b->ret;
	a->several |= b->several ||
	              (a->barrier != NULL && b->barrier != NULL && a->barrier != b->barrier);
	if (a->barrier == NULL)
		a->barrier = b->barrier;
	if (a->wave == NULL)
		a->wave = b->wave;
	return a->ret != old.ret || a->several != old.several || a->barrier != old.barrier ||
	       a->wave != old.wave;
}

static struct ahead *look_ahead(const struct fin_function *f)
{
	struct ahead *all = ARENA_ARRAY(f->module->arena, struct ahead, f->block_count);
	bool changed = true;

	for (size_t k = 0; k < f->block_count; k++) {
		const struct fin_term *t = &f->blocks[k]->term;

		all[k].ret = t->kind == FIN_TERM_RET;
		if (t->kind == FIN_TERM_BARRIER)
			all[k].barrier = f->blocks[k];
		if (t->of_wave)
			all[k].wave = f->blocks[k];
	}
	while (changed) {
		changed = false;
		for (size_t k = f->block_count; k-- > 0;) {
			const struct fin_term *t = &f->blocks[k]->term;

			for (uint32_t s = 0; t->kind != FIN_TERM_BARRIER && s < t->succ_count; s++)
				changed |= look_past(&all[k], &all[t->succ[s]->index]);
		}
	}
	return all;
}

bool fin_some_retire(const struct fin_function *f, const struct fin_uniformity *u)
{
	const struct ahead *all = look_ahead(f);

	for (size_t k = 0; k < f->block_count; k++)
		if (fin_bits_has(&u->divergent, k) && all[k].ret && all[k].barrier != NULL)
			return true;
	return false;
}

static bool has_wavebarrier(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		if (f->blocks[k]->term.of_wave)
			return true;
	return false;
}

bool fin_waves_stay_together(const struct fin_function *f)
{
	struct fin_uniformity u;
	const struct ahead *all;

	if (!has_wavebarrier(f))
		return true;
	fin_uniform(f, &u);
	all = look_ahead(f);
	for (size_t k = 0; k < f->block_count; k++) {
		if (fin_bits_has(&u.divergent, k) && all[k].several && all[k].wave != NULL)
			return false;
	}
	return true;
}

/* ---- barriers that work-items of a group wait at apart --------------------------------------- */

/* The barriers that control can come to next: `one` is any of them, NULL if there is none. */
struct next_barriers {
	const struct fin_block *one;
	bool several;
};

static void add_barrier(struct next_barriers *n, const struct fin_block *b)
{
	n->several |= n->one != NULL && n->one != b;
	n->one = b;
}

struct parting {
	const struct ahead *ahead;
	const struct fin_block *branch;
	const struct fin_function *f;
	struct fin_worklist ways; /* blocks to be looked at behind the branch */
	bool inside;              /* a barrier can come before the branch's post-dominator */
};

/* Finds the next barriers from a successor of the branch on. */
static struct next_barriers next_from(struct parting *p, const struct fin_block *successor)
{
	struct next_barriers n = {0};

	uint32_t at;

	fin_worklist_clear(&p->ways);
	fin_worklist_add(&p->ways, successor->index);
	while (fin_worklist_take(&p->ways, &at)) {
		const struct fin_block *b = p->f->blocks[at];

		if (b == p->branch->ipdom) {
			const struct ahead *a = &p->ahead[b->index];

			if (a->barrier != NULL)
				add_barrier(&n, a->barrier);
			n.several |= a->several;
		} else if (b->term.kind == FIN_TERM_BARRIER) {
			add_barrier(&n, b);
			p->inside = true;
		} else {
			for (uint32_t k = 0; k < b->term.succ_count; k++)
				fin_worklist_add(&p->ways, b->term.succ[k]->index);
		}
	}
	return n;
}

/* Whether work-items that part at the branch may wait at different barriers next. Those that end do
 * not wait, and those that come to the post-dominator wait together from there. */
static bool parts(struct parting *p)
{
	const struct fin_term *t = &p->branch->term;
	struct next_barriers all = {0};
	bool apart = false;

	p->inside = false;
	for (uint32_t k = 0; k < t->succ_count; k++) {
		struct next_barriers n = next_from(p, t->succ[k]);

		apart |= n.one != NULL && all.one != NULL &&
		         (n.several || all.several || n.one != all.one);
		if (n.one != NULL)
			add_barrier(&all, n.one);
		all.several |= n.several;
	}
	return apart && p->inside;
}

bool fin_barriers_part(const struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct fin_uniformity u;
	struct parting p;
	unsigned barriers = 0;

	for (size_t k = 0; k < f->block_count; k++)
		barriers +=
			f->blocks[k]->term.kind == FIN_TERM_BARRIER && !f->blocks[k]->term.of_wave;
	if (barriers < 2)
		return false;
	fin_uniform(f, &u);
	p = (struct parting){
		.ahead = look_ahead(f), .f = f, .ways = fin_worklist_new(a, f->block_count)};
	for (size_t k = 0; k < f->block_count; k++) {
		p.branch = f->blocks[k];
		if (fin_bits_has(&u.divergent, k) && parts(&p))
			return true;
	}
	return false;
}
