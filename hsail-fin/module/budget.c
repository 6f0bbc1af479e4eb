/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which functions stay functions, with code of their own, instead of being put in place of their
 * calls (inline.c): those that can reach themselves, and as many others as it takes to keep the
 * module's code in proportion to its text. A dozen functions that each call the one before four
 * times would be millions of instructions else, and so would a kernel with thousands of calls of a
 * long function.
 *
 * When not all fits, first those functions stay that have grown large by what was put into them,
 * from the callees up: that ends exponential growth. Then those stay that save most, until the rest
 * fits. Functions in which work-items meet are the last choice: kernels that call them run on
 * fibers. */
#include "ir/ir.h"
#include "module/module_passes.h"
#include "ir/limits.h"

/* A function's code for a work-item, and for a wave, which is longer. */
enum { FORMS = 3 };

struct node {
	struct fin_function *f;
	uint32_t *callees; /* one for each call of a definition */
	size_t call_count;
	uint64_t own;  /* instructions */
	double size;   /* with what is put in place */
	double copies; /* how many of its bodies there will be */
	uint32_t nesting;
	bool meets;     /* it, or something that it calls */
	uint64_t frame; /* bytes of its variables in private memory, with those put in place */
	uint64_t below; /* bytes of the frames of what it calls that stays, at most */
};

struct budget {
	struct fin_module *m;
	struct node *nodes;  /* by fin_function.number */
	double limit, total; /* instructions of all bodies */
};

/* ---- the graph ------------------------------------------------------------------------------ */

static size_t count_calls(const struct fin_function *f)
{
	size_t n = 0;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n += i->call != NULL && i->call->callee->definition;
	return n;
}

static void look_at(struct node *n, struct fin_function *f)
{
	*n = (struct node){.f = f,
		.callees = mem_new(count_calls(f) + 1, sizeof *n->callees),
		.own = fin_instruction_count(f),
		.meets = f->has_barrier || fin_has_lowering(f, ISA_LOWER_FBARRIER) ||
	                 fin_has_lowering(f, ISA_LOWER_LANE)};
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && i->call->callee->definition)
				n->callees[n->call_count++] = i->call->callee->number;
}

/* Some code has to be there for it, also when all calls are replaced. */
static bool is_root(const struct node *n)
{
	return n->f->definition && (n->f->is_kernel || n->f->stays || fin_is_public(n->f));
}

/* ---- sums ----------------------------------------------------------------------------------- */

static double forms(const struct node *n)
{
	return n->f->is_kernel ? 1 : FORMS;
}

/* Sizes, from the callees up. */
static void add_up(struct budget *b, struct node *n)
{
	n->size = (double)n->own;
	n->nesting = 0;
	for (size_t k = 0; k < n->call_count; k++) {
		const struct node *c = &b->nodes[n->callees[k]];

		n->meets |= c->meets;
		n->size += c->f->stays ? FIN_LIMIT_CALL : c->size;
		if (!c->f->stays && c->nesting >= n->nesting)
			n->nesting = c->nesting + 1;
	}
}

/* Copies, from the callers down, and the sum of all. */
static void count_copies(struct budget *b)
{
	b->total = 0;
	for (size_t k = 0; k < b->m->function_count; k++)
		b->nodes[k].copies = is_root(&b->nodes[k]) ? forms(&b->nodes[k]) : 0;
	for (size_t k = b->m->function_count; k-- > 0;) {
		const struct node *n = &b->nodes[b->m->callees_first[k]];

		if (is_root(n))
			b->total += forms(n) * n->size;
		for (size_t c = 0; c < n->call_count; c++)
			if (!b->nodes[n->callees[c]].f->stays)
				b->nodes[n->callees[c]].copies += n->copies;
	}
}

static void add_up_all(struct budget *b)
{
	for (size_t k = 0; k < b->m->function_count; k++)
		add_up(b, &b->nodes[b->m->callees_first[k]]);
	count_copies(b);
}

/* ---- private memory ------------------------------------------------------------------------- */

static bool is_in_frame(const struct fin_variable *v)
{
	return v->segment != BRIG_SEGMENT_GROUP && v->segment != BRIG_SEGMENT_KERNARG &&
	       !v->module_scope;
}

/* From the callees up, as if no variable became a register. How deep recursion goes is not
 * known. */
