/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two loads of elements that lie beside each other unless a 32-bit number wraps between them, as
 * `table[i]` and `table[i + 1]` with unsigned numbers that were loaded themselves. A gather takes
 * as long as its lanes' loads, so both elements of a lane are gathered at once where no lane's
 * number has wrapped, which one comparison of vectors tells.
 *
 * Both loads are made where the first of them is. So the second one, and what only computes its
 * address, moves there; nothing between them may write. */
#include "gang/gang_access.h"
#include "gang/gang_lowerings.h"
#include "ir/lowering.h"
#include "lower/lower_memory.h"
#include "shape/index_terms.h"

/* How far apart in a block two loads may be, and of how many instructions an address. */
enum { TWINS = FIN_TWINS, BYTES = 4, MOST_BETWEEN = 256, MOST_MOVED = 8, MOST_OPEN = 16 };
enum { FAR = 1 << 20 }; /* offsets that are nearer to each other cannot wrap */

/* ---- which ---------------------------------------------------------------------------------- */

struct search {
	struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_terms_search terms;
	struct fin_inst *open[MOST_OPEN]; /* loads behind which nothing has written so far */
	unsigned count;
};

static bool is_candidate(const struct search *c, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return i->lowering == ISA_LOWER_LOAD && fin_is_access(i) && i->operands[0].count == 1 &&
	       i->operands[0].v[0].kind == FIN_VALUE_REG &&
	       isa_type_find(i->isa->type)->bits == 8 * BYTES && o->has_reg && o->global == NULL &&
	       o->local == FIN_NO_LOCAL && !fin_is_per_item(c->f, i, 1) && i->island == NULL &&
	       i->pair == NULL && !fin_width_has_wave(i->isa->width) &&
	       c->f->regs[o->reg].bits == 64 && c->s->of[o->reg].kind == FIN_SHAPE_VARYING &&
	       fin_depends_on_memory(c->s, o->reg);
}

static bool is_like(const struct fin_inst *i, const struct fin_inst *k)
{
	return i->isa->segment == k->isa->segment && i->isa->type == k->isa->type &&
	       i->isa->equiv == k->isa->equiv && i->isa->is_const == k->isa->is_const &&
	       i->isa->align == k->isa->align && i->operands[1].reg != k->operands[1].reg;
}

/* How far the element of `i` is behind that of `k` if no sum wraps: the size of one, or as much
 * before it; 0: anything else. */
static int64_t distance(struct search *c, const struct fin_inst *i, const struct fin_inst *k)
{
	const struct fin_operand *a = &i->operands[1], *b = &k->operands[1];
	int64_t n, offset = (int64_t)(a->offset - b->offset);

	if (offset % BYTES != 0 || offset < -FAR || offset > FAR ||
		!fin_terms_differ_by(fin_terms_of(&c->terms, a->reg),
			fin_terms_of(&c->terms, b->reg), &n))
		return 0;
	n = (int64_t)((uint64_t)n + (uint64_t)offset);
	return n == BYTES || n == -BYTES ? n : 0;
}

/* ---- moving --------------------------------------------------------------------------------- */

/* Whether the instruction may move over others to which it gives nothing. */
static bool is_movable(const struct search *c, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return i->pseudo == FIN_PSEUDO_NONE && i->isa != NULL && i->island == NULL &&
	       fin_index_op(i) != FIN_INDEX_OTHER && fin_inst_defs(i, regs) == 1 &&
	       c->s->def[regs[0]] == i;
}

static bool defines_one_of(const struct fin_inst *i, const uint32_t *wanted, unsigned count)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
		for (unsigned k = 0; k < count; k++)
			if (wanted[k] == regs[n - 1])
				return true;
	return false;
}

/* Marks which of the instructions number 1 to `count` - 1 give something to number `count`;
 * returns whether all of these may move, and number 0 is none of them. */
static bool find_moved(const struct search *c, struct fin_inst **inst, unsigned count, bool *moves)
{
	uint32_t wanted[FIN_MAX_REGS * (MOST_MOVED + 1)];
	unsigned wanted_count = fin_inst_uses(inst[count], wanted), moved = 0;

	for (unsigned k = count; k-- > 0;) {
		moves[k] = defines_one_of(inst[k], wanted, wanted_count);
		if (!moves[k])
			continue;
		if (k == 0 || moved++ == MOST_MOVED || !is_movable(c, inst[k]))
			return false;
		wanted_count += fin_inst_uses(inst[k], wanted + wanted_count);
	}
	return true;
}

