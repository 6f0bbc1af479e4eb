/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses (PRM 5.8, 5.16, 5.17, 6.1.1): how those in segments become host pointers.
 *
 * Global and flat addresses are host addresses. A group address is an offset from the group base, a
 * private address an offset in the work-item's private block; both have 32 bits. Offsets are added
 * as signed numbers, so that the sum can be part of an x86 address; this is right because objects
 * end below 2^31. */
#include "lower/entry.h"
#include "lower/target_ops.h"

LLVMValueRef fin_byte_offset(struct fin_lower *w, LLVMValueRef ptr, uint64_t bytes)
{
	LLVMValueRef index = LLVMConstInt(w->l->i64, bytes, false);

	return bytes == 0 ? ptr : LLVMBuildGEP2(w->l->b, w->l->i8, ptr, &index, 1, "");
}

static LLVMValueRef entry_offset(struct fin_lower *w, LLVMValueRef base, size_t offset)
{
	LLVMValueRef index = LLVMConstInt(w->l->i64, offset, false);

	return LLVMBuildGEP2(w->entry, w->l->i8, base, &index, 1, "");
}

LLVMValueRef fin_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	return w->target->dispatch_field(w, offset, type);
}

LLVMValueRef fin_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	return w->target->wg_field(w, offset, type);
}

LLVMValueRef fin_group_base(struct fin_lower *w)
{
	return fin_wg_field(w, offsetof(struct hsaemu_wg, group), w->l->ptr);
}

/* The offset in the group segment, i32, at which variables begin that hsa-ld places: behind the
 * kernel's own, of whose size functions learn from the kernel. */
static LLVMValueRef linked_base(struct fin_lower *w)
{
	if (w->f->is_kernel)
		return LLVMConstInt(w->l->i32, w->f->group_bytes, false);
	return w->target->linked_group(w);
}

LLVMValueRef fin_group_address(struct fin_lower *w, const struct fin_local *l)
{
	if (l->home != FIN_HOME_LINKED)
		return LLVMConstInt(w->l->i32, l->offset, false);
	return LLVMBuildAdd(w->entry, w->target->linked_place(w, l->var), linked_base(w), "");
}

/* The address of a variable in the private segment that hsa-ld places, i32. */
static LLVMValueRef linked_private_address(struct fin_lower *w, const struct fin_local *l)
{
	return LLVMBuildAdd(w->l->b, w->target->linked_place(w, l->var), w->linked_private, "");
}

void fin_link_group(struct fin_lower *w)
{
	if (w->f->links_group)
		LLVMBuildStore(w->entry, linked_base(w),
			entry_offset(w, w->wg, offsetof(struct hsaemu_wg, linked_group)));
}

LLVMValueRef fin_kernarg_base(struct fin_lower *w)
{
	return fin_dispatch_field(w, offsetof(struct hsaemu_dispatch, kernarg), w->l->ptr);
}

LLVMValueRef fin_kernarg_address(struct fin_lower *w)
{
	return w->target->kernarg != NULL ? w->target->kernarg(w) : fin_kernarg_base(w);
}

/* Tells LLVM that a size is from 1 to `most`, if it is loaded. */
static LLVMValueRef size_field(struct fin_lower *w, LLVMValueRef load, uint32_t most)
{
	LLVMMetadataRef range[] = {LLVMValueAsMetadata(LLVMConstInt(w->l->i32, 1, false)),
		LLVMValueAsMetadata(LLVMConstInt(w->l->i32, most + 1, false))};

	if (LLVMIsALoadInst(load) == NULL)
		return load;
	LLVMSetMetadata(load, w->l->md_range,
		LLVMMetadataAsValue(w->l->ctx, LLVMMDNodeInContext2(w->l->ctx, range, 2)));
	return load;
}

LLVMValueRef fin_group_size(struct fin_lower *w, unsigned dim)
{
	size_t first = offsetof(struct hsaemu_dispatch, wg_x);

	if (w->f->control.required_wg[dim] != 0)
		return LLVMConstInt(w->l->i32, w->f->control.required_wg[dim], false);
	return size_field(w, fin_dispatch_field(w, first + dim * sizeof(uint32_t), w->l->i32),
		HSAEMU_MAX_WORKGROUP);
}