static void find_frame(struct budget *b, struct node *n)
{
	for (size_t k = 0; k < n->f->local_count; k++) {
		const struct fin_variable *v = n->f->locals[k].var;

		if (is_in_frame(v))
			n->frame += v->bytes + v->align;
	}
	for (size_t k = 0; k < n->call_count; k++) {
		const struct node *c = &b->nodes[n->callees[k]];
		uint64_t below = c->below;

		if (c->f->stays)
			below += c->f->recursive ? 0 : align_up(c->frame, 256);
		else
			n->frame += c->frame;
		if (below > n->below)
			n->below = below;
	}
	n->f->callee_bytes = n->below;
}

/* ---- choice --------------------------------------------------------------------------------- */

static bool is_choice(const struct node *n)
{
	return n->f->definition && !n->f->is_kernel && !n->f->stays && n->copies > FORMS;
}

/* From the callees up. */
static void keep_large(struct budget *b)
{
	for (size_t k = 0; k < b->m->function_count; k++) {
		struct node *n = &b->nodes[b->m->callees_first[k]];

		add_up(b, n);
		if (is_choice(n) && n->size > FIN_LIMIT_LARGE_FUNCTION &&
			n->size > (double)(FIN_LIMIT_GROWTH * n->own))
			n->f->stays = true;
	}
	count_copies(b);
}

/* Instructions that there are less of when it stays a function; 0: that is no choice. */
static double savings(const struct node *n, bool may_meet)
{
	double s = (n->copies - FORMS) * n->size - n->copies * FIN_LIMIT_CALL;

	return is_choice(n) && (may_meet || !n->meets) && s > 0 ? s : 0;
}

struct saver {
	double savings;
	struct node *n;
};

static int most_first(const void *a, const void *b)
{
	const struct saver *x = a, *y = b;

	if (x->savings != y->savings)
		return x->savings < y->savings ? 1 : -1;
	return x->n->f->number < y->n->f->number ? -1 : 1;
}

/* The functions that save most; in a module of many functions several at once. False: none does. */
static bool keep_savers(struct budget *b, struct saver *savers, bool may_meet)
{
	size_t n = 0, count = b->m->function_count;

	for (size_t k = 0; k < count; k++) {
		double s = savings(&b->nodes[k], may_meet);

		if (s > 0)
			savers[n++] = (struct saver){s, &b->nodes[k]};
	}
	qsort(savers, n, sizeof *savers, most_first);
	for (size_t k = 0; k < n && k <= count / FIN_LIMIT_STAY_AT_ONCE && b->total > b->limit;
		k++) {
		savers[k].n->f->stays = true;
		b->total -= savers[k].savings;
	}
	add_up_all(b);
	return n > 0;
}

static void keep_enough(struct budget *b)
{
	struct saver *savers = mem_new(b->m->function_count + 1, sizeof *savers);

	add_up_all(b);
	if (b->total > b->limit)
		keep_large(b);
	for (unsigned may_meet = 0; may_meet < 2; may_meet++)
		while (b->total > b->limit && keep_savers(b, savers, may_meet))
			continue;
	free(savers);
}

/* Bodies nested too deeply, from the innermost on. */
static void limit_nesting(struct budget *b)
{
	for (size_t k = 0; k < b->m->function_count; k++) {
		struct node *n = &b->nodes[b->m->callees_first[k]];

		add_up(b, n);
		n->f->stays |= n->nesting >= FIN_LIMIT_NESTING && !n->f->is_kernel;
	}
}

void fin_choose_inlined(struct fin_module *m)
{
	struct budget b = {.m = m, .nodes = mem_new(m->function_count + 1, sizeof *b.nodes)};

	for (size_t k = 0; k < m->function_count; k++) {
		look_at(&b.nodes[k], m->functions[k]);
		m->functions[k]->stays = m->functions[k]->recursive;
		b.limit += FIN_LIMIT_GROWTH * forms(&b.nodes[k]) * (double)b.nodes[k].own;
	}
	if (b.limit < FIN_LIMIT_SMALL_MODULE)
		b.limit = FIN_LIMIT_SMALL_MODULE;
	keep_enough(&b);
	limit_nesting(&b);
	for (size_t k = 0; k < m->function_count; k++)
		find_frame(&b, &b.nodes[m->callees_first[k]]);
	for (size_t k = 0; k < m->function_count; k++)
		free(b.nodes[k].callees);
	free(b.nodes);
}
