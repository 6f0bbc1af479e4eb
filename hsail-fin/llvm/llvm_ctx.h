/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM's objects for one finalization, and small builders that the C API lacks.
 *
 * All handles are owned by struct fin_llvm and disposed in fin_llvm_release(). Builders work on
 * scalars and vectors alike: T is an LLVM type, and so is <n x T>. */
#ifndef HSAEMU_FIN_LLVM_CTX_H
#define HSAEMU_FIN_LLVM_CTX_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>
#include "ir/pass_clock.h"
#include "hsaemu/finalize.h"
#include "hsaemu/str.h"
#include "hsaemu/unwind.h"
#include "llvm/target.h"

/* Kinds of memory that do not overlap each other; only flat addresses may name several of them
 * (alias.c). */
enum fin_alias {
	FIN_ALIAS_GLOBAL,
	FIN_ALIAS_GROUP,
	FIN_ALIAS_PRIVATE, /* private variables that flat addresses may name */
	FIN_ALIAS_LOCAL,   /* spill, arg and context memory, which no flat address names */
	FIN_ALIAS_SEGMENTS,
	FIN_ALIAS_FLAT = FIN_ALIAS_SEGMENTS,
};

/* PRM 6.1.4: equivalence classes of memory operations */
enum { FIN_CLASSES = 256, FIN_CLASS_WORDS = FIN_CLASSES / 64 };

struct fin_alias_scopes {
	LLVMMetadataRef segment[FIN_ALIAS_SEGMENTS];
	/* NULL for class 0, and for classes that the module does not use */
	LLVMMetadataRef class[FIN_CLASSES];
	uint8_t used[FIN_CLASSES];
	unsigned used_count;
	unsigned md_scope, md_noalias;
};

/* How many builders of fin_builder_new() there can be at a time. */
enum { FIN_BUILDERS = 16 };

struct fin_llvm {
	LLVMContextRef ctx;
	LLVMModuleRef mod;
	LLVMBuilderRef b, builders[FIN_BUILDERS];
	LLVMDIBuilderRef debug;
	LLVMMemoryBufferRef code;
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	struct fin_target target; /* the processor that code is being made for */
	const char *suffix;       /* ends the symbols of its code */
	bool optimised;
	LLVMTypeRef i1, i8, i16, i32, i64, i128, f16, f32, f64, ptr, void_;
	LLVMTypeRef global_ptr; /* to memory that has host addresses */
	unsigned md_invariant_load, md_range;
	struct fin_alias_scopes alias;
	LLVMValueRef empty_node;
	/* is called with the size of the stack frame of each function that fin_llvm_measure_stack()
	 * named, before any data is written */
	void (*on_stack)(void *arg, struct str function, uint64_t bytes);
	void *on_stack_arg;
	/* how work ended that LLVM had called for; whoever called LLVM ends by it, too */
	enum unwind_end heard;
	struct unwind_report why;
};

void fin_llvm_init(struct fin_llvm *l, const char *module_name, const struct finalize_options *o,
	const struct fin_version *v);
/* Makes all following functions for this processor. */
void fin_llvm_set_version(struct fin_llvm *l, const struct fin_version *v);
void fin_llvm_release(struct fin_llvm *l);
/* A builder beside l->b, which places instructions elsewhere. */
LLVMBuilderRef fin_builder_new(struct fin_llvm *l);
void fin_builder_free(struct fin_llvm *l, LLVMBuilderRef b);
/* Gives a function the attributes that all functions with code have: processor, vector width, no
 * unwinding. */
void fin_llvm_function_attributes(struct fin_llvm *l, LLVMValueRef fn);
/* The names of functions that hsail-fin adds and kernels share begin with this. No name of HSAIL
 * does. */
#define FIN_SHARED_PREFIX "hsa.shared."
/* Pieces of large kernels have names that begin so. */
#define FIN_PIECE_PREFIX "hsa.piece"
/* Makes a function keep a frame pointer, by which the runtime finds the call of the function when
 * an access in it faults. */
void fin_llvm_frame_pointer(struct fin_llvm *l, LLVMValueRef fn);
void fin_llvm_attribute(struct fin_llvm *l, LLVMValueRef fn, unsigned index, const char *name,
	uint64_t value);
void fin_llvm_string_attribute(struct fin_llvm *l, LLVMValueRef fn, const char *name,
	const char *value);
void fin_llvm_measure_stack(struct fin_llvm *l, LLVMValueRef fn);
/* sections.c: gives each function and variable a section of its own. */
void fin_llvm_separate(struct fin_llvm *l);
/* Runs LLVM's verifier. What it complains of is a bug of ours. */
void fin_llvm_verify(struct fin_llvm *l);
/* Optimises the module, and appends what was asked for, in code or text, to `out`. */
void fin_llvm_emit(struct fin_llvm *l, const struct finalize_options *o,
	struct fin_pass_clock *clock, struct buf *out);

/* llvm_failure.c: LLVM has made code of a module, so it has set itself up. */
void fin_llvm_is_set_up(void);

/* ---- metadata ------------------------------------------------------------------------------- */

unsigned fin_md_kind(struct fin_llvm *l, const char *name);
LLVMMetadataRef fin_md_string(struct fin_llvm *l, const char *s);
LLVMValueRef fin_md_list(struct fin_llvm *l, LLVMMetadataRef *nodes, size_t n);

/* ---- alias.c -------------------------------------------------------------------------------- */

/* `classes` has a bit for each equivalence class that the module uses. */
void fin_alias_init(struct fin_llvm *l, const uint64_t classes[FIN_CLASS_WORDS]);
/* Tells LLVM what a load, store or call cannot overlap with. */
void fin_alias_mark(struct fin_llvm *l, LLVMValueRef access, enum fin_alias alias, unsigned class);

