/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates our own IR to LLVM IR, one instruction at a time.
 *
 * Lowerings are written for V lanes: an HSAIL value of type T is an LLVM value T when V is 1 and <V
 * x T> otherwise; a packed value of n elements is <V*n x T>. Registers are integers of their width
 * in allocas, which LLVM promotes; fin_src() and fin_dst() convert between a register's bits and
 * the type that an operand has (PRM 4.16).
 *
 * Lowerings do not know where registers are, nor which work-items the V lanes are. That is what
 * struct fin_lower_ops tells them, for one work-item (item_ops.c) or for the lanes of a gang
 * (gang/gang_view.c). */
#ifndef HSAEMU_FIN_LOWER_H
#define HSAEMU_FIN_LOWER_H

#include "ir/ir.h"
#include "llvm/llvm_ctx.h"

struct finalize_options;
struct fin_unit;
struct fin_lower;
struct fin_target_ops;

struct fin_lower_ops {
	LLVMValueRef (*get)(struct fin_lower *w, uint32_t reg);
	void (*set)(struct fin_lower *w, uint32_t reg, LLVMValueRef bits);
	/* A register as a scalar if the V lanes are known to have one value, else NULL. */
	LLVMValueRef (*same)(struct fin_lower *w, uint32_t reg);
	/* The address of a formal's memory, which begins *offset bytes behind what is returned. */
	LLVMValueRef (*formal)(struct fin_lower *w, const struct fin_local *l, uint64_t *offset);
	/* The mask of the V lanes that are on, <V x i1>; NULL: all are on. */
	LLVMValueRef (*mask)(struct fin_lower *w);
	/* i1: some work-item is on for which this scalar code runs; NULL: there always is one. */
	LLVMValueRef (*any)(struct fin_lower *w);
	/* The flat id of some work-item of the wave, i32. */
	LLVMValueRef (*wave_id)(struct fin_lower *w);
	/* Does what fin_trap_if() does, and names the first work-item that is on. */
	void (*trap_if)(struct fin_lower *w, LLVMValueRef condition, unsigned trap,
		LLVMValueRef value);
	/* How many work-items share the function's stack frame, and whether all of these run an
	 * instruction before any runs the next. */
	unsigned frame_items;
	bool is_in_step;
};
extern const struct fin_lower_ops fin_item_ops;

/* Values that the entry block of a function computes at most once. A member is NULL until something
 * has asked for it. */
struct fin_made {
	LLVMValueRef image_coords, image_texels; /* lower_image.c: allocas */
	LLVMValueRef counters, tlb, addresses;   /* lower_profile.c */
	LLVMValueRef now;                        /* lower_profile.c: alloca, or NULL */
	bool failed;                             /* some instruction could not be lowered */
};

/* The work-items for which code is made, and all else that lowerings need. Lowerings do not change
 * this. */
struct fin_lower {
	struct fin_llvm *l;
	struct diag *diag;
	const struct fin_module *m;
	struct fin_function *f;
	const struct fin_unit *unit;
	unsigned lanes; /* V, the number of lanes */
	LLVMValueRef fn;
	LLVMBuilderRef entry; /* builder at the end of the entry block: allocas, invariant loads */
	const struct fin_target_ops *target;
	const struct fin_lower_ops *ops;
	LLVMValueRef *regs; /* fin_item_ops: by register, its alloca; NULL until used */
	struct fin_made *made;
	LLVMValueRef dispatch, wg; /* the function's parameters */
	/* The following belong to the current work-item, or to the V current ones. */
	LLVMValueRef id[3];   /* workitemid */
	LLVMValueRef flat_id; /* currentworkitemflatid */
	LLVMValueRef block;   /* its private block */
	LLVMValueRef frame;   /* offset of the function's frame in the block, i32 */
	LLVMValueRef in, out; /* argument blocks of an out-of-line function */
	/* size of the private block, i64; NULL: the header in the block has it */
	LLVMValueRef block_bytes;
	LLVMValueRef linked_private; /* in the block: offset of what hsa-ld places, i32 */
	LLVMValueRef base; /* of an outlined instruction: what its address adds to; else NULL */
	/* in a loop over work-items: the id of the current one, i32, and by register, how much it
	 * goes up from one to the next, 0: that is not known; or NULL */
	LLVMValueRef item;
	const int32_t *item_steps;
	struct fin_debug *debug; /* NULL without -g */
};