LLVMValueRef fin_current_size(struct fin_lower *w, unsigned dim)
{
	size_t first = offsetof(struct hsaemu_wg, size_x);

	uint32_t required = w->f->control.required_wg[dim];

	if (w->f->alike.in[dim]) /* several groups may run as one */
		return size_field(w, fin_wg_field(w, first + dim * sizeof(uint32_t), w->l->i32),
			HSAEMU_MAX_TILE);
	if (required == 1 || (required != 0 && w->f->control.no_partial_groups))
		return LLVMConstInt(w->l->i32, required, false);
	return size_field(w, fin_wg_field(w, first + dim * sizeof(uint32_t), w->l->i32),
		required != 0 ? required : HSAEMU_MAX_WORKGROUP);
}

/* ---- parts of an address -------------------------------------------------------------------- */

static LLVMValueRef add_index(struct fin_lower *w, LLVMValueRef ptr, LLVMValueRef index)
{
	return LLVMBuildGEP2(w->l->b, w->l->i8, ptr, &index, 1, "");
}

/* The pointer base + register, where the register, of 32 bits, goes up by `step` from work-item to
 * work-item. What it would be for the first one is an index with a sign, to which 64 bits add what
 * the id makes. That is the same for addresses of objects, which end far below 2^31, and ids are
 * small. LLVM does not know that and would widen the sum for each work-item. */
static LLVMValueRef item_pointer(struct fin_lower *w, LLVMValueRef base, LLVMValueRef reg,
	int32_t step)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef item = fin_resize(w->l, w->item, 64, false);
	LLVMValueRef up = LLVMBuildMul(b, w->item, fin_like(w->item, (uint32_t)step), "");

	reg = LLVMBuildSub(b, reg, up, "");
	base = add_index(w, base, fin_resize(w->l, reg, 64, true));
	return add_index(w, base,
		LLVMBuildMul(b, item, fin_like(item, (uint64_t)(int64_t)step), ""));
}

/* The pointer base + (register + constant), where the sum of register and constant is one of 32
 * bits. */
static LLVMValueRef segment_pointer(struct fin_lower *w, LLVMValueRef base,
	const struct fin_operand *o, uint64_t constant)
{
	enum { SMALL = 1 << 30 };
	int32_t k = (int32_t)(uint32_t)constant;
	LLVMValueRef reg;

	if (!o->has_reg)
		return fin_byte_offset(w, base, (uint32_t)constant);
	reg = fin_reg_get(w, o->reg);
	if (k >= SMALL || k <= -SMALL)
		return add_index(w, base,
			fin_resize(w->l, LLVMBuildAdd(w->l->b, reg, fin_like(reg, constant), ""),
				64, false));
	base = w->item_steps != NULL && w->item_steps[o->reg] != 0
	               ? item_pointer(w, base, reg, w->item_steps[o->reg])
	               : add_index(w, base, fin_resize(w->l, reg, 64, true));
	return fin_byte_offset(w, base, (uint64_t)(int64_t)k);
}

/* The pointer base + register + constant, where all are of 64 bits. */
static LLVMValueRef host_pointer(struct fin_lower *w, LLVMValueRef base,
	const struct fin_operand *o, uint64_t constant)
{
	if (o->has_reg)
		base = add_index(w, base, fin_reg_get(w, o->reg));
	return fin_byte_offset(w, base, constant);
}

/* The pointer for an address without a symbol in a segment of 64-bit addresses. */
static LLVMValueRef absolute_pointer(struct fin_lower *w, const struct fin_operand *o)
{
	LLVMTypeRef ptrs = fin_vector_of(w->l->global_ptr, w->lanes);
	LLVMValueRef base;

	if (!o->has_reg)
		return LLVMConstIntToPtr(LLVMConstInt(w->l->i64, o->offset, false),
			w->l->global_ptr);
	base = LLVMBuildIntToPtr(w->l->b, fin_reg_get(w, o->reg), ptrs, "");
	return fin_byte_offset(w, base, o->offset);
}

/* The address of the work-item's private block, or of the function's frame in the block. */
static LLVMValueRef frame_pointer(struct fin_lower *w, bool of_function)
{
	if (!of_function || w->frame == NULL)
		return w->block;
	return add_index(w, w->block, fin_resize(w->l, w->frame, 64, false));
}

