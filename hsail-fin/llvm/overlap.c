/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Picks vectors from loads that overlap. A stencil loads the elements before and behind each
 * work-item's own as vectors of their own, and all of these but one at most lie across two lines of
 * the cache, which takes as long as two loads. Where three or more are parts of one piece of memory
 * that is no longer than two vectors, the first and the last of them are loaded, and a permutation
 * of both, which is done while others load, gives those in between. Nothing is read that the loads
 * did not read, and nothing is written between them. */
#include "llvm/llvm_ctx.h"

/* How many loads are looked at together, of how many values an address is the sum, how deep they
 * are looked for, and the bytes of a vector for which there are permutations of two. */
enum { MOST_LOADS = 64, MOST_ROOTS = 4, DEPTH = 6, VECTOR = 64, MOST_PIECES = 4 };

/* A load, and its address as a sum of values and of a number. */
struct load {
	LLVMValueRef inst;
	LLVMValueRef root[MOST_ROOTS];
	unsigned count;
	int64_t at;
	LLVMValueRef numbers; /* the same as whole numbers, where it is picked from; else NULL */
};

/* Loads between which nothing is written, in their order. */
struct run {
	struct fin_llvm *l;
	struct load load[MOST_LOADS];
	unsigned count;
	LLVMValueRef dead[2 * MOST_LOADS]; /* what something has replaced, also long vectors */
	unsigned dead_count;
};

/* ---- addresses ------------------------------------------------------------------------------ */

/* How far `b` lies behind `a`, modulo 2^64. */
static uint64_t distance(const struct load *a, const struct load *b)
{
	return (uint64_t)b->at - (uint64_t)a->at;
}

static bool add_root(struct load *x, LLVMValueRef v)
{
	unsigned k = x->count;

	if (k == MOST_ROOTS)
		return false;
	for (; k > 0 && (uintptr_t)x->root[k - 1] > (uintptr_t)v; k--)
		x->root[k] = x->root[k - 1];
	x->root[k] = v;
	x->count++;
	return true;
}

static bool is_opcode(LLVMValueRef v, LLVMOpcode opcode)
{
	return LLVMIsAInstruction(v) != NULL && LLVMGetInstructionOpcode(v) == opcode;
}

static bool is_byte_pointer(LLVMValueRef v)
{
	LLVMTypeRef type;

	if (!is_opcode(v, LLVMGetElementPtr) || LLVMGetNumOperands(v) != 2)
		return false;
	type = LLVMGetGEPSourceElementType(v);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* Adds the value to the sum that the address is. */
static bool add_to_address(struct load *x, LLVMValueRef v, unsigned depth)
{
	if (LLVMIsAConstantInt(v) != NULL) {
		x->at = (int64_t)((uint64_t)x->at + (uint64_t)LLVMConstIntGetSExtValue(v));
		return true;
	}
	if (depth > 0 && is_opcode(v, LLVMIntToPtr))
		return add_to_address(x, LLVMGetOperand(v, 0), depth - 1);
	if (depth > 0 && (is_byte_pointer(v) || (is_opcode(v, LLVMAdd))))
		return add_to_address(x, LLVMGetOperand(v, 0), depth - 1) &&
		       add_to_address(x, LLVMGetOperand(v, 1), depth - 1);
	return add_root(x, v);
}

static bool has_same_roots(const struct load *a, const struct load *b)
{
	return a->count == b->count &&
	       LLVMGetElementType(LLVMTypeOf(a->inst)) == LLVMGetElementType(LLVMTypeOf(b->inst)) &&
	       memcmp(a->root, b->root, a->count * sizeof a->root[0]) == 0;
}

/* ---- what is loaded ------------------------------------------------------------------------- */

/* The bytes of an element of a vector, if permutations move it whole; else 0. */
static unsigned bytes_of_element(LLVMTypeRef vector)
{
	LLVMTypeRef type = LLVMGetElementType(vector);

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64
		               ? LLVMGetIntTypeWidth(type) / 8
		               : 0;
	case LLVMFloatTypeKind:
		return 4;
	case LLVMDoubleTypeKind:
		return 8;
	default:
		return 0;
	}
}

static unsigned element_bytes(LLVMValueRef load)
{
	return bytes_of_element(LLVMTypeOf(load));
}

static void replace(struct run *c, struct load *x, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(x->inst, by);
	c->dead[c->dead_count++] = x->inst;
	x->inst = by;
}

static void copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(from));
	size_t count;
	LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &count);

	for (unsigned k = 0; k < count; k++)
		LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, k),
			LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(all, k)));
	LLVMDisposeValueMetadataEntries(all);
}

/* A vector of whole numbers with as many bits. LLVM has an instruction that shifts two of these,
 * and none that shifts two vectors of floats. */
static LLVMTypeRef as_numbers(struct run *c, LLVMTypeRef type)
{
	return LLVMVectorType(bytes_of_element(type) == 8 ? c->l->i64 : c->l->i32,
		LLVMGetVectorSize(type));
}

