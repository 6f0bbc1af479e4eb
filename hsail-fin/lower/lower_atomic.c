/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomics, fences, signals (PRM 6.6 to 6.9).
 *
 * Where the target says that no other work-item runs in between, atomics are plain reads and
 * writes. The sequentially consistent orders of HSAIL are LLVM's seq_cst. */
#include "hsaemu/kernel_abi.h"
#include "lower/target_ops.h"

static LLVMAtomicOrdering ordering(const struct fin_inst *i)
{
	return i->isa->memory_order == BRIG_MEMORY_ORDER_RELAXED
	               ? LLVMAtomicOrderingMonotonic
	               : LLVMAtomicOrderingSequentiallyConsistent;
}

/* Gives an atomic instruction of LLVM the scope of `i`. */
static LLVMValueRef scoped(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef access)
{
	return w->target->scoped != NULL ? w->target->scoped(w, i, access) : access;
}

struct access {
	const struct fin_inst *i;
	struct fin_address address;
	LLVMTypeRef type;
	unsigned bytes;
	LLVMValueRef a, b; /* the sources: operand, and for cas the new value */
};

static LLVMValueRef load(struct fin_lower *w, const struct access *x, bool atomic)
{
	LLVMValueRef v = LLVMBuildLoad2(w->l->b, x->type, x->address.ptr, "");

	LLVMSetAlignment(v, x->bytes);
	if (atomic) {
		LLVMSetOrdering(v, ordering(x->i));
		v = scoped(w, x->i, v);
	}
	fin_memory_metadata(w, v, &x->address);
	return v;
}

static void store(struct fin_lower *w, const struct access *x, LLVMValueRef v, bool atomic)
{
	LLVMValueRef s = LLVMBuildStore(w->l->b, v, x->address.ptr);

	LLVMSetAlignment(s, x->bytes);
	if (atomic) {
		LLVMSetOrdering(s, ordering(x->i));
		s = scoped(w, x->i, s);
	}
	fin_memory_metadata(w, s, &x->address);
}

/* ---- within one thread ---------------------------------------------------------------------- */

static LLVMValueRef wrap_increment(struct fin_lower *w, LLVMValueRef old, LLVMValueRef limit)
{
	LLVMBuilderRef b = w->l->b;

	return fin_select(w->l, LLVMBuildICmp(b, LLVMIntUGE, old, limit, ""), fin_like(old, 0),
		LLVMBuildAdd(b, old, fin_like(old, 1), ""));
}

static LLVMValueRef wrap_decrement(struct fin_lower *w, LLVMValueRef old, LLVMValueRef limit)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef wraps = LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntEQ, old, fin_like(old, 0), ""),
		LLVMBuildICmp(b, LLVMIntUGT, old, limit, ""), "");

	return fin_select(w->l, wraps, limit, LLVMBuildSub(b, old, fin_like(old, 1), ""));
}

/* The value that the operation stores in place of `old`. */
static LLVMValueRef new_value(struct fin_lower *w, const struct access *x, LLVMValueRef old)
{
	LLVMBuilderRef b = w->l->b;
	bool is_signed = isa_type_find(x->i->isa->type)->kind == ISA_KIND_SIGNED;

	switch (x->i->isa->atomic_op) {
	case BRIG_ATOMIC_ADD:
		return LLVMBuildAdd(b, old, x->a, "");
	case BRIG_ATOMIC_SUB:
		return LLVMBuildSub(b, old, x->a, "");
	case BRIG_ATOMIC_AND:
		return LLVMBuildAnd(b, old, x->a, "");
	case BRIG_ATOMIC_OR:
		return LLVMBuildOr(b, old, x->a, "");
	case BRIG_ATOMIC_XOR:
		return LLVMBuildXor(b, old, x->a, "");
	case BRIG_ATOMIC_EXCH:
		return x->a;
	case BRIG_ATOMIC_CAS:
		return fin_select(w->l, LLVMBuildICmp(b, LLVMIntEQ, old, x->a, ""), x->b, old);
	case BRIG_ATOMIC_MAX:
		return fin_intrinsic2(w->l, is_signed ? "llvm.smax" : "llvm.umax", old, x->a);
	case BRIG_ATOMIC_MIN:
		return fin_intrinsic2(w->l, is_signed ? "llvm.smin" : "llvm.umin", old, x->a);
	case BRIG_ATOMIC_WRAPINC:
		return wrap_increment(w, old, x->a);
	case BRIG_ATOMIC_WRAPDEC:
		return wrap_decrement(w, old, x->a);
	default:
		BUG("code+0x%x: no atomic operation", x->i->off);
	}
}

static LLVMValueRef plain_update(struct fin_lower *w, const struct access *x)
{
	LLVMValueRef old = load(w, x, false);

	store(w, x, new_value(w, x, old), false);
	return old;
}

/* ---- between threads ------------------------------------------------------------------------ */