static LLVMValueRef local_pointer(struct fin_lower *w, const struct fin_operand *o)
{
	const struct fin_local *local = &w->f->locals[o->local];
	uint64_t constant = local->offset + o->offset;
	LLVMValueRef base;

	switch (local->home) {
	case FIN_HOME_LINKED:
		return segment_pointer(w,
			add_index(w, fin_group_base(w),
				fin_resize(w->l, fin_group_address(w, local), 64, false)),
			o, o->offset);
	case FIN_HOME_LINKED_PRIVATE:
		return segment_pointer(w,
			add_index(w, w->block,
				fin_resize(w->l, linked_private_address(w, local), 64, false)),
			o, o->offset);
	case FIN_HOME_GROUP:
		return segment_pointer(w, fin_group_base(w), o, constant);
	case FIN_HOME_KERNARG:
		return host_pointer(w, fin_kernarg_base(w), o, constant);
	case FIN_HOME_IN:
	case FIN_HOME_OUT:
		base = w->ops->formal(w, local, &constant);
		return segment_pointer(w, base, o, constant + o->offset);
	case FIN_HOME_PRIVATE:
		return segment_pointer(w, frame_pointer(w, true), o, constant);
	case FIN_HOME_NONE:
	case FIN_HOME_REGISTERS:
		break;
	}
	BUG("variable '" STR_FMT "' has no memory", STR_ARG(local->var->name));
}

struct fin_address fin_address_of(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];
	struct fin_address a = {.segment = i->isa->segment,
		.equiv = i->isa->equiv,
		.is_local = i->isa->segment == BRIG_SEGMENT_SPILL ||
	                    i->isa->segment == BRIG_SEGMENT_ARG};

	if (w->base != NULL)
		a.ptr = o->has_reg ? add_index(w, w->base,
					     fin_resize(w->l, fin_reg_get(w, o->reg), 64, true))
		                   : w->base;
	else if (o->global != NULL)
		a.ptr = host_pointer(w, fin_global_of(w->unit, o->global), o, o->offset);
	else if (o->local != FIN_NO_LOCAL)
		a.ptr = local_pointer(w, o);
	else if (a.segment == BRIG_SEGMENT_GROUP)
		a.ptr = segment_pointer(w, fin_group_base(w), o, o->offset);
	else if (a.segment == BRIG_SEGMENT_PRIVATE)
		a.ptr = segment_pointer(w, frame_pointer(w, false), o, o->offset);
	else
		a.ptr = absolute_pointer(w, o);
	return a;
}

bool fin_address_has_base(const struct fin_inst *i, unsigned k)
{
	enum { SMALL = 1 << 30 };
	uint8_t segment = i->isa->segment;

	return segment == BRIG_SEGMENT_GLOBAL || segment == BRIG_SEGMENT_FLAT ||
	       (segment == BRIG_SEGMENT_GROUP && i->operands[k].offset < SMALL);
}

LLVMValueRef fin_address_base(struct fin_lower *w, const struct fin_inst *i, unsigned k)
{
	struct fin_inst without = *i;
	struct fin_operand operands[ISA_MAX_OPERANDS];

	memcpy(operands, i->operands, i->operand_count * sizeof *operands);
	operands[k].has_reg = false;
	without.operands = operands;
	return fin_address_of(w, &without, k).ptr;
}

static enum fin_alias alias_of(uint8_t segment)
{
	switch (segment) {
	case BRIG_SEGMENT_FLAT:
	case BRIG_SEGMENT_NONE:
		return FIN_ALIAS_FLAT;
	case BRIG_SEGMENT_GROUP:
		return FIN_ALIAS_GROUP;
	case BRIG_SEGMENT_PRIVATE:
		return FIN_ALIAS_PRIVATE;
	case BRIG_SEGMENT_SPILL:
	case BRIG_SEGMENT_ARG:
		return FIN_ALIAS_LOCAL;
	default:
		return FIN_ALIAS_GLOBAL;
	}
}

void fin_memory_metadata(struct fin_lower *w, LLVMValueRef access, const struct fin_address *a)
{
	fin_alias_mark(w->l, access, alias_of(a->segment), a->equiv);
}

/* ---- lda ------------------------------------------------------------------------------------ */

/* The address as an offset in the segment, i32, not as a pointer. */
static LLVMValueRef segment_address(struct fin_lower *w, const struct fin_operand *o)
{
	LLVMTypeRef llvm_type = fin_vector_of(w->l->i32, w->lanes);
	uint64_t constant = o->offset;
	LLVMValueRef r;

	if (o->local != FIN_NO_LOCAL)
		constant += w->f->locals[o->local].offset;
	r = fin_int(llvm_type, (uint32_t)constant);
	if (o->local != FIN_NO_LOCAL && w->f->locals[o->local].home == FIN_HOME_LINKED)
		r = LLVMBuildAdd(w->l->b, r,
			fin_splat(w->l, fin_group_address(w, &w->f->locals[o->local]), w->lanes),
			"");
	if (o->local != FIN_NO_LOCAL && w->f->locals[o->local].home == FIN_HOME_LINKED_PRIVATE)
		r = LLVMBuildAdd(w->l->b, r,
			fin_splat(w->l, linked_private_address(w, &w->f->locals[o->local]),
				w->lanes),
			"");
	if (o->local != FIN_NO_LOCAL && w->f->locals[o->local].home == FIN_HOME_PRIVATE &&
		w->frame != NULL)
		r = LLVMBuildAdd(w->l->b, r, fin_splat(w->l, w->frame, w->lanes), "");
	if (o->has_reg)
		r = LLVMBuildAdd(w->l->b, r, fin_reg_get(w, o->reg), "");
	return r;
}

