/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two loads or two stores that follow each other, at a distance that the group has in common, by
 * divided ids: the elements of a butterfly. Where rows are shorter than a part, both lie in one
 * window (gang_window.c). So two vectors are loaded and each access picks from both, or both put
 * their elements into two vectors, which are stored once.
 *
 * Both are made where the second of them is. */
#include "gang/gang_access.h"
#include "gang/gang_lowerings.h"
#include "ir/lowering.h"
#include "lower/lower_memory.h"

enum { PAIR = FIN_PAIR, BYTES = 4 };

/* ---- which ---------------------------------------------------------------------------------- */

/* Whether the access is made where it is, and for each lane. */
static bool is_plain(const struct fin_inst *i)
{
	return i->island == NULL && i->quad == NULL &&
	       (i->lowering != ISA_LOWER_LOAD || !fin_width_has_wave(i->isa->width));
}

static bool is_candidate(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return (i->lowering == ISA_LOWER_STORE || i->lowering == ISA_LOWER_LOAD) &&
	       fin_is_access(i) && i->operands[0].count == 1 &&
	       isa_type_find(i->isa->type)->bits == 8 * BYTES && o->has_reg && o->global == NULL &&
	       o->local == FIN_NO_LOCAL && !fin_is_per_item(f, i, 1) && is_plain(i) &&
	       s->of[o->reg].kind == FIN_SHAPE_LINEAR && s->of[o->reg].risky &&
	       s->of[o->reg].stride == BYTES;
}

static bool is_like(const struct fin_inst *i, const struct fin_inst *k)
{
	return i->lowering == k->lowering && i->isa->segment == k->isa->segment &&
	       i->isa->type == k->isa->type && i->isa->equiv == k->isa->equiv &&
	       i->isa->is_const == k->isa->is_const &&
	       i->operands[1].offset == k->operands[1].offset;
}

static bool reads_result(const struct fin_inst *i, const struct fin_inst *load)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (load->lowering == ISA_LOWER_LOAD && regs[n - 1] == load->operands[0].v[0].reg)
			return true;
	return false;
}

/* Whether the instruction may lie between the two, of which `first` is the first. */
static bool may_lie_between(const struct fin_inst *i, const struct fin_inst *first)
{
	return i->pseudo == FIN_PSEUDO_NONE && i->isa != NULL && !fin_has_fact(i, FIN_MEMORY) &&
	       !fin_has_fact(i, FIN_IN_TURN) &&
	       (!fin_has_fact(i, FIN_HEAVY) || i->lowering == ISA_LOWER_DIVIDE) &&
	       !reads_result(i, first);
}

static void find_in_block(struct fin_function *f, const struct fin_shapes *s, struct fin_block *b)
{
	struct fin_inst *first = NULL;

	for (struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (!is_candidate(f, s, i)) {
			first = first != NULL && may_lie_between(i, first) ? first : NULL;
			continue;
		}
		if (first == NULL || !is_like(first, i) || reads_result(i, first)) {
			first = i;
			continue;
		}
		first->pair = i->pair = ARENA_ARRAY(f->module->arena, struct fin_inst *, PAIR);
		first->pair[0] = first;
		first->pair[1] = i;
		first = NULL;
	}
}

void fin_find_pairs(struct fin_function *f, const struct fin_shapes *s)
{
	for (size_t k = 0; k < f->block_count; k++)
		find_in_block(f, s, f->blocks[k]);
}

/* ---- one of the two ------------------------------------------------------------------------- */

/* The numbers of its elements: a pattern that both have, and how far the access is from that. */
struct place {
	const struct fin_inst *cvt;
	const struct fin_value *base;
	uint32_t reg, root;
};

static struct fin_access access_of(const struct fin_access *x, unsigned e)
{
	struct fin_access y = *x;

	y.i = x->i->pair[e];
	y.count = 1;
	y.align = fin_promised_align(y.i, 0, BYTES);
	y.shape = fin_address_shape(x->g->w->f, x->g->s, y.i, 1);
	y.v[0] = x->v[e];
	return y;
}