/* ---- lower.c -------------------------------------------------------------------------------- */

void fin_lower_inst(struct fin_lower *w, const struct fin_inst *i);
/* Lowers `i` where the code comes to it, and first finds the exceptions that `i` signals.
 * fin_lower_inst() alone serves to compute the value of `i` again. */
void fin_execute_inst(struct fin_lower *w, const struct fin_inst *i);
/* Reports that `what`, which `i` needs, is not supported, with the section of the PRM. */
void fin_unsupported(struct fin_lower *w, const struct fin_inst *i, const char *what,
	const char *section);

/* ---- item_ops.c ----------------------------------------------------------------------------- */

LLVMValueRef fin_reg_alloca(struct fin_lower *w, uint32_t reg);

/* ---- lower_operand.c ------------------------------------------------------------------------ */

LLVMTypeRef fin_register_type(struct fin_lower *w, uint32_t reg);
LLVMValueRef fin_reg_get(struct fin_lower *w, uint32_t reg);
void fin_reg_set(struct fin_lower *w, uint32_t reg, LLVMValueRef bits);

/* The LLVM type that values of an HSAIL type have over all lanes. */
LLVMTypeRef fin_hsail_type(struct fin_lower *w, const struct isa_type *t);
LLVMValueRef fin_value_get(struct fin_lower *w, const struct fin_value *v, uint16_t type);
void fin_value_set(struct fin_lower *w, const struct fin_value *v, uint16_t type,
	LLVMValueRef value);
/* The value of scalar operand k, or of element e of a vector operand. */
LLVMValueRef fin_src(struct fin_lower *w, const struct fin_inst *i, unsigned k);
LLVMValueRef fin_src_at(struct fin_lower *w, const struct fin_inst *i, unsigned k, unsigned e);
/* The value of operand k as a scalar when all lanes are known to have the same, else NULL. */
LLVMValueRef fin_same_src(struct fin_lower *w, const struct fin_inst *i, unsigned k);
void fin_dst(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef v);
void fin_dst_at(struct fin_lower *w, const struct fin_inst *i, unsigned e, LLVMValueRef v);

/* ---- elements ------------------------------------------------------------------------------- */

/* The elements on which an operation works, and how it works on each. */
struct fin_elem {
	const struct isa_type *type; /* type of an element */
	unsigned bits, count;        /* count: elements in a lane; 1: not packed */
	bool is_float, is_signed;
	uint8_t round; /* BRIG_ROUND_FLOAT_*, never NONE or DEFAULT */
	bool ftz, sat;
	LLVMTypeRef llvm_type; /* LLVM type of all elements of all lanes */
};
struct fin_elem fin_elem_of(struct fin_lower *w, const struct fin_inst *i, uint16_t type);
/* The float rounding of an instruction: its own or the module's default. */
uint8_t fin_round_of(const struct fin_lower *w, const struct isa_inst *i);
/* Turns <V x T> into <V*count x T>, with each lane's value `count` times. */
LLVMValueRef fin_repeat(struct fin_lower *w, LLVMValueRef v, unsigned count);
/* Makes a shuffle that is the same in every lane: element e comes from element from[e] of the lane
 * in `a` or, counted from V * count on, in `b`. */
LLVMValueRef fin_lane_shuffle(struct fin_lower *w, LLVMValueRef a, LLVMValueRef b, unsigned count,
	const unsigned *from);
/* Takes element e of each lane: from <V*count x T> to <V x T>. */
LLVMValueRef fin_lane_element(struct fin_lower *w, LLVMValueRef v, unsigned count, unsigned e);
/* Puts element 0 of each lane into all elements of the lane. */
LLVMValueRef fin_broadcast_low(struct fin_lower *w, LLVMValueRef v, unsigned count);
/* Combines `low`, for element 0 of each lane, and `rest`, for the other elements. */
LLVMValueRef fin_merge_low(struct fin_lower *w, LLVMValueRef low, LLVMValueRef rest,
	unsigned count);

