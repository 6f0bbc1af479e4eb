/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Leaves tuples interleaved that are loaded, changed element by element and stored. A load of
 * tuples side by side is one vector, from which a vector for each element of a tuple is picked, and
 * a store puts them together again. Where all elements go the same way in between, that way is as
 * good for the vector as it is, in pieces as long as the others: no element has to change its
 * place.
 *
 * The way may go around in loops. So all tuples are found from which stores are made, back to what
 * is loaded, a number of the group or of the lane, or comes from the stack, as what lanes load one
 * after the other does. Then those are left out of which some element is used for anything else,
 * and all that depends on them, until nothing changes. What is left is a web, and is made anew. */
#include "llvm/interleaved.h"

enum { MOST_TUPLES = 1024 };

/* ---- tuples --------------------------------------------------------------------------------- */

static enum fin_tuple_kind kind_of(const struct fin_tuple *t)
{
	if (fin_tuple_loaded(t) != NULL)
		return FIN_TUPLE_LOADED;
	if (fin_tuple_has_scalars(t))
		return FIN_TUPLE_SCALARS;
	if (fin_tuple_is_one(t))
		return FIN_TUPLE_ONE;
	if (fin_tuple_is_phi(t))
		return FIN_TUPLE_PHI;
	if (fin_tuple_is_elementwise(t))
		return FIN_TUPLE_STEP;
	return fin_tuple_is_from_stack(t) ? FIN_TUPLE_STACK : FIN_TUPLE_OTHER;
}

static bool is_same(const struct fin_tuple *t, const struct fin_tuple *u)
{
	if (t->count != u->count || t->lanes != u->lanes)
		return false;
	for (unsigned e = 0; e < t->count; e++)
		if (t->v[e] != u->v[e])
			return false;
	return true;
}

/* Notes the elements of a node; one that is in another node, too, has no one place in memory's
 * order. */
static void note_members(struct fin_tuple_search *c, uint32_t n)
{
	for (unsigned e = 0; e < c->node[n].t.count; e++) {
		LLVMValueRef v = c->node[n].t.v[e];
		uint32_t old = fin_number_of(&c->by_member, v);

		if (old != FIN_NO_NUMBER)
			c->node[n].kind = c->node[old / FIN_TUPLE_MOST].kind = FIN_TUPLE_OTHER;
		else
			fin_number_set(&c->by_member, v, n * FIN_TUPLE_MOST + e);
	}
}

/* The node of a tuple. */
static uint32_t node_of(struct fin_tuple_search *c, const struct fin_tuple *t)
{
	uint32_t first = fin_number_of(&c->by_first, t->v[0]), n;

	for (n = first; n != FIN_NO_NUMBER; n = c->node[n].next)
		if (is_same(&c->node[n].t, t))
			return n;
	if (c->count == MOST_TUPLES) {
		c->full = true;
		return 0;
	}
	n = c->count++;
	c->node[n] = (struct fin_tuple_node){.t = *t, .kind = kind_of(t), .web = n, .next = first};
	fin_number_set(&c->by_first, t->v[0], n);
	if (fin_tuple_is_made(&c->node[n]))
		note_members(c, n);
	return n;
}

static bool is_vector(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

/* Finds the nodes of which node number `n` is made. */
static void find_operands(struct fin_tuple_search *c, uint32_t n)
{
	struct fin_tuple t = c->node[n].t, o;
	unsigned count = fin_tuple_operand_count(&t);
	uint32_t *operand = ARENA_ARRAY(&c->a, uint32_t, count);

	for (unsigned k = 0; k < count && !c->full; k++) {
		if (!fin_tuple_operand(&t, k, &o) ||
			(!is_vector(o.v[0]) && !fin_tuple_is_one(&o))) {
			c->node[n].kind = FIN_TUPLE_OTHER;
			return;
		}
		operand[k] = is_vector(o.v[0]) ? node_of(c, &o) : FIN_TUPLE_NONE;
	}
	c->node[n].operand = operand;
	c->node[n].operand_count = count;
}

static bool has_one_use(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);

	return use != NULL && LLVMGetNextUse(use) == NULL;
}

