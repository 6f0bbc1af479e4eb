/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Four stores that follow each other, each of one element at any addresses: a test finds whether
 * the elements of each lane lie beside each other. Then they are stored as tuples, which takes a
 * fraction of the time of four scatters. Compilers store the members of a vector one by one where
 * they know no more of the addresses, as in a Fourier transform whose strides grow.
 *
 * The stores are made where the last of them is. Nothing between them may load or store. */
#include "gang/gang_access.h"
#include "gang/gang_lowerings.h"
#include "ir/lowering.h"
#include "lower/lower_memory.h"

enum { QUAD = FIN_QUAD, BYTES = 4 };

/* ---- which -------------------------------------------------------------------------------- */

static bool is_candidate(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return i->lowering == ISA_LOWER_STORE && fin_is_access(i) && i->operands[0].count == 1 &&
	       isa_type_find(i->isa->type)->bits == 8 * BYTES && o->has_reg && o->global == NULL &&
	       o->local == FIN_NO_LOCAL && !fin_is_per_item(f, i, 1) && i->island == NULL &&
	       s->of[o->reg].kind == FIN_SHAPE_VARYING;
}

static bool is_like(const struct fin_function *f, const struct fin_inst *i,
	const struct fin_inst *k)
{
	return i->isa->segment == k->isa->segment && i->isa->type == k->isa->type &&
	       f->regs[i->operands[1].reg].bits == f->regs[k->operands[1].reg].bits;
}

static bool may_lie_between(const struct fin_inst *i)
{
	return i->pseudo == FIN_PSEUDO_NONE && i->isa != NULL && !fin_has_fact(i, FIN_MEMORY) &&
	       !fin_has_fact(i, FIN_IN_TURN) &&
	       (!fin_has_fact(i, FIN_HEAVY) || i->lowering == ISA_LOWER_DIVIDE);
}

static void find_in_block(struct fin_function *f, const struct fin_shapes *s, struct fin_block *b)
{
	struct fin_inst *found[QUAD];
	unsigned n = 0;

	for (struct fin_inst *i = b->first; i != NULL; i = i->next) {
		if (!is_candidate(f, s, i)) {
			n = may_lie_between(i) ? n : 0;
			continue;
		}
		n = n > 0 && !is_like(f, found[0], i) ? 0 : n;
		found[n++] = i;
		if (n < QUAD)
			continue;
		n = 0;
		found[0]->quad = ARENA_ARRAY(f->module->arena, struct fin_inst *, QUAD);
		for (unsigned e = 0; e < QUAD; e++) {
			found[0]->quad[e] = found[e];
			found[e]->quad = found[0]->quad;
		}
	}
}

void fin_find_quads(struct fin_function *f, const struct fin_shapes *s)
{
	for (size_t k = 0; k < f->block_count; k++)
		find_in_block(f, s, f->blocks[k]);
}

bool fin_is_in_quad(const struct fin_gang *g, const struct fin_inst *i)
{
	if (i->quad == NULL || g->is_terse || g->shares)
		return false;
	for (unsigned e = 0; e < QUAD; e++)
		if (g->s->of[i->quad[e]->operands[1].reg].kind != FIN_SHAPE_VARYING)
			return false;
	return true;
}

/* ---- code --------------------------------------------------------------------------------- */

/* The addresses of store `e` less what the element has of a tuple, as numbers. */
static LLVMValueRef start(struct fin_access *x, unsigned e)
{
	const struct fin_operand *o = &x->i->quad[e]->operands[1];
	LLVMValueRef v = fin_gang_vector(x->g, o->reg, x->part);

	return LLVMBuildAdd(fin_access_builder(x), v, fin_like(v, o->offset - e * BYTES), "");
}

/* i1: whether the elements of each lane that is on lie beside each other. */
static LLVMValueRef are_adjacent(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMValueRef first = start(x, 0), off = NULL;

	for (unsigned e = 1; e < QUAD; e++) {
		LLVMValueRef differs = LLVMBuildICmp(b, LLVMIntNE, start(x, e), first, "");

		off = off == NULL ? differs : LLVMBuildOr(b, off, differs, "");
	}
	if (x->mask != NULL)
		off = LLVMBuildAnd(b, off, x->mask, "");
	off = fin_gang_bits(x->g, off);
	return LLVMBuildICmp(b, LLVMIntEQ, off, fin_like(off, 0), "");
}

/* Stores the elements one after the other. */
static void store_apart(struct fin_access *x)
{
	struct fin_access y = *x;

	y.count = 1;
	y.is_rare = true;
	for (unsigned e = 0; e < QUAD; e++) {
		y.i = x->i->quad[e];
		y.align = fin_promised_align(y.i, 0, BYTES);
		y.v[0] = x->v[e];
		fin_access_part(&y);
	}
}

static void store_part(struct fin_access *x)
{
	struct fin_view v = fin_gang_vectors(x->g, x->part);

	for (unsigned e = 0; e < QUAD; e++)
		x->v[e] = fin_stored_bits(&v.w, x->i->quad[e], 0);
	fin_access_choose(x, are_adjacent(x), fin_access_scattered, store_apart);
}

void fin_gang_store_quad(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_inst *first = i->quad[0];
	struct fin_access x = {.g = g,
		.i = first,
		.count = QUAD,
		.bytes = BYTES,
		.align = fin_promised_align(first, 0, BYTES),
		.elem = g->w->l->i32,
		.shape = fin_address_shape(g->w->f, g->s, first, 1)};

	if (i != i->quad[QUAD - 1])
		return;
	for (x.part = 0; x.part < g->parts; x.part++) {
		x.mask = g->mask == NULL ? NULL : g->mask[x.part];
		store_part(&x);
	}
}