/* ---- lower_float.c, lower_round.c: float building blocks ------------------------------------ */

LLVMValueRef fin_is_nan(struct fin_lower *w, LLVMValueRef bits, unsigned elem_bits);
LLVMValueRef fin_flush(struct fin_lower *w, LLVMValueRef v); /* subnormals to zero, sign kept */
LLVMValueRef fin_float_compare(struct fin_lower *w, LLVMRealPredicate p, LLVMValueRef x,
	LLVMValueRef y);
/* to a wider float format, exactly */
LLVMValueRef fin_widen(struct fin_lower *w, LLVMValueRef v, unsigned bits);
LLVMValueRef fin_narrow(struct fin_lower *w, LLVMValueRef v, unsigned bits, uint8_t round);
/* Converts an unsigned magnitude and a sign (i1, or NULL for plus) to a float. */
LLVMValueRef fin_magnitude_to_float(struct fin_lower *w, LLVMValueRef magnitude,
	LLVMValueRef negative, unsigned bits, uint8_t round);
/* Rounds f32 or f64 to an integer, as the intrinsic "llvm.floor", "llvm.ceil", "llvm.trunc" or
 * "llvm.roundeven" does. */
LLVMValueRef fin_to_integral(struct fin_lower *w, const char *name, LLVMValueRef v);
enum fin_float_op {
	FIN_FLOAT_ADD,
	FIN_FLOAT_SUB,
	FIN_FLOAT_MUL,
	FIN_FLOAT_DIV,
	FIN_FLOAT_SQRT,
	FIN_FLOAT_FMA,
	FIN_FLOAT_TO_F32 /* from f64 */
};
/* Does f32 or f64 arithmetic with any rounding. */
LLVMValueRef fin_float_arith(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round);
LLVMValueRef fin_fma(struct fin_lower *w, LLVMValueRef *a, uint8_t round); /* any float type */
/* Whether `i` is an fma of f64 and the processor has no instruction for it, so that it becomes a
 * call. */
bool fin_calls_fma(const struct fin_lower *w, const struct fin_inst *i);

/* ---- lower_cvt.c ---------------------------------------------------------------------------- */

/* Converts f32 or f64 values without a fraction to integers of that many bits, those out of range
 * to the nearest one. A NaN gives 0. */
LLVMValueRef fin_saturate(struct fin_lower *w, LLVMValueRef v, unsigned bits, bool is_signed);

/* ---- lower_address.c ------------------------------------------------------------------------ */

struct fin_address {
	LLVMValueRef ptr;
	uint8_t segment;
	uint8_t equiv; /* equivalence class */
	bool is_local; /* spill, arg: no flat address reaches it */
};
struct fin_address fin_address_of(struct fin_lower *w, const struct fin_inst *i, unsigned k);
/* Whether operand k is a base that is the same for all work-items of a group plus a register, which
 * is added with its sign. fin_address_base() returns that base. */
bool fin_address_has_base(const struct fin_inst *i, unsigned k);
LLVMValueRef fin_address_base(struct fin_lower *w, const struct fin_inst *i, unsigned k);
void fin_memory_metadata(struct fin_lower *w, LLVMValueRef access, const struct fin_address *a);
LLVMValueRef fin_byte_offset(struct fin_lower *w, LLVMValueRef ptr, uint64_t bytes);
LLVMValueRef fin_group_base(struct fin_lower *w);
/* The kernarg segment's address, for reading arguments, and for code to know. */
LLVMValueRef fin_kernarg_base(struct fin_lower *w);
LLVMValueRef fin_kernarg_address(struct fin_lower *w);
/* The offset of a group variable in its segment, i32. */
LLVMValueRef fin_group_address(struct fin_lower *w, const struct fin_local *l);
/* Stores, at a kernel's beginning, where in the group segment the variables begin that hsa-ld
 * places. */
void fin_link_group(struct fin_lower *w);
/* The values of fields of struct hsaemu_dispatch and struct hsaemu_wg, which the entry block
 * finds. */
