/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM's objects for one finalization, and small builders that the C API lacks.
 *
 * All handles are owned by struct fin_llvm and disposed in fin_llvm_release(). Builders work on
 * scalars and vectors alike: a "shape" is an LLVM type T or <n x T>. */
#ifndef HSAEMU_FIN_LLVM_CTX_H
#define HSAEMU_FIN_LLVM_CTX_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include "ir/pass_clock.h"
#include "hsaemu/finalize.h"
#include "llvm/target.h"

/* Memory that cannot overlap, but for flat addresses (alias.c). */
enum fin_alias {
	FIN_ALIAS_GLOBAL,
	FIN_ALIAS_GROUP,
	FIN_ALIAS_PRIVATE, /* private variables, which flat addresses may name */
	FIN_ALIAS_LOCAL,   /* spill, arg, context: no flat address names them */
	FIN_ALIAS_SEGMENTS,
	FIN_ALIAS_FLAT = FIN_ALIAS_SEGMENTS,
};

enum { FIN_CLASSES = 256, FIN_CLASS_WORDS = FIN_CLASSES / 64 }; /* equivalence classes, PRM 6.1.4 */

struct fin_alias_scopes {
	LLVMMetadataRef segment[FIN_ALIAS_SEGMENTS];
	LLVMMetadataRef class[FIN_CLASSES]; /* NULL: 0, or the module does not use it */
	uint8_t used[FIN_CLASSES];
	unsigned used_count;
	unsigned md_scope, md_noalias;
};

struct fin_llvm {
	LLVMContextRef ctx;
	LLVMModuleRef mod;
	LLVMBuilderRef b;
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	struct fin_target target; /* of the code that is being made */
	const char *suffix;       /* of its symbols */
	bool optimised;
	LLVMTypeRef i1, i8, i16, i32, i64, i128, f16, f32, f64, ptr, void_;
	unsigned md_invariant_load, md_range;
	struct fin_alias_scopes alias;
	LLVMValueRef empty_node;
	/* told of the stack frame of each function that fin_llvm_measure_stack() named, before any
	 * data is written */
	void (*on_stack)(void *arg, const char *function, uint64_t bytes);
	void *on_stack_arg;
};

void fin_llvm_init(struct fin_llvm *l, const char *module_name, const struct finalize_options *o,
	const struct fin_version *v);
/* Functions from here on are for this processor. */
void fin_llvm_set_version(struct fin_llvm *l, const struct fin_version *v);
void fin_llvm_release(struct fin_llvm *l);
/* Attributes of every function with code: processor, vector width, no unwinding. */
void fin_llvm_function_attributes(struct fin_llvm *l, LLVMValueRef fn);
/* Names of functions that hsail-fin adds and kernels share begin so: no name of HSAIL does. */
#define FIN_SHARED_PREFIX "hsa.shared."
/* Such a function says at each access where its caller's frame is. */
void fin_llvm_frame_pointer(struct fin_llvm *l, LLVMValueRef fn);
void fin_llvm_attribute(struct fin_llvm *l, LLVMValueRef fn, unsigned index, const char *name,
	uint64_t value);
void fin_llvm_measure_stack(struct fin_llvm *l, LLVMValueRef fn);
/* sections.c: a section for each function and variable. */
void fin_llvm_separate(struct fin_llvm *l);
/* LLVM's verifier; its complaint is our bug. */
void fin_llvm_verify(struct fin_llvm *l);
/* Optimises and appends what was asked for to `out`. */
void fin_llvm_emit(struct fin_llvm *l, const struct finalize_options *o,
	struct fin_pass_clock *clock, struct buf *out);

/* ---- metadata ------------------------------------------------------------------------------- */

unsigned fin_md_kind(struct fin_llvm *l, const char *name);
LLVMMetadataRef fin_md_string(struct fin_llvm *l, const char *s);
LLVMValueRef fin_md_list(struct fin_llvm *l, LLVMMetadataRef *nodes, size_t n);

