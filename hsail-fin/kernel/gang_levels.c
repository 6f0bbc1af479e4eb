/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs several levels of a tree at once (docs/design/vector-code.md, "Levels in registers"): each
 * vector of elements is loaded, goes through the levels, and is stored. */
#include "kernel/gang_levels.h"
#include "ir/lowering.h"

enum { WORD = 4, MOST_BESIDE = 4 };

static LLVMValueRef u32(struct fin_gang_kernel *k, uint64_t v)
{
	return fin_skeleton_u32(&k->s, v);
}

static struct fin_tree tree_of(struct fin_gang_kernel *k)
{
	struct fin_tree t = {k, &k->levels[k->s.region], fin_view_at_start(k),
		k->g[FIN_BODY_LEVELS].lanes, 0, false, 1, {0}, {NULL}};

	for (unsigned n = 0; n < FIN_MAX_LEVELS; n++)
		t.context[n] = ARENA_ARRAY(k->s.w.m->arena, LLVMValueRef, k->s.w.f->reg_count);
	return t;
}

/* The levels of which a vector has all elements of the work-items that it has any of. */
static struct fin_tree tree_in_vector(struct fin_gang_kernel *k)
{
	struct fin_tree t = tree_of(k);
	uint32_t own = t.l->spread == 0 ? 2 * t.l->words : t.l->spread;

	while (own << t.count <= t.lanes && t.count < FIN_MAX_LEVELS)
		t.count++;
	for (unsigned n = 0; n < t.count; n++)
		t.step[n] = 1u << (t.l->doubles ? n : t.count - 1 - n);
	if (t.l->doubles && t.l->spread == 0)
		t.count = 0;
	t.beside = t.l->spread == 0 ? 1 : MOST_BESIDE;
	return t;
}

/* So many levels on which elements lie whole vectors apart. */
static struct fin_tree tree_of_vectors(struct fin_gang_kernel *k, unsigned count)
{
	struct fin_tree t = tree_of(k);

	t.is_far = true;
	t.count = t.l->spread == 0 && t.l->only_first_stored ? count : 0;
	return t;
}

/* Starts code of scalars, to which finish() belongs. */
static LLVMBasicBlockRef start(struct fin_gang_kernel *k)
{
	k->body = FIN_BODY_FEW;
	fin_current_gang(k)->mask = NULL;
	fin_skeleton_forget_again(&k->s);
	return fin_slots_start(k);
}

static void finish(struct fin_gang_kernel *k, LLVMBasicBlockRef body)
{
	LLVMBuildBr(fin_current_gang(k)->init, body);
}

/* ---- a level --------------------------------------------------------------------------------- */

/* The elements that a level works on. */
struct elements {
	LLVMValueRef own;   /* a vector of the first elements */
	LLVMValueRef other; /* if the tree is far: those at the distance */
};

static int32_t element_of(const struct fin_tree *t, const struct fin_level_access *a,
	unsigned level)
{
	return (a->constant + a->factor * (int32_t)t->step[level]) * (int32_t)t->l->words;
}

static LLVMValueRef shuffle(const struct fin_tree *t, LLVMValueRef a, LLVMValueRef b,
	const int32_t *from)
{
	LLVMValueRef index[FIN_MAX_LANES];

	for (unsigned p = 0; p < t->lanes; p++)
		index[p] = u32(t->k, (uint32_t)from[p]);
	return LLVMBuildShuffleVector(t->k->s.w.l->b, a, b, LLVMConstVector(index, t->lanes), "");
}

/* Each lane computes for the work-item that its word belongs to: this gives it what that one loads.
 * Where elements are side by side, only the first lanes have work-items. */
