/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ld, st, alloca (PRM 6.3, 6.4, 10.10). Each element is an access of its own; LLVM merges those
 * where it pays. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower_memory.h"
#include "lower/lower_stack.h"
#include "lower/target_ops.h"

unsigned fin_promised_align(const struct fin_inst *i, unsigned e, unsigned bytes)
{
	unsigned align = i->isa->align > 0 ? 1u << (i->isa->align - 1) : 1;
	unsigned offset = e * bytes;

	while (align > 1 && offset % align != 0)
		align /= 2;
	return align;
}

static unsigned type_bytes(const struct fin_inst *i)
{
	return isa_type_find(i->isa->type)->bits / 8;
}

static LLVMTypeRef memory_type(struct fin_lower *w, const struct fin_inst *i)
{
	return fin_int_type(w->l, isa_type_find(i->isa->type)->bits);
}

/* ---- ld ------------------------------------------------------------------------------------- */

bool fin_load_is_invariant(const struct fin_inst *i)
{
	const struct fin_variable *v = i->operands[1].global;

	return i->isa->segment == BRIG_SEGMENT_KERNARG || i->isa->is_const ||
	       (v != NULL && v->is_const);
}

/* Whether a load reads a constant place in the kernarg segment. Such a load is made once, at the
 * kernel's entry. */
static bool is_kernarg_constant(const struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[1];
	const struct fin_local *l = a->local != FIN_NO_LOCAL ? &w->f->locals[a->local] : NULL;

	return l != NULL && l->home == FIN_HOME_KERNARG && !a->has_reg &&
	       a->offset <= l->var->bytes &&
	       l->var->bytes - a->offset >= (uint64_t)type_bytes(i) * i->operands[0].count;
}

static void load_kernarg(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *a = &i->operands[1];
	LLVMValueRef base = fin_kernarg_base(w);

	for (unsigned e = 0; e < i->operands[0].count; e++) {
		uint64_t offset = w->f->locals[a->local].offset + a->offset + e * type_bytes(i);
		LLVMValueRef index = LLVMConstInt(w->l->i64, offset, false);
		LLVMValueRef ptr = LLVMBuildGEP2(w->entry, w->l->i8, base, &index, 1, "");
		LLVMValueRef v = LLVMBuildLoad2(w->entry, memory_type(w, i), ptr, "");

		/* the segment is 16-byte aligned */
		LLVMSetAlignment(v, 1u << __builtin_ctzll(offset | 16));
		LLVMSetMetadata(v, w->l->md_invariant_load, w->l->empty_node);
		fin_dst_at(w, i, e, fin_splat(w->l, v, w->lanes));
	}
}

static void load_slots(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *from = &i->operands[1];
	unsigned bits = isa_type_find(i->isa->type)->bits;

	for (unsigned e = 0; e < from->count; e++)
		fin_dst_at(w, i, e, fin_resize(w->l, fin_reg_get(w, from->v[e].reg), bits, false));
}

void fin_lower_load(struct fin_lower *w, const struct fin_inst *i)
{
	unsigned bytes = type_bytes(i);
	LLVMValueRef values[4];
	struct fin_address a;

	if (i->operands[1].kind == FIN_OPND_PROMOTED) {
		load_slots(w, i);
		return;
	}
	if (is_kernarg_constant(w, i)) {
		load_kernarg(w, i);
		return;
	}
	a = fin_address_of(w, i, 1);
	for (unsigned e = 0; e < i->operands[0].count; e++) {
		values[e] = LLVMBuildLoad2(w->l->b, memory_type(w, i),
			fin_byte_offset(w, a.ptr, e * bytes), "");
		LLVMSetAlignment(values[e], fin_promised_align(i, e, bytes));
		fin_memory_metadata(w, values[e], &a);
		if (fin_load_is_invariant(i))
			LLVMSetMetadata(values[e], w->l->md_invariant_load, w->l->empty_node);
	}
	for (unsigned e = 0; e < i->operands[0].count; e++)
		fin_dst_at(w, i, e, values[e]);
}

/* ---- st ------------------------------------------------------------------------------------- */

