/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses which functions stay functions, with code of their own, instead of being put in place of
 * their calls (inline.c): those that can reach themselves, and as many others as it takes to keep
 * the module's code in proportion to its text. Otherwise a dozen functions that each call the one
 * before four times would become millions of instructions, and so would a kernel with thousands of
 * calls of a long function.
 *
 * When not all fits, the first to stay are functions that have grown large by what was put into
 * them, from the callees up: that ends exponential growth. Then those stay that save most, until
 * the rest fits. Functions in which work-items meet are the last choice, because kernels that call
 * them must run on fibers. */
#include "ir/ir.h"
#include "module/module_passes.h"
#include "ir/limits.h"

/* How much code a function that stays counts as: code for a work-item counts one, and code for a
 * wave, which is longer, two. */
enum { FORMS = 3 };

struct node {
	struct fin_function *f;
	uint32_t *callees; /* numbers of the definitions that it calls, one for each call */
	size_t call_count;
	uint64_t own;  /* instructions of its own body */
	double size;   /* instructions with the bodies that are put into it */
	double copies; /* how many copies of its body the module will have */
	uint32_t nesting;
	bool meets; /* work-items meet in its body, or in a function that it calls */
	/* bytes of its variables in private memory, with those of the bodies put into it */
	uint64_t frame;
	uint64_t below; /* bytes that the frames of the staying functions below it take at most */
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

/* ---- sums ----------------------------------------------------------------------------------- */

static double forms(const struct node *n)
{
	return n->f->is_kernel ? 1 : FORMS;
}

/* Computes the size of a function; its callees must have theirs. */
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

/* Counts the copies of all bodies, from the callers down, and adds up the module's instructions. */
static void count_copies(struct budget *b)
{
	b->total = 0;
	for (size_t k = 0; k < b->m->function_count; k++)
		b->nodes[k].copies = fin_has_own_code(b->nodes[k].f) ? forms(&b->nodes[k]) : 0;
	for (size_t k = b->m->function_count; k-- > 0;) {
		const struct node *n = &b->nodes[b->m->callees_first[k]];

		if (fin_has_own_code(n->f))
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

/* Computes the private memory of a function and below it; its callees must have theirs. No variable
 * is assumed to become a register, and a recursive callee counts nothing, because how deep
 * recursion goes is not known. */
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

/* Keeps functions that have grown large by what was put into them, from the callees up. */
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

/* How many instructions fewer the module has when the function stays; 0 when it may not be chosen,
 * or when it saves nothing. */
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

/* Keeps the functions that save most, several at once in a module of many functions; false when
 * none saves anything. */
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
	mem_free(savers);
}

/* Keeps functions in which bodies would be nested too deeply, from the innermost up. */
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
	for (size_t k = 0; k < m->function_count; k++) {
		m->functions[k]->inlined_size = b.nodes[k].size;
		mem_free(b.nodes[k].callees);
	}
	mem_free(b.nodes);
}
