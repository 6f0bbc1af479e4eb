/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code for AMD's Southern Islands GPUs, by LLVM's target amdgcn-amd-amdhsa with the processor
 * gfx600.
 *
 * A kernel's code runs one work-item, and the GPU runs 64 of them in a wavefront. HSAIL's waves
 * have 32 work-items here as on the host, so a wavefront is two of them.
 *
 * Global and flat addresses are host addresses, those of the group segment are LDS addresses, and
 * private ones are offsets in an alloca. Sizes come from the dispatch packet (HSA runtime
 * specification 2.9.6), and arguments from the kernarg segment. The rest of struct hsaemu_dispatch
 * is reached by a hidden argument: a pointer to it, 8-aligned behind the kernel's arguments. A
 * kernel has it if its code object's kernarg size is larger than its arguments.
 *
 * Functions with code of their own are called by AMD's convention, by which LLVM also hands down
 * ids, the packet and the hidden argument. The private block is the kernel's; it has the private
 * stack in it, from which functions take their frames (kernel_abi.h: HSAEMU_STACK_*). */
#ifndef HSAEMU_FIN_GCN_H
#define HSAEMU_FIN_GCN_H

#include "lower/entry.h"
#include "lower/target_ops.h"

extern const struct fin_target_ops fin_gcn_ops; /* gcn_ops.c */

/* LLVM's numbers of address spaces: of LDS, of memory that does not change, of scratch. */
enum { FIN_GCN_LDS = 3, FIN_GCN_CONSTANT = 4, FIN_GCN_SCRATCH = 5 };

/* Makes the code of all kernels of the unit's module, as a relocatable code object or as text.
 * Returns false after a diagnostic. */
bool fin_gcn_module(struct fin_unit *u, struct fin_module *m,
	struct buf *out) NODISCARD; /* gcn_module.c */

/* ---- gcn_check.c: refuses, by name and place, what the GPU cannot do. False after a diagnostic.
 * `f` has been through all passes. */
bool fin_gcn_check(const struct fin_unit *u, const struct fin_function *f) NODISCARD;

/* ---- gcn_flat.c: makes accesses in segments of those by flat addresses. */
void fin_gcn_split_flat(struct fin_function *f);

/* ---- gcn_loops.c: gives loops that wait for others one way back. */
void fin_gcn_join_latches(struct fin_function *f);

/* ---- gcn_moves.c: moves of f16 become moves of integers. */
void fin_gcn_move_integers(struct fin_function *f);

/* ---- gcn_kernel.c: makes the code of a kernel that has been prepared as FIN_ITEM_KERNEL. */
bool fin_gcn_kernel(const struct fin_unit *u, struct fin_function *f) NODISCARD;

/* ---- gcn_function.c: functions with code of their own. */
/* Makes the code of a function that has been prepared as FIN_ITEM_FUNCTION. */
bool fin_gcn_function(const struct fin_unit *u, struct fin_function *f) NODISCARD;
void fin_gcn_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef in, LLVMValueRef out);

/* The address of such a function's code. */
LLVMValueRef fin_gcn_function_address(struct fin_lower *w, struct fin_function *f);

/* ---- gcn_handle.c */
/* Makes loads from the module's table of instructions that compute a function's handle. */
void fin_gcn_load_handles(struct fin_function *f);
/* The address of the code of the function that has the handle; the code traps if it is none of the
 * module. */
LLVMValueRef fin_gcn_code_of(struct fin_lower *w, LLVMValueRef handle);
/* Defines the descriptors to which handles point, for an object that has no code for the host. */
void fin_gcn_define_handles(const struct fin_unit *u);

/* ---- gcn_linked.c: variables that code of several kernels uses. They lie in the order in which
 * the module has them, behind each kernel's own. */
/* Bytes of group memory that a kernel has, with those behind its own. */
uint64_t fin_gcn_group_bytes(const struct fin_function *f);
uint64_t fin_gcn_linked_bytes(const struct fin_module *m, uint8_t segment);
/* Whether the variable is where a packet's own group memory begins (kernel_abi.h). */
bool fin_gcn_is_dynamic_group(const struct fin_variable *v);
LLVMValueRef fin_gcn_linked_place(struct fin_lower *w, const struct fin_variable *v);
LLVMValueRef fin_gcn_linked_private_bytes(struct fin_lower *w);
LLVMValueRef fin_gcn_linked_group(struct fin_lower *w);

/* ---- gcn_child.c: has LLVM make code of the module. False after a diagnostic. */
bool fin_gcn_codegen(const struct fin_unit *u, struct buf *out) NODISCARD;

/* ---- gcn_dispatch.c */
LLVMValueRef fin_gcn_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
LLVMValueRef fin_gcn_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type);
struct fin_aperture fin_gcn_aperture(struct fin_lower *w, unsigned segment);
/* The kernarg segment's address. What a kernel has as a parameter may be a copy of the segment with
 * the hidden argument behind it. */
LLVMValueRef fin_gcn_kernarg(struct fin_lower *w);
/* Bytes of group memory that the kernel has without what the packet adds, i32. */
LLVMValueRef fin_gcn_static_group(struct fin_lower *w);
/* Sets the ids of the work-item. */
void fin_gcn_find_ids(struct fin_lower *w);

/* ---- gcn_sync.c */
void fin_gcn_wait(struct fin_lower *w, enum fin_wait wait);
void fin_gcn_trap(struct fin_lower *w, unsigned trap, LLVMValueRef value);

/* ---- gcn_service.c: what the runtime does for code (kernel_abi.h: HSAEMU_GPU_SERVICE). */
/* Asks for a service by `b`, which is w->entry or w->l->b. Returns its result, i64. */
LLVMValueRef fin_gcn_service(struct fin_lower *w, LLVMBuilderRef b, unsigned service,
	LLVMValueRef *args, unsigned count);
LLVMValueRef fin_gcn_clock(struct fin_lower *w);
LLVMValueRef fin_gcn_signal(struct fin_lower *w, LLVMValueRef *args);
/* Calls a function of the device library with blocks of arguments and results. */
void fin_gcn_call_device(struct fin_lower *w, const struct fin_device_function *f, LLVMValueRef in,
	LLVMValueRef out);

/* ---- gcn_scope.c */
LLVMValueRef fin_gcn_scoped(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef access);
/* A fence of work-group scope. */
void fin_gcn_group_fence(struct fin_lower *w, LLVMAtomicOrdering order);

/* ---- gcn_directed.c */
LLVMValueRef fin_gcn_to_integral(struct fin_lower *w, const char *name, LLVMValueRef v);
LLVMValueRef fin_gcn_directed(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round);
LLVMValueRef fin_gcn_to_f16(struct fin_lower *w, LLVMValueRef v, uint8_t round);

/* ---- gcn_lane.c */
void fin_gcn_lane(struct fin_lower *w, const struct fin_inst *i);
LLVMValueRef fin_gcn_hidden(struct fin_lower *w, LLVMValueRef constant);

#endif
