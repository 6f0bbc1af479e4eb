/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dispatch and work-item queries, clock, debugtrap (PRM 11.1, 11.4). */
#include "hsaemu/kernel_abi.h"
#include "lower/target_ops.h"

/* The dimension operand, which is an immediate. */
static unsigned dimension(const struct fin_inst *i)
{
	return (unsigned)i->operands[1].v[0].lo;
}

static LLVMValueRef u32_field(struct fin_lower *w, size_t offset)
{
	return fin_dispatch_field(w, offset, w->l->i32);
}

static LLVMValueRef grid_size(struct fin_lower *w, unsigned dim)
{
	return u32_field(w, offsetof(struct hsaemu_dispatch, grid_x) + dim * sizeof(uint32_t));
}

static LLVMValueRef group_id(struct fin_lower *w, unsigned dim)
{
	return fin_wg_field(w, offsetof(struct hsaemu_wg, id_x) + dim * sizeof(uint32_t),
		w->l->i32);
}

static LLVMValueRef dispatch_value(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_CURRENTWORKGROUPSIZE:
		return fin_current_size(w, dimension(i));
	case BRIG_OPCODE_WORKGROUPSIZE:
		return fin_group_size(w, dimension(i));
	case BRIG_OPCODE_WORKGROUPID:
		return group_id(w, dimension(i));
	case BRIG_OPCODE_GRIDSIZE:
		return grid_size(w, dimension(i));
	case BRIG_OPCODE_GRIDGROUPS:
		return u32_field(w, offsetof(struct hsaemu_dispatch, groups_x) +
					    dimension(i) * sizeof(uint32_t));
	case BRIG_OPCODE_DIM:
		return u32_field(w, offsetof(struct hsaemu_dispatch, dim));
	case BRIG_OPCODE_PACKETID:
		return fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, packet_id),
			w->l->i64);
	case BRIG_OPCODE_PACKETCOMPLETIONSIG:
		return fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, completion_signal),
			w->l->i64);
	case BRIG_OPCODE_CUID:
		return fin_wg_field(w, offsetof(struct hsaemu_wg, cu), w->l->i32);
	case BRIG_OPCODE_MAXCUID:
		return LLVMBuildSub(w->l->b,
			u32_field(w, offsetof(struct hsaemu_dispatch, cu_count)),
			LLVMConstInt(w->l->i32, 1, false), "");
	case BRIG_OPCODE_MAXWAVEID:
		return LLVMConstInt(w->l->i32, HSAEMU_MAX_WORKGROUP / HSAEMU_WAVESIZE - 1, false);
	case BRIG_OPCODE_GROUPBASEPTR:
		return LLVMConstInt(w->l->i32, 0, false);
	case BRIG_OPCODE_KERNARGBASEPTR:
		return LLVMBuildPtrToInt(w->l->b, fin_kernarg_address(w), w->l->i64, "");
	default:
		BUG("code+0x%x: no dispatch query", i->off);
	}
}

static void set_unsigned(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef v)
{
	fin_dst(w, i, fin_resize(w->l, v, isa_type_find(i->isa->type)->bits, false));
}

static LLVMValueRef dispatch_field(struct fin_lower *w, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->operands[0].type)->bits;

	return fin_dispatch_field(w, i->operands[1].v[0].lo, bits == 64 ? w->l->i64 : w->l->i32);
}

void fin_lower_dispatch(struct fin_lower *w, const struct fin_inst *i)
{
	if (i->pseudo == FIN_PSEUDO_FIELD)
		fin_dst(w, i, fin_splat(w->l, dispatch_field(w, i), w->lanes));
	else
		set_unsigned(w, i, fin_splat(w->l, dispatch_value(w, i), w->lanes));
}

/* ---- work-items ----------------------------------------------------------------------------- */

/* workitemabsid, in 32 bits: grids have less than 2^32 work-items in a dimension. */
static LLVMValueRef absolute_id(struct fin_lower *w, unsigned dim)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef first = LLVMBuildMul(b, group_id(w, dim), fin_group_size(w, dim), "");

	return LLVMBuildAdd(b, fin_splat(w->l, first, w->lanes), w->id[dim], "");
}