/* Moves the load to `first`, which is not behind it and has an address of the same roots. */
static void move_to(struct run *c, struct load *x, const struct load *first)
{
	LLVMBuilderRef b = c->l->b;
	LLVMValueRef ptr = LLVMGetOperand(first->inst, 0), step;

	if (x->numbers != NULL)
		return;
	LLVMPositionBuilderBefore(b, first->inst);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(x->inst));
	step = LLVMConstInt(c->l->i64, (uint64_t)x->at - (uint64_t)first->at, true);
	ptr = LLVMBuildGEP2(b, c->l->i8, ptr, &step, 1, "");
	x->numbers = LLVMBuildLoad2(b, as_numbers(c, LLVMTypeOf(x->inst)), ptr, "");
	LLVMSetAlignment(x->numbers, LLVMGetAlignment(x->inst));
	copy_metadata(x->inst, x->numbers);
	replace(c, x, LLVMBuildBitCast(b, x->numbers, LLVMTypeOf(x->inst), ""));
}

/* The vector that `x` loads, from those that `low` and `high` have loaded around it. */
static LLVMValueRef picked(struct run *c, const struct load *x, const struct load *low,
	const struct load *high)
{
	unsigned bytes = element_bytes(x->inst), lanes = VECTOR / bytes;
	unsigned skip = (unsigned)distance(low, x) / bytes;
	unsigned between = (unsigned)distance(low, high) / bytes;
	LLVMValueRef from[VECTOR / 4], r;

	for (unsigned v = 0; v < lanes; v++) {
		unsigned at = v + skip;

		from[v] = LLVMConstInt(c->l->i32, at < lanes ? at : lanes + at - between, false);
	}
	LLVMPositionBuilderBefore(c->l->b, x->inst);
	LLVMSetCurrentDebugLocation2(c->l->b, LLVMInstructionGetDebugLoc(x->inst));
	r = LLVMBuildShuffleVector(c->l->b, low->numbers, high->numbers,
		LLVMConstVector(from, lanes), "");
	return LLVMBuildBitCast(c->l->b, r, LLVMTypeOf(x->inst), "");
}

/* ---- windows -------------------------------------------------------------------------------- */

/* Takes the loads with the same roots as number `first` that lie in whole elements from it, in the
 * order of their addresses; returns how many these are. */
static unsigned gather(struct run *c, unsigned first, struct load **same)
{
	unsigned count = 0;

	for (unsigned k = first; k < c->count; k++) {
		struct load *x = &c->load[k];
		unsigned n = count;

		if (x->inst == NULL || !has_same_roots(&c->load[first], x) ||
			distance(&c->load[first], x) % element_bytes(x->inst) != 0)
			continue;
		for (; n > 0 && same[n - 1]->at > x->at; n--)
			same[n] = same[n - 1];
		same[n] = x;
		count++;
	}
	return count;
}

/* Makes the loads from number `low` to number `high` of two and of permutations. */
static void share(struct run *c, struct load **same, unsigned low, unsigned high,
	const struct load *first)
{
	move_to(c, same[low], first);
	move_to(c, same[high], first);
	for (unsigned k = low + 1; k < high; k++)
		replace(c, same[k], picked(c, same[k], same[low], same[high]));
}

static void share_all(struct run *c, struct load **same, unsigned count, const struct load *first)
{
	unsigned high;

	for (unsigned low = 0; low + 2 < count; low = high) {
		for (high = low; high + 1 < count; high++)
			if (distance(same[low], same[high + 1]) > VECTOR)
				break;
		if (high > low + 1)
			share(c, same, low, high, first);
		else
			high = low + 1;
	}
}

/* ---- long vectors --------------------------------------------------------------------------- */

static unsigned bytes_of(LLVMValueRef load)
{
	return LLVMGetVectorSize(LLVMTypeOf(load)) * element_bytes(load);
}

/* Whether the load is of several vectors, and overlaps another one not only in whole vectors. */
static bool is_to_be_cut(const struct run *c, const struct load *x)
{
	for (unsigned k = 0; k < c->count && bytes_of(x->inst) > VECTOR; k++) {
		const struct load *y = &c->load[k];
		int64_t behind = (int64_t)distance(x, y);

		if (y != x && has_same_roots(x, y) && behind % VECTOR != 0 &&
			behind < (int64_t)bytes_of(x->inst) && behind > -(int64_t)bytes_of(y->inst))
			return true;
	}
	return false;
}

/* Loads vector number `n` of those that `x` loads. */
static struct load piece_of(struct run *c, const struct load *x, unsigned n)
{
	LLVMBuilderRef b = c->l->b;
	LLVMTypeRef type = LLVMTypeOf(x->inst);
	LLVMValueRef at = LLVMConstInt(c->l->i64, (uint64_t)n * VECTOR, false);
	unsigned align = LLVMGetAlignment(x->inst);
	struct load r = *x;