/* Puts the second load behind the first one, and what gives its address before that. */
static bool bring_together(struct search *c, struct fin_block *b, struct fin_inst *first,
	struct fin_inst *second)
{
	struct fin_inst *inst[MOST_BETWEEN], **at = &b->first, *i = first;
	bool moves[MOST_BETWEEN];
	unsigned count = 0;

	for (; i != second && count < MOST_BETWEEN - 1; i = i->next)
		inst[count++] = i;
	inst[count] = second;
	if (i != second || !find_moved(c, inst, count, moves))
		return false;
	while (*at != first)
		at = &(*at)->next;
	for (unsigned k = 1; k < count; k++)
		if (moves[k]) {
			*at = inst[k];
			at = &inst[k]->next;
		}
	*at = first;
	first->next = second;
	at = &second->next;
	i = *at;
	for (unsigned k = 1; k < count; k++)
		if (!moves[k]) {
			*at = inst[k];
			at = &inst[k]->next;
		}
	*at = i;
	if (b->last == second)
		while (b->last->next != NULL)
			b->last = b->last->next;
	return true;
}

/* ---- finding -------------------------------------------------------------------------------- */

static bool take_twin(struct search *c, struct fin_block *b, struct fin_inst *i)
{
	for (unsigned k = c->count; k > 0; k--) {
		struct fin_inst *o = c->open[k - 1];
		int64_t n = is_like(i, o) ? distance(c, i, o) : 0;

		if (n == 0 || !bring_together(c, b, o, i))
			continue;
		i->twin = o->twin = ARENA_ARRAY(c->f->module->arena, struct fin_inst *, TWINS);
		o->twin[n < 0] = o;
		o->twin[n > 0] = i;
		c->open[k - 1] = c->open[--c->count];
		return true;
	}
	return false;
}

static void find_in_block(struct search *c, struct fin_block *b)
{
	c->count = 0;
	for (struct fin_inst *i = b->first, *next; i != NULL; i = next) {
		next = i->next;
		if (is_candidate(c, i)) {
			if (take_twin(c, b, i))
				continue;
			if (c->count == MOST_OPEN)
				memmove(c->open, c->open + 1, --c->count * sizeof *c->open);
			c->open[c->count++] = i;
		} else if ((i->isa == NULL || fin_has_fact(i, FIN_HEAVY) ||
				   fin_has_fact(i, FIN_MEMORY)) &&
			   i->lowering != ISA_LOWER_LOAD && !fin_is_register_move(i)) {
			c->count = 0;
		}
	}
}

void fin_find_twins(struct fin_function *f, const struct fin_shapes *s)
{
	struct search c = {.f = f, .s = s, .terms = fin_terms_search(f, s, NULL)};

	for (size_t k = 0; k < f->block_count; k++)
		find_in_block(&c, f->blocks[k]);
}

/* ---- code ----------------------------------------------------------------------------------- */

static struct fin_access access_of(struct fin_gang *g, const struct fin_inst *i, unsigned part)
{
	return (struct fin_access){.g = g,
		.i = i,
		.is_load = true,
		.count = 1,
		.bytes = BYTES,
		.align = fin_promised_align(i, 0, BYTES),
		.elem = g->w->l->i32,
		.shape = fin_address_shape(g->w->f, g->s, i, 1),
		.part = part,
		.mask = g->mask == NULL ? NULL : g->mask[part]};
}

/* How many elements the number of `high` is above that of `low` if these lie beside each other. */
static int64_t step_of(const struct fin_inst *low, const struct fin_inst *high)
{
	return (BYTES - (int64_t)(high->operands[1].offset - low->operands[1].offset)) / BYTES;
}

static bool is_same(const struct fin_value *a, const struct fin_value *b)
{
	return a != NULL && b != NULL && a->kind == FIN_VALUE_REG && b->kind == FIN_VALUE_REG &&
	       a->reg == b->reg;
}

/* Bodies for odd groups run few work-items, and keep their code short. */
bool fin_is_twin(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_inst *cvt[TWINS];
	struct fin_access x[TWINS];

	if (i->twin == NULL || g->is_terse || g->shares || g->hoped == NULL)
		return false;
	for (unsigned e = 0; e < TWINS; e++) {
		x[e] = access_of(g, i->twin[e], 0);
		cvt[e] = fin_access_element_number(&x[e]);
		if (cvt[e] == NULL || !fin_access_is_scattered(&x[e]) ||
			!fin_access_is_native(&x[e]))
			return false;
	}
	return cvt[0]->isa->source_type == cvt[1]->isa->source_type &&
	       is_same(fin_access_base(&x[0]), fin_access_base(&x[1]));
}

