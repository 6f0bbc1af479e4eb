/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See slots.h. Phis are placed at iterated dominance frontiers, where their slots are live (Cytron
 * et al.), as in ssa.c; then a walk down the dominator tree replaces what is loaded by what was
 * stored last.
 *
 * Where hundreds of blocks lead to one, as in code that goes from block to block through a switch,
 * each slot would have a phi with hundreds of values. Such slots stay in memory. */
#include "ir/graph.h"
#include "ir/ir.h"
#include "llvm/pointer_number.h"
#include "llvm/slots.h"
#include "ir/limits.h"

#define NOWHERE FIN_NO_NUMBER

struct block {
	LLVMBasicBlockRef llvm;
	/* in the dominator tree: its first child, its next sibling; NOWHERE: none */
	uint32_t child, sibling;
	uint32_t first_access, access_count;
	uint32_t *succ, *pred;
	uint32_t succ_count, pred_count;
	uint32_t phi; /* index in `phis` of the last one that was placed in the block, or NOWHERE */
};

struct access {
	LLVMValueRef inst;
	uint32_t slot, block;
	bool stores;
};

struct phi {
	LLVMValueRef llvm;
	uint32_t slot, next; /* next: index of another phi of the same block, or NOWHERE */
};

struct slots_pass {
	struct fin_llvm *l;
	struct arena a;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	struct fin_numbers numbers; /* of blocks and slots, by their addresses */
	struct block *blocks;       /* in reverse post-order */
	uint32_t block_count;
	LLVMValueRef *slots; /* the allocas */
	uint32_t slot_count;
	struct fin_frontiers frontiers;
	struct access *accesses;
	size_t access_count, access_cap;
	struct phi *phis;
	size_t phi_count, phi_cap;
	LLVMValueRef *now; /* by slot: its value at this place of the walk; NULL: it has none yet */
	uint64_t *place;   /* by slot: offset in the frame + 1, or 0 if it becomes values */
	uint64_t frame_bytes;
};

/* ---- slots and blocks ----------------------------------------------------------------------- */

static bool is_access(LLVMValueRef user, LLVMValueRef slot, LLVMTypeRef type)
{
	if (LLVMIsALoadInst(user))
		return LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
	return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != slot &&
	       LLVMTypeOf(LLVMGetOperand(user, 0)) == type && !LLVMGetVolatile(user);
}

static bool is_slot(LLVMValueRef v)
{
	LLVMTypeRef type;

	if (LLVMGetInstructionOpcode(v) != LLVMAlloca || LLVMIsConstant(LLVMGetOperand(v, 0)) == 0)
		return false;
	type = LLVMGetAllocatedType(v);
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u))
		if (!is_access(LLVMGetUser(u), v, type))
			return false;
	return true;
}

static void find_slots(struct slots_pass *p)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(p->fn);
	uint32_t n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != NULL;
		i = LLVMGetNextInstruction(i))
		n += LLVMGetInstructionOpcode(i) == LLVMAlloca;
	p->slots = ARENA_ARRAY(&p->a, LLVMValueRef, n);
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != NULL;
		i = LLVMGetNextInstruction(i))
		if (is_slot(i))
			p->slots[p->slot_count++] = i;
	p->now = ARENA_ARRAY(&p->a, LLVMValueRef, p->slot_count);
	p->place = ARENA_ARRAY(&p->a, uint64_t, p->slot_count);
}

/* A function's blocks in LLVM's order, and their numbers. */
struct listing {
	LLVMBasicBlockRef *block;
	const struct fin_numbers *numbers;
};

static uint32_t successor(const void *listing, uint32_t block, uint32_t k)
{
	const struct listing *l = listing;
	LLVMValueRef term = LLVMGetBasicBlockTerminator(l->block[block]);

	return k < LLVMGetNumSuccessors(term) ? fin_number_of(l->numbers, LLVMGetSuccessor(term, k))
	                                      : FIN_NO_NODE;
}