	type = LLVMVectorType(LLVMGetElementType(type), VECTOR / element_bytes(x->inst));
	r.at = (int64_t)((uint64_t)x->at + (uint64_t)n * VECTOR);
	r.inst = LLVMBuildLoad2(b, type,
		LLVMBuildGEP2(b, c->l->i8, LLVMGetOperand(x->inst, 0), &at, 1, ""), "");
	LLVMSetAlignment(r.inst, align < VECTOR ? align : VECTOR);
	copy_metadata(x->inst, r.inst);
	return r;
}

/* Joins 2 or 4 vectors to one. */
static LLVMValueRef joined(struct run *c, LLVMValueRef *piece, unsigned n)
{
	LLVMValueRef index[MOST_PIECES * VECTOR / 4];

	for (; n > 1; n /= 2)
		for (unsigned k = 0; k < n / 2; k++) {
			unsigned size = 2 * LLVMGetVectorSize(LLVMTypeOf(piece[2 * k]));

			for (unsigned v = 0; v < size; v++)
				index[v] = LLVMConstInt(c->l->i32, v, false);
			piece[k] = LLVMBuildShuffleVector(c->l->b, piece[2 * k], piece[2 * k + 1],
				LLVMConstVector(index, size), "");
		}
	return piece[0];
}

/* Loads the vectors of a long one by themselves, and joins them. */
static void cut(struct run *c, struct load *x)
{
	unsigned n = bytes_of(x->inst) / VECTOR;
	LLVMValueRef piece[MOST_PIECES];

	LLVMPositionBuilderBefore(c->l->b, x->inst);
	LLVMSetCurrentDebugLocation2(c->l->b, LLVMInstructionGetDebugLoc(x->inst));
	for (unsigned k = 0; k < n; k++) {
		c->load[c->count] = piece_of(c, x, k);
		piece[k] = c->load[c->count++].inst;
	}
	replace(c, x, joined(c, piece, n));
}

/* Cuts long vectors that others overlap, and forgets about the rest of them. */
static void cut_all(struct run *c)
{
	struct load all[MOST_LOADS];
	bool cuts[MOST_LOADS];
	unsigned count = c->count;

	for (unsigned k = 0; k < count; k++)
		cuts[k] = is_to_be_cut(c, &c->load[k]);
	memcpy(all, c->load, count * sizeof *all);
	c->count = 0;
	for (unsigned k = 0; k < count && c->count + MOST_PIECES <= MOST_LOADS; k++)
		if (cuts[k])
			cut(c, &all[k]);
		else if (bytes_of(all[k].inst) == VECTOR)
			c->load[c->count++] = all[k];
}

static void end_run(struct run *c)
{
	struct load *same[MOST_LOADS];

	cut_all(c);
	for (unsigned k = 0; k < c->count; k++)
		if (c->load[k].inst != NULL) {
			struct load first = c->load[k];
			unsigned count = gather(c, k, same);

			share_all(c, same, count, &first);
			while (count > 0)
				same[--count]->inst = NULL;
		}
	while (c->dead_count > 0)
		LLVMInstructionEraseFromParent(c->dead[--c->dead_count]);
	c->count = 0;
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Whether the type is one of vectors of the processor's, one or a few. */
static bool is_made_of_vectors(LLVMTypeRef type)
{
	unsigned bytes;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	bytes = LLVMGetVectorSize(type) * bytes_of_element(type);
	return bytes == VECTOR || bytes == 2 * VECTOR || bytes == MOST_PIECES * VECTOR;
}

static void add_load(struct run *c, LLVMValueRef i)
{
	struct load x = {.inst = i};

	if (c->count == MOST_LOADS)
		end_run(c);
	if (add_to_address(&x, LLVMGetOperand(i, 0), DEPTH))
		c->load[c->count++] = x;
}

/* Whether a function that is called does not write, by what its attribute says of each kind of
 * memory in two bits. */
static bool only_reads(LLVMValueRef call)
{
	static const char name[] = "memory";
	enum { WRITES = 0x2aa };
	LLVMValueRef fn = LLVMGetCalledValue(call);
	LLVMAttributeRef a;

	if (LLVMIsAFunction(fn) == NULL)
		return false;
	a = LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
	return a != NULL && (LLVMGetEnumAttributeValue(a) & WRITES) == 0;
}

static bool may_write(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
		return !only_reads(i);
	case LLVMLoad:
		return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
	case LLVMStore:
	case LLVMFence:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMInvoke:
	case LLVMCallBr:
		return true;
	default:
		return false;
	}
}

static void look_at_block(struct run *c, LLVMBasicBlockRef b)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i != NULL; i = next) {
		next = LLVMGetNextInstruction(i);
		if (may_write(i))
			end_run(c);
		else if (LLVMIsALoadInst(i) != NULL && is_made_of_vectors(LLVMTypeOf(i)))
			add_load(c, i);
	}
	end_run(c);
}

void fin_llvm_share_loads(struct fin_llvm *l)
{
	struct run c = {.l = l};

	if (!fin_target_has(&l->target, "avx512f"))
		return;
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->mod); fn; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b;
			b = LLVMGetNextBasicBlock(b))
			look_at_block(&c, b);
}