static LLVMValueRef load(const struct fin_tree *t, const struct fin_level_access *a, unsigned level,
	const struct elements *e)
{
	uint32_t spread, at;
	int32_t from[FIN_MAX_LANES];

	if (t->is_far)
		return a->factor == 0 ? e->own : e->other;
	spread = t->l->spread == 0 ? 1 : fin_tree_spread(t, level);
	at = (uint32_t)element_of(t, a, level);
	for (uint32_t p = 0; p < t->lanes; p++)
		from[p] = (int32_t)(p / spread * spread + at < t->lanes ? p / spread * spread + at
									: p);
	return shuffle(t, e->own, LLVMGetPoison(LLVMTypeOf(e->own)), from);
}

static void store(const struct fin_tree *t, const struct fin_level_access *a, unsigned level,
	struct elements *e)
{
	const struct fin_value *value = &a->inst->operands[0].v[0];
	int32_t spread, at, from[FIN_MAX_LANES];
	LLVMValueRef what = value->kind == FIN_VALUE_IMM
	                            ? fin_splat(t->k->s.w.l, u32(t->k, value->lo), t->lanes)
	                            : fin_gang_vector(fin_current_gang(t->k), value->reg, 0);

	if (t->is_far) {
		e->own = what;
		return;
	}
	spread = (int32_t)fin_tree_spread(t, level);
	at = element_of(t, a, level);
	for (int32_t p = 0; p < (int32_t)t->lanes; p++) {
		bool stores = t->l->spread != 0
		                      ? p % spread == at
		                      : p >= at && p - at < spread * (int32_t)t->step[level];

		from[p] = stores ? (int32_t)t->lanes + (t->l->spread != 0 ? p : p - at) : p;
	}
	e->own = shuffle(t, e->own, what, from);
}

static LLVMValueRef run_level(const struct fin_tree *t, unsigned level, struct elements e)
{
	struct fin_gang *g = fin_current_gang(t->k);
	const struct fin_block *b = t->k->flows[t->k->s.region].order[t->l->busy];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		const struct fin_level_access *a = fin_level_access_of(t->l, i);

		if (a != NULL && i->lowering == ISA_LOWER_LOAD)
			for (unsigned w = 0; w < t->l->words; w++)
				fin_gang_put(g, i->operands[0].v[w].reg, 0, load(t, a, level, &e));
		else if (a != NULL)
			store(t, a, level, &e);
		else if (fin_is_of_level(t->l, i))
			fin_gang_inst(g, i);
	}
	return e.own;
}

/* ---- vectors in memory ----------------------------------------------------------------------- */

static struct fin_address address_of(const struct fin_tree *t, LLVMValueRef ptr)
{
	return (struct fin_address){.ptr = ptr,
		.segment = BRIG_SEGMENT_GROUP,
		.equiv = t->l->access[0].inst->isa->equiv};
}

static LLVMValueRef load_vector(const struct fin_tree *t, LLVMValueRef ptr)
{
	struct fin_llvm *l = t->k->s.w.l;
	struct fin_address a = address_of(t, ptr);
	LLVMValueRef v = LLVMBuildLoad2(l->b, fin_vector_of(l->i32, t->lanes), ptr, "");

	LLVMSetAlignment(v, WORD);
	fin_memory_metadata(&t->k->s.w, v, &a);
	return v;
}

static void store_vector(const struct fin_tree *t, LLVMValueRef ptr, LLVMValueRef v)
{
	struct fin_address a = address_of(t, ptr);
	LLVMValueRef s = LLVMBuildStore(t->k->s.w.l->b, v, ptr);

	LLVMSetAlignment(s, WORD);
	fin_memory_metadata(&t->k->s.w, s, &a);
}

/* The address of the word with that number, i32, from another one. */
static LLVMValueRef word_at(const struct fin_tree *t, LLVMValueRef ptr, LLVMValueRef number)
{
	struct fin_llvm *l = t->k->s.w.l;
	LLVMValueRef offset = LLVMBuildMul(l->b, fin_resize(l, number, 64, false),
		LLVMConstInt(l->i64, WORD, false), "");

	return LLVMBuildGEP2(l->b, l->i8, ptr, &offset, 1, "");
}

