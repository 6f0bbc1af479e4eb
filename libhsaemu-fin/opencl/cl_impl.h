/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C: from source to bitcode by clang, from bitcode to PTX by LLVM in this process. */
#ifndef HSAEMU_CL_IMPL_H
#define HSAEMU_CL_IMPL_H

#include <llvm-c/Core.h>

#include "hsaemu/buf.h"
#include "hsaemu/compiler.h"
#include "hsaemu/diag.h"
#include "hsaemu/kernel_info.h"

/* clang.c: compiles `s` and appends its bitcode to `out`, and what clang says to `messages`. */
enum hsaemu_status fin_cl_clang(const struct hsaemu_cl_source *s, struct arena *a, struct buf *out,
	struct buf *messages);

/* link.c: what the modules are linked to in `ctx`, with the parts of libclc and of our functions
 * that they use, unless they become a library. NULL after a diagnostic. */
LLVMModuleRef fin_cl_link(const struct hsaemu_cl_program *p, LLVMContextRef ctx, struct arena *a,
	struct diag *d);

/* prepare.c: gives the module the form that LLVM's code generator for PTX can do with. False after
 * diagnostics. */
bool fin_cl_prepare(LLVMModuleRef m, bool inlines, struct arena *a, struct diag *d) NODISCARD;
/* pairs.c: passes and returns vectors of two bytes as 16 bits. */
void fin_cl_pass_pairs(LLVMModuleRef m);
bool fin_cl_has_attribute(LLVMValueRef f, const char *name);
/* pragmas.c: adds what clang says of kernels, as pragmas (docs/kernel-abi.md). */
void fin_cl_add_pragmas(LLVMModuleRef m, struct arena *a);
/* pragmas.c: the operands of a node that a function has, at most `most`; returns how many. */
unsigned fin_cl_node(LLVMValueRef f, const char *key, LLVMValueRef *out, unsigned most);

/* ptx.c: runs LLVM's passes over the module, and appends PTX to `out`. */
bool fin_cl_ptx(LLVMModuleRef m, unsigned optimisation, struct buf *out, struct diag *d) NODISCARD;

/* program.c */
bool fin_cl_image(const struct hsaemu_cl_program *p, struct arena *a, struct buf *out,
	struct diag *d) NODISCARD;

#endif
