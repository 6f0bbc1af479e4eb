/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C: from source to bitcode by clang, from bitcode to PTX by LLVM in this process. */
#ifndef HSAEMU_CL_IMPL_H
#define HSAEMU_CL_IMPL_H

#include <llvm-c/Core.h>

#include "hsaemu/buf.h"
#include "hsaemu/child.h"
#include "hsaemu/compiler.h"
#include "hsaemu/diag.h"
#include "hsaemu/kernel_info.h"
#include "hsaemu/opencl_c.h"

/* ---- from source to bitcode ------------------------------------------------------------------ */

/* clang.c: makes an object, with its messages and the list of included files. */
void fin_cl_compile(const struct hsaemu_cl_source *s, struct arena *a, struct hsaemu_result *out);

/* child.c: runs a command and waits for it (child.h). There are at most as many at a time as CPUs.
 * Returns 0, or why it could not begin; *ended is its status. */
int fin_cl_run(const char *const *words, const struct child_files *f, int *ended) NODISCARD;

/* overlay.c: the folder of the source and its headers, which only clang sees. */
#define FIN_CL_FOLDER "/<hsaemu>"
#define FIN_CL_SOURCE "<source>"
/* Writes the description of the folder: the source is file `first`, and its headers those behind
 * it. */
void fin_cl_overlay(const struct hsaemu_cl_source *s, size_t first, struct buf *out);
/* Tells whether a header may have this name. */
bool fin_cl_is_header_name(const char *name);

/* log.c: appends clang's messages as the program may see them. */
void fin_cl_log(struct str from, struct buf *out);
/* log.c: appends the files of a list for make, but for those in `share` and in our folder. */
void fin_cl_included(struct str list, const char *share, struct buf *out);

/* ---- from bitcode to PTX --------------------------------------------------------------------- */

struct fin_cl_input {
	const char *name; /* for messages */
	struct str bitcode;
};

/* What is linked. */
struct fin_cl_program {
	const char *name; /* for messages */
	struct fin_cl_input *inputs;
	size_t count;
	bool is_part;                       /* of a program: what other parts may use stays */
	const char *share, *library, *arch; /* as in struct hsaemu_cl_module */
	uint32_t flags;                     /* of the linker's options */
	unsigned optimisation;              /* 1 to 4 */
	enum hsaemu_choice unroll, vectorize, vectorize_slp;
};

/* link.c: what the modules are linked to in `ctx`, with the parts of libclc and of our functions
 * that they use, unless they become a library. NULL after a diagnostic. */
LLVMModuleRef fin_cl_link(const struct fin_cl_program *p, LLVMContextRef ctx, struct arena *a,
	struct diag *d);

/* link.c: reads a module; what LLVM says in `ctx` of it, or of others later, becomes a diagnostic.
 * NULL after one. */
LLVMModuleRef fin_cl_read(const char *name, struct str bitcode, LLVMContextRef ctx, struct arena *a,
	struct diag *d);

/* prepare.c: gives the module the form that LLVM's code generator for PTX can do with. False after
 * diagnostics. */
bool fin_cl_prepare(LLVMModuleRef m, const struct fin_cl_program *p, struct arena *a,
	struct diag *d) NODISCARD;
/* vectors.c: does element by element what the code generator cannot do with vectors. */
void fin_cl_split_vectors(LLVMModuleRef m);
/* vectors.c: replaces the instructions for which `test` is true by what `make` builds with `b`,
 * which is at the instruction's place. */
typedef bool fin_cl_test(const void *arg, LLVMValueRef i);
typedef LLVMValueRef fin_cl_make(const void *arg, LLVMValueRef i);
void fin_cl_replace(LLVMModuleRef m, LLVMBuilderRef b, fin_cl_test *test, fin_cl_make *make,
	const void *arg);
/* group_size.c: has libclc's copies by a work-group take the size that it really has. */
void fin_cl_size_copies(LLVMModuleRef m);
/* loads.c: makes two loads of one of sixteen bytes that need not be aligned. */
void fin_cl_split_loads(LLVMModuleRef m);
/* loops.c: keeps LLVM from unrolling loops whose number of iterations is known only when they
 * run. */
void fin_cl_keep_loops(LLVMModuleRef m);
/* pairs.c: passes and returns vectors of two bytes as 16 bits. */
void fin_cl_pass_pairs(LLVMModuleRef m);
bool fin_cl_has_attribute(LLVMValueRef f, const char *name);
/* pragmas.c: adds what clang says of kernels, as pragmas (docs/kernel-abi.md). */
void fin_cl_add_pragmas(LLVMModuleRef m, struct arena *a);
/* pragmas.c: the operands of a node that a function has, at most `most`; returns how many. */
unsigned fin_cl_node(LLVMValueRef f, const char *key, LLVMValueRef *out, unsigned most);

/* ptx.c: runs LLVM's passes over the module, and appends PTX to `out`. */
bool fin_cl_ptx(LLVMModuleRef m, const struct fin_cl_program *p, struct buf *out,
	struct diag *d) NODISCARD;

/* program.c: makes PTX, or a library. */
bool fin_cl_ptx_of(const struct fin_cl_program *p, struct arena *a, struct buf *out,
	struct diag *d) NODISCARD;

/* program.c: reads options and objects. The status is OK, or there are diagnostics. */
enum hsaemu_status fin_cl_open(const struct hsaemu_cl_program *given, struct arena *a,
	struct fin_cl_program *p, struct diag *d);
/* program.c: does the same for one module. */
enum hsaemu_status fin_cl_open_module(const struct hsaemu_cl_module *given, struct arena *a,
	struct fin_cl_program *p, struct diag *d);

#endif