/* Takes up a shuffle that joins a tuple. */
static void add_root(struct fin_tuple_search *c, LLVMValueRef v, const struct fin_tuple *t)
{
	LLVMValueRef all = LLVMGetOperand(v, 0);

	if (!has_one_use(all) || c->full)
		return;
	for (unsigned k = 0; t->count == 4 && k < 2; k++)
		if (!has_one_use(LLVMGetOperand(all, k)))
			return;
	if (c->root_count == MOST_TUPLES) { /* many stores may have one tuple */
		c->full = true;
		return;
	}
	for (unsigned k = 0; t->count == 4 && k < 2; k++)
		fin_number_set(&c->joins, LLVMGetOperand(all, k), (uint32_t)c->root_count);
	fin_number_set(&c->joins, all, (uint32_t)c->root_count);
	ARRAY_GROW(c->root, c->root_count, c->root_cap);
	c->root[c->root_count++] = (struct fin_tuple_root){v, node_of(c, t)};
}

static void find_nodes(struct fin_tuple_search *c, LLVMValueRef fn)
{
	struct fin_tuple t;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (fin_tuple_is_joined(i, &t))
				add_root(c, i, &t);
	for (uint32_t n = 0; n < c->count && !c->full; n++)
		if (fin_tuple_is_made(&c->node[n]))
			find_operands(c, n);
}

/* ---- webs ----------------------------------------------------------------------------------- */

static bool is_store_elsewhere(LLVMValueRef user, LLVMValueRef v)
{
	return LLVMIsAStoreInst(user) != NULL && LLVMGetOperand(user, 0) == v &&
	       LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v);
}

/* Whether an element of node number `n` is used as such an element only, by the same element of
 * other nodes. */
static bool is_used_as_element(const struct fin_tuple_search *c, uint32_t n, unsigned e,
	LLVMValueRef user)
{
	uint32_t member = fin_number_of(&c->by_member, user);
	const struct fin_tuple_node *by;
	struct fin_tuple o;

	if (member == FIN_NO_NUMBER || member % FIN_TUPLE_MOST != e)
		return false;
	by = &c->node[member / FIN_TUPLE_MOST];
	if (!fin_tuple_is_made(by))
		return false;
	for (unsigned k = 0; k < by->operand_count; k++)
		if (fin_tuple_operand(&by->t, k, &o) && o.v[e] == c->node[n].t.v[e] &&
			by->operand[k] != n)
			return false;
	return true;
}

static bool may_be_used_by(const struct fin_tuple_search *c, uint32_t n, unsigned e,
	LLVMValueRef user)
{
	uint32_t root = fin_number_of(&c->joins, user);

	if (root != FIN_NO_NUMBER)
		return c->root[root].node == n;
	return is_store_elsewhere(user, c->node[n].t.v[e]) || is_used_as_element(c, n, e, user);
}

static bool may_be_made(const struct fin_tuple_search *c, uint32_t n)
{
	const struct fin_tuple_node *x = &c->node[n];

	for (unsigned k = 0; k < x->operand_count; k++)
		if (x->operand[k] != FIN_TUPLE_NONE &&
			c->node[x->operand[k]].kind == FIN_TUPLE_OTHER)
			return false;
	for (unsigned e = 0; e < x->t.count; e++)
		for (LLVMUseRef u = LLVMGetFirstUse(x->t.v[e]); u != NULL; u = LLVMGetNextUse(u))
			if (!may_be_used_by(c, n, e, LLVMGetUser(u)))
				return false;
	return true;
}

static void leave_out(struct fin_tuple_search *c)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (uint32_t n = c->count; n-- > 0;)
			if (fin_tuple_is_made(&c->node[n]) && !may_be_made(c, n)) {
				c->node[n].kind = FIN_TUPLE_OTHER;
				changed = true;
			}
	}
}

static uint32_t web_of(const struct fin_tuple_search *c, uint32_t n)
{
	while (c->node[n].web != n)
		n = c->node[n].web;
	return n;
}