LLVMValueRef fin_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
LLVMValueRef fin_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
/* The values of currentworkgroupsize and workgroupsize in a dimension. */
LLVMValueRef fin_current_size(struct fin_lower *w, unsigned dim);
LLVMValueRef fin_group_size(struct fin_lower *w, unsigned dim);

/* ---- lowerings, by column of opcodes.def ---------------------------------------------------- */

typedef void fin_lowering(struct fin_lower *w, const struct fin_inst *i);
fin_lowering fin_lower_arith;  /* lower_arith.c */
fin_lowering fin_lower_divide; /* lower_divide.c */
fin_lowering fin_lower_mul24, fin_lower_shift, fin_lower_logic, fin_lower_int_unary,
	fin_lower_bitfield, fin_lower_bitalign; /* lower_bits.c */
fin_lowering fin_lower_mov, fin_lower_cmov, fin_lower_combine, fin_lower_expand,
	fin_lower_line;                      /* lower_move.c */
fin_lowering fin_lower_class, fin_lower_cmp; /* lower_cmp.c */
fin_lowering fin_lower_cvt;                  /* lower_cvt.c */
fin_lowering fin_lower_shuffle, fin_lower_pack, fin_lower_unpack, fin_lower_packcvt,
	fin_lower_unpackcvt, fin_lower_lerp, fin_lower_sad; /* lower_packed.c */
fin_lowering fin_lower_native;                              /* lower_native.c */
fin_lowering fin_lower_lda, fin_lower_segmentp, fin_lower_ftos, fin_lower_stof,
	fin_lower_nullptr;                                        /* lower_address.c */
fin_lowering fin_lower_load, fin_lower_store, fin_lower_alloca;   /* lower_mem.c */
fin_lowering fin_lower_atomic, fin_lower_fence, fin_lower_signal; /* lower_atomic.c */
fin_lowering fin_lower_queue;                                     /* lower_queue.c */
fin_lowering fin_lower_call;                                      /* lower_call.c */
fin_lowering fin_lower_dispatch, fin_lower_workitem, fin_lower_clock, fin_lower_debugtrap,
	fin_lower_lane;                          /* lower_special.c */
fin_lowering fin_lower_wait, fin_lower_fbarrier; /* lower_wait.c, lower_fbarrier.c */
fin_lowering fin_lower_nop;                      /* lower_ctrl.c */
fin_lowering fin_lower_profile;                  /* lower_profile.c */
fin_lowering fin_lower_image;                    /* lower_image.c */
fin_lowering fin_lower_exception;                /* lower_except.c */

/* ---- lower_except.c ------------------------------------------------------------------------- */

/* Makes code that finds the exceptions which `i` generates, and reports them. The code of `i`
 * itself comes next. */
void fin_check_exceptions(struct fin_lower *w, const struct fin_inst *i);
/* Clears all DETECT bits at the beginning of a work-group's code. */
void fin_clear_exceptions(struct fin_lower *w);
/* lower_arith.c: broadcasts element 0 of the operands for which the packing control says so (PRM
 * 4.14.1). */
void fin_apply_control(struct fin_lower *w, const struct fin_inst *i, const struct fin_elem *e,
	LLVMValueRef *a);

/* Whether LLVM would take a vector of the quotients of `i` apart, so that it is better to divide in
 * one lane after the other. */
bool fin_divides_in_turn(const struct fin_inst *i);
/* Lowers `i`, an atomicnoret with one source, whose value is `v` (lower_atomic.c). */
void fin_update_atomically(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef v);

/* Tells the runtime which work-items run from here on, if there is debug information. */
void fin_note_items(struct fin_lower *w, LLVMValueRef first, LLVMValueRef count);
/* Ends the kernel with hsaemu_services.trap when `condition` holds. */
void fin_trap_if(struct fin_lower *w, LLVMValueRef condition, unsigned trap, LLVMValueRef value);
/* Declares fn.NAME for a function (lower_call.c). */
LLVMValueRef fin_out_of_line(struct fin_lower *w, struct fin_function *f);
LLVMTypeRef fin_out_of_line_type(struct fin_llvm *l);

#endif