/* Numbers blocks in reverse post-order. Those that cannot be reached have no number. */
static void number_blocks(struct slots_pass *p)
{
	uint32_t most = LLVMCountBasicBlocks(p->fn), n = 0;
	struct listing l = {mem_new(most, sizeof *l.block), &p->numbers};
	struct fin_search s = fin_search_new(&p->a, most, (struct fin_edges){successor, &l});

	fin_numbers_init(&p->a, &p->numbers, most + p->slot_count);
	LLVMGetBasicBlocks(p->fn, l.block);
	for (; n < most; n++)
		fin_number_set(&p->numbers, l.block[n], n);
	fin_search_from(&s, 0);
	for (n = 0; n < most; n++)
		fin_number_set(&p->numbers, l.block[n], NOWHERE);
	p->block_count = (uint32_t)s.count;
	p->blocks = ARENA_ARRAY(&p->a, struct block, s.count);
	for (uint32_t k = 0; k < p->block_count; k++) {
		p->blocks[k] = (struct block){.llvm = l.block[s.order[s.count - 1 - k]],
			.child = NOWHERE,
			.sibling = NOWHERE,
			.phi = NOWHERE};
		fin_number_set(&p->numbers, p->blocks[k].llvm, k);
	}
	fin_search_release(&s);
	mem_free(l.block);
}

/* Makes an edge for each successor of a terminator, even when two are the same block. */
static void connect(struct slots_pass *p)
{
	for (uint32_t k = 0; k < p->block_count; k++) {
		struct block *b = &p->blocks[k];
		LLVMValueRef term = LLVMGetBasicBlockTerminator(b->llvm);

		b->succ_count = LLVMGetNumSuccessors(term);
		b->succ = ARENA_ARRAY(&p->a, uint32_t, b->succ_count);
		for (uint32_t i = 0; i < b->succ_count; i++) {
			b->succ[i] = fin_number_of(&p->numbers, LLVMGetSuccessor(term, i));
			p->blocks[b->succ[i]].pred_count++;
		}
	}
	for (uint32_t k = 0; k < p->block_count; k++) {
		p->blocks[k].pred = ARENA_ARRAY(&p->a, uint32_t, p->blocks[k].pred_count);
		p->blocks[k].pred_count = 0;
	}
	for (uint32_t k = 0; k < p->block_count; k++)
		for (uint32_t i = 0; i < p->blocks[k].succ_count; i++) {
			struct block *s = &p->blocks[p->blocks[k].succ[i]];

			s->pred[s->pred_count++] = k;
		}
}

static void find_accesses(struct slots_pass *p)
{
	for (uint32_t s = 0; s < p->slot_count; s++)
		fin_number_set(&p->numbers, p->slots[s], s);
	for (uint32_t k = 0; k < p->block_count; k++) {
		struct block *b = &p->blocks[k];

		b->first_access = (uint32_t)p->access_count;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b->llvm); i != NULL;
			i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			uint32_t slot;

			if (op != LLVMLoad && op != LLVMStore)
				continue;
			slot = fin_number_of(&p->numbers, LLVMGetOperand(i, op == LLVMStore));
			if (slot == NOWHERE)
				continue;
			ARRAY_GROW(p->accesses, p->access_count, p->access_cap);
			p->accesses[p->access_count++] =
				(struct access){i, slot, k, op == LLVMStore};
			b->access_count++;
		}
	}
}

/* ---- dominators ----------------------------------------------------------------------------- */

static uint32_t predecessor(const void *pass, uint32_t block, uint32_t k)
{
	const struct block *b = &((const struct slots_pass *)pass)->blocks[block];

	return k < b->pred_count ? b->pred[k] : FIN_NO_NODE;
}

static void find_dominators(struct slots_pass *p)
{
	struct fin_edges preds = {predecessor, p};
	uint32_t *idom = ARENA_ARRAY(&p->a, uint32_t, p->block_count);

	fin_dominators(preds, p->block_count, idom);
	for (uint32_t k = p->block_count; k-- > 1;) {
		struct block *up = &p->blocks[idom[k]];

		p->blocks[k].sibling = up->child;
		up->child = k;
	}
	p->frontiers = fin_frontiers_of(&p->a, preds, p->block_count, idom);
}