/* id0 + size0 * (id1 + size1 * id2), in `bits` bits. */
static LLVMValueRef flatten(struct fin_lower *w, LLVMValueRef *id, LLVMValueRef size0,
	LLVMValueRef size1, unsigned bits)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef s0 = fin_splat(w->l, fin_resize(w->l, size0, bits, false), w->lanes);
	LLVMValueRef s1 = fin_splat(w->l, fin_resize(w->l, size1, bits, false), w->lanes);
	LLVMValueRef r = fin_resize(w->l, id[2], bits, false);

	r = LLVMBuildAdd(b, LLVMBuildMul(b, r, s1, ""), fin_resize(w->l, id[1], bits, false), "");
	return LLVMBuildAdd(b, LLVMBuildMul(b, r, s0, ""), fin_resize(w->l, id[0], bits, false),
		"");
}

static LLVMValueRef workitem_value(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef ids[3];

	switch (i->isa->opcode) {
	case BRIG_OPCODE_WORKITEMID:
		return w->id[dimension(i)];
	case BRIG_OPCODE_WORKITEMABSID:
		return absolute_id(w, dimension(i));
	case BRIG_OPCODE_CURRENTWORKITEMFLATID:
		return w->flat_id;
	case BRIG_OPCODE_WORKITEMFLATID:
		return flatten(w, w->id, fin_group_size(w, 0), fin_group_size(w, 1), 32);
	case BRIG_OPCODE_WORKITEMFLATABSID:
		for (unsigned d = 0; d < 3; d++)
			ids[d] = absolute_id(w, d);
		return flatten(w, ids, grid_size(w, 0), grid_size(w, 1), 64);
	case BRIG_OPCODE_LANEID:
		return LLVMBuildAnd(b, w->flat_id, fin_like(w->flat_id, HSAEMU_WAVESIZE - 1), "");
	case BRIG_OPCODE_WAVEID:
		return LLVMBuildUDiv(b, w->flat_id, fin_like(w->flat_id, HSAEMU_WAVESIZE), "");
	default:
		BUG("code+0x%x: no work-item query", i->off);
	}
}

void fin_lower_workitem(struct fin_lower *w, const struct fin_inst *i)
{
	set_unsigned(w, i, workitem_value(w, i));
}

/* ---- the runtime's help --------------------------------------------------------------------- */

void fin_lower_clock(struct fin_lower *w, const struct fin_inst *i)
{
	fin_dst(w, i, w->target->clock(w));
}

/* The store is volatile, as only the handler of a fault reads the value. No address of the kernel
 * leads there. */
void fin_note_items(struct fin_lower *w, LLVMValueRef first, LLVMValueRef count)
{
	static const struct fin_address own = {.segment = BRIG_SEGMENT_SPILL, .is_local = true};
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef items;

	if (w->debug == NULL && !fin_groups_are_alike(w->f))
		return;
	items = LLVMBuildOr(b, fin_resize(w->l, first, 64, false),
		LLVMBuildShl(b, fin_resize(w->l, count, 64, false),
			LLVMConstInt(w->l->i64, 32, false), ""),
		"");
	items = LLVMBuildStore(b, items,
		fin_byte_offset(w, w->wg, offsetof(struct hsaemu_wg, items)));
	LLVMSetVolatile(items, true);
	fin_memory_metadata(w, items, &own);
}

void fin_trap_if(struct fin_lower *w, LLVMValueRef condition, unsigned trap, LLVMValueRef value)
{
	LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "trap");
	LLVMBasicBlockRef good = LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");

	LLVMBuildCondBr(w->l->b, condition, bad, good);
	LLVMPositionBuilderAtEnd(w->l->b, bad);
	w->target->trap(w, trap, value);
	LLVMPositionBuilderAtEnd(w->l->b, good);
}

void fin_lower_debugtrap(struct fin_lower *w, const struct fin_inst *i)
{
	fin_trap_if(w, LLVMConstInt(w->l->i1, 1, false), HSAEMU_TRAP_DEBUG, fin_src(w, i, 0));
}

/* Cross-lane operations have no scalar form on the host; gang/gang_cross.c has the vector form.
 * Functions are made for a work-item and for a wave, and the one for a work-item traps. A kernel
 * comes here only with --fibers=item. */
void fin_lower_lane(struct fin_lower *w, const struct fin_inst *i)
{
	if (w->target->lane != NULL) {
		w->target->lane(w, i);
		return;
	}
	if (!w->f->is_kernel) {
		fin_trap_if(w, LLVMConstInt(w->l->i1, 1, false), HSAEMU_TRAP_CROSS_LANE,
			LLVMConstInt(w->l->i32, 0, false));
		return;
	}
	fin_unsupported(w, i, "cross-lane operation", "9.4");
}