LLVMValueRef fin_stored_bits(struct fin_lower *w, const struct fin_inst *i, unsigned e)
{
	LLVMTypeRef bits = fin_vector_of(memory_type(w, i), w->lanes);

	return fin_bitcast(w->l, fin_src_at(w, i, 0, e), bits);
}

void fin_lower_store(struct fin_lower *w, const struct fin_inst *i)
{
	const struct fin_operand *to = &i->operands[1];
	unsigned bytes = type_bytes(i);
	LLVMValueRef values[4];
	struct fin_address a;

	for (unsigned e = 0; e < i->operands[0].count; e++)
		values[e] = fin_stored_bits(w, i, e);
	if (to->kind == FIN_OPND_PROMOTED) {
		for (unsigned e = 0; e < to->count; e++)
			fin_reg_set(w, to->v[e].reg,
				fin_resize(w->l, values[e], w->f->regs[to->v[e].reg].bits, false));
		return;
	}
	a = fin_address_of(w, i, 1);
	for (unsigned e = 0; e < i->operands[0].count; e++) {
		LLVMValueRef s =
			LLVMBuildStore(w->l->b, values[e], fin_byte_offset(w, a.ptr, e * bytes));

		LLVMSetAlignment(s, fin_promised_align(i, e, bytes));
		fin_memory_metadata(w, s, &a);
	}
}

/* ---- the private stack ---------------------------------------------------------------------- */

static LLVMValueRef stack_word(struct fin_lower *w, uint64_t offset)
{
	return fin_byte_offset(w, w->block, offset);
}

LLVMValueRef fin_stack_top(struct fin_lower *w)
{
	return LLVMBuildLoad2(w->l->b, w->l->i32, stack_word(w, HSAEMU_STACK_TOP), "");
}

void fin_stack_set_top(struct fin_lower *w, LLVMValueRef top)
{
	LLVMBuildStore(w->l->b, top, stack_word(w, HSAEMU_STACK_TOP));
}

LLVMValueRef fin_stack_bottom(struct fin_lower *w)
{
	LLVMValueRef own = LLVMConstInt(w->l->i32, w->f->static_frame_bytes, false), more;

	if (!w->f->links_private)
		return own;
	more = w->target->linked_private_bytes(w);
	return LLVMBuildAdd(w->entry, own, more, "");
}

void fin_stack_start(struct fin_lower *w)
{
	fin_stack_set_top(w, fin_stack_bottom(w));
	LLVMBuildStore(w->l->b, fin_resize(w->l, w->block_bytes, 32, false),
		stack_word(w, HSAEMU_STACK_LIMIT));
	LLVMBuildStore(w->l->b, w->linked_private, stack_word(w, HSAEMU_STACK_LINKED));
}

LLVMValueRef fin_stack_allocate(struct fin_lower *w, LLVMValueRef bytes, uint64_t align)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef limit = LLVMBuildLoad2(b, w->l->i32, stack_word(w, HSAEMU_STACK_LIMIT), "");
	LLVMValueRef at = fin_resize(w->l, fin_stack_top(w), 64, false), end;

	at = LLVMBuildAnd(b, LLVMBuildAdd(b, at, fin_like(at, align - 1), ""),
		fin_like(at, ~(align - 1)), "");
	end = LLVMBuildAdd(b, at, fin_resize(w->l, bytes, 64, false), "");
	fin_trap_if(w, LLVMBuildICmp(b, LLVMIntUGT, end, fin_resize(w->l, limit, 64, false), ""),
		HSAEMU_TRAP_STACK, fin_resize(w->l, bytes, 32, false));
	fin_stack_set_top(w, fin_resize(w->l, end, 32, false));
	return fin_resize(w->l, at, 32, false);
}

void fin_lower_alloca(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->pseudo) {
	case FIN_PSEUDO_STACK_SAVE:
		fin_dst(w, i, fin_stack_top(w));
		break;
	case FIN_PSEUDO_STACK_RESTORE:
		fin_stack_set_top(w, fin_src(w, i, 0));
		break;
	default:
		fin_dst(w, i, fin_stack_allocate(w, fin_src(w, i, 1), fin_promised_align(i, 0, 1)));
		break;
	}
}