static LLVMValueRef first_element(const struct fin_tree *t)
{
	struct fin_gang_kernel *k = t->k;
	LLVMBuilderRef b = k->s.w.l->b;
	uint32_t local = t->l->access[0].inst->operands[1].local;
	LLVMValueRef p = fin_group_base(&k->s.w), offset;

	if (local != FIN_NO_LOCAL) {
		offset = fin_resize(k->s.w.l, fin_group_address(&k->s.w, &k->s.w.f->locals[local]),
			64, false);
		p = LLVMBuildGEP2(b, k->s.w.l->i8, p, &offset, 1, "");
	}
	if (t->l->base != FIN_NOWHERE) {
		fin_context_load_one(k, t->l->base);
		offset = fin_resize(k->s.w.l,
			fin_resize(k->s.w.l, fin_gang_scalar(fin_current_gang(k), t->l->base, 0),
				32, false),
			64, true);
		p = LLVMBuildGEP2(b, k->s.w.l->i8, p, &offset, 1, "");
	}
	return p;
}

/* Runs the levels for `side` vectors side by side, which have the masks of stores in common. */
static void run_in_vectors(const struct fin_tree *t, LLVMValueRef ptr, unsigned side)
{
	LLVMValueRef v[MOST_BESIDE], at[MOST_BESIDE];

	for (unsigned k = 0; k < side; k++) {
		at[k] = word_at(t, ptr, u32(t->k, (uint64_t)k * t->lanes));
		v[k] = load_vector(t, at[k]);
	}
	for (unsigned n = 0; n < t->count; n++)
		for (unsigned k = 0; k < side; k++)
			v[k] = run_level(t, n, (struct elements){v[k], NULL});
	for (unsigned k = 0; k < side; k++)
		store_vector(t, at[k], v[k]);
}

static LLVMValueRef vector_at(const struct fin_tree *t, LLVMValueRef ptr, LLVMValueRef step,
	unsigned n)
{
	return word_at(t, ptr, LLVMBuildMul(t->k->s.w.l->b, step, u32(t->k, n), ""));
}

/* Runs the first `count` levels for one of the vectors that are `step` words apart. What a level
 * leaves in the others is stored. */
static LLVMValueRef run_far(const struct fin_tree *t, LLVMValueRef ptr, LLVMValueRef step,
	unsigned which, unsigned count)
{
	unsigned distance = 1u << (t->count - count);
	LLVMValueRef v, other;

	if (count == 0)
		return load_vector(t, vector_at(t, ptr, step, which));
	v = run_far(t, ptr, step, which, count - 1);
	other = run_far(t, ptr, step, which + distance, count - 1);
	if (count > 1)
		store_vector(t, vector_at(t, ptr, step, which + distance), other);
	return run_level(t, count - 1, (struct elements){v, other});
}

/* How far apart the vectors of a column are, in words. */
static LLVMValueRef distance_of(const struct fin_tree *t)
{
	LLVMBuilderRef b = t->k->s.w.l->b;
	LLVMValueRef step = fin_tree_step(t);

	step = LLVMBuildLShr(b, step, u32(t->k, t->count - 1), "");
	return LLVMBuildMul(b, step, u32(t->k, t->l->words), "");
}