static LLVMValueRef host_address(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];
	bool is_argument = w->target->kernarg != NULL && o->local != FIN_NO_LOCAL &&
	                   w->f->locals[o->local].home == FIN_HOME_KERNARG;
	LLVMValueRef ptr = is_argument ? host_pointer(w, fin_kernarg_address(w), o,
						 w->f->locals[o->local].offset + o->offset)
	                               : fin_address_of(w, i, 1).ptr;

	if (fin_element_count(LLVMTypeOf(ptr)) < w->lanes)
		ptr = fin_splat(w->l, ptr, w->lanes);
	return LLVMBuildPtrToInt(w->l->b, ptr, fin_vector_of(w->l->i64, w->lanes), "");
}

void fin_lower_lda(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];
	unsigned segment = i->isa->segment;

	if (segment == BRIG_SEGMENT_GROUP || segment == BRIG_SEGMENT_PRIVATE)
		fin_dst(w, i, segment_address(w, o));
	else
		fin_dst(w, i,
			fin_resize(w->l, host_address(w, i), isa_type_find(i->isa->type)->bits,
				false));
}

/* ---- flat and segment addresses ------------------------------------------------------------- */

static LLVMValueRef in_aperture(struct fin_lower *w, LLVMValueRef flat, unsigned segment)
{
	struct fin_aperture a = w->target->aperture(w, segment);
	LLVMValueRef offset = LLVMBuildSub(w->l->b, flat, a.base, "");

	return LLVMBuildICmp(w->l->b, LLVMIntULT, offset, a.bytes, "");
}

/* Tests whether a flat address is in the segment. The null address is in every segment. */
void fin_lower_segmentp(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef flat = fin_resize(w->l, fin_src(w, i, 1), 64, false), r;

	if (i->isa->segment == BRIG_SEGMENT_GLOBAL)
		r = LLVMBuildNot(b,
			LLVMBuildOr(b, in_aperture(w, flat, BRIG_SEGMENT_GROUP),
				in_aperture(w, flat, BRIG_SEGMENT_PRIVATE), ""),
			"");
	else
		r = in_aperture(w, flat, i->isa->segment);
	if (!i->isa->nonull)
		r = LLVMBuildOr(b, r, LLVMBuildICmp(b, LLVMIntEQ, flat, fin_like(flat, 0), ""), "");
	fin_dst(w, i, r);
}

void fin_lower_ftos(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef flat = fin_resize(w->l, fin_src(w, i, 1), 64, false), r;

	r = LLVMBuildSub(b, flat, w->target->aperture(w, i->isa->segment).base, "");
	r = fin_resize(w->l, r, 32, false);
	if (!i->isa->nonull)
		r = fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, flat, fin_like(flat, 0), ""),
			fin_like(r, HSAEMU_NULL_SEGMENT_ADDRESS), r);
	fin_dst(w, i, r);
}

void fin_lower_stof(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef offset = fin_src(w, i, 1), r;

	r = LLVMBuildAdd(b, w->target->aperture(w, i->isa->segment).base,
		fin_resize(w->l, offset, 64, false), "");
	if (!i->isa->nonull)
		r = fin_select(w->l,
			LLVMBuildICmp(b, LLVMIntEQ, offset,
				fin_like(offset, HSAEMU_NULL_SEGMENT_ADDRESS), ""),
			fin_like(r, 0), r);
	fin_dst(w, i, fin_resize(w->l, r, isa_type_find(i->isa->type)->bits, false));
}

void fin_lower_nullptr(struct fin_lower *w, const struct fin_inst *i)
{
	bool is_offset =
		i->isa->segment == BRIG_SEGMENT_GROUP || i->isa->segment == BRIG_SEGMENT_PRIVATE;

	fin_dst(w, i,
		fin_int(fin_hsail_type(w, isa_type_find(i->isa->type)),
			is_offset ? HSAEMU_NULL_SEGMENT_ADDRESS : 0));
}