/* The numbers of the lanes' elements before they are widened. */
static LLVMValueRef numbers(struct fin_access *x, unsigned e)
{
	struct fin_access y = *x;

	y.count = 1;
	y.i = x->i->twin[e];
	return fin_gang_vector(x->g, fin_access_element_number(&y)->operands[1].v[0].reg, x->part);
}

/* The lanes that are on and whose elements do not lie beside each other: the difference of their
 * numbers is another one, or one of the numbers has wrapped. */
static LLVMValueRef are_apart(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	const struct fin_inst *low = x->i->twin[0], *high = x->i->twin[1];
	struct fin_access y = access_of(x->g, low, x->part);
	bool is_signed = fin_access_element_number(&y)->isa->source_type == BRIG_TYPE_S32;
	int64_t n = step_of(low, high);
	LLVMValueRef number[] = {numbers(x, 0), numbers(x, 1)}, wrong, wrapped;

	wrong = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildSub(b, number[1], number[0], ""),
		fin_like(number[0], (uint32_t)n), "");
	wrapped = LLVMBuildICmp(b, is_signed ? LLVMIntSLT : LLVMIntULT, number[n >= 0],
		number[n < 0], "");
	wrong = LLVMBuildOr(b, wrong, wrapped, "");
	return x->mask == NULL ? wrong : LLVMBuildAnd(b, wrong, x->mask, "");
}

/* i1: whether all lanes' elements lie beside each other. */
static LLVMValueRef are_adjacent(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef apart = NULL;

	for (unsigned part = 0; part < g->parts; part++) {
		struct fin_access x = access_of(g, i, part);

		apart = apart == NULL ? are_apart(&x)
		                      : LLVMBuildOr(g->w->l->b, apart, are_apart(&x), "");
	}
	apart = fin_gang_bits(g, apart);
	return LLVMBuildICmp(g->w->l->b, LLVMIntEQ, apart, fin_like(apart, 0), "");
}

/* What both load in each part. */
struct loaded {
	LLVMValueRef v[FIN_MAX_PARTS][TWINS];
};

static void load_together(struct fin_gang *g, const struct fin_inst *i, struct loaded *r)
{
	for (unsigned part = 0; part < g->parts; part++) {
		struct fin_access x = access_of(g, i->twin[0], part);

		x.count = TWINS;
		fin_access_scattered(&x);
		memcpy(r->v[part], x.v, sizeof r->v[part]);
	}
}

static void load_apart(struct fin_gang *g, const struct fin_inst *i, struct loaded *r)
{
	for (unsigned part = 0; part < g->parts; part++)
		for (unsigned e = 0; e < TWINS; e++) {
			struct fin_access x = access_of(g, i->twin[e], part);

			fin_access_part(&x);
			r->v[part][e] = x.v[0];
		}
}

/* Makes the code of both ways, and what joins them. */
static void load(struct fin_gang *g, const struct fin_inst *i, struct loaded *r)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef way[] = {fin_gang_block(g, ""), fin_gang_block(g, "wrapped")};
	LLVMBasicBlockRef after = fin_gang_block(g, "");
	struct loaded found[2];

	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, are_adjacent(g, i), way[0], way[1]));
	for (unsigned k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(b, way[k]);
		(k == 0 ? load_together : load_apart)(g, i, &found[k]);
		way[k] = LLVMGetInsertBlock(b);
		LLVMBuildBr(b, after);
	}
	LLVMPositionBuilderAtEnd(b, after);
	for (unsigned part = 0; part < g->parts; part++)
		for (unsigned e = 0; e < TWINS; e++) {
			LLVMValueRef v[] = {found[0].v[part][e], found[1].v[part][e]};

			r->v[part][e] = LLVMBuildPhi(b, LLVMTypeOf(v[0]), "");
			LLVMAddIncoming(r->v[part][e], v, way, 2);
		}
}

void fin_gang_load_twins(struct fin_gang *g, const struct fin_inst *i)
{
	struct loaded r;

	if (i->next != i->twin[0] && i->next != i->twin[1])
		return; /* it is the second one */
	load(g, i, &r);
	for (unsigned part = 0; part < g->parts; part++) {
		struct fin_view v = fin_gang_vectors(g, part);

		for (unsigned e = 0; e < TWINS; e++) {
			const struct fin_inst *one = i->twin[e];
			LLVMTypeRef type =
				fin_hsail_type(&v.w, isa_type_find(one->operands[0].type));

			fin_dst_at(&v.w, one, 0, fin_bitcast(g->w->l, r.v[part][e], type));
		}
	}
}