/* ---- phis ----------------------------------------------------------------------------------- */

/* Scratch for placing the phis of one slot after the other. The arrays by block hold 1 + the number
 * of the last slot that they say something of. */
struct placing {
	/* by block: it stores to the slot; the slot's value is wanted at its start; it has a phi */
	uint32_t *stores, *live, *has;
	uint32_t *joins; /* blocks where the slot gets phis */
	uint32_t join_count;
	uint32_t *work;
};

static void add_phi(struct slots_pass *p, uint32_t block, uint32_t slot)
{
	struct block *b = &p->blocks[block];

	ARRAY_GROW(p->phis, p->phi_count, p->phi_cap);
	LLVMPositionBuilder(p->b, b->llvm, LLVMGetFirstInstruction(b->llvm));
	p->phis[p->phi_count] = (struct phi){
		LLVMBuildPhi(p->b, LLVMGetAllocatedType(p->slots[slot]), ""), slot, b->phi};
	b->phi = (uint32_t)p->phi_count++;
}

/* Marks the blocks at whose start the slot's value is wanted. `of` has the slot's n accesses, block
 * by block. */
static void mark_live(struct slots_pass *p, struct placing *g, struct access **of, size_t n,
	uint32_t mark)
{
	size_t depth = 0;

	for (size_t k = 0; k < n; k++) {
		uint32_t b = of[k]->block;

		if ((k == 0 || of[k - 1]->block != b) && !of[k]->stores) {
			g->live[b] = mark;
			g->work[depth++] = b;
		}
	}
	while (depth > 0) {
		const struct block *b = &p->blocks[g->work[--depth]];

		for (uint32_t i = 0; i < b->pred_count; i++) {
			uint32_t q = b->pred[i];

			if (g->live[q] == mark || g->stores[q] == mark)
				continue;
			g->live[q] = mark;
			g->work[depth++] = q;
		}
	}
}

static void find_joins(struct slots_pass *p, struct placing *g, struct access **of, size_t n)
{
	uint32_t mark = of[0]->slot + 1;
	size_t depth = 0;

	g->join_count = 0;
	if (of[0]->block == of[n - 1]->block)
		return;
	for (size_t k = 0; k < n; k++)
		if (of[k]->stores)
			g->stores[of[k]->block] = mark;
	mark_live(p, g, of, n, mark);
	for (size_t k = 0; k < n; k++)
		if (of[k]->stores && (depth == 0 || g->work[depth - 1] != of[k]->block))
			g->work[depth++] = of[k]->block;
	while (depth > 0) {
		uint32_t b = g->work[--depth];

		for (uint32_t i = p->frontiers.first[b]; i < p->frontiers.first[b + 1]; i++) {
			uint32_t join = p->frontiers.node[i];

			if (g->has[join] == mark || g->live[join] != mark)
				continue;
			g->has[join] = mark;
			g->joins[g->join_count++] = join;
			if (g->stores[join] != mark)
				g->work[depth++] = join;
		}
	}
}

static bool joins_many_ways(const struct slots_pass *p, const struct placing *g)
{
	for (uint32_t k = 0; k < g->join_count; k++)
		if (p->blocks[g->joins[k]].pred_count > FIN_LIMIT_PHI_WAYS)
			return true;
	return false;
}

static void place_in_frame(struct slots_pass *p, uint32_t slot)
{
	LLVMTypeRef type = LLVMGetAllocatedType(p->slots[slot]);
	uint64_t at = align_up(p->frame_bytes, LLVMABIAlignmentOfType(p->l->layout, type));

	p->place[slot] = at + 1;
	p->frame_bytes = at + LLVMABISizeOfType(p->l->layout, type);
}

static void place_slot(struct slots_pass *p, struct placing *g, struct access **of, size_t n)
{
	find_joins(p, g, of, n);
	if (joins_many_ways(p, g))
		place_in_frame(p, of[0]->slot);
	else
		for (uint32_t k = 0; k < g->join_count; k++)
			add_phi(p, g->joins[k], of[0]->slot);
}