/* ---- types ---------------------------------------------------------------------------------- */

LLVMTypeRef fin_vector_of(LLVMTypeRef elem, unsigned n); /* elem for n == 1, else <n x elem> */
unsigned fin_element_count(LLVMTypeRef llvm_type);
LLVMTypeRef fin_element_type(LLVMTypeRef llvm_type);
/* as many other elements */
LLVMTypeRef fin_type_with(LLVMTypeRef llvm_type, LLVMTypeRef elem);
unsigned fin_element_bits(LLVMTypeRef llvm_type); /* bits of one element, an integer or a float */
LLVMTypeRef fin_int_type(struct fin_llvm *l, unsigned bits);
LLVMTypeRef fin_float_type(struct fin_llvm *l, unsigned bits);
/* Integers of the same number and size. */
LLVMTypeRef fin_as_integers(struct fin_llvm *l, LLVMTypeRef llvm_type);

/* ---- values --------------------------------------------------------------------------------- */

LLVMValueRef fin_splat(struct fin_llvm *l, LLVMValueRef scalar, unsigned n);
LLVMValueRef fin_int(LLVMTypeRef llvm_type,
	uint64_t v); /* a constant, sign-extended from 64 bits */
LLVMValueRef fin_float(LLVMTypeRef llvm_type, double v);
/* a constant of the type of v, which is of integers */
LLVMValueRef fin_like(LLVMValueRef v, uint64_t c);
LLVMValueRef fin_bitcast(struct fin_llvm *l, LLVMValueRef v, LLVMTypeRef llvm_type);
/* the bits of a value of any type, as integers */
LLVMValueRef fin_to_int(struct fin_llvm *l, LLVMValueRef v);
LLVMValueRef fin_resize(struct fin_llvm *l, LLVMValueRef v, unsigned bits, bool is_signed);
LLVMValueRef fin_select(struct fin_llvm *l, LLVMValueRef c, LLVMValueRef t, LLVMValueRef f);
/* Tells LLVM not to unroll the loop whose branch back is `branch`. */
void fin_llvm_leave_loop(struct fin_llvm *l, LLVMValueRef branch);
/* Elements [first, first + n) of v. In place of elements that v lacks, its last one is repeated. */
LLVMValueRef fin_slice(struct fin_llvm *l, LLVMValueRef v, unsigned first, unsigned n);
/* Puts n vectors of one type one after the other; n is a power of two. Overwrites v[]. */
LLVMValueRef fin_join(struct fin_llvm *l, LLVMValueRef *v, unsigned n);
LLVMValueRef fin_intrinsic(struct fin_llvm *l, const char *name, const LLVMTypeRef *overloads,
	size_t overload_count, const LLVMValueRef *args, unsigned arg_count);
/* Intrinsics that are overloaded on the type of their first argument only. */
LLVMValueRef fin_intrinsic1(struct fin_llvm *l, const char *name, LLVMValueRef a);
LLVMValueRef fin_intrinsic2(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fin_intrinsic3(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c);
/* Returns the number of the lowest bit that is set in an integer, which must not be 0. */
LLVMValueRef fin_lowest_bit(struct fin_llvm *l, LLVMValueRef bits);

/* Tells LLVM that a conditional branch usually goes to its first target. */
void fin_llvm_expect(struct fin_llvm *l, LLVMValueRef branch);

/* llvm_cut.c: cuts blocks that are so long that code generation takes more than its share of time.
 * Returns whether there was one. */
bool fin_llvm_cut(struct fin_llvm *l);

/* Calls `visit` for each instruction of the module, which it may remove. */
void fin_llvm_visit(struct fin_llvm *l, void (*visit)(void *owner, LLVMValueRef inst), void *owner);

/* masked_logic.c: keeps LLVM from masked logical instructions that it gets wrong. */
void fin_llvm_unmask_logic(struct fin_llvm *l);
/* mask_sums.c: keeps LLVM from making masks of numbers and numbers of masks without end. */
void fin_llvm_part_masks(struct fin_llvm *l);
/* half_selects.c: keeps LLVM from calls of functions for minima and maxima of halves. */
void fin_llvm_select_halves(struct fin_llvm *l);
void fin_llvm_share_loads(struct fin_llvm *l); /* vectors that overlap, see overlap.c */

/* scalar_extremes.c: keeps chains of scalar minima and maxima in vector registers. */
void fin_llvm_keep_extremes(struct fin_llvm *l);

/* negated_splats.c: lets sums of products take the negatives of numbers that lanes have in
 * common. */
void fin_llvm_take_away_splats(struct fin_llvm *l);

/* interleaved.c: leaves tuples as they lie in memory between a load and a store that do the same
 * with all elements. Slots must be values. */
void fin_llvm_keep_interleaved(struct fin_llvm *l);

/* ---- llvm_size.c ----------------------------------------------------------------------------- */

/* The most that any function of the module has of each: instructions, edges back in the order of
 * its blocks, successors of switches, and selects by lane. */
struct fin_llvm_sizes {
	size_t instructions, loops, labels, selects; /* the most that a function has */
	size_t all;                                  /* instructions */
	bool has_open_loop; /* some loop is not one that LLVM leaves as it is */
};
struct fin_llvm_sizes fin_llvm_sizes(struct fin_llvm *l);
size_t fin_llvm_instruction_count(LLVMValueRef fn);
/* The number of instructions, and more for each block, which costs LLVM time as well. */
size_t fin_llvm_weight(LLVMValueRef fn);

#endif