static bool find_place(struct fin_access *x, unsigned e, struct place *p)
{
	struct fin_access y = access_of(x, e);

	p->cvt = fin_access_element_number(&y);
	if (p->cvt == NULL)
		return false;
	p->base = fin_access_base(&y);
	p->reg = p->cvt->operands[1].v[0].reg;
	p->root = fin_access_varying_part(&y, p->reg);
	return true;
}

static bool find_places(struct fin_access *x, struct place p[PAIR])
{
	return find_place(x, 0, &p[0]) && find_place(x, 1, &p[1]) && p[0].root == p[1].root &&
	       p[0].base->kind == FIN_VALUE_REG && p[1].base->kind == FIN_VALUE_REG &&
	       p[0].base->reg == p[1].base->reg &&
	       p[0].cvt->isa->source_type == p[1].cvt->isa->source_type;
}

static struct fin_access pair_of(struct fin_gang *g, const struct fin_inst *i)
{
	return (struct fin_access){.g = g,
		.i = i,
		.is_load = i->lowering == ISA_LOWER_LOAD,
		.count = PAIR,
		.bytes = BYTES,
		.elem = g->w->l->i32};
}

bool fin_is_in_pair(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_access x = pair_of(g, i);
	struct place p[PAIR];

	if (i->pair == NULL || g->is_terse || g->shares || g->mask != NULL ||
		!fin_has_windows(g, BYTES))
		return false;
	for (unsigned e = 0; e < PAIR; e++)
		if (!g->s->of[i->pair[e]->operands[1].reg].risky ||
			!fin_gang_has_rows(g, i->pair[e]->operands[1].reg))
			return false;
	return find_places(&x, p) && fin_gang_has_pattern(g, p[0].root);
}

/* ---- in one window -------------------------------------------------------------------------- */

/* How far the elements of the access are from those of the pattern, i32. */
static LLVMValueRef distance(struct fin_access *x, const struct place *p)
{
	return LLVMBuildSub(fin_access_builder(x), fin_gang_scalar(x->g, p->reg, x->part),
		fin_gang_scalar(x->g, p->root, x->part), "");
}

/* The numbers of the elements, counted from lane 0's one of the pattern. */
static LLVMValueRef numbers(struct fin_access *x, const struct place *p)
{
	return LLVMBuildAdd(fin_access_builder(x), fin_gang_pattern(x->g, p->root),
		fin_splat(x->g->w->l, distance(x, p), x->g->lanes), "");
}

static LLVMValueRef is_in_window(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	struct place p[PAIR];
	LLVMValueRef yes, first;
	bool is_signed;

	if (!find_places(x, p))
		BUG("a pair has two places");
	is_signed = p[0].cvt->isa->source_type == BRIG_TYPE_S32;
	first = fin_gang_scalar(x->g, p[0].root, x->part);
	yes = LLVMBuildICmp(b, is_signed ? LLVMIntSLE : LLVMIntULE, first,
		fin_like(first, (is_signed ? INT32_MAX : UINT32_MAX) - 2 * x->g->lanes), "");
	yes = LLVMBuildAnd(b, yes, fin_gang_pattern_holds(x->g, p[0].root, x->part), "");
	for (unsigned e = 0; e < PAIR; e++)
		yes = LLVMBuildAnd(b, yes, fin_window_holds(x->g, numbers(x, &p[e])), "");
	return yes;
}

/* The address of the window: that of lane 0's element of the pattern. */
static struct fin_address window_of(struct fin_access *x, const struct place *p)
{
	struct fin_access y = access_of(x, 0);
	struct fin_address a = fin_access_of_part(&y);
	LLVMValueRef back = LLVMBuildNeg(fin_access_builder(x),
		fin_resize(x->g->w->l, distance(x, p), 64, false), "");

	a.ptr = LLVMBuildGEP2(fin_access_builder(x), x->elem, a.ptr, &back, 1, "");
	return a;
}

/* Loads nothing before the first element of both, which is that of the pattern if one of the two is
 * at no distance from it. */