static void place_phis(struct slots_pass *p)
{
	size_t *first = mem_new(p->slot_count + 1, sizeof *first);
	struct access **by_slot = mem_new(p->access_count, sizeof *by_slot);
	size_t blocks = p->block_count;
	uint32_t *scratch = mem_new(6 * blocks, sizeof *scratch);
	struct placing g = {.stores = scratch,
		.live = scratch + blocks,
		.has = scratch + 2 * blocks,
		.joins = scratch + 3 * blocks,
		.work = scratch + 4 * blocks};

	for (size_t k = 0; k < p->access_count; k++)
		first[p->accesses[k].slot]++;
	for (size_t s = 0, sum = 0; s <= p->slot_count; s++) {
		sum += first[s];
		first[s] = sum;
	}
	for (size_t k = p->access_count; k-- > 0;)
		by_slot[--first[p->accesses[k].slot]] = &p->accesses[k];
	for (uint32_t s = 0; s < p->slot_count; s++)
		if (first[s + 1] > first[s])
			place_slot(p, &g, by_slot + first[s], first[s + 1] - first[s]);
	mem_free(scratch);
	mem_free(by_slot);
	mem_free(first);
}

/* ---- the frame ------------------------------------------------------------------------------ */

static void access_frame(struct slots_pass *p, LLVMValueRef frame, uint32_t slot)
{
	LLVMValueRef offset = LLVMConstInt(p->l->i64, p->place[slot] - 1, false);

	for (LLVMUseRef u = LLVMGetFirstUse(p->slots[slot]); u != NULL;
		u = LLVMGetFirstUse(p->slots[slot])) {
		LLVMValueRef user = LLVMGetUser(u);

		LLVMPositionBuilderBefore(p->b, user);
		LLVMSetOperand(user, LLVMGetInstructionOpcode(user) == LLVMStore,
			LLVMBuildGEP2(p->b, p->l->i8, frame, &offset, 1, ""));
	}
}

/* Puts slots that stay in memory into one array. LLVM's own pass (sroa) leaves an alloca alone that
 * has a count beside its type. */
static void make_frame(struct slots_pass *p)
{
	enum { LARGEST_VECTOR = 64 };
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(p->fn);
	LLVMValueRef frame;

	if (p->frame_bytes == 0)
		return;
	LLVMPositionBuilder(p->b, entry, LLVMGetFirstInstruction(entry));
	frame = LLVMBuildArrayAlloca(p->b, p->l->i8,
		LLVMConstInt(p->l->i32, align_up(p->frame_bytes, LARGEST_VECTOR), false), "slots");
	LLVMSetAlignment(frame, LARGEST_VECTOR);
	for (uint32_t s = 0; s < p->slot_count; s++)
		if (p->place[s] != 0)
			access_frame(p, frame, s);
}

/* ---- values --------------------------------------------------------------------------------- */

/* A slot's value before the walk entered a block, to be restored when the walk leaves it. */
struct undo {
	uint32_t slot;
	LLVMValueRef value;
};
struct walk {
	struct undo *log;
	size_t count, cap;
};

static LLVMValueRef value_of(struct slots_pass *p, uint32_t slot)
{
	if (p->now[slot] == NULL)
		p->now[slot] = LLVMGetUndef(LLVMGetAllocatedType(p->slots[slot]));
	return p->now[slot];
}

static void set_value(struct slots_pass *p, struct walk *w, uint32_t slot, LLVMValueRef v)
{
	ARRAY_GROW(w->log, w->count, w->cap);
	w->log[w->count++] = (struct undo){slot, p->now[slot]};
	p->now[slot] = v;
}