/* Runs the levels for all vectors up to `end`, or for as many columns of vectors. */
static void run_vectors(const struct fin_tree *t, LLVMValueRef first, LLVMValueRef end)
{
	struct fin_gang_kernel *k = t->k;
	struct fin_llvm *l = k->s.w.l;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b), here,
			  head = fin_skeleton_block(&k->s, "levels"),
			  after = fin_skeleton_block(&k->s, ""), body;
	LLVMValueRef zero = u32(k, 0), at, next;

	LLVMBuildBr(l->b, head);
	fin_skeleton_go_on(&k->s, head);
	at = LLVMBuildPhi(l->b, l->i32, "");
	LLVMAddIncoming(at, &zero, &before, 1);
	k->body = FIN_BODY_LEVELS;
	fin_current_gang(k)->mask = NULL;
	body = fin_slots_start(k);
	first = word_at(t, first, at);
	if (t->is_far)
		store_vector(t, first, run_far(t, first, end, 0, t->count));
	else
		run_in_vectors(t, first, t->beside);
	finish(k, body);
	next = LLVMBuildAdd(l->b, at, u32(k, (uint64_t)t->lanes * t->beside), "");
	here = LLVMGetInsertBlock(l->b);
	LLVMAddIncoming(at, &next, &here, 1);
	LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntULT, next, end, ""), head, after);
	fin_skeleton_go_on(&k->s, after);
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Gives the region what it would read on the last level, and runs what it does besides. */
static void end_last_level(const struct fin_tree *t)
{
	struct fin_gang_kernel *k = t->k;
	const struct fin_region *r = &k->s.rs->regions[k->s.region];
	const struct fin_few_items *few = &k->few[k->s.region];
	LLVMValueRef *next = ARENA_ARRAY(k->s.w.m->arena, LLVMValueRef, r->context_count);
	const struct fin_taken taken = {few->bound[few->wide].branch, t->l->otherwise};
	LLVMBasicBlockRef body = start(k);

	for (uint32_t c = 0; c < r->context_count; c++)
		if (fin_is_kept(k, r->context[c]))
			next[c] = fin_tree_context(t, t->count - 1, r->context[c]);
	for (uint32_t c = 0; c < r->context_count; c++)
		if (next[c] != NULL)
			fin_context_set(k, r->context[c], next[c]);
	finish(k, body);
	k->code.settled = (struct fin_taken_list){&taken, 1};
	fin_loop_over_gangs(k, FIN_BODY_FEW, u32(k, 0), u32(k, 1));
	k->code.settled.count = 0;
}

/* Runs the levels where the region comes to the first one, and goes on to `after`; else goes on
 * with the code that follows. */
static void emit_tree(const struct fin_tree *t, LLVMBasicBlockRef after)
{
	struct fin_gang_kernel *k = t->k;
	LLVMBuilderRef b = k->s.w.l->b;
	LLVMBasicBlockRef body, perhaps = fin_skeleton_block(&k->s, ""),
				yes = fin_skeleton_block(&k->s, ""),
				no = fin_skeleton_block(&k->s, "");
	LLVMValueRef first, end;

	body = start(k);
	LLVMBuildCondBr(b, fin_tree_starts(t), perhaps, no);
	finish(k, body);
	fin_skeleton_go_on(&k->s, perhaps);
	body = start(k);
	LLVMBuildCondBr(b, fin_tree_follows(t), yes, no);
	finish(k, body);
	fin_skeleton_go_on(&k->s, yes);
	body = start(k);
	first = first_element(t);
	if (t->is_far)
		end = distance_of(t);
	else
		end = t->l->spread == 0 ? u32(k, t->lanes) : fin_tree_words(t, 0);
	finish(k, body);
	run_vectors(t, first, end);
	end_last_level(t);
	LLVMBuildBr(b, after);
	fin_skeleton_go_on(&k->s, no);
}

LLVMBasicBlockRef fin_levels_emit(struct fin_gang_kernel *k)
{
	LLVMBasicBlockRef after;
	struct fin_tree t[3];

	if (k->levels == NULL || !k->levels[k->s.region].some || fin_has_one_body(k))
		return NULL;
	t[0] = tree_of_vectors(k, FIN_MAX_LEVELS);
	t[1] = tree_of_vectors(k, 2);
	t[2] = tree_in_vector(k);
	after = fin_skeleton_block(&k->s, "");
	for (unsigned n = 0; n < 3; n++)
		if (t[n].count > 1)
			emit_tree(&t[n], after);
	return after;
}