static void load_window(struct fin_access *x, const struct fin_address *a, LLVMValueRef n[PAIR],
	bool begins_with_one)
{
	LLVMValueRef upper = fin_byte_offset(x->g->w, a->ptr, (uint64_t)x->g->lanes * BYTES);
	LLVMValueRef first = fin_intrinsic2(x->g->w->l, "llvm.umin", n[0], n[1]);
	LLVMValueRef last = fin_intrinsic2(x->g->w->l, "llvm.umax", n[0], n[1]), half[2];

	half[0] = fin_access_load_vector(x, a, a->ptr, x->g->lanes,
		begins_with_one ? NULL : fin_window_from(x->g, first));
	half[1] = fin_access_load_vector(x, a, upper, x->g->lanes, fin_window_to_load(x->g, last));
	for (unsigned e = 0; e < PAIR; e++)
		x->v[e] = fin_window_pick(x->g, n[e], half[0], half[1]);
}

/* Stores the elements of both. What the second one stores is stored last. */
static void store_window(struct fin_access *x, const struct fin_address *a, LLVMValueRef n[PAIR])
{
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef mask, from = fin_window_sources(x->g, n, k, &mask);

		fin_access_store_vector(x, a,
			fin_byte_offset(x->g->w, a->ptr, (uint64_t)k * x->g->lanes * BYTES),
			fin_window_pick(x->g, from, x->v[0], x->v[1]), mask);
	}
}

static void windowed(struct fin_access *x)
{
	struct place p[PAIR];
	struct fin_address a;
	LLVMValueRef n[PAIR];

	(void)find_places(x, p);
	a = window_of(x, &p[0]);
	for (unsigned e = 0; e < PAIR; e++)
		n[e] = numbers(x, &p[e]);
	if (x->is_load)
		load_window(x, &a, n, p[0].reg == p[0].root || p[1].reg == p[1].root);
	else
		store_window(x, &a, n);
}

/* ---- code ----------------------------------------------------------------------------------- */

/* Accesses one after the other. */
static void each(struct fin_access *x, bool in_rows)
{
	for (unsigned e = 0; e < PAIR; e++) {
		struct fin_access y = access_of(x, e);

		y.shape.risky = in_rows;
		y.is_in_rows = in_rows;
		fin_access_part(&y);
		x->v[e] = y.v[0];
	}
}

static void linear(struct fin_access *x)
{
	x->g->is_tested = true;
	each(x, false);
	x->g->is_tested = false;
}

static void apart(struct fin_access *x)
{
	each(x, true);
}

static void windowed_or_apart(struct fin_access *x)
{
	fin_access_choose(x, is_in_window(x), windowed, apart);
}

static LLVMValueRef are_linear(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMValueRef yes = fin_gang_is_linear(x->g, x->i->pair[0]->operands[1].reg, x->part);

	return LLVMBuildAnd(b, yes,
		fin_gang_is_linear(x->g, x->i->pair[1]->operands[1].reg, x->part), "");
}

static void access_part(struct fin_access *x)
{
	struct fin_view v = fin_gang_vectors(x->g, x->part);

	for (unsigned e = 0; !x->is_load && e < PAIR; e++)
		x->v[e] = fin_stored_bits(&v.w, x->i->pair[e], 0);
	fin_access_choose(x, are_linear(x), linear, windowed_or_apart);
	for (unsigned e = 0; x->is_load && e < PAIR; e++) {
		const struct fin_inst *i = x->i->pair[e];

		fin_dst_at(&v.w, i, 0,
			fin_bitcast(x->g->w->l, x->v[e],
				fin_hsail_type(&v.w, isa_type_find(i->operands[0].type))));
	}
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

void fin_gang_pair(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_access x = pair_of(g, i->pair[0]);

	if (i != i->pair[1])
		return;
	x.align = least(fin_promised_align(i->pair[0], 0, BYTES),
		fin_promised_align(i->pair[1], 0, BYTES));
	for (x.part = 0; x.part < g->parts; x.part++)
		access_part(&x);
}
