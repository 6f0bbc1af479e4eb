/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ways for an access: two between which the kernel chooses when it runs, and one by lanes. */
#include "gang/gang_access.h"
#include "ir/limits.h"

static void branch(struct fin_access *x, LLVMValueRef condition, fin_access_way *yes,
	fin_access_way *no)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef block[2] = {fin_gang_block(x->g, "slow"), fin_gang_block(x->g, "fast")};
	LLVMBasicBlockRef after = fin_gang_block(x->g, "");
	LLVMValueRef stored[4], found[4][2];

	memcpy(stored, x->v, sizeof stored);
	LLVMBuildCondBr(b, condition, block[1], block[0]);
	for (unsigned k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(b, block[k]);
		memcpy(x->v, stored, sizeof stored);
		(k == 0 ? no : yes)(x);
		for (unsigned e = 0; e < x->count; e++)
			found[e][k] = x->v[e];
		block[k] = LLVMGetInsertBlock(b);
		LLVMBuildBr(b, after);
	}
	LLVMPositionBuilderAtEnd(b, after);
	for (unsigned e = 0; x->is_load && e < x->count; e++) {
		x->v[e] = LLVMBuildPhi(b, LLVMTypeOf(found[e][0]), "");
		LLVMAddIncoming(x->v[e], found[e], block, 2);
	}
}

void fin_access_choose(struct fin_access *x, LLVMValueRef condition, fin_access_way *yes,
	fin_access_way *no)
{
	if (LLVMIsAConstantInt(condition) == NULL)
		branch(x, condition, yes, no);
	else
		(LLVMConstIntGetZExtValue(condition) != 0 ? yes : no)(x);
}

bool fin_access_goes_by_known_lanes(const struct fin_access *x)
{
	return x->mask == NULL && x->g->lanes <= FIN_LIMIT_GATHER_LANES;
}
