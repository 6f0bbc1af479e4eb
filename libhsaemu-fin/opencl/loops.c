/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps LLVM from unrolling loops whose number of iterations is known only when they run. For GPUs
 * it makes four iterations one, and a second loop of those that are left over. Work-items that go
 * around differently often wait for each other in both of them then, and neither has a counter by
 * which the finalizer could run them in line. The finalizer unrolls for the processor itself. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include "cl_impl.h"

enum { MOST = 16 };

static const char unroll[] = "llvm.loop.unroll.";
static const char disable[] = "llvm.loop.unroll.runtime.disable";

struct place {
	LLVMBasicBlockRef block;
	size_t at; /* in the function's order */
};

struct places {
	struct place *all;
	size_t count, cap;
};

static int by_block(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct place *)a)->block;
	uintptr_t y = (uintptr_t)((const struct place *)b)->block;
	return x < y ? -1 : x > y;
}

static void find_places(struct places *p, LLVMValueRef f)
{
	p->count = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL;
		b = LLVMGetNextBasicBlock(b)) {
		ARRAY_GROW(p->all, p->count, p->cap);
		p->all[p->count] = (struct place){b, p->count};
		p->count++;
	}
	qsort(p->all, p->count, sizeof *p->all, by_block);
}

static size_t place_of(const struct places *p, LLVMBasicBlockRef b)
{
	const struct place key = {b, 0}, *found;
	found = bsearch(&key, p->all, p->count, sizeof key, by_block);
	return found->at;
}

/* Whether the block leads back, in the order that clang writes blocks in. */
static bool leads_back(const struct places *p, LLVMBasicBlockRef b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	if (LLVMGetInstructionOpcode(end) != LLVMBr)
		return false;
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
		if (place_of(p, LLVMGetSuccessor(end, k)) <= place_of(p, b))
			return true;
	return false;
}

/* The parts of a loop's node besides itself; false if they say how to unroll it, or are many. */
static bool take_parts(LLVMValueRef node, LLVMMetadataRef *parts, unsigned *count)
{
	LLVMValueRef all[MOST], key[MOST];
	unsigned n = node == NULL ? 0 : LLVMGetMDNodeNumOperands(node), length;
	if (n > MOST)
		return false;
	if (n > 0)
		LLVMGetMDNodeOperands(node, all);
	for (unsigned k = 1; k < n; k++) {
		unsigned m = LLVMIsAMDNode(all[k]) != NULL ? LLVMGetMDNodeNumOperands(all[k]) : 0;
		if (m > 0 && m <= MOST)
			LLVMGetMDNodeOperands(all[k], key);
		if (m > 0 && m <= MOST && LLVMIsAMDString(key[0]) != NULL &&
			strncmp(LLVMGetMDString(key[0], &length), unroll, sizeof unroll - 1) == 0)
			return false;
		parts[(*count)++] = LLVMValueAsMetadata(all[k]);
	}
	return true;
}

/* Makes a node of its own for a loop, whose first part is itself. */
static LLVMValueRef make_node(LLVMContextRef ctx, LLVMMetadataRef *parts, unsigned count)
{
	LLVMMetadataRef key = LLVMMDStringInContext2(ctx, disable, sizeof disable - 1), node;
	parts[0] = LLVMTemporaryMDNode(ctx, NULL, 0);
	parts[count++] = LLVMMDNodeInContext2(ctx, &key, 1);
	node = LLVMMDNodeInContext2(ctx, parts, count);
	LLVMMetadataReplaceAllUsesWith(parts[0], node);
	return LLVMMetadataAsValue(ctx, node);
}

void fin_cl_keep_loops(LLVMModuleRef m)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	unsigned kind = LLVMGetMDKindIDInContext(ctx, "llvm.loop", 9);
	struct places p = {0};
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		find_places(&p, f);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL;
			b = LLVMGetNextBasicBlock(b)) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
			LLVMMetadataRef parts[MOST + 1];
			unsigned count = 1;
			if (leads_back(&p, b) &&
				take_parts(LLVMGetMetadata(end, kind), parts, &count))
				LLVMSetMetadata(end, kind, make_node(ctx, parts, count));
		}
	}
	mem_free(p.all);
}
