/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lowerings ask the instruction set that code is made for: how code gets at its dispatch, how
 * it waits and reports, and what arithmetic it has. What LLVM has to know is in llvm/arch.h. */
#ifndef HSAEMU_FIN_TARGET_OPS_H
#define HSAEMU_FIN_TARGET_OPS_H

#include "lower/lower.h"

/* The first flat address of a segment, and the number of its addresses, i64 of each lane. */
struct fin_aperture {
	LLVMValueRef base, bytes;
};

struct fin_target_ops {
	/* The values of fields of struct hsaemu_dispatch and struct hsaemu_wg (kernel_abi.h), at
	 * the end of the entry block. A target without such a struct computes them. */
	LLVMValueRef (*dispatch_field)(struct fin_lower *w, size_t offset, LLVMTypeRef type);
	LLVMValueRef (*wg_field)(struct fin_lower *w, size_t offset, LLVMTypeRef type);
	/* The kernarg segment's address, where code can tell it from that by which it reads
	 * arguments. NULL: that is the address. */
	LLVMValueRef (*kernarg)(struct fin_lower *w);
	/* Where the group or private segment lies in the flat address space. */
	struct fin_aperture (*aperture)(struct fin_lower *w, unsigned segment);
	/* Calls the function that `i` calls, with blocks of arguments on the processor's stack
	 * (lower_call.c). */
	void (*call)(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef in,
		LLVMValueRef out);
	/* The place of a variable that code of several kernels uses, among those of its segment,
	 * i32, and how many bytes those of the private segment have. Both are found in the entry
	 * block. */
	LLVMValueRef (*linked_place)(struct fin_lower *w, const struct fin_variable *v);
	LLVMValueRef (*linked_private_bytes)(struct fin_lower *w);
	/* Where in the group segment such variables begin, i32, in code that is no kernel's. */
	LLVMValueRef (*linked_group)(struct fin_lower *w);
	/* Hides from LLVM that a branch is on a constant, i1: of edges that are never taken, but
	 * say where lanes may go on before others (reconverge.c). NULL: such edges may go. */
	LLVMValueRef (*hidden)(struct fin_lower *w, LLVMValueRef constant);
	/* Lowers a barrier, or a place where other work-items get to run. */
	void (*wait)(struct fin_lower *w, enum fin_wait wait);
	/* Ends the kernel, and the block, with a number of enum hsaemu_trap and a value, i32. */
	void (*trap)(struct fin_lower *w, unsigned trap, LLVMValueRef value);
	/* The clock, i64 (PRM 11.4.2): it is read each time that the code comes here. */
	LLVMValueRef (*clock)(struct fin_lower *w);
	/* Does an operation of PRM 6.8 by the arguments of hsaemu_services.signal. Returns its
	 * result, i64. */
	LLVMValueRef (*signal)(struct fin_lower *w, LLVMValueRef *args);
	/* Whether no other work-item runs between a read and a write of what `i`, an atomic,
	 * accesses in its scope, so that plain ones do. */
	bool (*is_alone)(const struct fin_inst *i);
	/* Puts an atomic instruction or fence of LLVM's that has the memory scope of `i` in place
	 * of one of system scope. Returns the new one. NULL: all scopes are the same. */
	LLVMValueRef (*scoped)(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef access);
	/* Does an operation across lanes in scalar code (PRM 9.4); NULL: it cannot. */
	void (*lane)(struct fin_lower *w, const struct fin_inst *i);

	/* Whether there is an instruction for an fma of floats of 32 or 64 bits. */
	bool (*has_fma)(const struct fin_lower *w, unsigned bits);
	/* f32 or f64 arithmetic that rounds otherwise than to nearest; FIN_FLOAT_FMA only where
	 * has_fma() says so. */
	LLVMValueRef (*directed)(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
		uint8_t round);
	/* Does f32 or f64 arithmetic with any rounding only for the exceptions that it signals.
	 * Returns these, of all elements together, as bits of PRM 12.2, i32. */
	LLVMValueRef (*float_flags)(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
		uint8_t round, bool ftz);
	/* Rounds f32 or f64 to an integer as an intrinsic of LLVM does that `name` names. NULL:
	 * the intrinsic does it. */
	LLVMValueRef (*to_integral)(struct fin_lower *w, const char *name, LLVMValueRef v);
	/* Whether there is an instruction that rounds f32 to f16, and the instruction. */
	bool (*rounds_to_f16)(const struct fin_lower *w);
	LLVMValueRef (*to_f16)(struct fin_lower *w, LLVMValueRef v, uint8_t round);
	/* Converts a vector of f32 to s32 toward zero, saturated, and 0 for NaN. NULL, or returns
	 * NULL for vectors of such a length: there is no better way than LLVM's conversion of what
	 * is clamped. */
	LLVMValueRef (*to_s32)(struct fin_lower *w, LLVMValueRef v);
};

#endif