static void walk_block(struct slots_pass *p, struct walk *w, const struct block *b)
{
	for (uint32_t k = b->phi; k != NOWHERE; k = p->phis[k].next)
		set_value(p, w, p->phis[k].slot, p->phis[k].llvm);
	for (uint32_t k = 0; k < b->access_count; k++) {
		const struct access *c = &p->accesses[b->first_access + k];

		if (p->place[c->slot] != 0)
			continue;
		if (c->stores)
			set_value(p, w, c->slot, LLVMGetOperand(c->inst, 0));
		else
			LLVMReplaceAllUsesWith(c->inst, value_of(p, c->slot));
		LLVMInstructionEraseFromParent(c->inst);
	}
	for (uint32_t i = 0; i < b->succ_count; i++)
		for (uint32_t k = p->blocks[b->succ[i]].phi; k != NOWHERE; k = p->phis[k].next) {
			LLVMValueRef v = value_of(p, p->phis[k].slot);
			LLVMBasicBlockRef from = b->llvm;

			LLVMAddIncoming(p->phis[k].llvm, &v, &from, 1);
		}
}

static void replace_accesses(struct slots_pass *p)
{
	struct walk w = {0};
	size_t depth = 0;
	struct {
		uint32_t block;
		size_t log;
	} *stack = mem_new(p->block_count, sizeof *stack);

	stack[depth++].block = 0;
	walk_block(p, &w, &p->blocks[0]);
	while (depth > 0) {
		struct block *b = &p->blocks[stack[depth - 1].block];

		if (b->child == NOWHERE) {
			size_t keep = stack[--depth].log;

			for (; w.count > keep; w.count--)
				p->now[w.log[w.count - 1].slot] = w.log[w.count - 1].value;
			continue;
		}
		stack[depth].block = b->child;
		stack[depth].log = w.count;
		b->child = p->blocks[b->child].sibling;
		walk_block(p, &w, &p->blocks[stack[depth++].block]);
	}
	mem_free(stack);
	mem_free(w.log);
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Removes accesses from a block that cannot be reached: values are undefined there. Phis get an
 * undefined value on edges from the block. */
static void replace_unreached(struct slots_pass *p, LLVMBasicBlockRef block)
{
	LLVMValueRef term = LLVMGetBasicBlockTerminator(block), next;

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
		LLVMOpcode op = LLVMGetInstructionOpcode(i);

		next = LLVMGetNextInstruction(i);
		if ((op != LLVMLoad && op != LLVMStore) ||
			fin_number_of(&p->numbers, LLVMGetOperand(i, op == LLVMStore)) == NOWHERE)
			continue;
		if (op == LLVMLoad)
			LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
		LLVMInstructionEraseFromParent(i);
	}
	for (unsigned k = 0; k < LLVMGetNumSuccessors(term); k++) {
		uint32_t s = fin_number_of(&p->numbers, LLVMGetSuccessor(term, k));

		for (uint32_t i = s == NOWHERE ? s : p->blocks[s].phi; i != NOWHERE;
			i = p->phis[i].next) {
			LLVMValueRef v = LLVMGetUndef(LLVMTypeOf(p->phis[i].llvm));

			LLVMAddIncoming(p->phis[i].llvm, &v, &block, 1);
		}
	}
}

static void replace_all_unreached(struct slots_pass *p)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		if (fin_number_of(&p->numbers, b) == NOWHERE)
			replace_unreached(p, b);
}

static void promote(struct fin_llvm *l, LLVMValueRef fn)
{
	struct slots_pass p = {.l = l, .fn = fn, .b = fin_builder_new(l)};

	arena_init(&p.a);
	find_slots(&p);
	number_blocks(&p);
	connect(&p);
	find_accesses(&p);
	find_dominators(&p);
	place_phis(&p);
	make_frame(&p);
	replace_accesses(&p);
	replace_all_unreached(&p);
	for (uint32_t s = 0; s < p.slot_count; s++)
		LLVMInstructionEraseFromParent(p.slots[s]);
	mem_free(p.phis);
	mem_free(p.accesses);
	arena_release(&p.a);
	fin_builder_free(l, p.b);
}

void fin_slots_to_values(struct fin_llvm *l)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(l->mod); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMCountBasicBlocks(f) > 0)
			promote(l, f);
}