/* ---- alias.c -------------------------------------------------------------------------------- */

/* `classes`: a bit for each equivalence class that the module uses. */
void fin_alias_init(struct fin_llvm *l, const uint64_t classes[FIN_CLASS_WORDS]);
/* Says of a load, store or call what it may overlap with. */
void fin_alias_mark(struct fin_llvm *l, LLVMValueRef access, enum fin_alias alias, unsigned class);

/* ---- shapes --------------------------------------------------------------------------------- */

LLVMTypeRef fin_shape(LLVMTypeRef elem, unsigned n); /* T for n == 1, else <n x T> */
unsigned fin_shape_count(LLVMTypeRef shape);
LLVMTypeRef fin_shape_elem(LLVMTypeRef shape);
LLVMTypeRef fin_shape_with(LLVMTypeRef shape, LLVMTypeRef elem); /* same count, other element */
unsigned fin_shape_bits(LLVMTypeRef shape); /* of an element, integer or float */
LLVMTypeRef fin_int_type(struct fin_llvm *l, unsigned bits);
LLVMTypeRef fin_float_type(struct fin_llvm *l, unsigned bits);
/* The integer shape of the same layout. */
LLVMTypeRef fin_int_shape(struct fin_llvm *l, LLVMTypeRef shape);

/* ---- values --------------------------------------------------------------------------------- */

LLVMValueRef fin_splat(struct fin_llvm *l, LLVMValueRef scalar, unsigned n);
LLVMValueRef fin_int(LLVMTypeRef shape, uint64_t v); /* constant, sign-extended from 64 bits */
LLVMValueRef fin_float(LLVMTypeRef shape, double v);
LLVMValueRef fin_like(LLVMValueRef v, uint64_t c); /* constant of v's integer shape */
LLVMValueRef fin_bitcast(struct fin_llvm *l, LLVMValueRef v, LLVMTypeRef shape);
LLVMValueRef fin_to_int(struct fin_llvm *l, LLVMValueRef v); /* bits of a float value */
LLVMValueRef fin_resize(struct fin_llvm *l, LLVMValueRef v, unsigned bits, bool is_signed);
LLVMValueRef fin_select(struct fin_llvm *l, LLVMValueRef c, LLVMValueRef t, LLVMValueRef f);
/* Elements [first, first + n) of v, for those that v lacks its last one. */
LLVMValueRef fin_slice(struct fin_llvm *l, LLVMValueRef v, unsigned first, unsigned n);
/* n vectors of one shape, a power of two of them, in a row. Changes v[]. */
LLVMValueRef fin_join(struct fin_llvm *l, LLVMValueRef *v, unsigned n);
LLVMValueRef fin_intrinsic(struct fin_llvm *l, const char *name, const LLVMTypeRef *overloads,
	size_t overload_count, const LLVMValueRef *args, unsigned arg_count);
/* Intrinsics overloaded on the type of their first argument only. */
LLVMValueRef fin_intrinsic1(struct fin_llvm *l, const char *name, LLVMValueRef a);
LLVMValueRef fin_intrinsic2(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef fin_intrinsic3(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c);

/* Says of a conditional branch that its first target is the usual one. */
void fin_llvm_expect(struct fin_llvm *l, LLVMValueRef branch);

/* llvm_cut.c: no block is so long that code generation takes more than its share of time. Returns
 * whether one was. */
bool fin_llvm_cut(struct fin_llvm *l);

/* ---- llvm_size.c ----------------------------------------------------------------------------- */

/* The most that one function has: edges back in the order of its blocks, successors of switches,
 * selects lane by lane. */
struct fin_llvm_sizes {
	size_t instructions, loops, labels, selects;
};
struct fin_llvm_sizes fin_llvm_largest(struct fin_llvm *l);
size_t fin_llvm_instruction_count(LLVMValueRef fn);
/* The same, with what blocks add to LLVM's work. */
size_t fin_llvm_weight(LLVMValueRef fn);

#endif