static LLVMAtomicRMWBinOp rmw_operation(const struct fin_inst *i)
{
	bool is_signed = isa_type_find(i->isa->type)->kind == ISA_KIND_SIGNED;

	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_ADD:
		return LLVMAtomicRMWBinOpAdd;
	case BRIG_ATOMIC_SUB:
		return LLVMAtomicRMWBinOpSub;
	case BRIG_ATOMIC_AND:
		return LLVMAtomicRMWBinOpAnd;
	case BRIG_ATOMIC_OR:
		return LLVMAtomicRMWBinOpOr;
	case BRIG_ATOMIC_XOR:
		return LLVMAtomicRMWBinOpXor;
	case BRIG_ATOMIC_EXCH:
		return LLVMAtomicRMWBinOpXchg;
	case BRIG_ATOMIC_MAX:
		return is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
	case BRIG_ATOMIC_MIN:
		return is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
	case BRIG_ATOMIC_WRAPINC:
		return LLVMAtomicRMWBinOpUIncWrap;
	case BRIG_ATOMIC_WRAPDEC:
		return LLVMAtomicRMWBinOpUDecWrap;
	default:
		BUG("code+0x%x: no atomic operation", i->off);
	}
}

static LLVMValueRef atomic_update(struct fin_lower *w, const struct access *x)
{
	LLVMValueRef r;

	if (x->i->isa->atomic_op == BRIG_ATOMIC_CAS) {
		r = LLVMBuildAtomicCmpXchg(w->l->b, x->address.ptr, x->a, x->b, ordering(x->i),
			ordering(x->i), false);
		LLVMSetAlignment(r, x->bytes);
		r = scoped(w, x->i, r);
		return LLVMBuildExtractValue(w->l->b, r, 0, "");
	}
	r = LLVMBuildAtomicRMW(w->l->b, rmw_operation(x->i), x->address.ptr, x->a, ordering(x->i),
		false);
	LLVMSetAlignment(r, x->bytes);
	return scoped(w, x->i, r);
}

/* Operands are dest, address, sources for atomic, and address, sources for atomicnoret. */
void fin_lower_atomic(struct fin_lower *w, const struct fin_inst *i)
{
	unsigned address = i->isa->opcode == BRIG_OPCODE_ATOMIC;
	const struct isa_type *t = isa_type_find(i->isa->type);
	struct access x = {.i = i,
		.address = fin_address_of(w, i, address),
		.type = fin_int_type(w->l, t->bits),
		.bytes = t->bits / 8};
	bool atomic = !w->target->is_alone(i);
	LLVMValueRef r;

	if (i->operand_count > address + 1u)
		x.a = fin_src(w, i, address + 1);
	if (i->operand_count > address + 2u)
		x.b = fin_src(w, i, address + 2);
	if (i->isa->atomic_op == BRIG_ATOMIC_ST) {
		store(w, &x, x.a, atomic);
		return;
	}
	if (i->isa->atomic_op == BRIG_ATOMIC_LD)
		r = load(w, &x, atomic);
	else
		r = atomic ? atomic_update(w, &x) : plain_update(w, &x);
	if (address == 1)
		fin_dst(w, i, r);
}

void fin_update_atomically(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef v)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;
	struct access x = {.i = i,
		.address = fin_address_of(w, i, 0),
		.type = fin_int_type(w->l, bits),
		.bytes = bits / 8,
		.a = v};

	(w->target->is_alone(i) ? plain_update : atomic_update)(w, &x);
}

/* ---- fences --------------------------------------------------------------------------------- */

/* A fence that releases has to complete earlier stores before later loads, since the fences of one
 * agent take part in one total order (PRM 6.2.1). */
void fin_lower_fence(struct fin_lower *w, const struct fin_inst *i)
{
	bool acquire_only = i->isa->memory_order == BRIG_MEMORY_ORDER_SC_ACQUIRE;

	scoped(w, i,
		LLVMBuildFence(w->l->b,
			acquire_only ? LLVMAtomicOrderingAcquire
				     : LLVMAtomicOrderingSequentiallyConsistent,
			w->target->is_alone(i), ""));
}

/* ---- signals -------------------------------------------------------------------------------- */

/* The operands are dest, handle, sources for signal, and handle, sources for signalnoret. The
 * runtime does the operation, as it may have to wake threads or to sleep. */
void fin_lower_signal(struct fin_lower *w, const struct fin_inst *i)
{
	unsigned handle = i->isa->opcode == BRIG_OPCODE_SIGNAL;
	LLVMValueRef none = LLVMConstInt(w->l->i64, 0, false);
	unsigned flags = (i->isa->signal_type == BRIG_TYPE_SIG32 ? HSAEMU_SIGNAL_32_BITS : 0) |
	                 (i->patient ? HSAEMU_SIGNAL_PATIENT : 0);
	LLVMValueRef args[] = {fin_src(w, i, handle),
		LLVMConstInt(w->l->i32, i->isa->atomic_op | flags, false), none, none, none};
	bool timed = i->isa->atomic_op >= BRIG_ATOMIC_WAITTIMEOUT_EQ;
	LLVMValueRef r;

	for (unsigned k = handle + 1u; k < i->operand_count; k++) {
		unsigned slot = timed && k == handle + 2u ? 4 : 2 + (k - handle - 1);

		args[slot] = fin_resize(w->l, fin_src(w, i, k), 64, true);
	}
	r = w->target->signal(w, args);
	if (handle == 1)
		fin_dst(w, i, fin_resize(w->l, r, isa_type_find(i->isa->type)->bits, false));
}
