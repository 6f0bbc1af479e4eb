/* Where work-items that part at a branch can end or wait next. */
#include "regions.h"

/* What can be reached from a block before a barrier is crossed. */
struct ahead {
	bool ret, several;                      /* a ret; more than one barrier */
	const struct fin_block *barrier, *wave; /* one of them; one that is a wavebarrier */
};

/* True when `a` grew. */
static bool look_past(struct ahead *a, const struct ahead *b)
{
	struct ahead old = *a;

	a->ret |= b->ret;
	a->several |= b->several || (a->barrier != NULL && b->barrier != NULL &&
					    a->barrier != b->barrier);
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