/* Joins nodes to webs; `loads` says how many tuples are loaded in each. */
static void find_webs(struct fin_tuple_search *c, uint32_t *loads)
{
	for (uint32_t n = 0; n < c->count; n++)
		for (unsigned k = 0; fin_tuple_is_made(&c->node[n]) && k < c->node[n].operand_count;
			k++) {
			uint32_t o = c->node[n].operand[k];

			if (o != FIN_TUPLE_NONE && (fin_tuple_is_made(&c->node[o]) ||
							   c->node[o].kind == FIN_TUPLE_LOADED))
				c->node[web_of(c, o)].web = web_of(c, n);
		}
	for (uint32_t n = 0; n < c->count; n++)
		loads[web_of(c, n)] += c->node[n].kind == FIN_TUPLE_LOADED;
}

/* ---- functions ------------------------------------------------------------------------------ */

static bool is_wanted(const struct fin_tuple_search *c, const uint32_t *loads, uint32_t n)
{
	return c->node[n].kind != FIN_TUPLE_OTHER && loads[web_of(c, n)] > 0;
}

static void make_all(struct fin_tuple_search *c, const uint32_t *loads)
{
	for (size_t r = 0; r < c->root_count; r++) {
		const struct fin_tuple_root *root = &c->root[r];
		const struct fin_tuple_node *x = &c->node[root->node];
		const LLVMValueRef *pieces;

		if (!is_wanted(c, loads, root->node))
			continue;
		pieces = fin_tuple_pieces(c, root->node, root->shuffle);
		LLVMPositionBuilderBefore(c->l->b, root->shuffle);
		LLVMReplaceAllUsesWith(root->shuffle,
			fin_tuple_concatenation(c, pieces, x->t.count, x->t.lanes));
	}
	for (uint32_t n = 0; n < c->count; n++) /* this may make others */
		if (c->node[n].kind == FIN_TUPLE_PHI && is_wanted(c, loads, n)) {
			if (c->node[n].made[0] == NULL)
				fin_tuple_make(c, n);
			fin_tuple_fill_phi(c, &c->node[n]);
		}
	for (uint32_t n = 0; n < c->count; n++)
		for (unsigned e = 0; fin_tuple_is_made(&c->node[n]) && is_wanted(c, loads, n) &&
				     c->node[n].made[0] != NULL && e < c->node[n].t.count;
			e++)
			fin_tuple_pick_for_stores(c, &c->node[n], e);
}

/* Takes away what was made anew: it may go around in loops, which LLVM would not see through. */
static void erase(struct fin_tuple_search *c, const uint32_t *loads)
{
	for (uint32_t n = 0; n < c->count; n++)
		for (unsigned e = 0; fin_tuple_is_made(&c->node[n]) && is_wanted(c, loads, n) &&
				     c->node[n].made[0] != NULL && e < c->node[n].t.count;
			e++) {
			LLVMValueRef v = c->node[n].t.v[e];

			LLVMReplaceAllUsesWith(v, LLVMGetPoison(LLVMTypeOf(v)));
			LLVMInstructionEraseFromParent(v);
		}
}

static void look_at(struct fin_llvm *l, LLVMValueRef fn)
{
	struct fin_tuple_search c = {.l = l};
	uint32_t *loads;

	c.node = ARENA_ARRAY(&c.a, struct fin_tuple_node, MOST_TUPLES);
	fin_numbers_init(&c.a, &c.by_first, MOST_TUPLES);
	fin_numbers_init(&c.a, &c.by_member, MOST_TUPLES * FIN_TUPLE_MOST);
	fin_numbers_init(&c.a, &c.joins, MOST_TUPLES * FIN_TUPLE_MOST);
	find_nodes(&c, fn);
	if (c.root_count > 0 && !c.full) {
		loads = ARENA_ARRAY(&c.a, uint32_t, c.count);
		leave_out(&c);
		find_webs(&c, loads);
		make_all(&c, loads);
		erase(&c, loads);
	}
	mem_free(c.root);
	arena_release(&c.a);
}

void fin_llvm_keep_interleaved(struct fin_llvm *l)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->mod); fn; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn))
			look_at(l, fn);
}
