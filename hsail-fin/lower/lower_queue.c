/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* User-mode queues (PRM 11.3): atomic accesses to the indices in the block to which a queue's
 * address points. Their scope is the system, so they are the host's atomic instructions. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"

static bool is_read_index(const struct fin_inst *i)
{
	return i->isa->opcode == BRIG_OPCODE_LDQUEUEREADINDEX ||
	       i->isa->opcode == BRIG_OPCODE_STQUEUEREADINDEX;
}

static LLVMAtomicOrdering ordering(const struct fin_inst *i)
{
	return i->isa->memory_order == BRIG_MEMORY_ORDER_RELAXED
	               ? LLVMAtomicOrderingMonotonic
	               : LLVMAtomicOrderingSequentiallyConsistent;
}

static LLVMValueRef index_pointer(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	return fin_byte_offset(w, fin_address_of(w, i, k).ptr,
		is_read_index(i) ? HSAEMU_QUEUE_READ_INDEX : HSAEMU_QUEUE_WRITE_INDEX);
}

static LLVMValueRef with_order(LLVMValueRef access, const struct fin_inst *i)
{
	LLVMSetOrdering(access, ordering(i));
	LLVMSetAlignment(access, sizeof(uint64_t));
	return access;
}

static LLVMValueRef compare_and_swap(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef pair = LLVMBuildAtomicCmpXchg(w->l->b, index_pointer(w, i, 1),
		fin_src(w, i, 2), fin_src(w, i, 3), ordering(i), ordering(i), false);

	LLVMSetAlignment(pair, sizeof(uint64_t));
	return LLVMBuildExtractValue(w->l->b, pair, 0, "");
}

/* Operands are dest, address, sources for add and cas; dest, address for ld; address, source for
 * st. */
void fin_lower_queue(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef add;

	switch (i->isa->opcode) {
	case BRIG_OPCODE_LDQUEUEREADINDEX:
	case BRIG_OPCODE_LDQUEUEWRITEINDEX:
		fin_dst(w, i,
			with_order(LLVMBuildLoad2(b, w->l->i64, index_pointer(w, i, 1), ""), i));
		return;
	case BRIG_OPCODE_STQUEUEREADINDEX:
	case BRIG_OPCODE_STQUEUEWRITEINDEX:
		with_order(LLVMBuildStore(b, fin_src(w, i, 1), index_pointer(w, i, 0)), i);
		return;
	case BRIG_OPCODE_ADDQUEUEWRITEINDEX:
		add = LLVMBuildAtomicRMW(b, LLVMAtomicRMWBinOpAdd, index_pointer(w, i, 1),
			fin_src(w, i, 2), ordering(i), false);
		LLVMSetAlignment(add, sizeof(uint64_t));
		fin_dst(w, i, add);
		return;
	case BRIG_OPCODE_CASQUEUEWRITEINDEX:
		fin_dst(w, i, compare_and_swap(w, i));
		return;
	default:
		BUG("code+0x%x: no queue operation", i->off);
	}
}
